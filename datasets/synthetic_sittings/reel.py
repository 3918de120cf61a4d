"""Writes frames as a video, in the best encoder that this OpenCV has, or as single pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import cv2
import cv2.utils.logging
import numpy as np
from numpy.typing import NDArray

Codec = Literal["h264", "mpeg4", "mjpg"]
_CODECS: dict[Codec, tuple[str, str]] = {"h264": ("avc1", ".mp4"), "mpeg4": ("mp4v", ".mp4"), "mjpg": ("MJPG", ".avi")}
"""The four letters of each encoder, and the file it goes into."""
CODECS = tuple(_CODECS)


class Reel:
    """One video file."""

    def __init__(self, path: Path, fps: float, size_px: tuple[int, int], codec: Codec) -> None:
        """Raises OSError where this OpenCV cannot encode so."""
        letters, suffix = _CODECS[codec]
        self.path = path.with_suffix(suffix)
        self._writer = cv2.VideoWriter(str(self.path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*letters), fps, size_px)
        if not self._writer.isOpened():
            self.path.unlink(missing_ok=True)
            raise OSError(f"this OpenCV has no encoder for {codec}")

    def add(self, bgr: NDArray[np.uint8]) -> None:
        """One frame more."""
        self._writer.write(bgr)

    def close(self) -> None:
        """Ends the file."""
        self._writer.release()


def best_codec(folder: Path) -> Codec:
    """H.264 where there is an encoder for it, else motion JPEG, that everything plays."""
    level = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        trial = Reel(folder / "trial", 10, (64, 64), "h264")
        trial.close()
        trial.path.unlink(missing_ok=True)
        return "h264"
    except OSError:
        return "mjpg"
    finally:
        cv2.utils.logging.setLogLevel(level)
