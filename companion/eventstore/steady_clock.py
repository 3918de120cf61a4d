"""A clock that is monotonic across changes of the system clock and restarts."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any

from companion.eventstore.evidence_store import write_whole

STEP_S = 2.0
"""The deviation in seconds from which the machine's clock has jumped; smaller ones are corrections."""
KEPT_S = 12 * 3600
"""The time for which an anchor is valid after a jump, also across restarts; longer than any round."""
NOTED_S = 60.0
_BOOT = Path("/proc/sys/kernel/random/boot_id")
Seconds = Callable[[], float]


def since_boot_s() -> float:
    """Seconds since boot, including sleep where the system counts it."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


def boot_name() -> str:
    """An identifier of this boot of the machine; empty without one."""
    with suppress(OSError):
        return _BOOT.read_text().strip()
    return ""


class SteadyClock:
    """Seconds since 1970: the system clock at the anchor, advanced by monotonic time."""

    def __init__(
        self,
        file: Path | None = None,
        wall: Seconds = time.time,
        steady: Seconds = since_boot_s,
        boot: Callable[[], str] = boot_name,
    ) -> None:
        """``file`` stores the anchor; without one it is the present moment."""
        self._file, self._wall, self._steady, self._boot = file, wall, steady, boot()
        self._lock = Lock()
        self._jumped_at_s: float | None = None
        self._noted_s = steady()
        self._ahead_s = self._anchored() - steady()

    def __call__(self) -> float:
        """The present time."""
        return self._steady() + self._ahead_s

    def jump_s(self) -> float:
        """The jump of the system clock since the anchor, in either direction; 0 without one.

        Called periodically, it stores the anchor, and replaces one from before an old jump.
        """
        with self._lock:
            jump_s = self._wall() - self()
            now_s = self._steady()
            if abs(jump_s) < STEP_S:
                self._jumped_at_s = None
                jump_s = 0.0
            elif self._jumped_at_s is None:
                self._jumped_at_s = now_s
                self._note(jump_s)
            elif now_s - self._jumped_at_s > KEPT_S:
                self._ahead_s, self._jumped_at_s, jump_s = self._wall() - now_s, None, 0.0
            if now_s - self._noted_s > NOTED_S:
                self._note(jump_s)
            return jump_s

    def _anchored(self) -> float:
        """The present time by the stored anchor, where it is still valid."""
        wall_s, known = self._wall(), self._known()
        with suppress(KeyError, TypeError, ValueError):
            passed_s = self._steady() - float(known["steady_s"])
            if self._boot and known["boot"] == self._boot and 0 <= passed_s < KEPT_S:
                return float(known["now_s"]) + passed_s
            meant_s = wall_s - float(known["jump_s"])
            if abs(meant_s - float(known["now_s"])) < KEPT_S:
                return max(meant_s, float(known["now_s"]))
        return wall_s

    def _known(self) -> dict[str, Any]:
        if self._file is not None:
            with suppress(OSError, ValueError):
                known = json.loads(self._file.read_text())
                return known if isinstance(known, dict) else {}
        return {}

    def _note(self, jump_s: float) -> None:
        self._noted_s = self._steady()
        if self._file is not None:
            kept = {"boot": self._boot, "steady_s": self._noted_s, "now_s": self(), "jump_s": jump_s}
            with suppress(OSError):  # a full disk
                write_whole(self._file, json.dumps(kept).encode())
