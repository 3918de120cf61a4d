"""Whose arm it is: that of the side it comes from, unless it is known to be another's."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.game_tracking.known_arms import SIDES, KnownArms
from companion.game_tracking.whose_turn import HandsOverTable
from engine.hand.notation import parse_moves
from tests.companion.tabletop import Tabletop
from vision.tracking.arm_appearance import SeenArm
from vision.tracking.hand_entry_side import Box, Frames, PictureSide, ReachedOver
from vision.watching.frame_results import FrameResult, FrameState

NEAR, LEFT, FAR, RIGHT = SIDES[4]
BLUE, WHITE, SKIN = 3, 500, 900
"""Cells of colours."""
AT = {NEAR: 90, LEFT: 180, FAR: -90, RIGHT: 0}
OVER: Box = (0.4, 0.0, 1.0, 0.56)


def arm(colour: int, degrees: float) -> SeenArm:
    """A sleeve of a colour, and skin, from a direction."""
    colours = np.zeros(1024, np.float32)
    colours[[colour, SKIN]] = 70, 30
    turn = np.radians(degrees)
    return SeenArm(colours=colours, entry=np.array([np.cos(turn), np.sin(turn)]))


def knowing(players: int, *known: tuple[int, int, float]) -> KnownArms:
    arms = KnownArms(players)
    for seat, colour, degrees in known:
        arms.learn(seat, arm(colour, degrees))
    return arms


LEFT_BLUE, FAR_WHITE, RIGHT_RED = [(1, BLUE, 200.0)] * 2, [(2, WHITE, -90.0)] * 2, [(3, 700, 0.0)] * 2


@pytest.mark.parametrize(
    ("says", "players", "known", "side", "came", "seat"),
    [
        ("nobody is known", 4, [], FAR, (BLUE, -120.0), 2),
        ("seen once only", 4, [LEFT_BLUE[0], FAR_WHITE[0]], FAR, (BLUE, -130.0), 2),
        ("a sleeve of the left player, over the far edge", 4, [*LEFT_BLUE, *FAR_WHITE], FAR, (BLUE, -130.0), 1),
        ("the far player's own", 4, [*LEFT_BLUE, *FAR_WHITE], FAR, (WHITE, -110.0), 2),
        ("a sleeve that nobody wears", 4, [*LEFT_BLUE, *FAR_WHITE], FAR, (250, -90.0), 2),
        ("the far player is not known yet", 4, LEFT_BLUE, FAR, (BLUE, -150.0), 1),
        ("he is not known yet, and it is another sleeve", 4, LEFT_BLUE, FAR, (WHITE, -90.0), 2),
        ("a sleeve that nobody wears, from the right corner", 4, [*LEFT_BLUE, *FAR_WHITE], FAR, (250, -45.0), 3),
        ("the same, and the right player's arms are known", 4, [*FAR_WHITE, *RIGHT_RED], FAR, (250, -45.0), 2),
        ("nobody sits there", 2, [(0, BLUE, 60.0)] * 2, RIGHT, (BLUE, 40.0), 0),
        ("nobody sits there, and it is nobody's", 2, [(0, BLUE, 60.0)] * 2, RIGHT, (WHITE, 0.0), None),
    ],
)
def test_whose_arm_it_is(
    says: str, players: int, known: list, side: PictureSide, came: tuple[int, float], seat: int | None
) -> None:
    hand = ReachedOver(side, OVER, None, arm(*came))
    assert knowing(players, *known).seat_of(hand) == seat, says


def test_an_arm_is_no_neighbours_who_has_another_over_the_table() -> None:
    arms = knowing(4, *FAR_WHITE)
    came = ReachedOver(FAR, OVER, None, arm(250, -45)), ReachedOver(RIGHT, OVER, None, arm(700, 10))
    hands = arms.passed(FrameResult(index=0, at_s=0, state=FrameState.STILL, reached_from=FAR, hands=came)).hands
    assert [hand.seat for hand in hands[1:]] == [2, 3]


def passed(
    hands: HandsOverTable, *came: ReachedOver, most: PictureSide, until: int | None = None, settled: int = 0
) -> None:
    """A pass of hands that ends at rest; all of the picture looked as before ``until`` a frame and as it does from that
    in which it ``settled``."""
    box = next(hand.box for hand in came if hand.side is most)
    changed = (None, None) if until is None else (_but_one(until, 99), _but_one(settled, 0))
    hands.update(FrameResult(index=0, at_s=0, state=FrameState.STILL, reached_from=most, reached=box, hands=came,
                             unchanged_until=changed[0], settled_from=changed[1]))  # fmt: skip


def _but_one(at: int, corner: int) -> NDArray[np.int32]:
    """(h, w): a number everywhere but in one ``corner``, which never changed."""
    numbers = np.full((54, 96), at, np.int32)
    numbers[0, 0] = corner
    return numbers


def test_who_plays_in_turn_is_known_by_the_arms_from_then_on() -> None:
    """The left player reaches over the far edge; what was told says that it was he."""
    hands, table = HandsOverTable(4), Tabletop.dealt()
    hands.note_look(table.sees(), 1, 1)
    across = ReachedOver(FAR, OVER, None, arm(BLUE, -130))
    told = []
    for turn in range(3):
        for seat, came in ((1, across), (2, _own(2)), (3, _own(3)), (0, _own(0))):
            table.puts("9k", (640.0 + 40 * seat, 300.0 + 50 * turn))
            passed(hands, came, most=came.side)
            hands.note_look(table.sees(), seat, seat)
            told.append(hands.seats)
            hands.mark_reported(parse_moves(f"{seat} discard 9k"))
    assert told == [(2,), (2,), (3,), (0,), (2,), (2,), (3,), (0,), (1,), (2,), (3,), (0,)]


def _own(seat: int) -> ReachedOver:
    side = SIDES[4][seat]
    return ReachedOver(side, OVER, None, arm((BLUE, 0, WHITE, 250)[seat] if seat else 700, AT[side]))


def test_one_arm_over_two_edges_is_one_hand() -> None:
    hands, table = HandsOverTable(4), Tabletop.dealt()
    for _ in range(2):
        hands._arms.learn(1, arm(BLUE, 200))
        hands._arms.learn(2, arm(WHITE, -90))
    hands.note_look(table.sees(), None, 1)
    table.lays("4b 5b 6b", (640, 300))
    both = ReachedOver(FAR, OVER, None, arm(BLUE, -130)), ReachedOver(LEFT, OVER, None, arm(BLUE, 190))
    passed(hands, *both, most=FAR)
    hands.note_look(table.sees(), None, 2)
    assert hands.seats == (1,)


@pytest.mark.parametrize(
    ("says", "near", "seats"),
    [
        ("a sleeve, and of the same arm the hand alone", (700, 155.0), (1,)),
        ("the same sleeve a little farther along", (BLUE, 140.0), (1,)),
        ("another sleeve, farther along", (700, 120.0), (1, 0)),
    ],
)
def test_what_comes_in_at_one_place_of_a_corner_is_one_arm(
    says: str, near: tuple[int, float], seats: tuple[int, ...]
) -> None:
    """Nobody's arm is known yet; between left and near the picture's corner lies at 135 degrees."""
    left = ReachedOver(LEFT, OVER, None, arm(BLUE, 152))
    came = FrameResult(index=0, at_s=0, state=FrameState.STILL, hands=(left, ReachedOver(NEAR, OVER, None, arm(*near))))
    hands = KnownArms(4).passed(came).hands
    assert tuple(hand.seat for hand in hands if hand.seat is not None) == seats, says


def frames(at: int) -> Frames:
    return np.full((54, 96), at, np.uint16)


@pytest.mark.parametrize(("near", "far", "seat"), [(7, 5, 0), (5, 7, 2)], ids=["the near player", "the far player"])
def test_who_was_the_last_over_what_is_new_laid_it_where_nobody_is_in_turn(near: int, far: int, seat: int) -> None:
    """Both were over it, and the far player's arm covered more of the picture."""
    hands, table = HandsOverTable(4), Tabletop.dealt()
    hands.note_look(table.sees())
    table.lays("4b 5b 6b", (640, 300))
    box: Box = (0.3, 0.1, 0.9, 0.5)
    passed(hands, ReachedOver(NEAR, box, frames(near)), ReachedOver(FAR, OVER, frames(far)), most=FAR)
    hands.note_look(table.sees(), None, 3)
    assert hands.seats == (seat,)


