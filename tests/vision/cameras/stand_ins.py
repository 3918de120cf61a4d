"""A webcam made of a file: each time it is read it behaves as the file says at that moment."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from time import sleep

import cv2
import numpy as np

from vision.cameras.capture_command import CaptureOptions
from vision.cameras.latest_frame_buffer import U8
from vision.cameras.sources import Source, SourceKind
from vision.errors import BadImage, CameraLost

STEP_S = 0.02
FOREVER_S = 3600.0


class ActedCamera:
    """Words it knows: well, freeze, black, blank, tiny, huge, garbage, hang, break, crash, end."""

    def __init__(self, script: Path) -> None:
        self._script = script
        self._count = 0

    def read(self, room: U8 | None) -> U8 | None:
        word = self._script.read_text()
        sleep(STEP_S)
        if word == "hang":
            sleep(FOREVER_S)
        if word == "crash":
            os.kill(os.getpid(), signal.SIGKILL)
        if word == "break":
            raise CameraLost("camera_silent", {"source": "acted"})
        if word == "garbage":
            raise BadImage("damaged")
        if word == "end":
            return None
        self._count += word != "freeze"
        return acted(word, self._count)

    def close(self) -> None:
        pass


def acted(word: str, number: int) -> U8:
    """The picture that stands for a word; no two are equal whose numbers differ."""
    size = {"tiny": (160, 120), "huge": (2304, 1296)}.get(word, (640, 480))
    if word in ("black", "blank"):
        return np.full((size[1], size[0], 3), 0 if word == "black" else 200, np.uint8)
    noise = np.random.default_rng(number).integers(90, 160, (30, 40, 3), np.uint8)
    return np.asarray(cv2.resize(noise, size, interpolation=cv2.INTER_NEAREST), np.uint8)


def open_acted(order: CaptureOptions) -> ActedCamera:
    """The acted camera, unless its file says that it is absent."""
    script = Path(order.source.text)
    word = script.read_text()
    if word == "absent":
        raise CameraLost("camera_unopened", {"source": "acted"})
    return ActedCamera(script)


def order_for(script: Path, kind: SourceKind = SourceKind.WEBCAM) -> CaptureOptions:
    """An order to take pictures with the acted camera of ``script``."""
    return CaptureOptions(source=Source(kind, str(script)), grabber=f"{__name__}:open_acted")
