"""When a camera is measured: after a few pictures of a table at rest, never while a hand lies over it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.watching.test_camera_fitness import as_taken, table
from vision.belief import Belief
from vision.reading import DetectedTile, Frame
from vision.tracking.belief_pooling import PooledBelief
from vision.tracking.tracked_table import Track, TrackedTable
from vision.watching.camera_fitness import FitCriterion, Fitness, Verdict
from vision.watching.camera_fitness_monitor import FitGauge, GaugeTuning
from vision.watching.frame_results import FrameResult, FrameState

TUNING = GaugeTuning()
BGR, QUADS = table()
TAKEN = 12
"""Pictures of the same table, each with a noise of its own; the thirteenth is the first again."""
NOTHING = TrackedTable()
LAID = TrackedTable(
    tracks=tuple(
        Track(
            number=number,
            place=DetectedTile(quad, 0.9),
            opinion=PooledBelief.of(Belief.peaked("5r", 0.99)),
            signature=np.zeros(3, np.float32),
        )
        for number, quad in enumerate(QUADS)
    )
)


def followed(
    sights: Iterable[FrameState], gauge: FitGauge, every_s: float = 0.1, began_s: float = 0.0, laid: TrackedTable = LAID
) -> list[tuple[float, Fitness]]:
    """When something was found, and what, while pictures came ``every_s``."""
    found = []
    for at, sight in enumerate(sights):
        at_s = began_s + at * every_s
        frame = Frame(_seen(at % TAKEN), at + 1, at_s)
        fitness = gauge(FrameResult(index=at + 1, at_s=at_s, state=sight, frame=frame), laid)
        if fitness is not None:
            found.append((at_s, fitness))
    return found


@cache
def _seen(number: int) -> NDArray[np.uint8]:
    return as_taken(BGR, np.random.default_rng(number))


def test_a_good_camera_is_told_within_a_second_and_then_seldom():
    (first_s, first), (again_s, _) = followed([FrameState.STILL] * 190, FitGauge())
    assert first.verdict is Verdict.GOOD
    assert first_s <= 1
    assert again_s - first_s > TUNING.pause_s
    assert first.by_check[FitCriterion.RATE].value == pytest.approx(10)


def test_who_puts_something_right_is_told_soon():
    found = followed([FrameState.STILL] * 100, FitGauge(), laid=NOTHING)
    assert [one.verdict for _, one in found[:2]] == [Verdict.UNKNOWN] * 2
    assert found[1][0] - found[0][0] < 5


def test_nothing_is_measured_while_a_hand_lies_over_the_table():
    gauge = FitGauge()
    assert followed([FrameState.STILL] * 5 + [FrameState.HAND] * 20, gauge) == []
    ((at_s, _),) = followed([FrameState.STILL] * 15, gauge, began_s=2.5)
    assert at_s > 3
    assert followed([FrameState.UNSEEN] * 50, FitGauge()) == []


def test_while_all_moves_only_how_the_whole_picture_moves_is_told():
    (_, fitness), *_ = followed([FrameState.MOVING] * 15, FitGauge())
    assert fitness.by_check[FitCriterion.SWAY].verdict is Verdict.GOOD
    assert fitness.by_check[FitCriterion.FOCUS].verdict is Verdict.UNKNOWN


def test_a_slow_camera_is_told_of_and_photographs_one_by_one_are_not():
    (at_s, slow), *_ = followed([FrameState.STILL] * 10, FitGauge(), every_s=1.0)
    assert (slow.by_check[FitCriterion.RATE].verdict, at_s) == (Verdict.BAD, 4)
    assert followed([FrameState.STILL] * 10, FitGauge(), every_s=20.0) == []
