"""A canasta that was piled up under a tile nobody had seen before is still there."""

from __future__ import annotations

import pytest

from companion.game_tracking.piled_up_canastas import adds_short, filled_pile, with_piles, without_parts
from engine import load_rules
from engine.hand.apply import replay
from engine.hand.notation import parse_moves
from engine.hand.state import dealt_table
from engine.inference.observation import Observation
from tests.companion.tabletop import Tabletop, Watching

CLASICO = load_rules("clasico")
LAID = "0 draw\n0 lay 4r 5r 6r 7r 8r 9r\n0 discard 9k\n1 draw\n1 lay 4b 5b 6b\n1 discard 1b"


@pytest.mark.parametrize(
    ("says", "seen", "expected"),
    [
        ("one more on top", "1: 4b 5b 6b; loose: 10r", "4r 5r 6r 7r 8r 9r 10r"),
        ("one more for its other end", "1: 4b 5b 6b; loose: 3r", "3r 4r 5r 6r 7r 8r 9r"),
        ("one of its own on top, or the other copy: nothing happened", "1: 4b 5b 6b; loose: 9r", "4r 5r 6r 7r 8r 9r"),
        ("a tile that does not belong there", "1: 4b 5b 6b; loose: 5k", None),
        ("two tiles that lie alone, either of which may be its top", "1: 4b 5b 6b; loose: 10r 3r", None),
        ("one of its own, and another that would fit", "1: 4b 5b 6b; loose: 9r 3r", "4r 5r 6r 7r 8r 9r / 3r"),
        ("one that fits and one that does not", "1: 4b 5b 6b; loose: 5k 10r", "4r 5r 6r 7r 8r 9r 10r / 5k"),
        ("a tile that is not read", "1: 4b 5b 6b; loose: ?", None),
        ("the meld is in view", "0: 4r 5r 6r 7r 8r 9r; 1: 4b 5b 6b; loose: 10r", None),
        ("only a short meld is out of sight", "0: 4r 5r 6r 7r 8r 9r; loose: 7b", None),
    ],
)
def test_a_meld_that_is_out_of_sight_may_lie_under_a_tile(says: str, seen: str, expected: str | None):
    state = replay(dealt_table(2, CLASICO), parse_moves(LAID), CLASICO).state
    looked = Observation.parse(seen)
    found = with_piles(looked, state, CLASICO)
    if expected is None:
        assert found == looked
    else:
        row, *left = expected.split(" / ")
        assert [str(tile) for tile in found.loose] == left
        assert [(meld.team, str(meld)) for meld in found.melds] == [(1, "4b 5b 6b"), (0, row)]


@pytest.mark.parametrize(
    ("says", "seen", "expected"),
    [
        ("its own tile", "0: 9r 7b 7k 7y", ["7b 7k 7y", "4r 5r 6r 7r 8r 9r"]),
        ("one more on top", "0: 7b 7k 7y 10r", ["7b 7k 7y", "4r 5r 6r 7r 8r 9r 10r"]),
        ("a tile that does not belong there", "0: 7b 7k 7y 12b", ["7b 7k 7y 12b"]),
        ("a tile that goes with the row", "0: 8b 8k 8y 8r", ["8b 8k 8y 8r"]),
        ("a row of the other side", "1: 4b 5b 6b 9r", ["4b 5b 6b 9r"]),
    ],
)
def test_the_top_of_a_pile_may_touch_a_row(says: str, seen: str, expected: list[str]):
    state = replay(dealt_table(2, CLASICO), parse_moves(LAID), CLASICO).state
    found = with_piles(Observation.parse(seen), state, CLASICO)
    assert ([str(meld) for meld in found.melds], found.loose) == (expected, ())


@pytest.mark.parametrize(
    ("says", "seen", "expected"),
    [
        ("two of its tiles", "0: 4r 5r; loose: 10r", ["4r 5r 6r 7r 8r 9r 10r"]),
        ("two others", "0: 4r 5k; loose: 10r", ["4r 5k", "4r 5r 6r 7r 8r 9r 10r"]),
        ("two of its like of the other side", "1: 4r 5r; loose: 10r", ["4r 5r", "4r 5r 6r 7r 8r 9r 10r"]),
        ("a meld of its like", "0: 4r 5r 6r; loose: 10r", ["4r 5r 6r", "4r 5r 6r 7r 8r 9r 10r"]),
    ],
)
def test_what_shows_beside_the_tile_across_a_row_is_no_second_meld(says: str, seen: str, expected: list[str]):
    state = replay(dealt_table(2, CLASICO), parse_moves(LAID), CLASICO).state
    found = with_piles(Observation.parse(seen), state, CLASICO)
    assert [str(meld) for meld in without_parts(found.melds, found.melds[-1:])] == expected, says


