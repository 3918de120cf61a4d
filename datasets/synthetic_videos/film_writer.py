"""Write frames to a video: H.264 with ffmpeg, other codecs with OpenCV."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Literal, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

U8 = NDArray[np.uint8]
Size = tuple[int, int]
Codec = Literal["h264", "mpeg4", "mjpg"]
_SUFFIXES: dict[Codec, str] = {"h264": ".mp4", "mpeg4": ".mp4", "mjpg": ".avi"}
_LETTERS: dict[Codec, str] = {"mpeg4": "mp4v", "mjpg": "MJPG"}
CODECS = tuple(_SUFFIXES)
WEBCAM_BITS = 0.2
"""Bits a pixel of a webcam: some two million a second for 1280 x 720 at ten frames."""


class _Writer(Protocol):
    def write(self, bgr: U8, /) -> None: ...

    def release(self) -> None: ...


class FrameWriter:
    """One video file being written."""

    def __init__(self, path: Path, fps: float, size_px: Size, codec: Codec, bits: float = WEBCAM_BITS) -> None:
        """``bits`` per pixel at most, for H.264. Raises OSError where no encoder is available."""
        self.path, self.codec = path.with_suffix(_SUFFIXES[codec]), codec
        self._writer: _Writer = (
            _Ffmpeg(self.path, fps, size_px, bits) if codec == "h264" else _by_opencv(self.path, fps, size_px, codec)
        )

    def add(self, bgr: U8) -> None:
        """Append a frame."""
        self._writer.write(bgr)

    def close(self) -> None:
        """Finish the file. Raises OSError where it could not be written completely."""
        self._writer.release()


def best_codec() -> Codec:
    """H.264 where ffmpeg is installed, else motion JPEG."""
    return "h264" if shutil.which("ffmpeg") else "mjpg"


def _by_opencv(path: Path, fps: float, size_px: Size, codec: Codec) -> _Writer:
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*_LETTERS[codec]), fps, size_px)
    if not writer.isOpened():
        raise OSError(f"this OpenCV has no encoder for {codec}")
    return writer


class _Ffmpeg:
    """An ffmpeg process fed with raw frames, encoding like a webcam."""

    def __init__(self, path: Path, fps: float, size_px: Size, bits_per_pixel: float) -> None:
        program = shutil.which("ffmpeg")
        if program is None:
            raise OSError("no encoder for h264: the program ffmpeg is not installed")
        width, height = size_px
        bits = f"{round(bits_per_pixel * width * height * fps)}"
        size = f"{width}x{height}"
        command = [program, "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "bgr24", "-s", size,
                   "-r", f"{fps:g}", "-i", "-", "-c:v", "libx264", "-preset", "veryfast", "-threads", "1",
                   "-pix_fmt", "yuv420p", "-b:v", bits, "-maxrate", bits, "-bufsize", bits, str(path)]  # fmt: skip
        self._path = path
        self._running = subprocess.Popen(command, stdin=subprocess.PIPE)

    def write(self, bgr: U8, /) -> None:
        if self._running.stdin is not None:
            self._running.stdin.write(bgr.tobytes())

    def release(self) -> None:
        if self._running.stdin is not None:
            self._running.stdin.close()
        if self._running.wait():
            raise OSError(f"ffmpeg could not write {self._path}")
