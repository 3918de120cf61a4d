"""The pages for entering people: typed or pasted names, or a file.

A list that needs interpretation is shown before anybody is entered; an entry can be undone in one step.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion.dashboard.error_pages import refuse
from companion.dashboard.language import current_language
from companion.dashboard.matches.command_forms import sender
from companion.dashboard.tournaments.command_forms import submit_command
from companion.dashboard.tournaments.interfaces import tournaments
from companion.dashboard.uploads import uploaded
from companion.refusal import TranslatableRefusal
from companion.tournaments import commands
from companion.view_models.entrant_list import ROLES, ColumnRole, Roster, RosterLine
from companion.view_models.tournament import TournamentSnapshot

tournament_entering = Blueprint("tournament_entering", __name__, url_prefix="/tournaments")
LARGEST_LIST, LARGEST_FILE = 400_000, 5_000_000
"""Characters of a list, bytes of a file."""
MOST_LINES = 20_000
_NAMED = re.compile(r"\bt[0-9a-f]{9}\b")
"""The name of a tournament, in the address of its page."""


@tournament_entering.get("/<tournament>/entrants")
def listed(tournament: str) -> Response:
    """Redirect to the list of entrants; a list that was shown is discarded."""
    return redirect(_plan(tournament), 303)


@tournament_entering.post("/<tournament>/entrants")
def enter(tournament: str) -> Response | str:
    """Enter the chosen people of a list, or plainly typed ones; shows any other list first."""
    request.max_form_parts, request.max_form_memory_size = MOST_LINES, LARGEST_FILE
    if chosen := request.form.getlist("line"):
        return _entered(tournament, "\n".join(chosen))
    if request.form.get("take"):
        flash(_("No quedó nadie elegido."))
        return redirect(_plan(tournament), 303)
    try:
        roster = tournaments().roster(_sent(), _roles())
    except TranslatableRefusal as refused:
        flash(refused.sentence(current_language()))
        return redirect(_plan(tournament), 303)
    if len(roster.text) > LARGEST_LIST:
        refuse(413, _("Esa lista es demasiado larga."))
    shown = tournaments().snapshot(tournament, current_language())
    if not (_has_file() or {"cells", "from"} & request.form.keys()) and _is_understood(roster, shown):
        return _entered(tournament, roster.text)
    return _shown(shown, roster)


def _is_understood(roster: Roster, snapshot: TournamentSnapshot) -> bool:
    """Whether a list can be entered without a preview: it is plain, and any years are years of birth."""
    years_wanted = snapshot.born_from is not None or snapshot.born_until is not None
    return not roster.lines or (roster.is_plain and (years_wanted or all(line.born is None for line in roster.lines)))


def _sent() -> bytes | str:
    """The list in the request: a file, or text, or those who ended first in another tournament of the house."""
    if address := request.form.get("from", "").strip():
        return _qualified(address, request.form.get("most", 0, type=int))
    if _has_file():
        written = uploaded()[0]
        return written if len(written) <= LARGEST_FILE else refuse(413, _("Esa lista es demasiado larga."))
    return request.form.get("cells") or request.form.get("lines", "")


def _has_file() -> bool:
    """Whether the form has a file; browsers submit an empty one where none was chosen."""
    return any(file.filename for file in request.files.values())


def _qualified(address: str, most: int) -> str:
    """The first ``most`` of the tournament whose page has that address, as a list; all who are separated where 0."""
    found = _NAMED.search(address)
    if found is None:
        refuse(422, _("Pegá la dirección de la página del torneo."))
    shown = tournaments().snapshot(found[0], current_language())
    known = {entrant.number: entrant for entrant in shown.entrants}
    through = [known[place] for place in shown.places[: most or None]]
    if len(through) < most or not through:
        refuse(409, _("En «%(title)s» todavía no se sabe quiénes son los primeros.", title=shown.title))
    born = tournaments().category(found[0]).born
    lines = (
        RosterLine(at, (), entrant.name, entrant.club, born=born.get(entrant.number))
        for at, entrant in enumerate(through, 1)
    )
    return "\n".join(["nombre;club;nacimiento", *(line.written for line in lines)])


def _roles() -> Sequence[ColumnRole] | None:
    """The submitted roles of the columns; None without any."""
    named: dict[str, ColumnRole] = {role: role for role in ROLES}
    return [named.get(said, "") for said in request.form.getlist("role")] or None


def _shown(snapshot: TournamentSnapshot, roster: Roster) -> str:
    known = roster.known(entrant.name for entrant in snapshot.entrants)
    there = roster.there((entrant.name, entrant.club) for entrant in snapshot.entrants)
    named = sorted(roster.lines, key=lambda line: (line.reason != "heading", line.reason is not None))
    samples = [_sample(named, at) for at in range(len(roster.roles))]
    return render_template(
        "tournament/roster.html", shown=snapshot, roster=roster, known=known, there=there, samples=samples, roles=ROLES
    )


def _sample(lines: Sequence[RosterLine], column: int) -> str:
    """The first non-empty cell of a column."""
    return next((line.cells[column] for line in lines if len(line.cells) > column and line.cells[column]), "")


def _entered(tournament: str, lines: str) -> Response:
    back = _plan(tournament)
    try:
        outcome = submit_command(tournament, commands.Enter(lines), sender(request.form.get("key")))
    except TranslatableRefusal as refused:
        flash(refused.sentence(current_language()))
        return redirect(back, 303)
    many = len(lines.splitlines()) > 1 and outcome.standing == "done"
    return redirect(_plan(tournament, entered=outcome.first_revision) if many else back, 303)


def _plan(tournament: str, entered: int | None = None) -> str:
    """The URL of the list of entrants, with a link to void the entry ``entered``."""
    return url_for("tournament_pages.plan", tournament=tournament, entered=entered)
