"""Write camera frames to a video: motion JPEG at a constant rate, without sound."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

U8 = NDArray[np.uint8]


class FilmWriter:
    """Writes unevenly timed frames so that frame ``n`` shows the scene ``n / fps`` seconds after the first."""

    def __init__(self, path: Path, fps: float) -> None:
        self._path, self._fps = path, fps
        self._writer: cv2.VideoWriter | None = None
        self._size_px = (0, 0)
        self._began_s = 0.0
        self._last: U8 | None = None
        self.frames = 0
        """How many were written."""

    def write(self, bgr: U8, at_s: float) -> None:
        """Take a frame (height, width, 3; uint8, BGR) with the time ``at_s``; the previous one is repeated until then.

        Raises OSError where no film can be written there.
        """
        if self._last is None:
            self._opens(bgr, at_s)
        self._stands_until(at_s)
        height, width = bgr.shape[:2]
        self._last = bgr if (width, height) == self._size_px else cv2.resize(bgr, self._size_px).astype(np.uint8)

    def close(self, at_s: float | None = None) -> None:
        """Finish the file at ``at_s``, or with the last frame. Raises OSError where it is incomplete."""
        if self._writer is None:
            return
        self._stands_until(self._began_s + (self.frames + 1) / self._fps if at_s is None else at_s)
        self._writer.release()
        self._writer = None
        if not self._path.is_file() or not self._path.stat().st_size:
            raise OSError(f"{self._path}: nothing was written")

    def _opens(self, bgr: U8, at_s: float) -> None:
        height, width = bgr.shape[:2]
        self._size_px, self._began_s, self._last = (width, height), at_s, bgr
        self._writer = cv2.VideoWriter(str(self._path), cv2.VideoWriter.fourcc(*"MJPG"), self._fps, self._size_px)
        if not self._writer.isOpened():
            raise OSError(f"{self._path}: no film can be written there")

    def _stands_until(self, at_s: float) -> None:
        while self._writer and self._last is not None and self.frames < round((at_s - self._began_s) * self._fps):
            self._writer.write(self._last)
            self.frames += 1
