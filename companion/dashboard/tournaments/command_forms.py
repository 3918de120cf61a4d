"""Form endpoints of tournaments for judges and organisers: each handles one command and redirects to the referring
page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256

from flask import Blueprint, flash, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion.dashboard.auth.access import check_role
from companion.dashboard.auth.roles import OF_DEVICES, least_striking_role, least_tournament_role
from companion.dashboard.error_pages import refuse
from companion.dashboard.language import current_language, own_path
from companion.dashboard.matches.command_forms import sender, tables
from companion.dashboard.matches.command_parsing import WrittenFields, fields_written, parse_named_command
from companion.dashboard.photos.photo_service import photo_service
from companion.dashboard.tournaments.entrant_names import EntrantNameError, number_named
from companion.dashboard.tournaments.interfaces import tournaments
from companion.match_commands import Agree, Outcome, Sender
from companion.refusal import TranslatableRefusal
from companion.tournaments import commands
from companion.tournaments.commands import Command
from companion.view_models.tournament import FixtureView, TournamentSnapshot

tournament_orders = Blueprint("tournament_orders", __name__, url_prefix="/tournaments")
NAMES: Mapping[str, type[Command]] = {
    "found": commands.CreateTournament,
    "enter": commands.Enter,
    "rename": commands.Rename,
    "withdraw": commands.Withdraw,
    "draw": commands.DrawZones,
    "pair": commands.PairRound,
    "add": commands.AddFixture,
    "join": commands.Join,
    "leave": commands.Leave,
    "return": commands.Return,
    "lock": commands.Lock,
    "unlock": commands.Unlock,
    "bracket": commands.DrawBracket,
    "lots": commands.DrawLots,
    "seat": commands.SeatFixtures,
    "start": commands.StartClock,
    "stop": commands.StopClock,
    "extend": commands.ExtendTime,
    "propose": commands.Propose,
    "agree": commands.AcceptPoints,
    "dispute": commands.Dispute,
    "rule": commands.Rule,
    "walkover": commands.WalkOver,
    "miss": commands.MissBoth,
    "penalise": commands.Penalise,
    "admit": commands.Admit,
    "revoke": commands.Revoke,
    "tie": commands.LinkMatch,
    "strike": commands.VoidEntry,
    "shelve": commands.Archive,
    "unshelve": commands.RestoreArchived,
}
"""The commands by their names in forms and JSON."""


def announced(written: WrittenFields, by: Sender) -> Outcome:
    """Create the submitted tournament under rules that are offered."""
    command = parse_named_command({**written, "order": "found"}, NAMES)
    assert isinstance(command, commands.CreateTournament)
    photo_service().rules(command.rules)
    return tournaments().found(command, by)


def submit_command(tournament: str, command: Command, by: Sender) -> Outcome:
    """Handle a command of a judge or organiser.

    Refuses a visitor without the role, an unknown match, and the striking of an entry that the visitor's role could not
    make.
    """
    if isinstance(command, OF_DEVICES):
        refuse(403, _("Eso lo dice el aparato de la mesa; un juez decide."))
    check_role(least_tournament_role(type(command)))
    if isinstance(command, commands.VoidEntry):
        check_role(least_striking_role(tournaments().kind(tournament, command.entry)))
    if isinstance(command, commands.LinkMatch):
        tables().revision(command.match)
    if isinstance(command, commands.CreateTournament) and command.rules != seen_rules(tournament):
        photo_service().rules(command.rules)
    return tournaments().handle(tournament, command, by)


def seen_rules(tournament: str) -> str:
    """The name of the rules of a tournament, whether or not they are still offered."""
    return tournaments().snapshot(tournament, current_language()).rules


@tournament_orders.post("")
def found() -> Response:
    """Create a tournament and redirect to its setup page."""
    try:
        outcome = announced(fields_written(request.form), sender(request.form.get("key")))
    except TranslatableRefusal as refused:
        flash(refused.sentence(current_language()))
        return redirect(url_for("tournament_pages.fresh"), 303)
    return redirect(url_for("tournament_pages.plan", tournament=outcome.match), 303)


@tournament_orders.post("/import")
def bring() -> Response:
    """Import the tournament of a file and redirect to it, or show why not."""
    chosen = request.files.get("file")
    blob = chosen.read() if chosen else b""
    try:
        found = tournaments().take_in(blob)
    except TranslatableRefusal as refused:
        flash(refused.sentence(current_language()) if blob else _("Elegí primero el archivo."))
        return redirect(url_for("tournament_pages.bring"), 303)
    new = _("«%(title)s» ya está acá, con todo lo que traía el archivo.", title=found.title)
    flash(new if found.count else _("«%(title)s» ya estaba acá tal cual: no hubo nada que agregar.", title=found.title))
    return redirect(url_for("tournaments.board", tournament=found.tournament), 303)


@tournament_orders.post("/<tournament>/orders")
def submit(tournament: str) -> Response:
    """Handle a form's command and redirect to the referring page."""
    written = {"zone": ""} | fields_written(request.form)
    if "names" in written:  # in one line
        written["names"] = [name.strip() for name in str(written["names"]).split(",")]
    if "born" in request.form:  # an empty one says something
        written["born"] = request.form["born"]
    if written.get("order") == "admit" and "table" not in written:
        return _admitted_everywhere(tournament, request.form.get("seat", "both"))
    if put_back := _put_back(tournament, str(written.get("story", ""))):
        flash(put_back)
        return redirect(_back(tournament), 303)
    try:
        typed = _numbers_typed(tournament, written)
    except EntrantNameError as error:
        flash(str(error))
        return redirect(_back(tournament), 303)
    if drawn_anew := _drawn_anew(tournament, written):
        flash(drawn_anew)
        return redirect(_back(tournament), 303)
    return _given(tournament, parse_named_command(typed, NAMES))


