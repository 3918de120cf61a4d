"""What the law offers is update once, told beside the moves that made it, and no offence."""

from __future__ import annotations

import json

import pytest

from companion.cli.watch import EventPrinter
from companion.game_tracking.hand_tracker import HandTracker
from companion.game_tracking.updates import (
    Change,
    Question,
    StandingAfter,
    is_at_once,
    is_missed_turn,
    is_unfinished,
    offered,
    update_json,
)
from engine import Rules, dealt_table, load_rules, parse_moves
from engine.hand.events import events_of
from engine.hand.history import MoveHistory
from engine.inference.observation import Observation
from engine.placed_tile import notation
from engine.rules.verdict import Code, Violation

PARKED = "0 lay 3r 4r 5r 6r 7r 8r 2r"


def change(moves: str, rules: Rules, known: str = "") -> Change:
    """The ``moves`` as they were seen together, after the ``known`` ones."""
    before = MoveHistory(dealt_table(2, rules), parse_moves(known)).replayed(rules).state
    return Change(events=tuple(events_of(MoveHistory(before, parse_moves(moves)), rules)), seen=Observation())


@pytest.mark.parametrize(
    ("rules", "known", "moves", "offers"),
    [
        ("eburako", "", f"0 draw\n{PARKED}", ["2r 3r 4r 5r 6r 7r 8r"]),
        ("buracco", "0 draw\n0 lay 3r 4r 5r 6r 7r 2r", "0 extend #1 3r 4r 5r 6r 7r 8r 2r", ["2r 3r 4r 5r 6r 7r 8r"]),
        ("eburako", f"0 draw\n{PARKED}", "0 extend #1 3r 4r 5r 6r 7r 8r 2r 10r", []),
        ("eburako", "", f"0 draw\n{PARKED}\n0 swap #1 2r 3r 4r 5r 6r 7r 8r", []),
        ("clasico", "", f"0 draw\n{PARKED}", []),
        ("eburako", "", "0 draw\n0 lay 3r 4r 5r", []),
    ],
    ids=["laid", "grown", "said before", "moved at once", "no move", "no canasta"],
)
def test_an_offer_is_news_once(rules: str, known: str, moves: str, offers: list[str]) -> None:
    law = load_rules(rules)
    assert [notation(offer.row) for offer in offered(change(moves, law, known), law)] == offers


def test_a_question_offers_nothing() -> None:
    assert offered(Question(), load_rules("eburako")) == ()


@pytest.mark.parametrize(("language", "says"), [("es", "El 2 rojo puede pasar a su lugar"), ("en", "The red 2 may go")])
def test_watching_says_it_beside_the_moves(capsys: pytest.CaptureFixture[str], language: str, says: str) -> None:
    hand = HandTracker(load_rules("eburako"), 2)
    update = change(f"0 draw\n{PARKED}", hand.rules)
    standing = StandingAfter(hand.score(), offers=tuple(offered(update, hand.rules)))
    said = json.loads(json.dumps(update_json(update, standing, hand.rules, language)))
    assert (said["violations"], said["offers"][0]["message"].startswith(says)) == ([], True)
    assert "offers" not in update_json(update, StandingAfter(hand.score()), hand.rules, language)
    for in_json in (True, False):
        EventPrinter(hand, language, in_json)._print_update(update, {"frame": 0})
        assert says in capsys.readouterr().out


@pytest.mark.parametrize(
    ("rules", "known", "moves", "waits"),
    [
        ("clasico", "", "0 draw\n0 lay 9k 9b", True),
        ("clasico", "", "0 draw\n0 lay 9k 9b 3r", False),
        ("clasico", "", "0 draw\n0 lay 9k 9b\n0 discard 3r", False),
        ("rummy", "", "0 draw\n0 lay 13y 13r 13b 12b", True),
        ("rummy", "", "0 draw\n0 lay 13y 13r 13b", False),
        ("rummy", "", "0 draw\n0 lay 13y 13r 13b 12b\n0 end", False),
        ("rummy", "0 correct new : 7b 8b 9b 10b", "0 draw\n0 rearrange #1 : 7b 8b 9b", True),
        ("rummy", "0 correct new : 7b 8b 9b 10b", "0 draw\n0 rearrange #1 : 7b 8b 9b | 10b 10k 10r", False),
    ],
    ids=[
        "too short",
        "wrong",
        "thrown after it",
        "rummy: wrong until the turn ends",
        "rummy: right",
        "rummy: ended",
        "rummy: somebody holds a tile of it",
        "rummy: it was laid again",
    ],
)
def test_what_may_not_be_finished_is_waited_for(rules: str, known: str, moves: str, waits: bool) -> None:
    law = load_rules(rules)
    assert is_unfinished(change(moves, law, known), law) == waits


@pytest.mark.parametrize(
    ("rules", "doubts", "waits"),
    [
        ("clasico", ["FOREIGN"], True),
        ("clasico", ["FOREIGN", "MELD_LOST"], False),
        ("rummy", ["FOREIGN", "MELD_LOST"], True),
        ("rummy", ["MELD_LOST", "REREAD"], False),
    ],
)
def test_a_table_of_everybody_that_is_taken_apart_is_waited_for(rules: str, doubts: list[str], waits: bool) -> None:
    asked = Question(doubts=tuple(Violation(Code(code), ()) for code in doubts))
    assert is_unfinished(asked, load_rules(rules)) == waits


@pytest.mark.parametrize(
    ("says", "moves", "waits"),
    [
        ("a run is parted", ["0 rearrange #1 : 1k 2k 3k 4k 5k | 6k 7k 8k 9k"], True),
        ("and a tile of the rack is laid on a part", ["0 rearrange #1 : 1k 2k 3k 4k 5k | 5k 6k 7k 8k 9k"], False),
        ("a tile of it lies there no more", ["0 rearrange #1 : 1k 2k 3k 4k | 6k 7k 8k 9k"], True),
        ("the turn is over", ["0 rearrange #1 : 1k 2k 3k 4k 5k | 6k 7k 8k 9k", "0 end"], False),
    ],
)
def test_a_table_of_everybody_that_lies_otherwise_without_a_tile_more_is_being_laid_anew(says, moves, waits) -> None:
    rules = load_rules("rummy")
    known = "0 draw\n0 lay 1k 2k 3k 4k 5k 6k 7k 8k 9k\n0 end\n1 draw\n1 end\n0 draw"
    update = change("\n".join(moves), rules, known)
    assert (is_unfinished(update, rules), is_at_once(update)) == (waits, not waits), says


@pytest.mark.parametrize(
    ("doubts", "count", "answers", "is_missed"),
    [
        (["TWO_DISCARDS"], 2, 1, True),
        (["TWO_DISCARDS"], 2, 2, False),
        (["TWO_DISCARDS"], 3, 1, False),
        (["TWO_DISCARDS", "FOREIGN"], 2, 1, False),
    ],
)
def test_two_discards_between_two_looks_that_can_be_told_in_one_way_are_told(doubts, count, answers, is_missed) -> None:
    moves = parse_moves("0 discard 3b\n1 draw\n1 discard 12r")
    faults = tuple(Violation(Code(code), (), (("count", count),)) for code in doubts)
    asked = Question(doubts=faults, answers=(moves,) * answers)
    assert is_missed_turn(asked) == is_missed
