"""The visitor of a request: the role given by a link, a PIN or a token; a local visitor of an unshared machine
organises."""

from __future__ import annotations

import hmac
import secrets
import time
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from flask import Flask, current_app, request, session
from flask_babel import gettext as _
from itsdangerous import BadSignature, SignatureExpired, TimestampSigner, URLSafeTimedSerializer

from companion.dashboard.admission_queue import RequestClient
from companion.dashboard.auth.guests import PROGRAM_S, Guests
from companion.dashboard.auth.local_requests import is_near
from companion.dashboard.auth.roles import Role
from companion.dashboard.error_pages import Refusal
from companion.dashboard.interfaces import Key
from companion.network import house_key
from companion.network.addresses import is_this_machine

TOKEN_S = 600
"""How long a link to join may be used."""
BEARER_S = PROGRAM_S
"""How long the token of a device may be used."""
PIN_DIGITS = 6
LONGEST_NAME = 60
_LINK, _PROGRAM = "join", "program"
_LONGEST_ADDRESS = 64
SEATS = "seats"
"""Where a browser's cookie keeps what opens its seats in games on the screen."""
DEVICE = "device"
"""Where it keeps what makes it the device of a table in a tournament."""
_GUEST = "guest"
"""Where a browser's cookie keeps the key of who came in by it."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """The author of a request, with a role."""

    role: Role
    name: str

    def may(self, role: Role) -> bool:
        """Whether the visitor may do what needs ``role``."""
        return self.role >= role


class TokenIssuer:
    """Makes and checks links, PINs and tokens with the house key; a new key makes all of them void."""

    def __init__(self, app: Flask, key: Key) -> None:
        self._app = app
        self._key = key
        self._links = f"{_LINK} {secrets.token_hex(8)}"
        self.guests = Guests(key)
        self._turn(key.secret())

    def token(self, role: Role) -> str:
        """The token of a link that gives ``role``; it expires, and with the program at the latest."""
        return str(self.sealed(self._links).dumps([int(role), int(time.monotonic())]))

    def admits(self, token: str, age_s: int = TOKEN_S) -> Role | None:
        """The role to which the text of a link leads, while it is not older than ``age_s``; the organiser's stays.

        Its age is that by the clock of the machine or by monotonic time, whichever is more.
        """
        if hmac.compare_digest(token.encode(), self.organiser_text().encode()):
            return Role.ORGANISER
        try:
            role, made_s = self.unsealed(self._links, token, age_s)
            return Role(role) if time.monotonic() - made_s <= age_s else None
        except (BadSignature, TypeError, ValueError):
            return None

    def bearer(self, role: Role, name: str) -> str:
        """A text that makes the program that shows it a ``role``, who goes by ``name``, until it is put out."""
        return str(self.sealed(_PROGRAM).dumps(self.guests.enter(role, name, is_program=True)))

    def recognises(self, bearer: str) -> Visitor | None:
        """The program whose token ``bearer`` is."""
        try:
            return self.guest(str(self.unsealed(_PROGRAM, bearer, PROGRAM_S)))
        except BadSignature:
            return None

    def guest(self, key: str) -> Visitor | None:
        """The visitor whose session has that key; None without one."""
        found = self.guests.find(key)
        return Visitor(found.role, found.name) if found else None

    def organiser_text(self) -> str:
        """The token of the link that gives the organiser's role."""
        return house_key.organiser_text(self._secret)

    def pin(self, role: Role) -> str:
        """The PIN that gives ``role``."""
        if role is Role.ORGANISER:
            return house_key.organiser_code(self._secret)
        return self.digits(f"pin {role.word}", PIN_DIGITS)

    def digits(self, purpose: str, count: int) -> str:
        """Digits that only this key gives for ``purpose``."""
        return house_key.digits(self._secret, purpose, count)

    def text(self, purpose: str) -> str:
        """A secret that only this key gives for ``purpose``."""
        return house_key.text(self._secret, purpose)

    def sealed(self, salt: str) -> URLSafeTimedSerializer:
        """A serializer that signs texts for the purpose ``salt``; they are valid for no other purpose."""
        return URLSafeTimedSerializer(self._secret, salt=salt)

    def unsealed(self, salt: str, text: str, age_s: float) -> Any:
        """What was signed for the purpose ``salt`` up to ``age_s`` ago; also by a clock that was ahead of the present.

        Raises BadSignature.
        """
        content, made = self.sealed(salt).loads(text, return_timestamp=True)
        if TimestampSigner(self._secret).get_timestamp() - made.timestamp() > age_s:
            raise SignatureExpired("too old", payload=content, date_signed=made)
        return content

    def role_of_pin(self, pin: str) -> Role | None:
        """The role that ``pin`` gives."""
        roles = (Role.ORGANISER, Role.JUDGE, Role.SCORER, Role.PLAYER)
        return next((role for role in roles if hmac.compare_digest(pin.encode(), self.pin(role).encode())), None)

    def lock(self) -> None:
        """Change the house key: all sessions end except that of this request. Raises JournalError."""
        self._turn(self._key.renew_secret())
        self.guests.clear(staying=this_guest())
        session.modified = True  # signed with the new key

    def _turn(self, secret: bytes) -> None:
        self._secret = secret
        self._app.secret_key = hmac.new(secret, b"session", sha256).digest()


def token_issuer() -> TokenIssuer:
    """The token issuer of this app."""
    found: TokenIssuer = current_app.extensions["token issuer"]
    return found


def visitor() -> Visitor:
    """The visitor of this request."""
    bearer = request.authorization.token if request.authorization and request.authorization.type == "bearer" else None
    if bearer:
        return token_issuer().recognises(bearer) or Visitor(Role.VIEWER, "")
    return token_issuer().guest(this_guest()) or Visitor(Role.ORGANISER if is_near() else Role.VIEWER, "")


def this_guest() -> str:
    """The session key of this request's browser; empty without a session."""
    return str(session.get(_GUEST, ""))


def enter_as(role: Role, name: str) -> None:
    """Start a session with ``role`` for this request's browser; an earlier session ends, but its seats are kept, and
    the table that it speaks for."""
    kept = {name: session[name] for name in (SEATS, DEVICE) if session.get(name)}
    leave()
    session.permanent = True
    session.update(kept)
    session[_GUEST] = token_issuer().guests.enter(role, name)


def leave() -> None:
    """End the session of this request's browser, also for copies of its cookie."""
    token_issuer().guests.leave(this_guest())
    session.clear()


def asker() -> RequestClient:
    """The client of this request in the admission queue.

    A proxy names its client; addresses of this machine are trusted to do so.
    """
    address, name = request.remote_addr or "", this_guest()
    passed_on = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()[:_LONGEST_ADDRESS]
    if not passed_on:
        return RequestClient(address, name)
    return RequestClient(passed_on, name) if is_this_machine(address) else RequestClient(address, passed_on)


def may(role: str) -> bool:
    """Whether the visitor's role includes the role called ``role``; for templates."""
    return visitor().may(Role[role.upper()])


def check_role(role: Role) -> None:
    """Refuse a visitor whose role is less than ``role``."""
    if not visitor().may(role):
        sentence = _("Para eso hay que entrar: pedile el código QR o el PIN a quien anota.")
        raise Refusal(403, sentence, may_come_in=True)
