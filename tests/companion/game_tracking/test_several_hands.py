"""Who took or laid tiles while another hand lay over the table: the hand that was where they lay, and whose turn it is.

Four play; the second has thrown 9r, alone on the pozo, and the third is in turn. Every row is one pass between two
moments of rest: whose hands came, in their order, and over what; whose covered most of the picture, as one that rests
there does; and what is told of a table from which the pozo is gone, or on which 5k 5b 5r are laid as well.
"""

from __future__ import annotations

import pytest

from companion.game_tracking.hand_tracker import HandTracker
from companion.game_tracking.known_arms import SIDES
from companion.game_tracking.updates import Change, Update
from engine import load_rules
from tests.companion.tabletop import Piece, Tabletop
from vision.tracking.hand_entry_side import Box, ReachedOver
from vision.watching.frame_results import FrameResult, FrameState, SeenTable

POZO, MELD = (200.0, 0.0), (-30.0, 100.0)
OVER_POZO = (190.0, -300.0, 215.0, 10.0)
BESIDE_IT = (218.0, -20.0, 500.0, 20.0)
"""Its fingers nearly touch the tile."""
ACROSS_IT = (100.0, -100.0, 500.0, 100.0)
OVER_MELD = (-50.0, 20.0, 50.0, 400.0)
BESIDE_MAZO = (-80.0, -15.0, -40.0, 15.0)
AT_THE_EDGE = (-500.0, -30.0, -450.0, 30.0)
Over = tuple[int, tuple[float, float, float, float]]


class FourPlayers:
    """A hand of four that is told as it is seen."""

    def __init__(self) -> None:
        self.table, self.hand = Tabletop.dealt(), HandTracker(load_rules("clasico"), 4)
        self.at_s = 0.0
        self.updates: list[Update] = []
        self.looks(())
        self.table.puts("12b", (300, 0))
        self.looks([(0, (200.0, -10.0, 310.0, 300.0))])
        self.thrown = self.takes_and_throws()

    def takes_and_throws(self) -> Piece:
        """The second player takes the pozo and throws 9r."""
        self.table.takes(self.table.pieces[-1:])
        self.looks([(1, (-900.0, -10.0, 310.0, 10.0))])
        thrown = self.table.puts("9r", POZO)
        self.looks([(1, (-900.0, -10.0, 210.0, 10.0))])
        assert [str(move) for move in self.hand.moves[-2:]] == ["1 pozo", "1 discard 9r"]
        return thrown

    def looks(self, hands: tuple[Over, ...] | list[Over], most: int | None = None) -> list[str]:
        """What is told once ``hands`` have been over the table, of which that of ``most`` covered most of it."""
        seen, sides = self.table.sees(), SIDES[4]
        came = tuple(ReachedOver(sides[seat], _shares(seen, box)) for seat, box in hands)
        largest = next((hand for hand in came if hand.side is sides[most or 0]), came[0] if came else None)
        side, box = (largest.side, largest.box) if largest else (None, None)
        one = FrameResult(
            index=0, at_s=self.at_s, state=FrameState.STILL, seen=seen, hands=came, reached_from=side, reached=box
        )
        self.at_s += 20
        reported = [self.hand(one), self.hand(FrameResult(index=1, at_s=self.at_s - 5, state=FrameState.STILL))]
        self.updates += [update for update in reported if update]
        return [str(event.move) for update in reported if isinstance(update, Change) for event in update.events]


def _shares(seen: SeenTable, box: tuple[float, float, float, float]) -> Box:
    left, top, right, bottom = (side / seen.size_px[0] for side in box)
    return left, top, right, bottom


TAKEN = ["2 pozo"]
ONE_MISSED = ["2 draw", "2 discard ?", "3 pozo"]


@pytest.mark.parametrize(
    ("says", "hands", "most", "moves"),
    [
        ("nobody else's hand is there", [(2, OVER_POZO)], 2, TAKEN),
        ("one rests beside the pozo, came first and leaves last", [(3, BESIDE_IT), (2, OVER_POZO)], 3, TAKEN),
        ("one comes to rest beside the pozo, and leaves last", [(2, OVER_POZO), (3, BESIDE_IT)], 3, TAKEN),
        ("the partner's rests beside the pozo", [(0, BESIDE_IT), (2, OVER_POZO)], 0, TAKEN),
        ("that of who threw rests beside the pozo", [(1, BESIDE_IT), (2, OVER_POZO)], 1, TAKEN),
        ("two rest beside the pozo", [(1, BESIDE_IT), (3, BESIDE_IT), (2, OVER_POZO)], 3, TAKEN),
        ("one rests beside the mazo", [(3, BESIDE_MAZO), (2, OVER_POZO)], 3, TAKEN),
        ("one rests at the edge", [(3, AT_THE_EDGE), (2, OVER_POZO)], 3, TAKEN),
        ("one lies across the pozo", [(0, ACROSS_IT), (2, OVER_POZO)], 0, TAKEN),
        ("they touch, and neither covers more", [(3, ACROSS_IT), (2, ACROSS_IT)], None, TAKEN),
        ("the next player takes it, and who is in turn rests elsewhere", [(2, BESIDE_MAZO), (3, OVER_POZO)], 2,
         ONE_MISSED),
        ("the next player takes it, and the one after rests beside it", [(0, BESIDE_IT), (3, OVER_POZO)], 0,
         ONE_MISSED),
        ("the next player takes it alone", [(3, OVER_POZO)], 3, ONE_MISSED),
    ],
)  # fmt: skip
def test_who_takes_the_pozo_is_told_by_where_the_hands_were_and_whose_turn_it_is(says, hands, most, moves):
    four = FourPlayers()
    four.table.takes([four.thrown])
    assert four.looks(hands, most) == moves, says


@pytest.mark.parametrize(
    ("says", "hands", "most"),
    [
        ("one rests where the pozo lay", [(3, BESIDE_IT), (2, OVER_POZO), (2, OVER_MELD)], 3),
        ("one rests there and comes last", [(2, OVER_MELD), (3, BESIDE_IT)], 3),
        ("the partner's lies over the meld as well", [(0, OVER_MELD), (2, OVER_MELD)], 0),
    ],
)
def test_who_lays_a_meld_beside_a_hand_that_rests_has_laid_it(says, hands, most):
    four = FourPlayers()
    four.table.takes([four.thrown])
    assert four.looks([(2, OVER_POZO)]) == TAKEN
    four.table.lays("5k 5b 5r", MELD)
    assert four.looks(hands, most) == ["2 lay 5k 5b 5r"], says
