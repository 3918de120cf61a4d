"""Decode the pictures of a video file: upright, with square pixels, and with their presentation times.

Phones do not film at an even rate, and files from which duplicates were removed even less so: the time of a picture is
the one in the file, never its number over a rate.
"""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.timed_pictures import Shot
from vision.errors import BadImage, CameraLost

U8 = NDArray[np.uint8]
_USUAL_FPS, _HIGHEST_FPS = 25.0, 240.0
_SILENT = "-8"
"""The log level that suppresses FFmpeg's messages about single pictures."""
_WIDEST, _SQUARE = 3.0, 0.01
"""The largest credible pixel aspect ratio, either way; and the deviation that counts as square."""
_FIRST_PICTURES = 60
_LATER_PLACES = (0.25, 0.5, 0.75)
"""The positions to probe in a video that begins with identical pictures, as fractions of it."""


class Footage:
    """A video file; for one thread."""

    def __init__(self, path: Path) -> None:
        """Raises CameraLost when it cannot be opened, or contains no pictures."""
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", _SILENT)
        self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        if not self._capture.isOpened():
            raise CameraLost("film_unopened", {"source": path.name})
        told = self._capture.get(cv2.CAP_PROP_FPS)
        self.fps = told if 0 < told <= _HIGHEST_FPS else _USUAL_FPS
        """Pictures a second, as the file tells; only nearly so where they come unevenly."""
        self.pictures = max(0, round(self._capture.get(cv2.CAP_PROP_FRAME_COUNT)))
        """How many pictures the file tells of, nearly; 0 where it does not say."""
        self.lasts_s = self.pictures / told if told > 0 else 0.0
        """Seconds that the file says it lasts; 0 where it does not say."""
        self._wide = _width_of_pixels(self._capture)
        self._at_s = -1 / self.fps
        self._shift_s: float | None = None
        """What is added to the file's moments, so that the first is 0 and none is before the last."""

    def next(self) -> Shot | None:
        """The next picture; None at the end. Raises BadImage for an undecodable one."""
        if not self._capture.grab():
            return None
        at_s = self._at_s = self._moment()
        got, pixels = self._capture.retrieve()
        if not got or pixels is None or not pixels.size:
            raise BadImage("damaged")
        return Shot(self._squared(np.asarray(pixels, np.uint8)), at_s)

    def go_to(self, picture: int) -> None:
        """Seek near that picture; its times are meaningless from then on."""
        self._capture.set(cv2.CAP_PROP_POS_FRAMES, picture)

    def close(self) -> None:
        """Close the file."""
        self._capture.release()

    def _moment(self) -> float:
        """Seconds from the first picture to the one just grabbed."""
        told_s = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        if self._shift_s is None:
            begins_s = max(0.0, self._capture.get(cv2.CAP_PROP_PTS) / self.fps)
            self.lasts_s = max(0.0, self.lasts_s - begins_s)  # some files count what comes before the first picture
            self._shift_s = -told_s
        at_s = told_s + self._shift_s
        if at_s > self._at_s:
            return at_s
        following_s = self._at_s + 1 / self.fps  # a file without moments, or one in which they begin again
        self._shift_s += following_s - at_s
        return following_s

    def _squared(self, bgr: U8) -> U8:
        if abs(self._wide - 1) < _SQUARE:
            return bgr
        height, width = bgr.shape[:2]
        return np.asarray(cv2.resize(bgr, (max(1, round(width * self._wide)), height)), np.uint8)


def check_first_pictures(path: Path) -> None:
    """Raise CameraLost where a video cannot be opened or decoded, or shows one picture throughout.

    OpenCV 5.0 reports interlaced pictures as decoded and returns whatever its memory held before: always the same
    picture. No camera delivers the same picture twice.
    """
    footage, first = Footage(path), None
    try:
        for place in range(_FIRST_PICTURES + len(_LATER_PLACES)):
            if place >= _FIRST_PICTURES:
                footage.go_to(round(footage.pictures * _LATER_PLACES[place - _FIRST_PICTURES]))
            try:
                shot = footage.next()
            except BadImage:
                continue
            if shot is not None:
                if first is not None and digest_of(shot.bgr) != first:
                    return
                first = digest_of(shot.bgr)
    finally:
        footage.close()
    if first is None:
        raise CameraLost("film_pictureless", {"source": path.name})
    raise CameraLost("film_unchanging", {"source": path.name})


def digest_of(bgr: U8) -> int:
    """A checksum that is equal for identical pictures, and practically never for two from a camera."""
    return hash(np.ascontiguousarray(bgr[:: max(1, bgr.shape[0] // 48)]).tobytes())


def _width_of_pixels(capture: cv2.VideoCapture) -> float:
    """The pixel aspect ratio (width over height) of a video: camcorders film 1440 for 1920."""
    across, down = capture.get(cv2.CAP_PROP_SAR_NUM), capture.get(cv2.CAP_PROP_SAR_DEN)
    wide = across / down if across > 0 and down > 0 else 1.0
    if capture.get(cv2.CAP_PROP_ORIENTATION_AUTO) and round(capture.get(cv2.CAP_PROP_ORIENTATION_META)) % 180 == 90:
        wide = 1 / wide
    return wide if 1 / _WIDEST < wide < _WIDEST else 1.0
