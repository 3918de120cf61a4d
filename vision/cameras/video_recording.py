"""A video file as a recording at a fixed rate: each picture is shown until the next one is due."""

from __future__ import annotations

from pathlib import Path
from shutil import which

from vision.cameras.ffmpeg_conversion import ConvertedFilm
from vision.cameras.timed_pictures import Recording, Shot
from vision.cameras.video_decoding import Footage, check_first_pictures
from vision.errors import CameraLost

_LONGEST_STAND_S = 30.0
"""The longest time for which a picture is repeated before waiting for the next."""
_GAP = 1.5
"""The ratio to the usual picture interval from which an interval is a gap."""
_EDGE_S = 1e-6


class VideoFile:
    """A video, frame by frame, at most ``fps`` a second of it; a picture is repeated until the next one."""

    waits = False

    def __init__(self, path: Path, fps: float) -> None:
        """Raises CameraLost when it cannot be opened."""
        self._footage = Footage(path)
        self._step_s, self._apart_s = 1 / fps, 1 / self._footage.fps
        """Seconds between the pictures that are wanted, and between the nearest of the film so far."""
        self._standing: Shot | None = None
        """The picture that is shown at this moment; it may have been handed on or not."""
        self._later: Shot | None = None
        """The one that follows it, where that was read already."""
        self._due_s = 0.0

    @property
    def lasts_s(self) -> float:
        """Its declared duration in seconds; 0 where unknown."""
        return self._footage.lasts_s

    def next(self, not_before_s: float = 0.0) -> Shot | None:
        """The next due picture; the same again while none comes for longer than a step."""
        due_s = max(self._due_s, not_before_s)
        while True:
            shot = self._later = self._later or self._footage.next()
            if shot is None:
                return None
            if self._standing is not None:
                self._apart_s = min(self._apart_s, shot.due_s - self._standing.due_s)
            if shot.due_s >= due_s - self._apart_s / 2 - _EDGE_S:
                break
            self._standing, self._later = shot, None
        return self._shown(shot, due_s)

    def close(self) -> None:
        """Close the file."""
        self._footage.close()

    def _shown(self, shot: Shot, due_s: float) -> Shot:
        """``shot``, or the current picture until it is due."""
        standing = self._standing
        if standing and self._is_gap(standing, shot, due_s):
            self._due_s = due_s + self._step_s
            return Shot(standing.bgr, due_s)
        self._standing, self._later = shot, None
        self._due_s = max(due_s + self._step_s, shot.due_s + self._step_s / 2)
        return shot

    def _is_gap(self, standing: Shot, shot: Shot, due_s: float) -> bool:
        """Whether ``shot`` comes so late that the current picture is repeated first."""
        stands_s = shot.due_s - standing.due_s
        is_late = shot.due_s - due_s > self._step_s - _EDGE_S and stands_s > _GAP * self._apart_s
        return is_late and due_s - standing.due_s < _LONGEST_STAND_S


def open_film(path: Path, fps: float) -> Recording:
    """Open the video at ``path``, with ``ffmpeg`` where OpenCV cannot decode it.

    Raises CameraLost where neither can, or where it shows only one picture.
    """
    try:
        check_first_pictures(path)
    except CameraLost as lost:
        program = which("ffmpeg")
        if program is None or lost.code == "film_unopened":
            raise
        return ConvertedFilm(path, fps, program, lost)
    return VideoFile(path, fps)
