"""What was played in a bracket stays with those who played it, whatever changes in matches long before."""

from __future__ import annotations

import pytest

from companion.refusal import TournamentRefused
from companion.tournaments import commands
from companion.tournaments.absences import led_to
from companion.tournaments.fixture_state import FixtureState
from tests.companion.tournaments.evening import drawn, earlier
from tests.companion.tournaments.visit import Visit

NINE = tuple(f"J{number}" for number in range(1, 10))
"""Of a bracket of sixteen: four rounds, and most rest in the first."""


def of_round(visit: Visit, number: int) -> list[FixtureState]:
    return [fixture for fixture in visit.state.of_stage("bracket") if fixture.pairing.round == number]


def after(visit: Visit, fixture: int) -> FixtureState:
    return next(led_to(visit.state.fixtures, fixture))


def entrants(visit: Visit) -> dict[int, tuple[int, ...]]:
    """Who plays what was spoken of."""
    return {number: fixture.entrants for number, fixture in visit.state.fixtures.items() if fixture.is_spoken_of}


@pytest.fixture
def far(visit: Visit) -> tuple[Visit, int, int]:
    """The final is played by who came to it without playing: somebody left before each match on that way.

    With the visit, who left first, and the match that was given up so.
    """
    drawn(visit, NINE, format="elimination")
    first = next(
        fixture
        for fixture in of_round(visit, 2)
        if len(fixture.entrants) == 2 and visit.state.fixtures[fixture.pairing.feeds[0]].pairing.is_bye
    )
    gone = first.home
    visit.says(commands.Leave(gone, "se fue", for_good=True))
    second = after(visit, first.number)
    for fixture in [*of_round(visit, 1), *of_round(visit, 2)]:
        if visit.state.fixtures[fixture.number].standing in ("ready", "seated"):
            visit.plays(fixture.number, earlier(*visit.state.fixtures[fixture.number].entrants))
    stays = visit.state.fixtures[first.number].winner
    other = next(entrant for entrant in visit.state.fixtures[second.number].entrants if entrant != stays)
    visit.says(commands.Leave(other, "se fue", for_good=True))
    visit.plays_all(earlier)
    final = of_round(visit, 4)[0]
    assert stays in final.entrants
    assert final.is_spoken_of
    assert not visit.state.fixtures[second.number].is_spoken_of
    return visit, gone, first.number


def test_who_comes_late_gets_no_place_before_what_was_played(far: tuple[Visit, int, int]):
    visit, gone, _ = far
    visit.says(commands.Return(gone))
    before = entrants(visit)
    with pytest.raises(TournamentRefused, match="Lugares libres en la primera ronda: 0"):
        visit.says(commands.Join("Zoe", "tarde"))
    assert entrants(visit) == before


def test_who_comes_back_to_play_takes_nobodys_place_in_what_was_played(far: tuple[Visit, int, int]):
    visit, gone, _ = far
    before = entrants(visit)
    visit.says(commands.Return(gone, plays=True))
    assert entrants(visit) == before


def test_a_correction_takes_nobodys_place_in_what_was_played(far: tuple[Visit, int, int]):
    visit, gone, given_up = far
    before = entrants(visit)
    own = 0 if visit.state.fixtures[given_up].home == gone else 1
    points = (1600, 900) if own == 0 else (900, 1600)
    with pytest.raises(TournamentRefused, match="ya se empezó"):
        visit.says(commands.Rule(fixture=given_up, hand=0, points=points, reason="jugó igual"))
    assert entrants(visit) == before
