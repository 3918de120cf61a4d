"""What the points of a hand are for: every line of a score sheet is told once, under one heading."""

from __future__ import annotations

import pytest

from companion import match_commands
from companion.matches.points_by_kind import part_of
from engine.scoring.score_sheets import Reason
from tests.companion.matches.visit import Visit

PARTS = """
LAID                 tiles
LAID_AGAINST         tiles
CANASTA_PURE         canastas
CANASTA_IMPURE       canastas
CANASTA_REAL         canastas
SEMI_PURA            canastas
CLOSE                close
WON_THE_HAND         close
STOCK_OUT            close
MUERTO_TAKEN         muerto
MUERTO_UNTAKEN       muerto
UNPLAYED_TILES       muerto
RACK                 racks
RACKS_OF_OTHERS      racks
UNLAWFUL             wrong
SET_ASIDE            wrong
"""


@pytest.mark.parametrize(("reason", "part"), [line.split() for line in PARTS.strip().splitlines()])
def test_each_reason_has_its_part(reason: str, part: str):
    assert part_of(Reason(reason)) == part


def test_the_parts_add_up_to_the_points(visit: Visit):
    racks = {0: "3b", 1: "13y", 2: "", 3: ""}
    melds = {0: "4r 5r 6r 7r 8r 9r 10r", 1: "9k 9b 9y"}
    visit.says(match_commands.Count(closer=2, melds=melds, racks=racks, muertos=("played", "untaken"), partial=True))
    visit.says(match_commands.Confirm())
    result = visit.shown().hands[0]
    assert result.parts == (
        {"tiles": 50, "canastas": 200, "close": 100, "muerto": 100, "racks": -5},
        {"tiles": 30, "muerto": -100, "racks": -10},
    )
    assert tuple(sum(part.values()) for part in result.parts) == result.points


def test_points_that_were_only_noted_are_told_as_noted(visit: Visit):
    visit.says(match_commands.Note((250, -40)))
    assert visit.shown().hands[0].parts == ({"noted": 250}, {"noted": -40})
