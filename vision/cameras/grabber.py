"""The grabber interface: a blocking source of pictures; and the pacing that decides which to decode."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.cameras.idle_skipping import EncodedPicture

U8 = NDArray[np.uint8]
_BACKLOG_S = 0.003
"""A picture that arrived faster than this had been queued."""
_LONGEST_SKIP_S = 0.3
_LATE_S, _LATE_TIMES = 0.5, 4.0
"""A picture that took longer than this, and this many times as long as the previous one, had been queued."""


class Grabber(Protocol):
    """An open source of pictures."""

    def read(self, room: U8 | None) -> U8 | EncodedPicture | None:
        """Block until the next picture: BGR (height, width, 3), grey, or encoded; None after the last.

        It may be written into ``room`` where the shape matches. Raises CameraLost when the source breaks off, and
        BadImage for undecodable content, after which the next may be read.
        """
        ...

    def close(self) -> None:
        """Release the source."""
        ...


@dataclass(slots=True)
class Pacer:
    """Decides which pictures to decode: a maximum rate, and none from a backlog."""

    fps: float
    _due_s: float = 0.0
    _skipping_s: float = 0.0
    """The time since which queued pictures are skipped; 0 while none are."""
    _came_s: float = 0.0
    _pace_s: float = 0.0
    """Seconds between the two newest; 0 before the second."""

    def should_decode(self, asked_s: float, came_s: float, *, is_followed: bool = True) -> bool:
        """Whether to decode the picture requested and received at these monotonic times.

        ``is_followed``: the next may be there already. The caller may have been suspended meanwhile, and then gets what
        came at the beginning of that time.
        """
        pace_s, self._pace_s = self._pace_s, came_s - self._came_s if self._came_s else 0.0
        self._came_s = came_s
        if is_followed and is_late(came_s - asked_s, pace_s):
            self._skipping_s = came_s
            return False
        if came_s < self._due_s:
            return False
        if self._due_s and came_s - asked_s < _BACKLOG_S:
            self._skipping_s = self._skipping_s or came_s
            if came_s - self._skipping_s < _LONGEST_SKIP_S:
                return False
        self._skipping_s = 0.0
        self._due_s = max(self._due_s + 1 / self.fps, came_s + 0.5 / self.fps)
        return True


def is_late(took_s: float, before_s: float) -> bool:
    """Whether a picture took far longer to arrive than the one before it; False for the first."""
    return before_s > 0 and took_s > max(_LATE_S, _LATE_TIMES * before_s)
