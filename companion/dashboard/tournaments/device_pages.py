"""The pages of the device at a table: one side enters a hand, the other confirms on its own device or by PIN."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields, replace

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion.dashboard.auth.roles import OF_DEVICES
from companion.dashboard.error_pages import Refusal, refuse
from companion.dashboard.language import current_language
from companion.dashboard.matches.command_forms import sender, tables
from companion.dashboard.matches.command_parsing import WrittenFields, fields_written, parse_named_command
from companion.dashboard.photos.photo_service import photo_service
from companion.dashboard.tournaments.command_forms import NAMES
from companion.dashboard.tournaments.device_tokens import admitted_device, check_entrant_pin, keep_device, this_device
from companion.dashboard.tournaments.interfaces import tournaments
from companion.dashboard.uploads import uploaded
from companion.dashboard.wording import device_author
from companion.match_commands import Outcome, Sender
from companion.refusal import TableRefused, TranslatableRefusal
from companion.tournaments import commands
from companion.view_models import MatchSnapshot
from companion.view_models.tournament import DeviceSeatView, FixtureView

device_pages = Blueprint("devices", __name__, url_prefix="/tournaments")
SIDES = ("home", "away")


@device_pages.get("/device/<token>")
def invited(token: str) -> str:
    """The page after the scan of a table's code."""
    return render_template("tournament/enter.html", token=token, seen=_admitted(token))


@device_pages.post("/device/<token>")
def enter(token: str) -> Response:
    """Register this browser as the device of a table."""
    seen = _admitted(token)
    keep_device(token)
    return redirect(url_for("devices.page", tournament=seen.tournament), 303)


@device_pages.get("/<tournament>/table")
def page(tournament: str) -> str:
    """The match at the table of this device."""
    seen = this_device(tournament)
    return render_template("tournament/device.html", seen=seen, fixture=seen.fixture, counted=_counted(seen))


@device_pages.post("/<tournament>/table")
def submit(tournament: str) -> Response:
    """Handle the form of one side, and redirect back."""
    try:
        said(this_device(tournament), fields_written(request.form), sender(request.form.get("key"), picture=_picture()))
    except (TranslatableRefusal, Refusal) as refused:
        sentence = refused.sentence
        flash(sentence if isinstance(sentence, str) else sentence(current_language()))
    return redirect(url_for("devices.page", tournament=tournament), 303)


@device_pages.post("/<tournament>/table/photo")
def photograph(tournament: str) -> Response:
    """Read a photograph of one side's melds and fill their points into the form."""
    seen, side = this_device(tournament), request.form.get("side", "")
    if side not in SIDES:
        refuse(422, _("Falta decir de quién es la foto."))
    photo = photo_service().receive(*uploaded(), seen.tournament)
    home, away = (photo.id if other_side == side else request.form.get(f"photo_{other_side}") for other_side in SIDES)
    now = (seen.fixture.mark, seen.fixture.next_hand) if seen.fixture else (None, None)
    meant, hand = (request.form.get(name, usual) for name, usual in zip(("meant", "hand"), now, strict=True))
    return redirect(url_for("devices.page", tournament=tournament, home=home, away=away, meant=meant, hand=hand), 303)


def said(device: DeviceSeatView, written: WrittenFields, by: Sender) -> Outcome:
    """Handle a device's command about the match at its table, for a side that the device represents."""
    fixture = device.fixture or refuse(409, _("En esta mesa no hay ningún partido."))
    command = parse_named_command(dict(written) | {"fixture": fixture.number, "side": _side(device, written)}, NAMES)
    if not isinstance(command, OF_DEVICES | commands.StartClock):
        refuse(403, _("Eso lo decide un juez."))
    _check_match(fixture, written)
    _check_seat(device, fixture, written)
    command = _shown_to_be(device, fixture, command, str(written.get("pin", "")))
    name = fixture.names[SIDES.index(command.side)] if isinstance(command, OF_DEVICES) and command.side in SIDES else ""
    author, picture = device_author(device.device.table, name), by.picture or _counted_picture(written)
    return tournaments().handle(device.tournament, command, replace(by, author=author, picture=picture))


