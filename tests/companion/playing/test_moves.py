"""What may be done at a game on the screen, what is refused and why, and what may be taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.playing.game_commands import Move, NewHand, SeatCommand, SetPace, TakeBack
from companion.refusal import GameRefused
from tests.companion.playing.sitting import Sitting, bag_for

UNLAWFUL = [
    # moves before, the one that is refused, and the offence
    ([], "0 lay 4r 5r 6r", "NO_DRAW"),
    ([], "0 discard 9k", "NO_DRAW"),
    (["0 draw"], "0 draw", "ALREADY_DRAWN"),
    (["0 draw"], "0 lay 4r 5r 9k", "BAD_MELD"),
    (["0 draw"], "0 lay 8r 8k 8y", "NOT_FROM_RACK"),
    (["0 draw"], "0 end", "NO_DISCARD"),
    (["0 draw"], "0 pozo", "ALREADY_DRAWN"),
    (["0 draw"], "0 muerto direct", "MUERTO_EARLY"),
    (["0 draw"], "0 extend #4 4r 5r 6r", "NO_MELD"),
    (["0 draw", "0 lay 4r 5r 6r", "0 discard 13k", "1 draw"], "1 extend #1 4r 5r 6r 8r", "TRANSFER_SIDE"),
]
NO_MOVES = [
    # what is sent, and the status
    ("0 fly", 422),
    ("", 422),
    ("0 discard ?", 422),
    ("0 lay", 422),
    ("0 rack 4r 5r", 422),
    ("0 turn", 422),
    ("go_on", 422),
    ("show_pozo 9k", 422),
    ("0 aside #1", 422),
    ("1 draw", 403),
    ("7 draw", 403),
    ("0 lay " + "4r " * 2000, 422),
]


@pytest.mark.parametrize(("before", "move", "code"), UNLAWFUL)
def test_an_unlawful_move_is_explained_and_changes_nothing(
    sitting: Sitting, before: list[str], move: str, code: str
) -> None:
    sitting.plays(*before)
    seat = int(move.split()[0])
    known = sitting.view(seat)
    with pytest.raises(GameRefused) as refused:
        sitting.says(seat, Move(move))
    views = refused.value.violations("es")
    assert refused.value.status == 409
    assert code in [view.code for view in views], views
    assert all(view.message and view.rule.sentence for view in views)
    assert sitting.view(seat) == known


@pytest.mark.parametrize(("move", "status"), NO_MOVES)
def test_what_is_no_move_of_the_seat_is_refused(sitting: Sitting, move: str, status: int) -> None:
    known = sitting.view()
    with pytest.raises(GameRefused) as refused:
        sitting.says(0, Move(move))
    assert (refused.value.status, bool(refused.value.sentence("en"))) == (status, True)
    assert sitting.view() == known


def test_nobody_moves_out_of_turn(sitting: Sitting) -> None:
    with pytest.raises(GameRefused) as refused:
        sitting.says(1, Move("1 draw"))
    assert [violation.code for violation in refused.value.violations("es")] == ["OUT_OF_TURN"]


def test_a_turn_goes_as_at_a_table(sitting: Sitting) -> None:
    assert sitting.view().may == ("draw",)
    sitting.plays("0 draw")
    assert sitting.view().may == ("redraw", "lay", "discard")
    sitting.plays("0 lay 4r 5r 6r", "0 extend #1 4r 5r 6r 7r", "0 discard 13k")
    view = sitting.view(1)
    assert [row.meld for row in view.hand.melds] == ["4r 5r 6r 7r"]
    assert (view.hand.turn, view.hand.pozo, view.may) == (1, ("13k",), ("draw", "pozo"))
    assert view.seats[0].count == 8


UNDONE = [
    # moves of Ana, how many of them can be taken back, and what she holds then
    (["0 draw"], 0, 13),
    (["0 draw", "0 lay 4r 5r 6r"], 1, 13),
    (["0 draw", "0 lay 4r 5r 6r", "0 extend #1 4r 5r 6r 7r"], 2, 13),
    (["0 draw", "0 lay 4r 5r 6r", "0 discard 13k"], 0, 9),
]


@pytest.mark.parametrize(("moves", "back", "held"), UNDONE)
def test_what_shows_nothing_new_may_be_taken_back(sitting: Sitting, moves: list[str], back: int, held: int) -> None:
    sitting.plays(*moves)
    for left in range(back, 0, -1):
        assert "undo" in sitting.view().may, left
        sitting.says(0, TakeBack())
    with pytest.raises(GameRefused):
        sitting.says(0, TakeBack())
    assert len(sitting.view().hand.rack) == held
    assert [line.undone for line in sitting.view().log].count(True) == back


def test_the_pozo_may_be_put_back_and_a_tile_drawn_instead(sitting: Sitting) -> None:
    sitting.plays("0 draw", "0 discard 13k", "1 pozo")
    assert sitting.view(1).hand.taken == ("13k",)
    sitting.says(1, TakeBack())
    sitting.plays("1 draw")
    assert (sitting.view(1).hand.pozo, sitting.view(1).hand.rack[-1]) == (("13k",), "6k")


def test_a_muerto_that_was_seen_stays(tmp_path: Path) -> None:
    rack = "4r 5r 6r 7r 9k 9b 9y J 10k 11k 12k 13k"
    sitting = Sitting(tmp_path, bag_for("clasico", rack, mazo="8r")).begins()
    sitting.plays("0 draw", "0 lay 4r 5r 6r 7r 8r", "0 lay 9k 9b 9y J", "0 lay 10k 11k 12k 13k")
    assert sitting.view().may == ("muerto", "undo")
    sitting.plays("0 muerto direct")
    assert (len(sitting.view().hand.rack), sitting.view().may) == (11, ("lay", "discard"))
    assert sitting.view(1).log[-1].move == "0 muerto direct"


def test_nobody_sees_a_muerto_before_their_first_exposure_is_worth_enough(tmp_path: Path) -> None:
    rack = "3r 4r 5r 6r 3k 4k 5k 6k 3b 4b 5b 6b"
    low = ("first_meld_min=90",)
    sitting = Sitting(tmp_path, bag_for("clasico", rack, mazo="7r")).begins(rules="clasico", overrides=low)
    sitting.plays("0 draw", "0 lay 3r 4r 5r 6r 7r", "0 lay 3k 4k 5k 6k", "0 lay 3b 4b 5b 6b")
    with pytest.raises(GameRefused) as refused:
        sitting.plays("0 muerto direct")
    assert [violation.code for violation in refused.value.violations("es")] == ["FIRST_MELD"]
    assert sitting.view().may == ("undo",)


def test_the_end_of_the_mazo_is_said_at_the_beginning_of_a_turn(sitting: Sitting) -> None:
    for _ in range(2):
        with pytest.raises(GameRefused):
            sitting.says(0, Move("stock_out"))
        sitting.says(0, Move("0 draw")) if "draw" in sitting.view().may else None
    assert "stock_out" not in sitting.view().may


def test_a_new_hand_waits_for_the_end_of_this_one(sitting: Sitting) -> None:
    with pytest.raises(GameRefused) as refused:
        sitting.says(0, NewHand())
    assert refused.value.status == 409


@pytest.mark.parametrize("pace_ms", [-1, 5001])
def test_a_pause_has_its_limits(sitting: Sitting, pace_ms: int) -> None:
    with pytest.raises(GameRefused):
        sitting.says(0, SetPace(pace_ms))
    sitting.says(0, SetPace(900))
    assert sitting.view().pace_ms == 900


def test_the_same_key_twice_is_one_move(sitting: Sitting) -> None:
    sender, token = sitting.sender(), sitting.tickets[0].token
    revisions = [
        sitting.room.handle(sitting.game, SeatCommand(Move("0 draw"), token), sender).revision for _ in range(2)
    ]
    assert revisions[0] == revisions[1]
    assert len(sitting.view().hand.rack) == 13


def test_who_saw_an_older_game_is_told(sitting: Sitting) -> None:
    before = sitting.view().revision
    sitting.plays("0 draw")
    older = SeatCommand(Move("0 discard 13k"), sitting.tickets[0].token)
    with pytest.raises(GameRefused) as refused:
        sitting.room.handle(sitting.game, older, sitting.sender(revision=before))
    assert refused.value.status == 409
