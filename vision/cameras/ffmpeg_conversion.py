"""Decode a video that OpenCV cannot, with the program ``ffmpeg`` where it is installed.

Interlaced fields are merged; the times of the pictures are kept, ``fps`` of them a second.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.timed_pictures import Shot
from vision.cameras.video_decoding import Footage
from vision.errors import BadImage, CameraLost

U8 = NDArray[np.uint8]
_HEADER_BYTES, _HEAVIEST = 54, 200_000_000


class ConvertedFilm:
    """A recording decoded by ffmpeg."""

    waits = False

    def __init__(self, path: Path, fps: float, program: str, lost: CameraLost) -> None:
        """Raises ``lost`` where ffmpeg decodes no picture either."""
        footage = Footage(path)
        self.lasts_s = footage.lasts_s
        footage.close()
        self._fps, self._number = fps, 0
        self._process = subprocess.Popen(
            _command(program, path, fps), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._first = self._read()
        """The picture that was looked at before anybody asked for it."""
        if self._first is None:
            self.close()
            raise lost

    def next(self, not_before_s: float = 0.0) -> Shot | None:
        """The next due picture; earlier ones are skipped."""
        while (bgr := self._read() if self._first is None else self._first) is not None:
            self._first = None
            due_s = self._number / self._fps
            self._number += 1
            if due_s >= not_before_s - 0.5 / self._fps:
                return Shot(bgr, due_s)
        return None

    def close(self) -> None:
        """End the ffmpeg process."""
        self._process.kill()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process.wait()

    def _read(self) -> U8 | None:
        """The next picture from the pipe. Raises BadImage."""
        stream = self._process.stdout
        header = stream.read(_HEADER_BYTES) if stream is not None else b""
        if stream is None or len(header) < _HEADER_BYTES:
            return None
        size = int.from_bytes(header[2:6], "little")
        if header[:2] != b"BM" or not _HEADER_BYTES < size < _HEAVIEST:
            raise BadImage("not_an_image")
        content = header + stream.read(size - _HEADER_BYTES)
        if len(content) < size:
            return None
        pixels = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
        if pixels is None:
            raise BadImage("damaged")
        return np.asarray(pixels, np.uint8)


def _command(program: str, path: Path, fps: float) -> list[str]:
    """The ffmpeg command: pictures only, square pixels, from this file and no other source."""
    filters = f"yadif=deint=interlaced,scale=trunc(iw*sar):ih,setsar=1,fps={fps:g}"
    opened = [program, "-nostdin", "-v", "error", "-protocol_whitelist", "file,pipe", "-i", f"file:{path}"]
    return [*opened, "-map", "0:v:0", "-vf", filters, "-c:v", "bmp", "-pix_fmt", "bgr24", "-f", "image2pipe", "pipe:1"]
