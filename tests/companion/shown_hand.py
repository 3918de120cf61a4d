"""A hand whose states are told by how bright a picture is: films of it for a phone, and a watcher that knows them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from tests.companion.live.acted import STATES, KnowingWatcher
from vision.recognition.set_profile import SetProfile

PLACE = f"{__name__}:open_reader"
DARKEST, STEP, NOISE = 40, 25, 12
"""Brightness of the first state, what each further one adds, and how much the pictures of one state differ."""
FPS = 30
"""Pictures a second at which Chromium plays a film as its camera."""
SIZE_PX = (640, 480)


def film(path: Path, states: Sequence[int], shown_s: float, last_s: float) -> None:
    """Writes JPEGs one after another: each of the states for a while, the last one for longer."""
    with path.open("wb") as file:
        for state in states:
            pictures = _pictures(state)
            for number in range(round(FPS * (last_s if state == states[-1] else shown_s))):
                file.write(pictures[number % len(pictures)])


def state_of(bgr: np.ndarray) -> int:
    """The state that a picture (height, width, 3) shows, as it was drawn or with its brightness stretched: some
    browsers take a film's whole range for the narrower one of television."""
    drawn = DARKEST + STEP * np.arange(STATES)
    away = np.minimum(np.abs(drawn - bgr.mean()), np.abs((drawn - 16) * 255 / 219 - bgr.mean()))
    return int(away.argmin())


def open_reader(_profile: SetProfile | None) -> KnowingWatcher:
    """The watcher, as the program that reads a table opens it."""
    return KnowingWatcher(lambda frame: state_of(frame.bgr))


def _pictures(state: int) -> list[bytes]:
    rng = np.random.default_rng(state)
    level = DARKEST + STEP * state
    noise = (rng.integers(level - NOISE, level + NOISE + 1, (12, 16, 3)).astype(np.uint8) for _ in range(FPS))
    return [cv2.imencode(".jpg", cv2.resize(picture, SIZE_PX))[1].tobytes() for picture in noise]