def _shown_to_be(
    device: DeviceSeatView, fixture: FixtureView, command: OF_DEVICES | commands.StartClock, pin: str
) -> OF_DEVICES | commands.StartClock:
    """The command that the sender is entitled to: on a device of both sides only a PIN identifies the side."""
    if device.device.seat != "both" or isinstance(command, commands.StartClock):
        return command
    if isinstance(command, commands.Propose) and not pin:
        return commands.ProposeAlone(**{field.name: getattr(command, field.name) for field in fields(command)})
    check_entrant_pin(device, fixture.entrants[SIDES.index(command.side)] if command.side in SIDES else None, pin)
    return command


def _check_match(fixture: FixtureView, written: WrittenFields) -> None:
    """Refuse input that was entered for an earlier match at this table, for that of another table, or for those to
    whom another draw gave the number."""
    named = [str(written[name]) for name in ("meant", "fixture") if written.get(name) is not None]
    if any(match not in (fixture.mark, str(fixture.number)) for match in named):
        refuse(409, _("Eso era de otro partido, y en esta mesa ya se juega el siguiente: avisale al juez."))


def _check_seat(device: DeviceSeatView, fixture: FixtureView, written: WrittenFields) -> None:
    """Refuse input of a form whose device then spoke for the other side: ``seat`` is the one that it had."""
    if device.device.seat not in SIDES or written.get("seat") not in (*SIDES, "both"):
        return
    meant = written["seat"] if written["seat"] in SIDES else written.get("side")
    if meant in SIDES and meant != device.device.seat:
        ours, theirs = (fixture.names[SIDES.index(side)] for side in (str(meant), device.device.seat))
        refuse(409, _("Eso lo dijo %(ours)s, y este aparato ahora habla por %(theirs)s.", ours=ours, theirs=theirs))


def _side(device: DeviceSeatView, written: WrittenFields) -> str:
    return device.device.seat if device.device.seat in SIDES else str(written.get("side", ""))


def _admitted(token: str) -> DeviceSeatView:
    return admitted_device(token) or refuse(403, _("Ese código ya no vale: pedile otro a quien organiza."))


def _picture() -> str | None:
    """The name of the picture that shows a hand, sent with the form."""
    is_sent = any(file.filename for file in request.files.values())
    return tables().keep_picture(photo_service().sound(uploaded()[0])) if is_sent else None


def _counted_picture(written: WrittenFields) -> str | None:
    """The name of the picture that was counted before; None where it is gone: what was said holds without it."""
    photo = photo_service().album.find(str(written.get("counted", "")))
    return tables().keep_picture(photo.picture) if photo else None


def _photographed(fixture: FixtureView | None) -> dict[str, str]:
    """The photographs in the address, by side, as long as the hand that they show is the next one."""
    of = request.args.get("meant"), request.args.get("hand", type=int)
    if fixture is None or of != (fixture.mark, fixture.next_hand):
        return {}
    return {side: request.args[side] for side in SIDES if request.args.get(side)}


def _counted(device: DeviceSeatView) -> dict[str, object]:
    """What photographs, or the table of the house, say of the hand that is next."""
    photos = _photographed(device.fixture) if device.counts_laid else {}
    points = {side: _laid(photo) for side, photo in photos.items()}
    if device.fixture and device.fixture.match and not photos:
        with suppress(TableRefused):  # a match that is in another house, or cannot be read, fills nothing in
            points |= _noted(tables().snapshot(device.fixture.match, current_language()), device.fixture)
    return {"photos": photos, "points": points}


def _laid(photo: str) -> int:
    """What a side laid, with its canastas."""
    score = photo_service().kept(photo).score(current_language())
    return score.points + score.bonus


def _noted(match: MatchSnapshot, fixture: FixtureView) -> dict[str, int]:
    """The points of the next hand by side, as they were noted at a table of the house, whichever way round it names
    the sides; none where it is of others."""
    confirmed = [hand.points for hand in match.hands if hand.standing == "confirmed"]  # none of one that is void
    named = tuple(team.name for team in match.teams)
    if len(confirmed) < fixture.next_hand or set(named) != set(fixture.names):
        return {}
    points = dict(zip(named, confirmed[fixture.next_hand - 1], strict=False))
    return {side: points[name] for side, name in zip(SIDES, fixture.names, strict=True) if name in points}
