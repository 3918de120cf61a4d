"""Server-side sessions of guests: an ended session stays ended, even if the browser keeps its cookie.

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
from companion.dashboard.interfaces import Key

GUEST_S, PROGRAM_S = 30 * 24 * 3600, 365 * 24 * 3600
"""How long a browser stays in that does not come again, and how long a program does."""
MOST = 2000
"""The maximum number of sessions; the least privileged and longest unused is dropped first.

So nobody is logged out by others who start session after session with a lesser role.
"""
_SEEN_S = 3600
"""How exactly it is kept when somebody came last."""


@dataclass(frozen=True, slots=True)
class Guest:
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
        return min(now_s) - self.seen_s < (PROGRAM_S if self.is_program else GUEST_S)

    def seen(self, now_s: float) -> Guest:
        """The same, seen at ``now_s``; a time before it came is a wrong clock's."""
        return replace(self, seen_s=max(now_s, self.came_s))


class Guests:
    """All sessions; thread-safe."""

    def __init__(
        self, key: Key, clock: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._key, self._clock, self._lock = key, clock, Lock()
        self._steady, self._began_s = steady, clock() - steady()
        self._known = {guest.key: guest for guest in _read(key.guest_book())}

    def enter(self, role: Role, name: str, *, is_program: bool = False) -> str:
        """Create a session and return its key."""
        now = self._clock()
        guest = Guest(secrets.token_urlsafe(12), role, name, is_program, now, now)
        with self._lock:
            self._known[guest.key] = guest
            while len(self._known) > MOST:
                del self._known[min(self._known.values(), key=self._worth).key]
            self._keep()
        return guest.key

    def find(self, key: str) -> Guest | None:
        """The valid session of a key; None if it was ended or has expired."""
        guest = self._known.get(key)
        if guest is None or not self._stays(guest):
            return None
        seen = guest.seen(self._clock())
        if abs(seen.seen_s - guest.seen_s) > _SEEN_S:
            with self._lock:
                if key in self._known:
                    self._known[key] = seen
                    self._keep()
        return guest

    def leave(self, key: str) -> None:
        """End a session."""
        with self._lock:
            if self._known.pop(key, None):
                self._keep(is_leaving=True)

    def clear(self, staying: str = "") -> None:
        """End all sessions except that with the key ``staying``."""
        with self._lock:
            self._known = {key: guest for key, guest in self._known.items() if key == staying}
            self._keep(is_leaving=True)

    def all(self) -> tuple[Guest, ...]:
        """All sessions, most recent first."""
        staying = [guest for guest in list(self._known.values()) if self._stays(guest)]
        return tuple(sorted(staying, key=lambda guest: guest.came_s, reverse=True))

    def _stays(self, guest: Guest) -> bool:
        """Whether a session has not expired, by the clock of the machine or by the time since the program began."""
        return guest.stays(self._clock(), self._began_s + self._steady())

    def _worth(self, guest: Guest) -> tuple[bool, Role, float]:
        """Who is dropped first where there are too many: who has expired, may least, was here longest ago."""
        return self._stays(guest), guest.role, guest.seen_s

    def _keep(self, *, is_leaving: bool = False) -> None:
        """Store all sessions; on a full disk they live until the program ends, and nobody who left comes back: rather
        is everybody outside then."""
        now_s = self._clock()
        for guest in list(self._known.values()):
            if guest.seen_s > now_s + _SEEN_S:  # the clock was ahead
                self._known[guest.key] = guest.seen(now_s)
        book = [asdict(guest) for guest in self._known.values()]
        try:
            self._key.keep_guest_book(json.dumps(book, ensure_ascii=False).encode())
        except OSError:
            if is_leaving:
                with suppress(OSError):
                    self._key.forget_guest_book()


def _read(book: bytes) -> list[Guest]:
    """Parse stored sessions; empty where they are unreadable."""
    try:
        return [Guest(**load | {"role": Role(load["role"])}) for load in json.loads(book or b"[]")]
    except (ValueError, TypeError, KeyError, AttributeError):
        return []
