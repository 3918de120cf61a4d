"""Racks that are shown at the end, against what the moves of the hand leave."""

from __future__ import annotations

import pytest

from engine import load_rules
from engine.hand.history import MoveHistory
from engine.hand.notation import parse_moves
from engine.hand.rack_count import rack_count_violations
from engine.hand.state import dealt_table
from tests.engine.cases import is_told

PLAYED = "0 draw\n0 lay 4r 5r 6r\n0 discard 9k\n1 draw\n1 discard 9b\n"

NINE, DOZEN = "1b 2b 3b 4b 5b 6b 7b 8b 10b", "1k 2k 3k 4k 5k 6k 7k 8k 1y 2y 3y 4y"
CASES = [
    # profile, players, what is shown after the moves above, and by side what was counted and what should be left
    ("clasico", 2, f"0 rack {NINE}\n1 rack {DOZEN}", []),
    ("clasico", 2, f"0 rack 1b 2b\n1 rack {DOZEN}", [("nosotros", 2, 9)]),
    ("clasico", 2, f"0 rack {NINE}\n1 rack 1k", [("ellos", 1, 12)]),
    ("clasico", 2, "0 rack 1b 2b", [("nosotros", 2, 9)]),
    ("clasico", 2, f"stock_out\n0 rack 1b 2b\n0 rack {NINE}", []),
    ("clasico", 2, f"0 rack {NINE}\n0 correct #1 : 4r 5r 6r 7r", []),
    ("clasico", 2, "0 rack 1b 2b 3b\n0 draw\n0 discard 3b", []),
    ("clasico", 4, "0 rack 1b 2b", []),
    ("clasico", 4, f"0 rack 1b 2b\n2 rack {DOZEN}", [("nosotros", 14, 19)]),
    ("clasico", 4, f"0 rack {NINE} 11b\n2 rack {DOZEN}", [("nosotros", 22, 19)]),
    ("rummy", 2, "0 rack 1b 2b", []),
]


@pytest.mark.parametrize(("profile", "players", "shown", "asked"), CASES)
def test_a_rack_holds_what_the_moves_leave(profile: str, players: int, shown: str, asked: list[object]) -> None:
    rules = load_rules(profile)
    history = MoveHistory(dealt_table(players, rules), parse_moves(PLAYED + shown))
    found = tuple(rack_count_violations(history, history.replayed(rules).state, rules))
    assert all(map(is_told, found))
    facts = [dict(fault.facts) for fault in found]
    assert [(fact["team"], fact["count"], fact["left"]) for fact in facts] == asked


def test_a_hand_that_nobody_told_is_not_asked_about() -> None:
    rules = load_rules("clasico")
    history = MoveHistory(dealt_table(2, rules), parse_moves("0 correct new : 4r 5r 6r\n0 rack 3k\n1 rack\nstock_out"))
    assert not tuple(rack_count_violations(history, history.replayed(rules).state, rules))
