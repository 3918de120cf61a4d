"""Who is asking: whoever sits at this machine is the organiser, others are what a link, a PIN or a token made them."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from hashlib import sha256
from ipaddress import ip_address

from flask import Flask, current_app, request, session
from flask_babel import gettext as _
from itsdangerous import BadSignature, URLSafeTimedSerializer

from companion.dashboard.gate import Asker
from companion.dashboard.refusals import Refusal
from companion.dashboard.roles import Role
from companion.dashboard.seams import Key

TOKEN_S = 600
"""How long a link to join may be used."""
BEARER_S = 365 * 24 * 3600
"""How long the token of a program or of a device may be used."""
PIN_DIGITS = 6
LONGEST_NAME = 30
_LINK, _PROGRAM = "join", "program"
_LONGEST_ADDRESS = 64
_FORWARDED = ("X-Forwarded-For", "Forwarded", "X-Real-IP")


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who asks for something."""

    role: Role
    name: str

    def may(self, role: Role) -> bool:
        """Whether the visitor may do what needs ``role``."""
        return self.role >= role


class Doors:
    """What the key of the house opens: links, PINs and tokens, all void once there is another key."""

    def __init__(self, app: Flask, key: Key) -> None:
        self._app = app
        self._key = key
        self._turn(key.secret())

    def token(self, role: Role) -> str:
        """The text of a link that makes whoever follows it soon enough a ``role``."""
        return str(self.sealed(_LINK).dumps(int(role)))

    def admits(self, token: str, age_s: int = TOKEN_S) -> Role | None:
        """The role to which the text of a link leads, while it is not older than ``age_s``."""
        try:
            return Role(self.sealed(_LINK).loads(token, max_age=age_s))
        except (BadSignature, TypeError, ValueError):
            return None

    def bearer(self, role: Role, name: str) -> str:
        """A text that makes the program that shows it a ``role``, who goes by ``name``."""
        return str(self.sealed(_PROGRAM).dumps({"role": int(role), "name": name}))

    def recognises(self, bearer: str) -> Visitor | None:
        """The program whose token ``bearer`` is."""
        try:
            said = self.sealed(_PROGRAM).loads(bearer, max_age=BEARER_S)
            return Visitor(Role(said["role"]), str(said["name"]))
        except (BadSignature, KeyError, TypeError, ValueError):
            return None

    def pin(self, role: Role) -> str:
        """The PIN that makes whoever knows it a ``role``."""
        return self.digits(f"pin {role.word}", PIN_DIGITS)

    def digits(self, purpose: str, count: int) -> str:
        """Digits that only this key gives for ``purpose``."""
        digest = hmac.new(self._secret, purpose.encode(), sha256).digest()
        return f"{int.from_bytes(digest[:8], 'big') % 10**count:0{count}}"

    def sealed(self, salt: str) -> URLSafeTimedSerializer:
        """What seals texts for one purpose, so that they open nothing else."""
        return URLSafeTimedSerializer(self._secret, salt=salt)

    def role_of_pin(self, pin: str) -> Role | None:
        """The role that ``pin`` gives."""
        roles = (Role.ORGANISER, Role.JUDGE, Role.SCORER, Role.PLAYER)
        return next((role for role in roles if hmac.compare_digest(pin.encode(), self.pin(role).encode())), None)

    def lock(self) -> None:
        """Changes the key: everybody who came in by a link or a PIN is outside again."""
        self._turn(self._key.renew_secret())

    def _turn(self, secret: bytes) -> None:
        self._secret = secret
        self._app.secret_key = hmac.new(secret, b"session", sha256).digest()


def doors() -> Doors:
    """The doors of this app."""
    found: Doors = current_app.extensions["doors"]
    return found


def visitor() -> Visitor:
    """Who is asking now."""
    bearer = request.authorization.token if request.authorization and request.authorization.type == "bearer" else None
    if bearer:
        return doors().recognises(bearer) or Visitor(Role.VIEWER, "")
    name = str(session.get("name", ""))
    if "role" in session:
        return Visitor(Role(int(session["role"])), name)
    return Visitor(Role.ORGANISER if _is_at_this_machine() else Role.VIEWER, name)


def asker() -> Asker:
    """Who waits for a turn. Whoever passes requests on tells for whom; what is on this machine is believed."""
    address, name = request.remote_addr or "", str(session.get("name", ""))
    passed_on = request.headers.get(_FORWARDED[0], "").rpartition(",")[2].strip()[:_LONGEST_ADDRESS]
    if not passed_on:
        return Asker(address, name)
    return Asker(passed_on, name) if _is_loopback(address) else Asker(address, passed_on)


def may(role: str) -> bool:
    """Whether who is asking may do what needs the role called so; for templates."""
    return visitor().may(Role[role.upper()])


def check_role(role: Role) -> None:
    """Refuses who is less than ``role``."""
    if not visitor().may(role):
        sentence = _("Para eso hay que entrar: pedile el código QR o el PIN a quien anota.")
        raise Refusal(403, sentence, may_come_in=True)


def _is_at_this_machine() -> bool:
    """Whether the request comes from this very machine, and not through somebody who passes requests on."""
    return _is_loopback(request.remote_addr or "") and not any(name in request.headers for name in _FORWARDED)


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
