"""Places that show the middle of a tile are made as large as the tiles around; what may be small stays so."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.detection.undersized import enlarged

F32 = NDArray[np.float32]


def place(x: float, y: float, size: tuple[float, float], turned_deg: float = 0.0) -> F32:
    """The corners (4, 2) of a tile of that width and height around a point."""
    turn, (width, height) = np.radians(turned_deg), size
    right, down = (
        np.array([np.cos(turn), np.sin(turn)]) * width / 2,
        np.array([-np.sin(turn), np.cos(turn)]) * height / 2,
    )
    return np.float32([x, y]) + np.float32([-right - down, right - down, right + down, down - right])


AROUND = [place(40 * at, 0, (30, 46)) for at in range(4)]
CASES = [
    # what it is, its place, the score of those around, and the size that it has afterwards
    ("the number of a tile", place(60, 60, (22, 32)), 0.9, (30, 46)),
    ("turned", place(60, 60, (22, 32), 70), 0.9, (30, 46)),
    ("lying across", place(60, 60, (32, 22)), 0.9, (46, 30)),
    ("nearly as large", place(60, 60, (27, 40)), 0.9, (27, 40)),
    ("narrow, half under another", place(60, 60, (20, 46)), 0.9, (20, 46)),
    ("cut at one end", place(60, 60, (30, 30)), 0.9, (30, 30)),
    ("a dot", place(60, 60, (12, 15)), 0.9, (12, 15)),
    ("beside tiles that are not sure", place(60, 60, (22, 32)), 0.4, (22, 32)),
]  # fmt: skip


@pytest.mark.parametrize(("says", "small", "score", "size"), CASES, ids=[case[0] for case in CASES])
def test_a_place_that_is_too_small_both_ways_is_enlarged(
    says: str, small: F32, score: float, size: tuple[float, float]
):
    scores = np.float32([score] * len(AROUND) + [0.5])
    found = enlarged(np.stack([*AROUND, small]), scores, 0.6)
    assert np.array_equal(found[:-1], AROUND), says
    sides = np.linalg.norm(found[-1] - np.roll(found[-1], -1, axis=0), axis=1)
    assert sides[:2].tolist() == pytest.approx(size, abs=0.1), says
    assert found[-1].mean(axis=0).tolist() == pytest.approx([60, 60], abs=0.1)


@pytest.mark.parametrize("many", [0, 1, 3])
def test_of_few_places_nobody_knows_the_size(many: int):
    quads = np.reshape([place(40 * at, 0, (30 - 5 * at, 46 - 9 * at)) for at in range(many)], (-1, 4, 2)).astype(
        np.float32
    )
    assert np.array_equal(enlarged(quads, np.full(many, 0.9, np.float32), 0.6), quads)
