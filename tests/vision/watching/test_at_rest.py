"""A table at rest is looked at more and more rarely, and frames that repeat the one before are not looked at."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from tests.vision.scenes import handed
from tests.vision.watching.test_watcher import ROW, Evening, sights
from vision.watching.frame_results import FrameState


def test_a_table_that_stays_at_rest_is_looked_at_more_and_more_rarely() -> None:
    evening = Evening(ROW)
    evening.sees(8)
    frame = evening.seat.frame()
    looked_at = []
    for second in range(1, 241):
        evening.looks = 0
        evening.watcher(replace(frame, captured_at_s=frame.captured_at_s + second))
        looked_at += [second] * bool(evening.looks)
    pauses = [later - sooner for sooner, later in pairwise(looked_at)]
    assert pauses[:2] == [4, 4]
    assert pauses[2:] == sorted(pauses[2:])
    assert pauses[-1] == 60


def test_a_frame_that_only_repeats_the_one_before_is_not_looked_at() -> None:
    evening = Evening(ROW)
    last = [evening.seat.frame() for _ in range(8)]
    for frame in last:
        evening.watcher(frame)
    evening.looks = 0
    repeats = [
        replace(last[-1], captured_at_s=last[-1].captured_at_s + 0.4 * at, is_repeat=True) for at in range(1, 60)
    ]
    assert sights([evening.watcher(frame) for frame in repeats]) == [FrameState.STILL] * 59
    assert evening.looks == 0


def test_a_hand_that_rests_in_repeated_frames_becomes_a_thing_in_the_end() -> None:
    evening = Evening(ROW)
    evening.sees(6)
    evening.sees(3, lambda bgr: handed(bgr, 0.5))
    last = evening.seat.frame()
    watched = [evening.watcher(replace(last, captured_at_s=last.captured_at_s + 0.4 * at, is_repeat=at > 0))
            for at in range(30)]  # fmt: skip
    assert watched[3].state is FrameState.HAND
    assert watched[-1].state is FrameState.STILL
