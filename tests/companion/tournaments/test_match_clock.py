"""The clock of a match stands from the moment that the match is over, and goes on where a judge opens it again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.eventstore import Journal, find_data_folder
from companion.eventstore.steady_clock import SteadyClock
from companion.matches.service import MatchService
from companion.tournaments import commands
from companion.tournaments.service import TournamentService
from tests.companion.tournaments.visit import Visit, opened

FIVE_MINUTES_S = 300


class Clocked(Visit):
    """Somebody at a tournament where time passes only when it is told to."""

    def __init__(self, folder: Path) -> None:
        self.now_s = 1000.0
        super().__init__(opened(folder, lambda: self.now_s))

    def waits(self) -> None:
        """Five minutes go by."""
        self.now_s += FIVE_MINUTES_S


@pytest.fixture
def clocked(tmp_path: Path) -> Iterator[Clocked]:
    """Three matches seated, their clocks running for five minutes."""
    clocked = Clocked(tmp_path)
    clocked.founds(tables=3)
    clocked.says(commands.DrawZones(seed="x"), commands.SeatFixtures(), commands.StartClock())
    clocked.waits()
    yield clocked
    clocked.service.journal.close()


def confirmed(points: tuple[int, int]) -> list[commands.Command]:
    proposed = commands.Propose(fixture=1, hand=1, points=points, side="home")
    return [proposed, commands.AcceptPoints(1, 1, "away")]


OVER = [
    pytest.param(confirmed((1600, 300)), id="confirmed by both"),
    pytest.param([commands.Rule(fixture=1, hand=0, points=(1600, 300))], id="noted by a judge"),
    pytest.param([commands.WalkOver(1, "home", "no vino")], id="won without playing"),
]


@pytest.mark.parametrize("said", OVER)
def test_it_stands_once_the_match_is_over(clocked: Clocked, said: list[commands.Command]):
    clocked.says(*said)
    clocked.waits()
    over, other = [fixture for fixture in clocked.shown().fixtures if fixture.table][:2]
    assert (over.number, over.standing, over.clock_s, over.ends_s) == (1, "over", FIVE_MINUTES_S, None)
    assert (other.standing, other.clock_s, other.ends_s) == ("playing", 2 * FIVE_MINUTES_S, 1000 + 90 * 60)


def test_it_goes_on_where_it_stood_when_a_judge_opens_the_match_again(clocked: Clocked):
    clocked.says(*confirmed((1600, 300)))
    clocked.waits()
    clocked.says(commands.Rule(fixture=1, hand=1, points=(1400, 300), seen=(1600, 300), reason="mal sumada"))
    assert clocked.shown().fixtures[0].ends_s is None
    clocked.says(commands.StartClock(1))
    clocked.waits()
    again = clocked.shown().fixtures[0]
    assert (again.standing, again.clock_s) == ("playing", 2 * FIVE_MINUTES_S)


@pytest.mark.parametrize("step_s", [3600, -3600], ids=["an hour forwards", "an hour back"])
@pytest.mark.parametrize("restarts", [False, True], ids=["runs on", "is begun anew"])
def test_a_step_of_the_system_clock_changes_no_running_round(tmp_path: Path, step_s: int, restarts: bool):
    wall, steady = [1_800_000_000.0], [10.0]

    def opens() -> TournamentService:
        clock = SteadyClock(tmp_path / "clock.json", lambda: wall[0], lambda: steady[0], lambda: "boot")
        clock.jump_s()
        return TournamentService(Journal.open(f"sqlite:///{tmp_path / 'story.sqlite'}", clock))

    visit = Visit(opens())
    visit.founds(tables=3)
    visit.says(commands.DrawZones(seed="x"), commands.SeatFixtures(), commands.StartClock())
    steady[0] += FIVE_MINUTES_S
    wall[0] += FIVE_MINUTES_S + step_s
    if restarts:
        visit.service.journal._clock.jump_s()
        visit.service.journal.close()
        visit.service = opens()
    shown = visit.shown()
    running = next(fixture for fixture in shown.fixtures if fixture.table)
    assert running.clock_s == FIVE_MINUTES_S
    assert running.ends_s - shown.at_s == 85 * 60
    visit.service.journal.close()


def test_a_house_goes_by_a_steady_clock(tmp_path: Path):
    matches = MatchService.open(find_data_folder(tmp_path, environment={}))
    assert isinstance(matches.journal._clock, SteadyClock)
    matches.journal.close()
