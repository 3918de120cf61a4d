"""Select and reduce the pictures kept as film of the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from typing import Protocol

import cv2
import numpy as np

from companion.live.worker_messages import FilmTable, WatchTable
from vision.watching.frame_results import FrameResult, FrameState

STILL_S, MOVING_S = 1.0, 0.25
"""The seconds between pictures of a table at rest, and of one with motion."""
SIDE_PX, QUALITY = 1280, 60
"""The size and JPEG quality of film; pictures of 720 lines are not scaled, and have some 65 kB."""


class FilmKeeper(Protocol):
    """The store for the film of a table."""

    def is_on(self, match: str | None) -> bool:
        """Whether a match is filmed."""

    def add(self, match: str | None, jpeg: bytes) -> None:
        """Store a picture of the table of a match."""


class FilmingProgram(Protocol):
    """The worker process, as far as filming uses it."""

    def ask(self, command: FilmTable) -> None:
        """Send it a command."""


class TableFilming:
    """Films the table under a camera while the match that it follows has agreed to it."""

    def __init__(self, keeper: FilmKeeper | None) -> None:
        """Without a ``keeper`` nothing is filmed."""
        self._keeper, self._is_on = keeper, False
        self._match: str | None = None

    def begun(self, order: WatchTable, match: str | None) -> WatchTable:
        """The order for a worker that begins to read the table of ``match``."""
        self._match, self._is_on = match, self._is_wanted(match)
        return replace(order, is_filmed=self._is_on)

    def follow(self, match: str | None, program: FilmingProgram | None) -> None:
        """Send the worker ``program`` the changed settings."""
        self._match = match
        if program and self._is_wanted(match) != self._is_on:
            self._is_on = not self._is_on
            program.ask(FilmTable(self._is_on))

    def add(self, jpeg: bytes) -> None:
        """Store a picture."""
        if self._keeper:
            self._keeper.add(self._match, jpeg)

    def _is_wanted(self, match: str | None) -> bool:
        return self._keeper is not None and self._keeper.is_on(match)


class FilmCadence:
    """Limits pictures to a rate; for one thread."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock, self._last_s = clock, float("-inf")

    def __call__(self, watched: FrameResult) -> bytes:
        """The picture as a JPEG where one is due; else empty."""
        if watched.frame is None:
            return b""
        now_s, is_moving = self._clock(), watched.state in (FrameState.MOVING, FrameState.HAND)
        if now_s - self._last_s < (MOVING_S if is_moving else STILL_S):
            return b""
        self._last_s = now_s
        bgr = watched.frame.bgr
        height, width = bgr.shape[:2]
        scale = SIDE_PX / max(height, width)
        if scale < 1:  # linear: by area it takes four times as long
            size_px = (max(1, round(width * scale)), max(1, round(height * scale)))
            bgr = np.asarray(cv2.resize(bgr, size_px, interpolation=cv2.INTER_LINEAR), np.uint8)
        return bytes(cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1])
