"""Which of two discards came first, where one look shows both: as far as a hand reached it laid its tile."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from companion.game_tracking.arrival_order import by_reach
from companion.game_tracking.pozo_matching import PozoLook, PozoTile
from companion.game_tracking.pozo_order import Pozo
from engine.tiles import Tile
from vision.tracking.hand_entry_side import PictureSide, ReachedOver

NINE, KING = 15, 16
SPOTS = {14: np.array([0.608, 0.257]), NINE: np.array([0.636, 0.256]), KING: np.array([0.612, 0.291])}
FAR = ReachedOver(PictureSide.FAR, (0.41, 0.0, 0.64, 0.3125))
NEAR = ReachedOver(PictureSide.NEAR, (0.40, 0.229, 0.74, 0.5625))
SHORT = ReachedOver(PictureSide.FAR, (0.41, 0.0, 0.64, 0.2735))
TO_DRAW = ReachedOver(PictureSide.FAR, (0.36, 0.0, 0.48, 0.34))
LEFT = ReachedOver(PictureSide.LEFT, (0.0, 0.2, 0.615, 0.3))
RIGHT = ReachedOver(PictureSide.RIGHT, (0.625, 0.2, 1.0, 0.3))


@pytest.mark.parametrize(
    ("says", "hands", "order"),
    [
        ("the far hand reached to the lower, then the near one to the upper", [FAR, NEAR], [KING, NINE]),
        ("the other way round", [NEAR, FAR], [NINE, KING]),
        ("it drew before", [TO_DRAW, FAR, NEAR], [KING, NINE]),
        ("the left hand reached to the nearer, the right one to the farther", [LEFT, RIGHT], [KING, NINE]),
        ("from one side both", [FAR, FAR], None),
        ("a third hand came", [FAR, LEFT, NEAR], None),
        ("either may have laid either", [SHORT, ReachedOver(PictureSide.LEFT, (0.0, 0.2, 0.624, 0.3))], None),
        ("nobody knows whose hands", [], None),
    ],
)
def test_two_tiles_came_in_the_order_of_the_hands_that_reached_to_them(
    says: str, hands: Sequence[ReachedOver], order: list[int] | None
):
    for tiles in ([NINE, KING], [KING, NINE]):
        found = by_reach(tiles, SPOTS, hands)
        assert (found and list(found)) == order, says


def test_of_one_tile_or_three_or_one_that_nobody_saw_nothing_is_known():
    for tiles in ([NINE], [14, NINE, KING], [NINE, 99]):
        assert by_reach(tiles, SPOTS, [FAR, NEAR]) is None


def tile(number: int, face: str, x: float, y: float) -> PozoTile:
    return PozoTile(number, Tile.parse(face), np.array([x, y]))


@pytest.mark.parametrize(
    ("hands", "order"), [([FAR, NEAR], "12b 13r 9r"), ([NEAR, FAR], "12b 9r 13r"), ([], "12b 9r 13r")]
)
def test_new_tiles_of_the_pozo_lie_in_that_order_and_else_the_nearest_first(hands: Sequence[ReachedOver], order: str):
    pozo, lying = Pozo(takes_whole=True), [tile(14, "12b", 0, 0)]
    lay = pozo(PozoLook(lying=lying), ())
    lying += [tile(NINE, "9r", 28, 0), tile(KING, "13r", 4, 40)]
    found = pozo(PozoLook(lying=lying, came=lambda tiles: by_reach(tiles, SPOTS, hands)), lay)
    assert " ".join(map(str, found)) == order
