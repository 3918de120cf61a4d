"""Whatever gives one picture after another, and which of those that come are worth decoding."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.cameras.resting import EncodedPicture

U8 = NDArray[np.uint8]
_BACKLOG_S = 0.003
"""A picture that took less time to come than this had been waiting."""
_LONGEST_SKIP_S = 0.3


class Grabber(Protocol):
    """An open source of pictures."""

    def read(self, room: U8 | None) -> U8 | EncodedPicture | None:
        """Waits for the next picture, BGR (height, width, 3) or grey, or as a file; None when there will be no more.

        It may be written into ``room`` where it has that very shape. Raises CameraLost when the source broke off, and
        BadImage for something that is no picture, after which the next may be read.
        """
        ...

    def close(self) -> None:
        """Lets go of the source."""
        ...


@dataclass(slots=True)
class Pacer:
    """Decides which of the pictures that come are worth decoding: so many a second, and none that had piled up."""

    fps: float
    _due_s: float = 0.0
    _skipping_s: float = 0.0
    """Since when pictures are skipped that had piled up; 0 while none are."""

    def wants(self, asked_s: float, came_s: float) -> bool:
        """Whether to decode the picture that was asked for and came at these monotonic moments."""
        if came_s < self._due_s:
            return False
        if self._due_s and came_s - asked_s < _BACKLOG_S:
            self._skipping_s = self._skipping_s or came_s
            if came_s - self._skipping_s < _LONGEST_SKIP_S:
                return False
        self._skipping_s = 0.0
        self._due_s = max(self._due_s + 1 / self.fps, came_s + 0.5 / self.fps)
        return True
