"""Whose turn it is where no discard tells, by the hands that come over the table."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.evaluation.film_truth import plain
from companion.game_tracking.hand_tracker import HandTracker
from companion.game_tracking.known_arms import SIDES, seat_at
from companion.game_tracking.updates import Change, Question
from companion.game_tracking.whose_turn import HandsOverTable, merge_repetitions
from datasets.synthetic_videos.generate import HandVideoSpec, hand_to_film
from engine import load_rules
from tests.companion.onlooker import Onlooker
from tests.companion.tabletop import TILE_MM, Tabletop
from vision.belief import Belief
from vision.tracking.hand_entry_side import PictureSide
from vision.watching.frame_results import FrameResult, FrameState


@pytest.mark.parametrize(
    ("players", "side", "seat"),
    [
        (2, PictureSide.FAR, 1),
        (2, PictureSide.LEFT, None),
        (3, PictureSide.LEFT, 1),
        (4, PictureSide.FAR, 2),
        (4, PictureSide.RIGHT, 3),
    ],
)
def test_players_sit_around_the_table(players: int, side: PictureSide, seat: int | None) -> None:
    assert seat_at(side, players) == seat


@pytest.mark.parametrize(
    ("before", "after", "all_of_them"),
    [((), (), ()), ((0,), (), (0,)), ((), (1, 0), (1, 0)), ((0, 1), (1, 0), (0, 1, 0)), ((0,), (1,), (0, 1))],
)
def test_who_goes_on_is_named_once(before: tuple[int, ...], after: tuple[int, ...], all_of_them: tuple[int, ...]):
    assert merge_repetitions(before, after) == all_of_them


def test_a_hand_that_comes_after_a_look_did_not_make_what_it_shows() -> None:
    made = hand_to_film(HandVideoSpec(rules="rummy", seed=4903, size_px=(320, 192)))
    hand, onlooker, at = HandTracker(load_rules("rummy"), 2), Onlooker(made), 1
    while not made.states[at].melds:
        at += 1
    seat, face = made.seats[at - 1], str(made.states[at].melds[0].tiles[0])
    sides, seen = SIDES[2], onlooker.sees(at, {face: Belief.flat()})
    assert hand(FrameResult(index=1, at_s=0, state=FrameState.STILL, seen=seen, reached_from=sides[seat])) is None
    question = hand(FrameResult(index=2, at_s=2, state=FrameState.STILL, reached_from=sides[1 - seat]))
    assert isinstance(question, Question)
    update = hand.name_tiles({doubt.number: face for doubt in question.unsure})
    assert isinstance(update, Change)
    assert str(update.events[-1].move).startswith(f"{seat} lay")


def test_what_the_next_hand_lays_is_told_though_the_same_look_ends_the_turn_before() -> None:
    made = hand_to_film(HandVideoSpec(rules="rummy", seed=4903, size_px=(320, 192)))
    hand, onlooker = HandTracker(load_rules("rummy"), 2), Onlooker(made)
    laid = [at for at in range(1, len(made.states)) if made.states[at].melds != made.states[at - 1].melds]
    first, then = next((a, b) for a, b in pairwise(laid) if made.seats[a - 1] != made.seats[b - 1])
    wrong = {str(made.states[first].melds[0].tiles[0]): Belief.peaked("13y", 0.99)}
    tables = (first, made.seats[first - 1]), (then, made.seats[then - 1])
    looks = [(onlooker.sees(at, wrong), SIDES[2][seat]) for at, seat in tables]
    updates = [hand(FrameResult(index=at, at_s=at, state=FrameState.STILL, seen=seen, reached_from=side))
            for at, (seen, side) in enumerate(looks)]  # fmt: skip
    updates += [
        hand(FrameResult(index=2, at_s=1.1, state=FrameState.STILL)),
        hand(FrameResult(index=3, at_s=9, state=FrameState.STILL)),
    ]
    laid = [plain(event.move) for update in updates if isinstance(update, Change) for event in update.events]
    assert sum(move.startswith(f"{made.seats[then - 1]} lay") for move in laid) == 1
    assert [move for move in laid if "13y" in move] == [f"{made.seats[first - 1]} lay 13b 13y 13y"]
    assert len([update for update in updates if update]) == 3, (
        "what is lawful, what is not, and what the next hand laid"
    )


STILL, MOVING, HAND = FrameState.STILL, FrameState.MOVING, FrameState.HAND


@pytest.mark.parametrize(
    ("says", "frames", "seats"),
    [
        ("one hand comes and goes", [(MOVING, None), (STILL, PictureSide.NEAR)], (0,)),
        ("then another", [(MOVING, None), (STILL, PictureSide.NEAR), (MOVING, None), (STILL, PictureSide.FAR)], (0, 1)),
        (
            "nobody knows whose hand came last",
            [(MOVING, None), (STILL, PictureSide.FAR), (HAND, None), (STILL, None)],
            (),
        ),
        ("whose came first", [(HAND, None), (STILL, None), (MOVING, None), (STILL, PictureSide.FAR)], (1,)),
        (
            "one between two",
            [(HAND, PictureSide.NEAR), (HAND, None), (STILL, None), (MOVING, None), (STILL, PictureSide.FAR)],
            (1,),
        ),
        ("nothing moved", [(STILL, None), (STILL, None)], ()),
        ("one rests there still", [(MOVING, None), (STILL, PictureSide.NEAR), (HAND, None)], (0,)),
    ],
)
def test_what_is_seen_may_be_anybodys_where_one_hand_was_not_seen(says, frames, seats) -> None:
    hands = HandsOverTable(2)
    for at, (sight, side) in enumerate(frames):
        hands.update(FrameResult(index=at, at_s=at, state=sight, reached_from=side))
    hands.note_look()
    assert hands.seats == seats, says
    hands.mark_reported()
    assert hands.seats == ()


THERE, AWAY = "over the pozo", "over the mazo"


@pytest.mark.parametrize(
    ("hands", "seats"),
    [
        ([(0, THERE), (1, AWAY)], (0,)),
        ([(0, THERE), (1, THERE)], (0, 1)),
        ([(0, AWAY), (1, THERE)], (0, 1)),
        ([(0, THERE), (1, None)], (0, 1)),
        ([(0, AWAY)], ()),
        ([(0, AWAY), (0, THERE), (1, AWAY), (0, AWAY)], (0,)),
    ],
)
def test_who_comes_last_and_is_over_the_mazo_alone_made_nothing_of_what_is_seen(hands, seats) -> None:
    table = Tabletop.dealt()
    thrown, mazo = table.puts("3y", (150, 0)), table.pieces[2]
    seen = table.sees()
    boxes = {None: None}
    for name, piece in ((THERE, thrown), (AWAY, mazo)):
        x, y = (piece.place.corners_px.mean(axis=0) / seen.size_px[0]).tolist()
        boxes[name] = (x - 0.02, 0.0, x + 0.02, y)
    over = HandsOverTable(2)
    for at, (seat, where) in enumerate(hands):
        one = FrameResult(index=at, at_s=at, state=STILL, reached_from=SIDES[2][seat], reached=boxes[where])
        over.update(one)
    over.note_look(seen)
    assert over.seats == seats
    assert set(over.all_seats) == {seat for seat, _ in hands}


@pytest.mark.parametrize(
    ("says", "seat", "box", "played"),
    [
        ("over the near edge", 0, (0.5, 0.52, 0.6, 0.5625), (1,)),
        ("farther in", 0, (0.5, 0.4, 0.6, 0.5625), (0, 1)),
    ],
)
def test_a_hand_that_only_comes_over_the_edge_plays_nothing(says, seat, box, played) -> None:
    """Somebody reached for their own rack; then the other one threw a tile."""
    table = Tabletop.dealt()
    thrown = table.puts("3y", (150, 0))
    seen = table.sees()
    x, y = (thrown.place.corners_px.mean(axis=0) / seen.size_px[0]).tolist()
    over = HandsOverTable(2)
    for at, (reaching, reached) in enumerate([(seat, box), (1, (x - 0.02, 0.0, x + 0.02, y + 0.3))]):
        over.update(FrameResult(index=at, at_s=at, state=STILL, reached_from=SIDES[2][reaching], reached=reached))
    over.note_look(seen)
    assert over.all_seats == played, says


def test_who_takes_the_whole_pozo_was_over_what_lay_there() -> None:
    table, over = Tabletop.dealt(), HandsOverTable(2)
    thrown = table.puts("3y", (150, 0))
    before = table.sees()
    x, y = (thrown.place.corners_px.mean(axis=0) / before.size_px[0]).tolist()
    over.note_look(before)
    table.takes([thrown])
    over.update(
        FrameResult(index=0, at_s=0, state=STILL, reached_from=PictureSide.FAR, reached=(x - 0.02, 0.0, x + 0.02, y))
    )
    over.note_look(table.sees())
    assert over.seats == (1,)


@pytest.mark.parametrize(("is_told", "seats"), [(True, (1,)), (False, ())])
def test_where_the_camera_was_moved_a_hand_was_over_what_lies_there_now(is_told: bool, seats: tuple[int, ...]) -> None:
    before, now, over = Tabletop.dealt(), Tabletop.dealt(), HandsOverTable(2)
    before.puts("3y", (-150, -60))
    thrown = now.puts("3y", (150, 0))
    moved = now.sees()
    x, y = (thrown.place.corners_px.mean(axis=0) / moved.size_px[0]).tolist()
    over.note_look(before.sees())
    if is_told:
        over.moved(moved)
    now.takes([thrown])
    over.update(
        FrameResult(index=0, at_s=0, state=STILL, reached_from=PictureSide.FAR, reached=(x - 0.02, 0.0, x + 0.02, y))
    )
    over.note_look(now.sees())
    assert over.seats == seats


class RummyTable:
    """A table of Rummy on which players lay tiles, look after look; the first has laid 10b 11b 12b."""

    def __init__(self) -> None:
        self.table, self.hand, self.at_s = Tabletop.dealt(), HandTracker(load_rules("rummy"), 2), 0.0
        self.looks(None)
        self.table.lays("10b 11b 12b", (-200, 100))
        self.looks(0)

    def looks(self, seat: int | None) -> list[str]:
        """What is told, move by move, once the hand of ``seat``, or of nobody knows whom, was over the table."""
        side = None if seat is None else SIDES[2][seat]
        self.at_s += 2
        at_s, seen = self.at_s, self.table.sees()
        frames = [FrameResult(index=0, at_s=at_s, state=FrameState.MOVING),
                  FrameResult(index=1, at_s=at_s + 0.1, state=FrameState.STILL, seen=seen, reached_from=side),
                  FrameResult(index=2, at_s=at_s + 0.2, state=FrameState.STILL)]  # fmt: skip
        news = [update for update in map(self.hand, frames) if isinstance(update, Change)]
        return [str(event.move) for update in news for event in update.events]


@pytest.mark.parametrize("is_known", [True, False], ids=["0's hand laid them", "nobody knows whose hand it was"])
def test_tiles_too_few_for_a_meld_are_of_who_goes_on_with_them_unless_the_hand_was_anothers(is_known: bool) -> None:
    """Two tiles lie there, and before anything else is seen the next player's hand comes over the table."""
    rummy = RummyTable()
    rummy.table.lays("13b 13r", (200, -100))
    assert rummy.looks(0 if is_known else None) == []
    rummy.table.puts("13y", (256, -100))
    told = rummy.looks(1)
    assert told == (["0 lay 13b 13r"] if is_known else ["0 end", "1 draw", "1 lay 13b 13r 13y"])


def test_an_unlawful_meld_beside_lawful_moves_is_of_who_made_them() -> None:
    """It is told when the next player's hand comes, what is lawful before it."""
    rummy = RummyTable()
    rummy.table.lays("8r 9r 11r", (200, -100))
    rummy.table.puts("13b", (-200 + 3 * (TILE_MM[0] + 1), 100))
    assert rummy.looks(1) == ["0 end", "1 draw", "1 extend #1 10b 11b 12b 13b"]
    rummy.table.puts("9b", (-200 - (TILE_MM[0] + 1), 100))
    assert rummy.looks(0) == ["1 lay 8r 9r 11r"]
    assert rummy.looks(None) == ["1 end", "0 draw", "0 extend #1 9b 10b 11b 12b 13b"]
