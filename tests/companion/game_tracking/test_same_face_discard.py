"""Discards on a covered pozo that nobody saw: a tile thrown on its like."""

from __future__ import annotations

import pytest

from companion.game_tracking.known_arms import SIDES
from companion.game_tracking.same_face_discard import with_same_face
from companion.game_tracking.whose_turn import HandsOverTable
from engine import load_rules
from engine.hand.apply import replay
from engine.hand.notation import parse_move
from engine.hand.state import dealt_table
from vision.watching.frame_results import FrameResult, FrameState

THROWN = "0 draw; 0 discard 9y"
ONE_UNSEEN = "1 draw; 1 discard ?; 0 draw; 0 discard 6k"
NAMED = "1 draw; 1 discard 9y; 0 draw; 0 discard 6k"


@pytest.mark.parametrize(
    ("says", "before", "seen", "left", "told"),
    [
        ("who threw it had gone", THROWN, ONE_UNSEEN, {1}, NAMED),
        ("who threw it had not come", THROWN, ONE_UNSEEN, set(), ONE_UNSEEN),
        ("only the other one had gone", THROWN, ONE_UNSEEN, {0}, ONE_UNSEEN),
        ("the next takes it", THROWN, "1 draw; 1 discard ?; 0 pozo", {1}, "1 draw; 1 discard 9y; 0 pozo"),
        ("both copies are known", f"0 correct new : 9y 9k 9b; {THROWN}", ONE_UNSEEN, {1}, ONE_UNSEEN),
        ("nothing lay there", "0 draw; 0 discard 9y; 1 pozo", "1 discard ?; 0 draw", {1}, "1 discard ?; 0 draw"),
        ("it was seen", THROWN, "1 draw; 1 discard 5k", {1}, "1 draw; 1 discard 5k"),
        ("the pozo was taken first", THROWN, "1 pozo; 1 discard ?; 0 draw", {1}, "1 pozo; 1 discard ?; 0 draw"),
    ],
)
def test_what_covers_its_like_is_named_where_its_player_had_gone(says, before, seen, left, told):
    rules = load_rules("torneo")
    state = replay(dealt_table(2, rules), [parse_move(line) for line in before.split("; ")], rules).state
    moves = tuple(parse_move(line) for line in seen.split("; "))
    assert "; ".join(map(str, with_same_face(moves, state, left, rules))) == told, says


def test_in_an_open_pozo_every_tile_is_in_view():
    rules = load_rules("clasico")
    state = replay(dealt_table(2, rules), [parse_move(line) for line in THROWN.split("; ")], rules).state
    moves = tuple(parse_move(line) for line in ONE_UNSEEN.split("; "))
    assert with_same_face(moves, state, {1}, rules) == moves


@pytest.mark.parametrize(
    ("says", "frames", "left"),
    [
        ("a look, then the other's hand", "1 look - 0", {1}),
        ("a rest without a look, then the other's hand", "1 . . . . . - 0", {1}),
        ("no rest between", "1 . - 0", set()),
        ("it came again", "1 look - 0 - 1", set()),
        ("nobody knows whose came since", "1 look - ?", set()),
        ("it came last, and the rest was long", "0 - 1 . . . . .", set()),
        ("a look between two of its hands", "1 look - 1", set()),
    ],
)
def test_who_had_gone_when_the_table_still_lay_as_before(says: str, frames: str, left: set[int]) -> None:
    """Every word is a tenth of a second: a seat's hand has just gone, ``-`` one moves, ``.`` nothing does."""
    hands = HandsOverTable(2)
    for at, word in enumerate(frames.split()):
        side = SIDES[2][int(word)] if word.isdigit() else None
        state = FrameState.MOVING if word == "-" else FrameState.STILL
        hands.update(FrameResult(index=at, at_s=at / 10, state=state, reached_from=side))
        if word == "look":
            hands.note_look()
    hands.note_look()
    assert hands.left_seats == left, says