@tournament_orders.post("/<tournament>/fixtures/<int:number>/table")
def note(tournament: str, number: int) -> Response:
    """Begin a match in which this tournament match is recorded hand by hand, and redirect to its table."""
    shown = tournaments().snapshot(tournament, current_language())
    fixture = shown.fixture(number) or refuse(404, _("Ese partido no está."))
    if drawn_anew := _drawn_anew(tournament, request.form):
        refuse(409, drawn_anew)
    if not all(fixture.names):
        refuse(409, _("Todavía no se sabe quiénes juegan ese partido."))
    if not fixture.match:
        if shown.shelved or fixture.slips:
            tournaments().handle(
                tournament, commands.LinkMatch(number, "-"), sender(request.form.get("key"))
            )  # says why not
        begins = Agree(players=fixture.names, rules=tournament, overrides=_without_time(shown), title=shown.title)
        outcome = tables().agree(begins, replace(sender(None), key=_key_of(tournament, fixture)), anyhow=True)
        tournaments().handle(tournament, commands.LinkMatch(number, outcome.match), sender(request.form.get("key")))
        return redirect(url_for("tables.table", match=outcome.match), 303)
    return redirect(url_for("tables.table", match=fixture.match), 303)


def _without_time(shown: TournamentSnapshot) -> tuple[str, ...]:
    """The changes to the rules where a match is noted hand by hand: its tournament has the clock, which may start
    later, be stopped, or get more minutes."""
    if shown.time_limit_min is None:
        return shown.overrides
    others = (override for override in shown.overrides if override.partition("=")[0].strip() != "time_limit_min")
    return (*others, "time_limit_min=none")


def _put_back(tournament: str, story: str) -> str:
    """What to say where a backup was put back since a form was shown, so that its numbers may be others'; else empty.

    ``story`` is the number of the newest entry that the form knew, and when that was written.
    """
    number, _space, written_ms = story.partition(" ")
    if not number.isdecimal() or str(tournaments().written_ms(tournament, int(number))) == written_ms:
        return ""
    return str(_("Mientras tanto se volvió a una copia del torneo: mirá cómo está ahora, y repetilo si hace falta."))


def _drawn_anew(tournament: str, written: Mapping[str, object]) -> str:
    """What to say where the match that a form showed has been drawn anew since, or is gone; else empty."""
    meant = str(written.get("meant", ""))
    shown = tournaments().snapshot(tournament, current_language()).fixtures if meant else ()
    if not meant or any(fixture.mark == meant for fixture in shown):
        return ""
    return str(_("Ese partido ya no es el que veías, porque se sorteó de nuevo: mirá quiénes lo juegan ahora."))


def _numbers_typed(tournament: str, written: WrittenFields) -> WrittenFields:
    """The fields with the numbers of those whose names were typed. Raises EntrantNameError."""
    names = {field: str(written.get(f"{field}_name", "")).strip() for field in ("home", "away")}
    others = {field: said for field, said in written.items() if field not in ("home_name", "away_name")}
    if not any(names.values()):
        return others
    shown = tournaments().snapshot(tournament, current_language())
    return others | {field: number_named(shown, name) for field, name in names.items() if name}


def _key_of(tournament: str, fixture: FixtureView) -> str:
    """The idempotency key of the match of a fixture: one for each pair of entrants, longer than any key from a
    client."""
    return f"tied {sha256(f'{tournament} {fixture.number} {fixture.entrants}'.encode()).hexdigest()}"


def _admitted_everywhere(tournament: str, seat: str) -> Response:
    """A device for every table that has none yet for that seat."""
    shown = tournaments().snapshot(tournament, current_language())
    taken = {device.table for device in shown.devices if device.seat == seat and not device.revoked}
    for table in sorted(set(range(1, shown.tables + 1)) - taken):
        submit_command(tournament, commands.Admit(table, seat), sender(f"{request.form.get('key', '')} {table}"))
    return redirect(url_for("tournament_pages.codes", tournament=tournament), 303)


def _given(tournament: str, command: Command) -> Response:
    try:
        submit_command(tournament, command, sender(request.form.get("key")))
    except TranslatableRefusal as refused:
        flash(refused.sentence(current_language()))
    return redirect(_back(tournament), 303)


def _back(tournament: str) -> str:
    """The page on which the form was."""
    return own_path(request.form.get("next") or url_for("tournaments.board", tournament=tournament))
