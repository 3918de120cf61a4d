"""A penalty in a match counts in its totals, also where those are never below nothing."""

from __future__ import annotations

import pytest

from companion.refusal import TournamentRefused
from companion.tournaments import commands
from companion.tournaments.commands_from_events import led_to
from companion.tournaments.events import Penalised
from tests.companion.tournaments.evening import drawn
from tests.companion.tournaments.visit import NAMES, Visit


@pytest.mark.parametrize(
    ("overrides", "hands", "penalty", "total"),
    [
        ((), [(500, 300)], -200, 300),
        (("negative_totals=false",), [(500, 300)], -200, 300),
        (("negative_totals=false",), [(-300, 10), (500, 300)], -200, 300),
        (("negative_totals=false",), [(100, 300)], -200, 0),
        (("negative_totals=false",), [], -200, 0),
        ((), [], -200, -200),
        (("negative_totals=false",), [(-300, 10)], 100, 100),
    ],
)
def test_it_is_taken_from_what_was_played(
    visit: Visit, overrides: tuple[str, ...], hands: list[tuple[int, int]], penalty: int, total: int
):
    drawn(visit, ("Ana", "Beto"), rules="torneo", overrides=overrides)
    home = visit.state.fixtures[1].home
    orders = [commands.Rule(fixture=1, hand=hand, points=points) for hand, points in enumerate(hands, 1)]
    penalised = commands.Penalise(entrant=home, points=penalty, reason="tarde", fixture=1)
    visit.says(*orders, penalised)
    assert visit.state.fixtures[1].verdict.totals[0] == total
    assert visit.shown().fixtures[0].totals[0] == total


@pytest.mark.parametrize(
    "said",
    [commands.WalkOver(1, "home", "no vino"), commands.MissBoth(1, "nadie"), commands.MissBoth(1, "nadie", void=True)],
    ids=["a walkover", "lost by both", "void"],
)
def test_in_a_match_that_was_not_played_it_would_count_nowhere(visit: Visit, said: commands.Command):
    drawn(visit, ("Ana", "Beto"))
    visit.says(said)
    with pytest.raises(TournamentRefused, match="no se jugó") as refused:
        visit.says(commands.Penalise(entrant=1, points=-100, reason="gritó", fixture=1))
    assert refused.value.status == 409
    visit.says(commands.Penalise(entrant=1, points=-100, reason="gritó"))
    assert [penalty.points for penalty in visit.shown().penalties] == [-100]
    assert led_to(visit.state, Penalised(entrant=1, points=-100, reason="gritó", fixture=1)), (
        "as files of before have it"
    )
    for wrong in ({"entrant": 3}, {"points": 10**6}, {"reason": ""}):
        forged = {"entrant": 1, "points": -100, "reason": "gritó", "fixture": 1} | wrong
        assert not led_to(visit.state, Penalised(**forged))


@pytest.mark.parametrize("plan", ["elimination", "double"])
def test_where_there_are_no_standings_it_is_of_a_match(visit: Visit, plan: str):
    drawn(visit, NAMES[:4], format=plan)
    with pytest.raises(TournamentRefused, match="no se juega así"):
        visit.says(commands.Penalise(entrant=1, points=-100, reason="gritó"))
    assert led_to(visit.state, Penalised(entrant=1, points=-100, reason="gritó")), "as files of before have it"
    assert not led_to(visit.state, Penalised(entrant=1, points=0, reason="gritó"))
    number = next(match.number for match in visit.state.fixtures.values() if 1 in match.entrants)
    visit.says(commands.Penalise(entrant=1, points=-100, reason="gritó", fixture=number))
    assert sorted(visit.state.fixtures[number].penalties) == [-100, 0]
