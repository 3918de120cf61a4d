"""What people tap becomes moves: the draws that nobody mentions, tiles in any order, and questions where it is odd."""

from __future__ import annotations

import pytest

from companion import match_commands
from tests.companion.matches.visit import Visit

BEFORE = "0 draw\n0 lay 4r 5r J=6r 7r\n0 discard 9k"
TAPPED = [
    # what was tapped, and the moves it adds
    (("draw", 1), "1 draw"),
    (("draw", 1, "5b"), "1 draw 5b"),
    (("pozo", 1), "1 pozo"),
    (("lay", 1, "9r 9b 9y"), "1 draw\n1 lay 9r 9b 9y"),
    (("lay", 1, "3r 5r 4r"), "1 draw\n1 lay 3r 4r 5r"),
    (("lay", 1, "5r 3r 4r"), "1 draw\n1 lay 3r 4r 5r"),
    (("lay", 1, "J 8b 10b"), "1 draw\n1 lay 8b J 10b"),
    (("lay", 1, "J 8b 9b"), "1 draw\n1 lay J 8b 9b"),
    (("lay", 1, "9b J 8b"), "1 draw\n1 lay 8b 9b J"),
    (("lay", 1, "13k 1k 12k"), "1 draw\n1 lay 12k 13k 1k"),
    (("lay", 1, "3k 1k 2k"), "1 draw\n1 lay 1k 2k 3k"),
    (("lay", 1, "5b 2r 6b 8b"), "1 draw\n1 lay 5b 6b 2r 8b"),
    (("lay", 1, "4b 5b 6b | 7k 7y 7b"), "1 draw\n1 lay 4b 5b 6b\n1 lay 7k 7y 7b"),
    (("discard", 1), "1 draw\n1 discard ?"),
    (("discard", 1, "3k"), "1 draw\n1 discard 3k"),
    (("turn", 3), "3 turn"),
    (("correct", 0, "4r 5r 6r 7r", 1), "0 correct #1 : 4r 5r 6r 7r"),
    (("correct", 0, "", 1), "0 correct #1 :"),
    (("correct", 1, "9r 9b 9y"), "1 correct new : 9r 9b 9y"),
    (("aside", 0, "", 1), "0 aside #1"),
    (("rack", 2, "3b J"), "2 rack 3b J"),
    (("show_pozo", 0, "9k ?"), "show_pozo 9k ?"),
    (("stock_out", 0), "stock_out"),
]
ADDED = [
    # a meld, the tiles added, and how it lies afterwards
    ("4r 5r 6r", "7r", "extend #1 4r 5r 6r 7r"),
    ("4r 5r 6r", "8r 7r", "extend #1 4r 5r 6r 7r 8r"),
    ("4r 5r 6r", "3r 7r", "extend #1 3r 4r 5r 6r 7r"),
    ("4r 5r 6r", "8r 3r 7r", "extend #1 3r 4r 5r 6r 7r 8r"),
    ("4r 5r 6r", "J 8r", "extend #1 4r 5r 6r J 8r"),
    ("4r 5r J=6r 7r", "6r", "swap #1 4r 5r 6r 7r J"),
    ("4r 5r J=6r 7r", "6r 8r", "swap #1 4r 5r 6r 7r 8r J"),
    ("4r 5r J=6r", "7r", "extend #1 4r 5r J 7r"),
    ("9r 9k 9b", "9y", "extend #1 9r 9k 9b 9y"),
    ("9r 9k J=9b", "9b", "extend #1 9r 9k J 9b"),
    ("4r 5r 6r 7r 8r 9r", "1r 10r 13r 12r 11r", "extend #1 4r 5r 6r 7r 8r 9r 10r 11r 12r 13r 1r"),
]


@pytest.mark.parametrize(("tap", "moves"), TAPPED)
def test_a_tap_becomes_moves(visit: Visit, tap: tuple, moves: str):
    visit.plays(BEFORE)
    assert visit.taps(*tap).standing == "done"
    assert visit.moves == f"{BEFORE}\n{moves}"


