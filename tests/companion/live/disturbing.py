"""A camera that is bumped, turned, put to another size, or left in the dark, once a film was shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.evaluation.film_truth import TrueFilm
from tests.companion.live.delay import FilmCamera
from tests.companion.live.idle import noisy

U8, F64 = NDArray[np.uint8], NDArray[np.float64]
PICTURES = 4
SIZE_PX = (1280, 720)


@dataclass(frozen=True)
class Disturbance:
    """What becomes of the camera."""

    name: str
    moved: F64
    """(2, 3): where a point of the picture lies now."""
    size_px: tuple[int, int] = SIZE_PX
    light: float = 1.0

    def of(self, bgr: U8) -> U8:
        """The picture as it is now."""
        there = cv2.warpAffine(bgr, self.moved, self.size_px, borderMode=cv2.BORDER_REFLECT)
        return np.asarray(np.clip(there * self.light, 0, 255), np.uint8)

    def places(self, points: F64) -> F64:
        """Where points (n, 2) of the picture lie now."""
        return points @ self.moved[:, :2].T + self.moved[:, 2]


def bump(px: float) -> Disturbance:
    """The camera looks so many pixels aside."""
    return Disturbance(f"bumped by {px:.0f} px", np.array([[1.0, 0.0, 0.8 * px], [0.0, 1.0, 0.6 * px]]))


def turn(degrees: float) -> Disturbance:
    """The camera is turned about its axis."""
    middle = ((SIZE_PX[0] - 1) / 2, (SIZE_PX[1] - 1) / 2)
    return Disturbance(f"turned by {degrees:.0f}°", cv2.getRotationMatrix2D(middle, degrees, 1.0))


AS_BEFORE = Disturbance("as before", np.eye(2, 3))
LIGHT_OFF = Disturbance("the light off", np.eye(2, 3), light=0.02)
DISTURBANCES = (
    *(bump(px) for px in (2, 5, 10, 20)),
    turn(2),
    turn(10),
    Disturbance("of 960 × 540", np.array([[0.75, 0.0, 0.0], [0.0, 0.75, 0.0]]), (960, 540)),
    Disturbance("in half the light", np.eye(2, 3), light=0.5),
    LIGHT_OFF,
    turn(180),
)
"""The last of them leaves a question behind."""


class DisturbedCamera(FilmCamera):
    """Shows a film, and then its last picture for as long as somebody looks, each time with other noise."""

    def __init__(self, sitting: TrueFilm, frames: int) -> None:
        super().__init__(sitting, frames)
        self.rest = np.asarray(cv2.imdecode(np.frombuffer(self._shots[-1], np.uint8), cv2.IMREAD_COLOR), np.uint8)
        self._all = {each.name: self._shown(each.of) for each in (AS_BEFORE, *DISTURBANCES)}
        self.now = AS_BEFORE

    def _shown(self, of: Callable[[U8], U8]) -> list[bytes]:
        return [noisy(of(self.rest), seed) for seed in range(PICTURES)]

    def _part(self, number: int) -> bytes | None:
        is_film = not self.begun_s or not self.is_over
        return super()._part(number) if is_film else self._all[self.now.name][number % PICTURES]
