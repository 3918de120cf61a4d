"""Edit conflicts on a confirmed hand: the second editor is shown both versions, and chooses."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import NoReturn
from urllib.parse import urlencode

from flask import Blueprint, current_app, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from companion.dashboard.error_pages import refuse
from companion.dashboard.interfaces import Matches
from companion.dashboard.language import current_language
from companion.dashboard.matches.command_parsing import parse_command_form
from companion.dashboard.matches.form_fields import fields_of
from companion.dashboard.matches.paper_sheet_form import sum_of
from companion.match_commands import Command
from companion.refusal import TableRefused
from companion.view_models import HandView, MatchSnapshot

version_pages = Blueprint("versions", __name__, url_prefix="/matches/<match>/hands/<int:number>/versions")
SEEN = "seen_version"
"""The form field with the revision that was in view."""
_OF_THE_MOMENT = ("key", "revision", "photo", "again", SEEN)


def version_of(hand: HandView | None) -> str:
    """A hash of a hand's score; empty while it is not confirmed."""
    return gist_of(hand) if hand and hand.standing == "confirmed" else ""


def overtaken(before: MatchSnapshot, form: MultiDict[str, str], after: MatchSnapshot) -> bool:
    """Whether the hand ``before`` was changed by someone else since ``form`` was loaded, to other than ``after``."""
    now = before.hand
    if now is None or after.hand is None or not form.get(SEEN):
        return False
    return form[SEEN] != gist_of(now) != gist_of(after.hand)


def versions_url(match: str, number: int, form: MultiDict[str, str]) -> str:
    """The address of the page with both versions; it carries the submitted ``form``."""
    said = [(name, value) for name, value in form.items(multi=True) if name not in _OF_THE_MOMENT]
    return f"{url_for('versions.page', match=match, number=number)}?{urlencode(said)}"


def difference(match: str, command: Command, language: str) -> Mapping[str, object]:
    """The conflict reported to a late program: the points of the hand by team, now and after its command.

    Empty where the command would change nothing, or is no longer possible.
    """
    try:
        now = _tables().snapshot(match, language, getattr(command, "hand", None))
        mine = _tables().foreseen(match, command, language, getattr(command, "hand", None))
    except TableRefused:
        return {}
    there, here = ([sheet.total for sheet in version.hand.sheets] if version.hand else [] for version in (now, mine))
    return {} if there == here or not now.hand else {"hand": now.hand.number, "now": there, "yours": here}


@version_pages.get("")
def page(match: str, number: int) -> str:
    """The page with both versions of a hand."""
    tables = _tables()
    language = current_language()
    now = tables.snapshot(match, language, number)
    mine = tables.foreseen(match, _command(now, request.args), language, number)
    leads = "match_orders.submit" if "order" in request.args else "summed_hand.note"
    address = url_for(leads, match=match) if "order" in request.args else url_for(leads, match=match, number=number)
    return both_versions(now, mine, request.args, address)


def both_versions(now: MatchSnapshot, mine: MatchSnapshot, form: MultiDict[str, str], address: str) -> str:
    """The page with the recorded and the submitted version; choosing one sends ``form`` to ``address``."""
    tables = _tables()
    hand = now.hand or _none()
    log = tables.log(now.match, current_language())
    last = next((line for line in log if line.hand == hand.number and line.holds), None)
    return render_template(
        "versions.html", shown=now, mine=mine, last=last, said=form, seen=gist_of(hand), address=address
    )


def _tables() -> Matches:
    found: Matches = current_app.extensions["tables"]
    return found


def _none() -> NoReturn:
    refuse(404, _("Esa mano ya no está."))


def _command(snapshot: MatchSnapshot, form: MultiDict[str, str]) -> Command:
    if "order" in form:
        return parse_command_form(fields_of(form, snapshot.rules.muerto_size))
    return sum_of(snapshot, form)


def gist_of(hand: HandView) -> str:
    """A hash of everything by which a hand is scored."""
    known = (hand.noted, hand.void, hand.closer, hand.racks, hand.taken, hand.partial, [row.meld for row in hand.melds])
    return sha256(repr((known, hand.sums)).encode()).hexdigest()[:16]
