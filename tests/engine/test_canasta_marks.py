"""The mark of a canasta: a word before its tiles, held against what they are."""

from __future__ import annotations

import pytest

from engine import RecordError, load_rules, notation, parse_hand, score_hand
from engine.melds.canasta_marks import parse_marked_table
from tests.engine.cases import is_told


@pytest.mark.parametrize("rules", ["clasico", "torneo", "buracco", "eburako", "parejas", "burraco-fibur"])
@pytest.mark.parametrize(
    ("meld", "agrees"),
    [
        ("pura 3r 4r 5r 6r 7r 8r 9r", True),
        ("pure 9r 8r 7r 6r 5r 4r 3r", True),
        ("Impura 3r 4r J 6r 7r 8r 9r", True),
        ("impure 3r 4r 5r 6r 7r 8r 9r", False),
        ("pura 3r 4r J 6r 7r 8r 9r", False),
        ("pura 3r 4r 5r 6r 7r 8r", False),
        ("3r 4r J 6r 7r 8r 9r", True),
    ],
)
def test_the_mark_of_a_canasta_is_held_against_its_tiles(rules: str, meld: str, agrees: bool) -> None:
    law = load_rules(rules)
    teams = {"nosotros": {"melds": ["10k 10b 10y", meld]}, "ellos": {}}
    score = score_hand(parse_hand({"partial": True, "teams": teams}), law)
    assert [problem.violation.code for problem in score.problems] == ([] if agrees else ["MARK_MISMATCH"])
    assert all(is_told(problem.violation) for problem in score.problems)
    plain = {"nosotros": {"melds": ["10k 10b 10y", meld.lower().removeprefix("im").removeprefix("pur").lstrip("ae ")]}}
    unmarked = score_hand(parse_hand({"partial": True, "teams": plain | {"ellos": {}}}), law)
    assert score.totals == unmarked.totals, "the tile that lies across is one of its tiles, once"


def test_marks_are_read_meld_by_meld() -> None:
    melds = list(parse_marked_table("pura 3r 4r 5r | 9k 9b 9y | impure 4k J 6k"))
    assert [(notation(row), mark) for row, mark in melds] == [
        ("3r 4r 5r", "pure"),
        ("9k 9b 9y", None),
        ("4k J 6k", "impure"),
    ]


@pytest.mark.parametrize("written", ["pura", "pura ", "impure 3r 4r pura"])
def test_a_mark_is_no_tile(written: str) -> None:
    with pytest.raises(RecordError):
        parse_hand({"teams": {"nosotros": {"melds": [written]}, "ellos": {}}})