BOTH = "0 draw\n0 lay 4r 5r 6r 7r 8r 9r\n0 discard 9k\n1 draw\n1 lay 4b 5b 6b 7b 8b 9b 10b\n1 discard 1b"


@pytest.mark.parametrize(
    ("loose", "expected"),
    [
        ("10r 10b", ["4r 5r 6r 7r 8r 9r 10r", "4b 5b 6b 7b 8b 9b 10b"]),
        ("9b J", ["4r 5r 6r 7r 8r 9r J=10r", "4b 5b 6b 7b 8b 9b 10b"]),
        ("9b", []),
        ("9b 5k", []),
    ],
)
def test_two_melds_that_are_out_of_sight_may_lie_under_two_tiles(loose: str, expected: list[str]):
    state = replay(dealt_table(2, CLASICO), parse_moves(BOTH), CLASICO).state
    found = with_piles(Observation.parse(f"loose: {loose}"), state, CLASICO)
    assert [str(meld) for meld in found.melds] == expected


@pytest.mark.parametrize(("loose", "is_short"), [("10r", False), ("9r", True), ("5k", False)])
def test_a_pile_of_six_is_short_of_a_tile(loose: str, is_short: bool):
    state = replay(dealt_table(2, CLASICO), parse_moves(LAID), CLASICO).state
    looked = Observation.parse(f"1: 4b 5b 6b; loose: {loose}")
    assert adds_short(looked, with_piles(looked, state, CLASICO), CLASICO) == is_short


@pytest.mark.parametrize(("row", "is_provisional"), [("4r 5r 6r 7r 8r 9r", True), ("4r 5r 6r 7r 8r 9r 10r", False)])
def test_the_score_is_provisional_while_a_pile_is_short_of_a_canasta(row: str, is_provisional: bool):
    """Of six tiles nobody makes a pile: a seventh was laid and covered between two looks."""
    table = Tabletop.dealt()
    watching = Watching(table)
    watching.looks()
    laid = table.lays(row, (-200, 150))
    assert watching.looks(0) == ["0 draw", f"0 lay {row}"]
    assert not watching.hand.is_provisional
    table.piles(laid)
    assert watching.looks(0) == []
    assert watching.hand.is_provisional == is_provisional


@pytest.mark.parametrize(
    ("says", "known", "seen", "row"),
    [
        ("a run up to the tile on top", "4r 5r 6r 7r", "loose: 10r", "4r 5r 6r 7r 8r? 9r? 10r @ 0"),
        ("down to it", "6r 7r 8r 9r", "loose: 3r", "3r 4r? 5r? 6r 7r 8r 9r @ 0"),
        ("with a joker at its end", "4r 5r 6r J", "loose: 10r", "4r 5r 6r J 8r? 9r? 10r @ 0"),
        ("no canasta", "4r 5r 6r", "loose: 8r", None),
        ("of another colour", "4r 5r 6r 7r", "loose: 10b", None),
        ("of a group nobody knows which", "7r 7b 7k", "loose: 7y", None),
        ("two tiles lie alone", "4r 5r 6r 7r", "loose: 10r 12b", None),
        ("the meld is in view", "4r 5r 6r 7r", "0: 4r 5r 6r 7r; loose: 10r", None),
    ],
)
def test_a_short_run_that_is_out_of_sight_may_be_a_canasta_under_its_last_tile(
    says: str, known: str, seen: str, row: str | None
):
    state = replay(dealt_table(2, CLASICO), parse_moves(f"0 draw\n0 lay {known}"), CLASICO).state
    found = filled_pile(Observation.parse(seen), state, CLASICO)
    assert (found and str(found[1])) == row, says


def test_a_run_that_is_completed_and_piled_up_between_two_looks_is_told_and_provisional():
    """Its meld was gone and a tile lay alone: an offence and a question."""
    table = Tabletop.dealt()
    watching = Watching(table)
    watching.looks()
    laid = table.lays("4r 5r 6r 7r", (-200, 150))
    assert watching.looks(0) == ["0 draw", "0 lay 4r 5r 6r 7r"]
    table.takes(laid)
    table.puts("10r", (-170, 150), 90.0)
    assert watching.looks(0) == ["0 extend #1 4r 5r 6r 7r 8r 9r 10r"]
    table.puts("9k", (150, 45))
    assert watching.looks(0) == ["0 discard 9k"]
    table.puts("3b", (178, 45))
    assert watching.looks(1) == ["1 draw", "1 discard 3b"]
    assert (watching.offences, watching.questions, watching.hand.is_provisional) == ([], [], True)
