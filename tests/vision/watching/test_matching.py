"""How a picture moved, told by the faces of its tiles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from vision.belief import Belief
from vision.geometry import F32
from vision.tracking.tile_matching import carried, how_moved_by_face, turn_deg

RACK = ["8y", "3b", "3y", "6y", "2b", "12b", "7r", "1y", "11y", "9b", "13r", "3k"]
"""Faces of tiles that stand side by side."""
FARTHER = ["5y", "6b", "7y", "8k"]
"""Faces of a second row."""


def row(faces: Sequence[str], y_px: float, rng: np.random.Generator) -> list[tuple[F32, Belief]]:
    """Tiles of 38 × 50 pixels in a line, detected as exactly as a camera does."""
    corners = np.array([[-19, -25], [19, -25], [19, 25], [-19, 25]], np.float32)
    middles = [np.array([250 + 39 * at, y_px]) for at in range(len(faces))]
    return [(np.asarray(corners + middle + rng.normal(0, 0.3, 2), np.float32), Belief.peaked(face, 0.99))
            for face, middle in zip(faces, middles, strict=True)]  # fmt: skip


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("second_row", [[], ["5y"], FARTHER],
                         ids=["one line, as on a rack", "and one tile elsewhere", "two rows"])  # fmt: skip
def test_a_picture_that_lies_still_is_not_turned_when_three_tiles_leave_a_row(second_row: list[str], seed: int) -> None:
    rng = np.random.default_rng(seed)
    known = row(RACK, 690, rng) + row(second_row, 480, rng)
    seen = [tile for tile in row(RACK, 690, rng) if tile[1].best not in ("3b", "3y", "3k")] + row(second_row, 480, rng)
    moved = how_moved_by_face(known, seen + row(["3y", "3b", "3k"], 300, rng))
    assert moved is not None
    there = carried(moved, np.stack([corners for corners, _ in known]))
    assert abs(turn_deg(moved)) < 1
    assert np.abs(there - np.stack([corners for corners, _ in known])).max() < 6
