"""Form endpoints of matches: each handles one command and redirects to the referring page."""

from __future__ import annotations

import secrets
from dataclasses import replace

from flask import Blueprint, current_app, flash, redirect, request, url_for
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.dashboard.auth.access import check_role, visitor
from companion.dashboard.auth.roles import Role, least_role
from companion.dashboard.error_pages import refuse
from companion.dashboard.interfaces import Matches, TableCamera
from companion.dashboard.language import current_language, own_path
from companion.dashboard.matches.agreement_form import with_filled
from companion.dashboard.matches.command_parsing import parse_command_form
from companion.dashboard.matches.edit_conflicts import SEEN, overtaken, versions_url
from companion.dashboard.matches.form_fields import agreement, fields_of
from companion.dashboard.matches.move_words import spoken
from companion.dashboard.photos.photo_service import photo_service
from companion.dashboard.wording import NAMELESS
from companion.match_commands import Agree, Answer, Command, DealHand, Outcome, Play, Redo, Revise, Sender, Undo
from companion.refusal import STALE, TableRefused
from companion.view_models import MatchSnapshot

match_orders = Blueprint("match_orders", __name__, url_prefix="/matches")
LONGEST_KEY = 64
_TRIES = 20
"""The number of attempts where others enter first, for players who may enter only during a hand."""
_PAST = -1
"""A revision that no match has."""
_BOXES = {"racks": "left", "sides": "words"}
"""The names of page sections, where they differ from those of their orders."""


def tables() -> Matches:
    """The match service of this app."""
    found: Matches = current_app.extensions["tables"]
    return found


def new_key() -> str:
    """A new idempotency key."""
    return secrets.token_urlsafe(12)


def form_key() -> str:
    """The idempotency key of a form; a new one where it has none."""
    return request.form.get("key") or new_key()


def sender(key: str | None, revision: int | None = None, picture: str | None = None, model: str = "") -> Sender:
    """The sender with ``key``; refuses one that is too long, or has signs that no other house takes in."""
    who = visitor()
    if key and len(key) > LONGEST_KEY:
        refuse(400, _("La clave de un pedido lleva %(most)s letras como mucho.", most=LONGEST_KEY))
    if key and not key.isprintable():
        refuse(400, _("La clave de un pedido va en un renglón, sin signos que no se ven."))
    return Sender(
        author=who.name or NAMELESS[who.role],
        key=key or new_key(),
        revision=revision,
        picture=picture,
        model="".join(filter(str.isprintable, model))[:LONGEST_KEY],
    )


def submit_command(match: str, command: Command, by: Sender) -> Outcome:
    """Handle a command, if the visitor may give it in the state at that moment."""
    if isinstance(command, Agree) and command.rules != tables().snapshot(match, current_language()).rules.name:
        photo_service().rules(command.rules)
    if visitor().may(Role.SCORER):
        return tables().handle(match, command, by)
    for tries_left in reversed(range(_TRIES)):
        shown = tables().snapshot(match, current_language())
        check_role(_least(shown, command))
        revision = shown.revision if by.revision in (None, shown.revision) else _PAST
        try:
            return tables().handle(match, command, replace(by, revision=revision))
        except TableRefused as refused:
            if refused.code != STALE or by.revision is not None or not tries_left:
                raise
    raise AssertionError


def may_go_back(snapshot: MatchSnapshot, command: str) -> bool:
    """Whether the visitor may undo, or redo, in ``snapshot``; for templates."""
    return visitor().may(_least(snapshot, Undo() if command == "undo" else Redo()))


def _least(snapshot: MatchSnapshot, command: Command) -> Role:
    """The least role for a command on a match as shown; undo needs that of what it changes."""
    least = least_role(command, is_current=_is_being_played(snapshot, command))
    if isinstance(command, Undo | Redo) and (what := tables().taken_back(snapshot.match, command)):
        return max(least, least_role(what, is_current=_is_being_played(snapshot, what)))
    return least


def _is_being_played(snapshot: MatchSnapshot, command: Command) -> bool:
    """Whether a command is about a hand in play: confirmed ones are the scorer's."""
    number = getattr(command, "hand", None)
    if isinstance(command, Answer) and snapshot.question:
        number = snapshot.question.hand
    if number is not None and number != snapshot.current:
        return False
    standing = next((hand.standing for hand in snapshot.hands if hand.number == snapshot.current), None)
    return isinstance(command, DealHand) or standing != "confirmed"


@match_orders.post("")
def begin() -> Response:
    """Create a match and redirect to its table."""
    command = parse_command_form(agreement(request.form))
    assert isinstance(command, Agree)
    photo_service().rules(command.rules)
    try:
        outcome = tables().agree(command, sender(request.form.get("key")))
    except TableRefused as refused:
        flash(refused.sentence(current_language()))
        return redirect(with_filled(url_for("tables.fresh"), request.form), 303)
    _goes_along(outcome.match, request.form.get("again_of"))
    return redirect(url_for("tables.table", match=outcome.match), 303)


def _goes_along(match: str, before: str | None) -> None:
    """Have the camera that follows the match ``before`` follow the one that its players began after it."""
    camera: TableCamera | None = current_app.extensions.get("lookout")
    if before and camera is not None and camera.view(current_language()).match == before:
        camera.follow(match)


@match_orders.post("/<match>/orders")
def submit(match: str) -> Response:
    """Handle a form's command and redirect back."""
    form = request.form
    back = own_path(form.get("next") or url_for("tables.table", match=match))
    shown = tables().snapshot(match, current_language())
    command = parse_command_form(fields_of(form, shown.rules.muerto_size))
    try:
        if there := _versions(match, command, form):
            return redirect(there, 303)
        submit_command(
            match, command, sender(form.get("key"), form.get("revision", type=int), _photograph(form.get("photo")))
        )
    except TableRefused as refused:
        sentence = refused.sentence(current_language())
        flash(spoken(sentence) if isinstance(command, Play | Revise) else sentence, box_of(refused))
        if isinstance(command, Agree):
            return redirect(with_filled(url_for("tables.agreement", match=match), form), 303)
        return redirect(own_path(form.get("again") or back), 303)
    return redirect(back, 303)


def box_of(refused: TableRefused) -> str:
    """The category of a message: the page section that would solve it, if any."""
    part, dot, place = refused.field.partition(".")
    return f"{_BOXES.get(part, part)}{dot}{place}" or "message"


def _versions(match: str, command: Command, form: MultiDict[str, str]) -> str | None:
    """The conflict page, if the confirmed hand that a form changes has changed since."""
    number = getattr(command, "hand", None)
    if not form.get(SEEN) or number is None:
        return None
    language = current_language()
    before = tables().snapshot(match, language, number)
    after = tables().foreseen(match, command, language, number)
    return versions_url(match, number, form) if overtaken(before, form, after) else None


def _photograph(photo: str | None) -> str | None:
    """Store the photograph read on the page as evidence, while it is available; returns its name."""
    kept = photo_service().album.find(photo) if photo else None
    return tables().keep_picture(kept.picture) if kept else None
