"""How tiles were moved together: shifted, turned, or only measured better."""

from __future__ import annotations

import numpy as np
import pytest

from companion.game_tracking.moved_tiles import Motion, common_motion

RACK = [(-340.0, 322.0), (-312.0, 324.0), (-226.0, 330.0), (-140.0, 334.0), (-51.0, 340.0), (9.0, 343.0)]
END = (60.0, 346.0)
MEASURED = [(-340.0, 278.0), (-312.0, 282.0), (-225.0, 295.0), (-135.0, 307.0), (-43.0, 320.0), (20.0, 329.0)]
"""The same tiles after the table was found again by more of them."""
ONE_AWAY = [*RACK[:-1], (300.0, -80.0)]


def shifted(spots: list[tuple[float, float]], x: float, y: float) -> list[tuple[float, float]]:
    return [(one + x, other + y) for one, other in spots]


CASES = [
    # what happens, where the tiles of a rack lie afterwards, and where another place of it does; none where they were
    # not moved together
    ("nothing", RACK, END),
    ("pushed", shifted(RACK, 30, -12), (90, 334)),
    ("the table is measured better", MEASURED, (71, 337)),
    ("one tile was played", ONE_AWAY, END),
    ("one of three tiles was played", [*RACK[:2], (-226.0, 430.0)], END),
    ("one of three tiles was played across", [*RACK[:2], (-380.0, 240.0)], END),
    ("it was emptied onto the table", [(0, 0), (90, -200), (-300, 50), (20, 100), (260, -10), (-90, 160)], None),
    ("two tiles", shifted(RACK[:2], 8, 8), (68, 354)),
    ("no tile is left", [], None),
]


@pytest.mark.parametrize(("says", "now", "end"), CASES, ids=[says for says, *_ in CASES])
def test_most_of_a_row_tells_how_it_was_moved(
    says: str, now: list[tuple[float, float]], end: tuple[float, float] | None
):
    pairs = [(np.array(one), np.array(other)) for one, other in zip(RACK, now, strict=False)]
    motion = common_motion(pairs, 10.4, fewest=0.6 * len(now))
    if end is None:
        assert motion is None
        return
    assert motion is not None
    assert motion(np.array(END)) == pytest.approx(end, abs=6)


def test_a_motion_by_a_vector_is_that():
    assert Motion.of(np.array([3.0, -4.0]))(np.array([1.0, 1.0])).tolist() == [4, -3]
