"""A penalty in a match counts in its totals, also where those are never below nothing."""

from __future__ import annotations

import pytest

from companion.tournaments import commands
from tests.companion.tournaments.evening import drawn
from tests.companion.tournaments.visit import Visit


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
