"""Registration of devices for a table: a QR code that a judge can revoke, and the PIN of each entrant."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping

from flask import current_app, g, request, session
from flask_babel import gettext as _
from itsdangerous import BadSignature

from companion.dashboard.auth.access import BEARER_S, DEVICE, token_issuer, visitor
from companion.dashboard.auth.pin_attempts import PinAttempts
from companion.dashboard.auth.roles import Role
from companion.dashboard.error_pages import refuse
from companion.dashboard.language import current_language
from companion.dashboard.tournaments.interfaces import tournaments
from companion.view_models.tournament import DeviceSeatView, TournamentCard

ENTRANT_PIN_DIGITS = 4
_MOST_TOURNAMENTS = 2000
UNUSED_AFTER_S = 12 * 3600
"""The time without an entry after which a tournament counts as not being played, even with unfinished matches."""
_SALT, _ADMITTED = "tournament device", "admitted"
_KEPT = DEVICE


def device_token(tournament: str, device: int) -> str:
    """The signed token that identifies an admitted device."""
    seen = tournaments().device(tournament, device)
    admitted = {} if seen is None else {_ADMITTED: seen.admitted_ms}
    return str(token_issuer().sealed(_SALT).dumps({"tournament": tournament, "device": device} | admitted))


def admitted_device(token: str) -> DeviceSeatView | None:
    """The view of the device with that token; None where it is not admitted.

    After a backup was restored the number may be another device's. Tokens of earlier versions say no more than it.
    """
    try:
        said: Mapping[str, object] = token_issuer().unsealed(_SALT, token, BEARER_S)
        seen = tournaments().device(str(said["tournament"]), int(str(said["device"])))
    except (BadSignature, KeyError, TypeError, ValueError):
        return None
    return seen if seen and said.get(_ADMITTED, seen.admitted_ms) == seen.admitted_ms else None


def keep_device(token: str) -> None:
    """Remembers that this browser is the device of a token."""
    session.permanent = True
    session[_KEPT] = token


def check_no_tournament() -> None:
    """Refuse devices of a tournament, and during one every visitor who is neither organiser nor judge.

    The question of a rules page does not reveal its table, and a device may be any phone.
    """
    if admitted_device(str(session.get(_KEPT, ""))):
        refuse(403, _("En un torneo no se aconseja: cada cual juega lo suyo."))
    if not visitor().may(Role.JUDGE) and _is_one_played():
        refuse(403, _("Acá se está jugando un torneo: hasta que termine la ronda sólo preguntan jueces y organizador."))


def is_played(card: TournamentCard, now_s: float) -> bool:
    """Whether a match of a tournament is at its table at ``now_s``, seated or begun, with an entry in the last twelve
    hours.

    The limit keeps a changed clock from refusing visitors for ever.
    """
    return card.playing > 0 and abs(now_s - card.changed_s) < UNUSED_AFTER_S


def _is_one_played() -> bool:
    """Whether a tournament that is not archived is being played."""
    if "tournaments" not in current_app.extensions:
        return False
    service = tournaments()
    return any(is_played(card, service.now_s()) for card in service.cards(current_language(), 0, _MOST_TOURNAMENTS))


def this_device(tournament: str) -> DeviceSeatView:
    """The view of the device of this request; refuses anything else, and devices of another tournament."""
    if isinstance(known := g.get(_KEPT), DeviceSeatView) and known.tournament == tournament:
        return known
    bearer = request.authorization.token if request.authorization and request.authorization.type == "bearer" else None
    seen = admitted_device(bearer or str(session.get(_KEPT, "")))
    if seen is None or seen.tournament != tournament:
        refuse(403, _("Este aparato no habla por ninguna mesa: escaneá el código de la mesa, o pedilo de nuevo."))
    g.setdefault(_KEPT, seen)
    return seen


def entrant_pin(tournament: str, entrant: int) -> str:
    """The PIN by which an entrant confirms on the device of the other side."""
    return entrant_pins(tournament, (entrant,))[entrant]


def entrant_pins(tournament: str, entrants: Iterable[int]) -> Mapping[int, str]:
    """The PINs of entrants, by number; a reused number gets a new PIN."""
    marks = tournaments().pin_marks(tournament)
    return {
        entrant: token_issuer().digits(f"entrant {tournament} {entrant}{marks.get(entrant, '')}", ENTRANT_PIN_DIGITS)
        for entrant in entrants
    }


def check_entrant_pin(device: DeviceSeatView, entrant: int | None, pin: str) -> None:
    """Refuse a wrong PIN of ``entrant``, and too many guesses: by one device, or in total for one entrant."""
    attempts: PinAttempts = current_app.extensions["entrant attempts"]
    guessing = (f"{device.tournament} device {device.device.number}", f"{device.tournament} entrant {entrant}")
    if not all(attempts.may_try(who) for who in guessing):
        refuse(429, _("Demasiados intentos: esperá unos minutos."))
    digits = "".join(filter(str.isdigit, pin))
    if entrant is None or not hmac.compare_digest(digits.encode(), entrant_pin(device.tournament, entrant).encode()):
        refuse(403, _("Ese PIN no es."))
    for who in guessing:
        attempts.was_right(who)
