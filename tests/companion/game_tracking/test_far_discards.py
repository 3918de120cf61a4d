"""Tiles that come one after another in the pozo's zone: thrown, or laid far from where the others were thrown."""

from __future__ import annotations

import pytest

from tests.companion.game_tracking.test_pozo_order import LAYOUTS, thrown_by_turns
from tests.companion.tabletop import Spot, Tabletop, Watching
from vision.belief import BACK
from vision.geometry import TILE_MM

THROWN = ("9r", "4k", "12y", "13k")
NEXT = TILE_MM[0] + 1


def watched(rules: str, layout: str, many: int) -> tuple[Tabletop, Watching]:
    """A hand of which so many turns were played, each a discard."""
    table = Tabletop.dealt()
    watch = Watching(table, rules)
    watch.looks()
    for at, (seat, face, moves) in enumerate(thrown_by_turns(0, THROWN[:many])):
        table.puts(face, *LAYOUTS[layout](at))
        assert watch.looks(seat) == moves
    return table, watch


@pytest.mark.parametrize(
    ("rules", "layout", "first"),
    [
        ("clasico", "a heap", (420, 40)),
        ("clasico", "a line to the right", (420, 40)),
        ("clasico", "two rows, filled in turns", (320, 40)),
        ("torneo", "a neat stack", (420, 40)),
        ("torneo", "a neat stack", (180, 40)),
    ],
)
def test_a_meld_laid_tile_by_tile_far_from_the_pozo_is_a_meld(rules: str, layout: str, first: Spot):
    """Though it lies in the pozo's zone, and each of its tiles might be a discard."""
    table, watch = watched(rules, layout, 3)
    for at, face in enumerate(("6b", "6r", "6k")):
        table.puts(face, (first[0] + at * NEXT, first[1]))
        told = watch.looks(1)
    assert (told, watch.questions) == (["1 draw", "1 lay 6b 6r 6k"], [])
    table.puts("5y", *LAYOUTS[layout](3))
    assert watch.looks(1) == ["1 discard 5y"]


@pytest.mark.parametrize(
    ("layout", "many", "spot", "waits"),
    [
        ("a heap", 4, (420, 0), True),
        ("a neat stack", 2, (420, 0), True),
        ("a line to the right", 4, (320, 0), True),
        ("a line to the right", 4, (252, 20), False),
        ("anywhere", 4, (420, 0), False),
        ("a heap", 1, (420, 0), False),
    ],
    ids=["a heap", "a stack of two", "far from a line", "the next of a line", "thrown anywhere", "only the second"],
)
def test_a_tile_thrown_far_away_is_told_when_nothing_is_laid_beside_it(layout: str, many: int, spot: Spot, waits: bool):
    """How wide the others lie tells what is far; of one alone nobody knows."""
    table, watch = watched("clasico", layout, many)
    seat = many % 2
    table.puts("5y", spot)
    told = [watch.looks(seat), watch.looks(), watch.looks()]
    moves = [f"{seat} draw", f"{seat} discard 5y"]
    assert (told, watch.questions) == ([[], [], moves] if waits else [moves, [], []], [])
    table.puts("8b", (spot[0] + 2, spot[1] + 3))
    assert watch.looks(1 - seat) == [f"{1 - seat} draw", f"{1 - seat} discard 8b"]


def test_after_a_wide_throw_others_as_wide_are_told_at_once():
    table, watch = watched("clasico", "a heap", 4)
    table.puts("5y", (420, 0))
    watch.looks(0), watch.looks(), watch.looks()
    table.puts("8b", (180, 0))
    assert watch.looks(1) == ["1 draw", "1 discard 8b"]


def test_two_tiles_beside_each_other_far_from_the_pozo_wait_for_a_third():
    table, watch = watched("clasico", "a heap", 4)
    table.puts("6b", (400, 0))
    told = [watch.looks(0)]
    table.puts("6r", (400 + NEXT, 0))
    told.append(watch.looks(0))
    assert (told, watch.questions) == ([[], []], [])


def test_a_far_discard_that_is_taken_with_the_pozo_was_one():
    table, watch = watched("clasico", "a heap", 4)
    table.puts("5y", (420, 0))
    assert watch.looks(0) == []
    table.takes(piece for piece in table.pieces if piece.face != BACK)
    assert watch.looks(1) == ["0 draw", "0 discard 5y", "1 pozo"]


@pytest.mark.parametrize(("x", "waits"), [(380, False), (440, True)], ids=["near it", "far from it"])
def test_a_new_pozo_begins_near_to_where_the_last_one_lay(x: float, waits: bool):
    table, watch = watched("clasico", "a heap", 4)
    table.takes(piece for piece in table.pieces if piece.face != BACK)
    assert watch.looks(0) == ["0 pozo"]
    table.puts("5y", (x, 0))
    assert watch.looks(0) == ([] if waits else ["0 discard 5y"])
