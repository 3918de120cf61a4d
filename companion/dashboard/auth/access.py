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
from companion.dashboard.auth.local_requests import is_near
from companion.dashboard.auth.login_sessions import PROGRAM_SESSION_S, LoginSessions
from companion.dashboard.auth.roles import Role
from companion.dashboard.error_pages import Refusal
from companion.dashboard.interfaces import SigningKey
from companion.network import key_derivation
from companion.network.addresses import is_this_machine

JOIN_LINK_S = 600
"""The validity of a link to join, in seconds."""
BEARER_S = PROGRAM_SESSION_S
"""The validity of a device's token, in seconds."""
PIN_DIGITS = 6
LONGEST_NAME = 60
_LINK, _PROGRAM = "join", "program"
_LONGEST_ADDRESS = 64
SEATS = "seats"
"""The cookie's entry for the secrets of a browser's seats in games on the screen."""
DEVICE = "device"
"""The cookie's entry for what makes the browser the device of a table in a tournament."""
_SESSION_KEY = "guest"
"""The cookie's entry for the session key."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """The author of a request, with a role."""

    role: Role
    name: str

    def may(self, role: Role) -> bool:
        """Whether the visitor may do what needs ``role``."""
        return self.role >= role


class TokenIssuer:
    """Issue and verify links, PINs and tokens with the house key; changing the key invalidates all of them."""

    def __init__(self, app: Flask, key: SigningKey) -> None:
        self._app = app
        self._key = key
        self._links = f"{_LINK} {secrets.token_hex(8)}"
        self.sessions = LoginSessions(key)
        self._turn(key.secret())
        key.watch(self._replaced)

    def token(self, role: Role) -> str:
        """The token of a link that grants ``role``; it expires, and with the program at the latest."""
        return str(self.sealed(self._links).dumps([int(role), int(time.monotonic())]))

    def admits(self, token: str, age_s: int = JOIN_LINK_S) -> Role | None:
        """The role granted by a link's token that is at most ``age_s`` seconds old; the organiser's does not expire.

        Its age is that by the clock of the machine or by monotonic time, whichever is more. None for an invalid one.
        """
        if hmac.compare_digest(token.encode(), self.organiser_text().encode()):
            return Role.ORGANISER
        try:
            role, made_s = self.unsealed(self._links, token, age_s)
            return Role(role) if time.monotonic() - made_s <= age_s else None
        except (BadSignature, TypeError, ValueError):
            return None

    def bearer(self, role: Role, name: str) -> str:
        """A bearer token for a program with ``role`` and ``name``, valid until its session is ended."""
        return str(self.sealed(_PROGRAM).dumps(self.sessions.enter(role, name, is_program=True)))

    def recognises(self, bearer: str) -> Visitor | None:
        """The visitor of a bearer token; None for an invalid one."""
        try:
            return self.visitor_of(str(self.unsealed(_PROGRAM, bearer, PROGRAM_SESSION_S)))
        except BadSignature:
            return None

    def visitor_of(self, key: str) -> Visitor | None:
        """The visitor whose session has that key; None without one."""
        found = self.sessions.find(key)
        return Visitor(found.role, found.name) if found else None

    def organiser_text(self) -> str:
        """The token of the link that grants the organiser's role."""
        return key_derivation.organiser_text(self._secret)

    def pin(self, role: Role) -> str:
        """The PIN that grants ``role``."""
        if role is Role.ORGANISER:
            return key_derivation.organiser_code(self._secret)
        return self.digits(f"pin {role.word}", PIN_DIGITS)

    def digits(self, purpose: str, count: int) -> str:
        """``count`` digits derived from the house key for ``purpose``."""
        return key_derivation.digits(self._secret, purpose, count)

    def text(self, purpose: str) -> str:
        """A secret text derived from the house key for ``purpose``."""
        return key_derivation.text(self._secret, purpose)

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
        """The role that ``pin`` grants; None for a wrong one."""
        roles = (Role.ORGANISER, Role.JUDGE, Role.SCORER, Role.PLAYER)
        return next((role for role in roles if hmac.compare_digest(pin.encode(), self.pin(role).encode())), None)

    def lock(self) -> None:
        """Change the house key: all sessions end except that of this request. Raises JournalError."""
        self._turn(self._key.renew_secret())
        self.sessions.clear(staying=session_key())
        session.modified = True  # signed with the new key

    def _replaced(self) -> None:
        """Go by the key that another server of the house has made: all sessions end."""
        self._turn(self._key.secret())
        self.sessions.clear()

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
    return token_issuer().visitor_of(session_key()) or Visitor(Role.ORGANISER if is_near() else Role.VIEWER, "")


def session_key() -> str:
    """The session key of this request's browser; empty without a session."""
    return str(session.get(_SESSION_KEY, ""))


def enter_as(role: Role, name: str) -> None:
    """Start a session with ``role`` for this request's browser; an earlier session ends, but its seats are kept, and
    the table that it speaks for."""
    kept = {name: session[name] for name in (SEATS, DEVICE) if session.get(name)}
    leave()
    session.permanent = True
    session.update(kept)
    session[_SESSION_KEY] = token_issuer().sessions.enter(role, name)


def leave() -> None:
    """End the session of this request's browser, also for copies of its cookie."""
    token_issuer().sessions.leave(session_key())
    session.clear()


def asker() -> RequestClient:
    """The client of this request in the admission queue.

    A proxy names its client; addresses of this machine are trusted to do so.
    """
    address, name = request.remote_addr or "", session_key()
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
