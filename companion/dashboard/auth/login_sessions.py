"""Server-side login sessions: an ended session stays ended, even if the browser keeps its cookie.

The clock of the machine may be wrong for a while. A session that has expired by it alone is refused at most, never
deleted, and monotonic time counts as well.
"""

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
MOST_SESSIONS = 2000
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

    def stays(self, *now_s: float) -> bool:
        """Whether it has not expired by one of the clocks at least."""
        return min(now_s) - self.seen_s < (PROGRAM_SESSION_S if self.is_program else BROWSER_SESSION_S)

    def seen(self, now_s: float) -> LoginSession:
        """The same, seen at ``now_s``; a time before it came is a wrong clock's."""
        return replace(self, seen_s=max(now_s, self.came_s))


class LoginSessions:
    """All sessions; thread-safe."""

    def __init__(
        self, key: SigningKey, clock: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._key, self._clock, self._lock = key, clock, Lock()
        self._steady, self._began_s = steady, clock() - steady()
        self._known = {login.key: login for login in _read(key.stored_sessions())}

    def enter(self, role: Role, name: str, *, is_program: bool = False) -> str:
        """Create a session and return its key."""
        now = self._clock()
        login = LoginSession(secrets.token_urlsafe(12), role, name, is_program, now, now)
        with self._lock:
            self._known[login.key] = login
            while len(self._known) > MOST_SESSIONS:
                del self._known[min(self._known.values(), key=self._worth).key]
            self._keep()
        return login.key

    def find(self, key: str) -> LoginSession | None:
        """The valid session of a key; None if it was ended or has expired."""
        login = self._known.get(key)
        if login is None or not self._stays(login):
            return None
        seen = login.seen(self._clock())
        if abs(seen.seen_s - login.seen_s) > _SEEN_S:
            with self._lock:
                if key in self._known:
                    self._known[key] = seen
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
        staying = [login for login in list(self._known.values()) if self._stays(login)]
        return tuple(sorted(staying, key=lambda login: login.came_s, reverse=True))

    def _stays(self, login: LoginSession) -> bool:
        """Whether a session has not expired, by the clock of the machine or by the time since the program began."""
        return login.stays(self._clock(), self._began_s + self._steady())

    def _worth(self, login: LoginSession) -> tuple[bool, Role, float]:
        """Who is dropped first where there are too many: who has expired, may least, was here longest ago."""
        return self._stays(login), login.role, login.seen_s

    def _keep(self, *, is_leaving: bool = False) -> None:
        """Store all sessions. On a full disk they last until the program ends; if one was ended, all stored ones are
        deleted, so that it cannot return."""
        now_s = self._clock()
        for login in list(self._known.values()):
            if login.seen_s > now_s + _SEEN_S:  # the clock was ahead
                self._known[login.key] = login.seen(now_s)
        stored = [asdict(login) for login in self._known.values()]
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