@pytest.mark.parametrize(
    ("says", "near", "far", "until", "settled", "plays", "seat"),
    [
        ("the near hand had gone; the far arm's shadow met the tiles", 29, 58, 10, 15, 2, 0),
        ("the far one came while the near one was there, and laid them", 46, 56, 41, 57, 0, 2),
        ("the near one had gone before anything changed", 48, 60, 48, 52, 0, 2),
        ("both stay beside them; it is the near player's turn", 36, 38, 4, 8, 0, 0),
        ("both stay beside them; it is the far player's turn", 38, 36, 4, 8, 2, 2),
        ("both stay beside them; it is nobody's turn of the two", 36, 38, 4, 8, 1, 2),
    ],
)
def test_who_had_gone_when_it_first_looked_so_laid_it(
    says: str, near: int, far: int, until: int, settled: int, plays: int, seat: int
) -> None:
    hands, table = HandsOverTable(4), Tabletop.dealt()
    hands.note_look(table.sees())
    table.lays("4b 5b 6b", (640, 300))
    both = ReachedOver(NEAR, (0.3, 0.1, 0.9, 0.5), frames(near)), ReachedOver(FAR, OVER, frames(far))
    passed(hands, *both, most=FAR, until=until, settled=settled)
    hands.note_look(table.sees(), None, plays)
    assert hands.seats == (seat,), says


