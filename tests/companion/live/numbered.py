"""A camera whose pictures bear their number, and a watcher that notes which it was given, and when."""

from __future__ import annotations

import os
from pathlib import Path
from time import monotonic

import cv2
import numpy as np

from tests.companion.live.acted import KnowingWatcher
from tests.companion.live.moody import MoodyCamera
from vision.reading import Frame
from vision.recognition.set_profile import SetProfile
from vision.watching.frame_results import FrameResult

NOTING = f"{__name__}:open_noting"
NOTES = "BURAKO_TEST_NOTES"
"""The environment variable that names the file with a line for each frame: its number, and when it was looked at."""
BITS, SIDE_PX = 20, 40


class NumberedCamera(MoodyCamera):
    """Writes the number of each picture on it, and keeps when it was sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent_s: list[float] = []

    def _part(self, number: int) -> bytes | None:
        self.sent_s.append(monotonic())
        return numbered(len(self.sent_s) - 1)


def numbered(number: int) -> bytes:
    """A JPEG of noise on which the bits of a number stand, each a white or black square."""
    noise = np.random.default_rng(number).integers(90, 160, (72, 128, 3), np.uint8)
    bgr = cv2.resize(noise, (1280, 720), interpolation=cv2.INTER_NEAREST)
    for bit in range(BITS):
        bgr[:SIDE_PX, bit * SIDE_PX : (bit + 1) * SIDE_PX] = 255 if number >> bit & 1 else 0
    return bytes(cv2.imencode(".jpg", bgr)[1])


def number_on(frame: Frame) -> int:
    """The number that stands on a picture."""
    squares = frame.bgr[SIDE_PX // 2, SIDE_PX // 2 : BITS * SIDE_PX : SIDE_PX].mean(axis=1)
    return sum(1 << bit for bit, light in enumerate(squares) if light > 127)


class NotingWatcher(KnowingWatcher):
    """Sees an empty table, and writes down each frame."""

    def __init__(self) -> None:
        super().__init__(lambda _frame: 0)
        self._notes = Path(os.environ[NOTES]).open("a", buffering=1)  # noqa: SIM115

    def __call__(self, frame: Frame) -> FrameResult:
        self._notes.write(f"{number_on(frame)} {monotonic()}\n")
        return super().__call__(frame)


def open_noting(_profile: SetProfile | None) -> NotingWatcher:
    """One that writes into the file that the environment names."""
    return NotingWatcher()
