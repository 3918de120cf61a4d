"""When a program that reads the table is taken for hung: silent, idle, or busy for a minute without a report."""

from __future__ import annotations

from time import monotonic

import pytest

from companion.live.supervisor import HUNG_S, SLOW_S, STARTING_S, Heartbeat
from companion.live.worker_messages import HeartbeatReport


def after_beats(seconds: int, works: float) -> tuple[Heartbeat, float]:
    """Who heard a beat each second, between which the program worked so long; and the moment of the last."""
    vigil, begun = Heartbeat(), monotonic()
    for second in range(seconds + 1):
        vigil.hear(HeartbeatReport(works * second), begun + second)
    return vigil, begun + seconds


def test_a_program_that_works_without_a_report_is_slow_and_then_hung():
    vigil, now = after_beats(int(SLOW_S) - 1, works=0.9)
    assert not vigil.is_hung(now)
    vigil, now = after_beats(int(SLOW_S) + 1, works=0.9)
    assert vigil.is_hung(now)


def test_a_program_that_does_nothing_is_hung_at_once():
    vigil, now = after_beats(int(HUNG_S) + 1, works=0.0)
    assert vigil.is_hung(now)


@pytest.mark.parametrize(("seconds", "is_hung"), [(STARTING_S - 1, False), (STARTING_S + 1, True)])
def test_a_program_may_take_long_to_begin(seconds: float, is_hung: bool):
    assert Heartbeat().is_hung(monotonic() + seconds) == is_hung


@pytest.mark.parametrize(
    ("pauses_s", "is_hung"),
    [
        ([0.1] * 22, False),
        ([0.1] * 27, True),
        ([0.1, 30.0], False),  # the machine slept or was held up: nobody was there to hear
        ([0.1, 30.0, *[0.1] * 22], False),
        ([0.1, 30.0, *[0.1] * 27], True),
        ([0.1, 3.0, 0.1, 3.0], False),
    ],
)
def test_time_in_which_nobody_watched_does_not_count(pauses_s: list[float], is_hung: bool):
    vigil, now = after_beats(1, works=0.9)
    assert not vigil.is_hung(now)
    hung = []
    for pause_s in pauses_s:
        now += pause_s
        hung.append(vigil.is_hung(now))
    assert any(hung) == is_hung
