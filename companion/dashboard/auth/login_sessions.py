"""Server-side login sessions: an ended session stays ended, even if the browser keeps its cookie."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from threading import Lock

from companion.dashboard.auth.roles import Role
from companion.dashboard.interfaces import SigningKey

BROWSER_SESSION_S, PROGRAM_SESSION_S = 30 * 24 * 3600, 365 * 24 * 3600
"""The seconds after which an unused session expires: of a browser, and of a program."""
MOST = 2000
"""The maximum number of sessions; the least privileged and longest unused is dropped first.

So nobody is logged out by others who start session after session with a lesser role.
"""
_SEEN_S = 3600
"""The precision with which the time of the last request is stored."""


@dataclass(frozen=True, slots=True)
class LoginSession:
    """The session of a browser or a program."""

    key: str
    role: Role
    name: str
    is_program: bool
    came_s: float
    """When, in seconds since 1970…"""
    seen_s: float
    """The time of its last request, to the hour."""

    def stays(self, now_s: float) -> bool:
        """Whether it has not expired."""
        return now_s - self.seen_s < (PROGRAM_SESSION_S if self.is_program else BROWSER_SESSION_S)


class LoginSessions:
    """All sessions; thread-safe."""

    def __init__(self, key: SigningKey, clock: Callable[[], float] = time.time) -> None:
        self._key, self._clock, self._lock = key, clock, Lock()
        self._known = {login.key: login for login in _read(key.stored_sessions())}

    def enter(self, role: Role, name: str, *, is_program: bool = False) -> str:
        """Create a session and return its key."""
        now = self._clock()
        login = LoginSession(secrets.token_urlsafe(12), role, name, is_program, now, now)
        with self._lock:
            self._known[login.key] = login
            while len(self._known) > MOST:
                del self._known[min(self._known.values(), key=lambda login: (login.role, login.seen_s)).key]
            self._keep()
        return login.key

    def find(self, key: str) -> LoginSession | None:
        """The valid session of a key; None if it was ended or has expired."""
        now = self._clock()
        login = self._known.get(key)
        if login is None or not login.stays(now):
            return None
        if now - login.seen_s > _SEEN_S:
            with self._lock:
                if key in self._known:
                    self._known[key] = replace(login, seen_s=now)
                    self._keep()
        return login

    def leave(self, key: str) -> None:
        """End a session."""
        with self._lock:
            if self._known.pop(key, None):
                self._keep(is_leaving=True)

    def clear(self, staying: str = "") -> None:
        """End all sessions except that with the key ``staying``."""
        with self._lock:
            self._known = {key: login for key, login in self._known.items() if key == staying}
            self._keep(is_leaving=True)

    def all(self) -> tuple[LoginSession, ...]:
        """All sessions, most recent first."""
        now = self._clock()
        staying = [login for login in list(self._known.values()) if login.stays(now)]
        return tuple(sorted(staying, key=lambda login: login.came_s, reverse=True))

    def _keep(self, *, is_leaving: bool = False) -> None:
        """Store all sessions. On a full disk they last until the program ends; if one was ended, all stored ones are
        deleted, so that it cannot return."""
        now = self._clock()
        stored = [asdict(login) for login in self._known.values() if login.stays(now)]
        try:
            self._key.keep_sessions(json.dumps(stored, ensure_ascii=False).encode())
        except OSError:
            if is_leaving:
                with suppress(OSError):
                    self._key.forget_sessions()


def _read(stored: bytes) -> list[LoginSession]:
    """Parse stored sessions; empty where they are unreadable."""
    try:
        return [LoginSession(**load | {"role": Role(load["role"])}) for load in json.loads(stored or b"[]")]
    except (ValueError, TypeError, KeyError, AttributeError):
        return []