@pytest.mark.parametrize(
    ("says", "known", "colours", "seat"),
    [
        ("the far arm is known", (FAR,), (700, WHITE), 2),
        ("the near arm is known", (NEAR,), (700, WHITE), 0),
        ("both are, and the near one looks otherwise", (NEAR, FAR), (250, WHITE), 2),
        ("both are, and the far one looks otherwise", (NEAR, FAR), (700, 250), 0),
    ],
)
def test_of_two_that_were_over_it_alike_it_is_that_whose_arm_it_is_like(
    says: str, known: tuple[PictureSide, ...], colours: tuple[int, int], seat: int
) -> None:
    """One arm comes over two sides, where another hand rests over one of them."""
    hands, table = HandsOverTable(4), Tabletop.dealt()
    arms = {NEAR: arm(700, 90), FAR: arm(WHITE, -90)}
    for side in known * 2:
        hands._arms.learn(SIDES[4].index(side), arms[side])
    hands.note_look(table.sees())
    table.lays("4b 5b 6b", (640, 300))
    came = {NEAR: arm(colours[0], 98), FAR: arm(colours[1], -98)}
    both = [ReachedOver(side, OVER, frames(30), came[side]) for side in (NEAR, FAR)]
    passed(hands, *both, most=FAR, until=20, settled=29)
    hands.note_look(table.sees(), None, 3)
    assert hands.seats == (seat,), says


@pytest.mark.parametrize(
    ("says", "colour", "covered", "seat"),
    [
        ("an arm of the near player", 700, 54, 0),
        ("the tiles themselves, which touch the near edge", 250, 54, 2),
        ("little beside the other arm", 700, 12, 2),
    ],
)
def test_what_was_laid_at_the_edge_is_no_hand_of_who_sits_there(
    says: str, colour: int, covered: int, seat: int
) -> None:
    """The far player lays there, and is gone a moment before the tiles lie still."""
    hands, table = HandsOverTable(4), Tabletop.dealt()
    for _ in range(2):
        hands._arms.learn(0, arm(700, 90))
        hands._arms.learn(2, arm(WHITE, -90))
    hands.note_look(table.sees())
    table.lays("4b 5b 6b", (640, 300))
    near, box = np.zeros((54, 96), np.uint16), (0.3, 0.1, 0.9, 0.5)
    near[54 - covered :] = 13
    near[18:30, 40:60] = 13
    passed(
        hands,
        ReachedOver(FAR, OVER, frames(12), arm(WHITE, -95)),
        ReachedOver(NEAR, box, near, arm(colour, 95)),
        most=FAR,
    )
    hands.note_look(table.sees(), None, 3)
    assert hands.seats == (seat,), says


@pytest.mark.parametrize(
    ("first", "second", "seats"),
    [(7, 5, (0,)), (5, 7, (1,)), (6, 6, ())],
    ids=["who is in turn", "the next player", "nobody knows"],
)
def test_of_two_turns_over_one_place_who_was_there_last_changed_it(
    first: int, second: int, seats: tuple[int, ...]
) -> None:
    """The first player threw and the next took the pozo between two looks, or the first played twice there."""
    hands, table = HandsOverTable(4), Tabletop.dealt()
    thrown = table.puts("9k", (640, 300))
    hands.note_look(table.sees(), 0, 0)
    table.takes([thrown])
    box: Box = (0.3, 0.1, 0.9, 0.5)
    passed(hands, ReachedOver(NEAR, box, frames(first)), ReachedOver(LEFT, OVER, frames(second)), most=LEFT)
    hands.note_look(table.sees(), 0, 0)
    assert hands.seats == seats