@pytest.mark.parametrize(("meld", "added", "move"), ADDED)
def test_tiles_are_added_where_they_fit(visit: Visit, meld: str, added: str, move: str):
    visit.plays(f"0 correct new : {meld}\n0 draw")
    visit.taps("add", 0, added, 1)
    assert visit.moves.splitlines()[-1] == f"0 {move}"
    assert visit.codes == []


def test_an_unlawful_meld_is_noted_and_said(visit: Visit):
    visit.taps("lay", 0, "4r 5r 7r")
    assert visit.moves == "0 draw\n0 lay 4r 5r 7r"
    (meld,) = visit.shown().hand.melds
    assert not meld.lawful
    assert "le falta el 6 rojo" in meld.violations[0].message


ASKED = [
    # what was tapped, the doubt, and what each answer notes
    (("discard", 2, "3k"), "OUT_OF_TURN", [
        "1 draw\n1 discard ?\n2 draw\n2 discard 3k",
        "2 turn\n2 draw\n2 discard 3k",
        "2 discard 3k",
    ]),
    (("lay", 0, "9r 9b 9y"), "OUT_OF_TURN", [
        "1 draw\n1 discard ?\n2 draw\n2 discard ?\n3 draw\n3 discard ?\n0 draw\n0 lay 9r 9b 9y",
        "0 turn\n0 draw\n0 lay 9r 9b 9y",
        "0 lay 9r 9b 9y",
    ]),
    (("lay", 1, "9k 9k 9b"), "IMPOSSIBLE_COPIES", ["1 draw\n1 lay 9k 9k 9b"]),
    (("muerto", 1), "MUERTO_EARLY", ["1 draw\n1 muerto direct"]),
]  # fmt: skip


@pytest.mark.parametrize(("tap", "doubt", "answers"), ASKED)
def test_what_is_odd_is_asked_before_it_is_noted(visit: Visit, tap: tuple, doubt: str, answers: list[str]):
    visit.plays(BEFORE)
    before = visit.moves
    assert visit.taps(*tap).standing == "asked"
    assert visit.moves == before
    question = visit.state.question
    assert [fault.code for fault in question.event.doubts] == [doubt]
    assert ["\n".join(map(str, moves)) for moves in question.event.answers] == answers
    visit.says(match_commands.Answer(question.number, 0))
    assert visit.moves == f"{before}\n{answers[0]}"
    assert visit.state.question is None


@pytest.mark.parametrize(
    ("tap", "offences"),
    [
        (("lay", 1, "9k 9k 9b"), []),
        (("muerto", 1), ["MUERTO_EARLY"]),
    ],
)
def test_what_only_a_misreading_explains_is_no_offence_once_it_was_answered(
    visit: Visit, tap: tuple, offences: list[str]
):
    visit.plays(BEFORE)
    visit.taps(*tap)
    visit.says(match_commands.Answer(visit.state.question.number, 0))
    assert [fault.code for fault in visit.shown().log[0].offences] == offences


def test_a_question_can_come_to_nothing(visit: Visit):
    visit.plays(BEFORE)
    before = visit.moves
    visit.taps("muerto", 1)
    visit.says(match_commands.Answer(visit.state.question.number, None))
    assert (visit.moves, visit.state.question) == (before, None)


def test_the_same_question_is_not_asked_twice(visit: Visit):
    visit.plays(BEFORE)
    visit.taps("muerto", 1)
    revision = visit.state.revision
    assert visit.taps("muerto", 1).standing == "asked"
    assert visit.state.revision == revision


def test_in_rummy_turns_pass_without_a_discard(visit: Visit):
    visit.agrees(("A", "B"), "rummy")
    visit.deals()
    visit.plays("0 draw\n0 end\n1 draw\n1 end")
    assert visit.taps("lay", 1, "10r 11r 12r").standing == "asked"
    told = visit.state.question.event.answers[0]
    assert [str(move) for move in told][-2:] == ["1 draw", "1 lay 10r 11r 12r"]
