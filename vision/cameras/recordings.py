"""Recordings: a video file or a folder of pictures, each picture with its due time.

They are read as fast as somebody asks, or in real time, where whatever is late is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep, time

import numpy as np
from numpy.typing import NDArray

from vision.cameras.capture_command import CaptureOptions
from vision.cameras.grabber import Grabber
from vision.cameras.recording_gaps import Lack, Shortfall
from vision.cameras.simulated import open_simulated
from vision.cameras.sources import Source, SourceKind
from vision.cameras.timed_pictures import Recording, Shot
from vision.cameras.video_recording import open_film
from vision.errors import BadImage, CameraLost
from vision.io.images import load_image

U8 = NDArray[np.uint8]
_PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp"})
_STILL_WRITTEN_S = 2.0
"""A file changed more recently than this may be incomplete."""
_LOOK_AGAIN_S = 0.2


@dataclass(slots=True, eq=False)
class PictureFolder:
    """The pictures of a folder in name order, each repeated ``fps`` times a second while shown."""

    folder: Path
    hold_s: float
    fps: float
    waits: bool = False
    lasts_s: float = 0.0
    _shown: set[Path] = field(default_factory=set)
    _pixels: U8 | None = None
    _until_s: float = -1.0
    _due_s: float = 0.0
    _looked_s: float = -1.0

    def next(self, not_before_s: float = 0.0) -> Shot | None:
        """The current picture, repeated or for the first time."""
        due_s = max(self._due_s, not_before_s)
        if due_s + 0.5 / self.fps > self._until_s and not self._turn_over(due_s) and not self.waits:
            return None
        self._due_s = due_s + 1 / self.fps
        return None if self._pixels is None else Shot(self._pixels, due_s)

    def close(self) -> None:
        """Drop the picture."""
        self._pixels = None

    def _turn_over(self, due_s: float) -> bool:
        """Advance to the next picture; False where there is none."""
        if self.waits and due_s < self._looked_s + _LOOK_AGAIN_S:
            return False
        self._looked_s = due_s
        path = self._next_path()
        if path is None:
            return False
        self._shown.add(path)
        try:
            self._pixels = load_image(path).bgr
        except BadImage:
            if self.waits and _is_fresh(path):
                self._shown.discard(path)
                return False
            raise
        self._until_s = due_s + self.hold_s
        return True

    def _next_path(self) -> Path | None:
        """The first picture that was not shown yet."""
        try:
            paths = sorted(path for path in self.folder.iterdir() if path.suffix.lower() in _PICTURES)
        except OSError as error:
            raise CameraLost("folder_unopened", {"source": self.folder.name}) from error
        return next((path for path in paths if path not in self._shown), None)


class RealTime:
    """A recording played in real time, late pictures skipped."""

    def __init__(
        self, recording: Recording, clock: Callable[[], float] = monotonic, source: Source | None = None
    ) -> None:
        self._recording, self._clock = recording, clock
        self._shortfall = Shortfall(source) if source else None
        self._began_s: float | None = None

    def read(self, room: U8 | None) -> U8 | None:
        """The next picture when it is due; None when the recording is over."""
        began_s = self._began_s = self._clock() if self._began_s is None else self._began_s
        while True:
            try:
                shot = self._recording.next(self._clock() - began_s)
            except BadImage:
                if self._shortfall:
                    self._shortfall.left_out()
                raise
            if shot is not None:
                if self._shortfall:
                    self._shortfall.saw(shot.bgr, shot.due_s)
                sleep(max(0.0, began_s + shot.due_s - self._clock()))
                return shot.bgr
            if not self._recording.waits:
                return None
            sleep(_LOOK_AGAIN_S)

    def lack(self) -> Lack | None:
        """The defect of a finished recording."""
        return self._shortfall.lack(self._recording.lasts_s) if self._shortfall else None

    def close(self) -> None:
        """Close the recording."""
        self._recording.close()


def open_recording(order: CaptureOptions, *, waits: bool = False) -> Recording:
    """Open the recording of ``order``; with ``waits`` a folder does not end after its last picture. Raises
    CameraLost."""
    source = order.source
    if source.kind is SourceKind.FOLDER:
        return PictureFolder(Path(source.text), order.hold_s, order.fps, waits=waits)
    if source.kind is SourceKind.SIMULATE:
        return open_simulated(order)
    return open_film(Path(order.demo if source.kind is SourceKind.DEMO else source.text), order.fps)


def open_in_real_time(order: CaptureOptions) -> Grabber:
    """Open the recording of ``order`` for real-time playback. Raises CameraLost."""
    return RealTime(open_recording(order, waits=True), source=order.source)


def _is_fresh(path: Path) -> bool:
    try:
        return time() - path.stat().st_mtime < _STILL_WRITTEN_S
    except OSError:
        return False
