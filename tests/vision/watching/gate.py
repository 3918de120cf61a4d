"""A table and a gate that watches it, for the tests of rest, motion and hands."""

from __future__ import annotations

from collections.abc import Iterable

from tests.vision.scenes import U8, cloth, laid, noisy, upright
from vision.reading import Frame
from vision.tracking.table_at_rest import Stillness, StillnessGate

TABLE = laid(cloth(), [upright(50 + 21 * place, 75) for place in range(5)])
STILL, MOVING, HAND = Stillness.STILL, Stillness.MOVING, Stillness.HAND
STEP_S = 0.1


class Watch:
    """A gate and the frames of a camera at ten a second."""

    def __init__(self, gate: StillnessGate | None = None) -> None:
        self.gate = gate or StillnessGate()
        self.count = 0

    def sees(self, picture: U8, sigma: float = 3.0) -> Stillness:
        self.count += 1
        return self.gate(Frame(noisy(picture, self.count, sigma), self.count, 100 + STEP_S * self.count))

    def sees_all(self, pictures: Iterable[U8]) -> list[Stillness]:
        return [self.sees(picture) for picture in pictures]
