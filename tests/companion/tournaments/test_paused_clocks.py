"""What ended a match and is struck out later took none of its time: nobody could play meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.eventstore.export_import import packed
from companion.refusal import TournamentRefused
from companion.tournaments import commands
from companion.tournaments.tournament_state import TournamentState
from tests.companion.tournaments.visit import NAMES, Visit, opened

Ending = Callable[[TournamentState], commands.Command]
ENDINGS: dict[str, Ending] = {
    "a walkover": lambda _: commands.WalkOver(1, "home", "no vino"),
    "nobody there": lambda _: commands.MissBoth(1, "nadie"),
    "somebody left": lambda state: commands.Leave(state.fixtures[1].home, "se fue", for_good=True),
    "a bonus": lambda state: commands.Penalise(entrant=state.fixtures[1].home, points=1300, reason="premio", fixture=1),
}


class Passing:
    """A clock that stands until it is moved."""

    now_s = 1_000_000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Passing:
    return Passing()


@pytest.fixture
def visit(tmp_path: Path, clock: Passing) -> Iterator[Visit]:
    """Somebody where time passes as it is told to."""
    visit = Visit(opened(tmp_path, clock))
    yield visit
    visit.service.journal.close()


def ends(visit: Visit, clock: Passing, ending: Ending) -> int:
    """A match ends after ten minutes; gives the entry that ended it."""
    visit.founds(NAMES[:4], format="round_robin", overrides=("time_limit_min=50",))
    visit.says(commands.DrawZones("x"), commands.SeatFixtures(), commands.StartClock())
    visit.says(commands.Rule(fixture=1, hand=1, points=(300, 200)))
    clock.now_s += 600
    visit.says(ending(visit.state))
    assert visit.state.fixtures[1].is_over
    clock.now_s += 3600
    return visit.state.revision


def minutes(state: TournamentState, clock: Passing) -> list[float]:
    """What has passed of the first two matches by their clocks."""
    return [state.fixtures[number].clock.run_s(clock.now_s) / 60 for number in (1, 2)]


@pytest.mark.parametrize("name", ENDINGS)
def test_its_clock_stood_meanwhile_and_runs_on(visit: Visit, clock: Passing, name: str):
    struck = ends(visit, clock, ENDINGS[name])
    visit.says(commands.VoidEntry(struck, "fue un error"))
    assert minutes(visit.state, clock)[0] == 10
    clock.now_s += 300
    visit.says(commands.Rule(fixture=1, hand=2, points=(300, 200)))
    assert not visit.state.fixtures[1].is_over
    assert minutes(visit.state, clock)[0] == 15


def test_that_of_another_match_ran_all_the_time(visit: Visit, clock: Passing):
    visit.says(commands.VoidEntry(ends(visit, clock, ENDINGS["a walkover"]), "fue un error"))
    assert minutes(visit.state, clock) == [10, 70]


def test_one_that_an_earlier_version_struck_out_stays_as_it_was_told(visit: Visit, clock: Passing, tmp_path: Path):
    visit.says(commands.VoidEntry(ends(visit, clock, ENDINGS["a walkover"]), "fue un error"))
    *entries, strike = visit.service.journal.entries(visit.tournament)
    former = [*entries, replace(strike, text=strike.text.replace(', "pauses": true', ""))]
    elsewhere = opened(tmp_path / "elsewhere", clock)
    for written, passed in ((former, 70), ([*entries, strike], 10)):
        house = opened(tmp_path / f"{passed}", clock)
        house.take_in(packed(written))
        assert minutes(house.state(visit.tournament), clock)[0] == passed
        house.journal.close()
    with pytest.raises(TournamentRefused):
        elsewhere.take_in(packed([*entries, replace(strike, text=strike.text.replace("true", "1"))]))
    elsewhere.journal.close()
