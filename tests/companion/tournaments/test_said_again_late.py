"""A hand that ended in time stays so when a side, or a judge, puts its points right after the time was over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.tournaments import commands
from tests.companion.tournaments.test_match_clock import Clocked

LIMIT_MIN = 90


@pytest.fixture
def clocked(tmp_path: Path) -> Iterator[Clocked]:
    """A match whose first hand was said two minutes before its time was over; then five minutes went by."""
    clocked = Clocked(tmp_path)
    clocked.founds(("Ana", "Beto"), format="round_robin", tables=1)
    clocked.says(commands.DrawZones(seed="x"), commands.SeatFixtures(), commands.StartClock())
    clocked.now_s += 60 * (LIMIT_MIN - 2)
    clocked.says(commands.Propose(fixture=1, hand=1, points=(500, 100), side="home"))
    clocked.waits()
    yield clocked
    clocked.service.journal.close()


def proposes(side: str, points: tuple[int, int] = (510, 100), **more: object) -> commands.Propose:
    return commands.Propose(fixture=1, hand=1, points=points, side=side, **more)


AGAIN = [
    pytest.param([proposes("home"), commands.AcceptPoints(1, 1, "away")], id="who said it puts it right"),
    pytest.param(
        [proposes("away"), proposes("home"), commands.AcceptPoints(1, 1, "away")], id="the other side disputed it"
    ),
    pytest.param([proposes("home", late_s=60), commands.AcceptPoints(1, 1, "away")], id="from a phone that waited"),
    pytest.param([commands.Rule(fixture=1, hand=1, points=(510, 100), seen=(500, 100), reason="x")], id="a judge"),
    pytest.param([commands.AcceptPoints(1, 1, "away")], id="it is confirmed late"),
]


@pytest.mark.parametrize("said", AGAIN)
def test_it_ended_when_it_did(clocked: Clocked, said: list[commands.Command]):
    clocked.says(*said)
    fixture = clocked.state.fixtures[1]
    assert fixture.slips[0].is_settled
    assert fixture.slips[0].ended_min == pytest.approx(LIMIT_MIN - 2, abs=0.05)
    assert (fixture.verdict.next, fixture.is_over) == ("hand", False)


def test_one_that_is_said_first_after_the_time_ends_the_match(clocked: Clocked):
    clocked.says(commands.AcceptPoints(1, 1, "away"))
    clocked.says(commands.Propose(fixture=1, hand=2, points=(10, 0), side="home"), commands.AcceptPoints(1, 2, "away"))
    assert clocked.state.fixtures[1].is_over


NIGHT_S = 14 * 3600.0
NEXT_DAY = [
    pytest.param(["stop"], id="while the clock stands"),
    pytest.param(["stop", "start"], id="once it runs again"),
    pytest.param(["stop", "start", "stop", "start"], id="after another pause"),
    pytest.param(["stop", "start", "stop", *["week"] * 3], id="on another evening, weeks later"),
]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Clocked]:
    """A match that was played for eighty minutes of its ninety and goes on another day."""
    evening = Clocked(tmp_path)
    evening.founds(("Ana", "Beto"), format="round_robin", tables=1)
    evening.says(commands.DrawZones(seed="x"), commands.SeatFixtures(), commands.StartClock())
    evening.now_s += 60 * 80
    yield evening
    evening.service.journal.close()


def passes_the_night(evening: Clocked, does: list[str]) -> None:
    """The desk stops the clock past its end; a night and a few minutes go by."""
    evening.now_s += 60 * 15
    for order in does:
        if order == "week":
            evening.now_s += 7 * 24 * 3600
            continue
        evening.says(commands.StopClock(1) if order == "stop" else commands.StartClock(1))
        evening.now_s += NIGHT_S / len(does) if order == "stop" else 60


@pytest.mark.parametrize("does", NEXT_DAY)
def test_a_hand_of_the_evening_before_ended_then(evening: Clocked, does: list[str]):
    said_s = evening.now_s
    passes_the_night(evening, does)
    evening.says(proposes("home", late_s=round(evening.now_s - said_s)), commands.AcceptPoints(1, 1, "away"))
    assert evening.state.fixtures[1].slips[0].ended_min == pytest.approx(80, abs=0.05)
    assert not evening.state.fixtures[1].is_over


@pytest.mark.parametrize("does", NEXT_DAY)
def test_a_hand_that_is_put_right_the_next_day_ended_when_it_did(evening: Clocked, does: list[str]):
    evening.says(proposes("home", (500, 100)))
    passes_the_night(evening, does)
    evening.says(proposes("home"), commands.AcceptPoints(1, 1, "away"))
    assert evening.state.fixtures[1].slips[0].ended_min == pytest.approx(80, abs=0.05)
    assert not evening.state.fixtures[1].is_over
