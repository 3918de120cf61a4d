"""Which of two discards came first, where one look shows both: whose place changed first for good."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.game_tracking.arrival_order import by_change
from companion.game_tracking.pozo_matching import PozoLook, PozoTile
from companion.game_tracking.pozo_order import Pozo
from engine.tiles import Tile

NINE, KING, LAST = 15, 16, 30
WIDE, HIGH = 192, 108
SPOTS = {14: np.array([0.55, 0.257]), NINE: np.array([0.636, 0.256]), KING: np.array([0.612, 0.291])}


def until(nine: int, king: int, *plain: int) -> NDArray[np.int32]:
    """Until which frame each place looked as before; of the tiles in ``plain`` half looks as before all along."""
    seen = np.full((HIGH, WIDE), LAST, np.int32)
    for tile, frame in ((NINE, nine), (KING, king)):
        x, y = np.round(SPOTS[tile] * WIDE).astype(int)
        seen[y - 4 : y + 5, x - 2 : x + 3] = frame
        seen[y - 4 : y - 1 if tile in plain else y - 4, x - 2 : x + 3] = LAST
    return seen


def beside(seen: NDArray[np.int32]) -> NDArray[np.int32]:
    """The same where most of the later one's place changed with the earlier, beside which it lies."""
    x, y = np.round(SPOTS[NINE] * WIDE).astype(int)
    seen[y - 4 : y + 5, x - 2 : x + 1] = 6
    return seen


@pytest.mark.parametrize(
    ("says", "seen", "order"),
    [
        ("the 13 changed first", until(25, 6), ((KING,), (NINE,))),
        ("the 9 changed first", until(6, 25), ((NINE,), (KING,))),
        ("a plain tile is half as before", until(25, 6, KING), ((KING,), (NINE,))),
        ("a place that did not change held its tile before", until(25, LAST), ((KING,), (NINE,))),
        ("at once", until(25, 24), ((KING, NINE),)),
        ("the second changed in part with the first", beside(until(25, 6)), ()),
        ("both were there before", until(LAST, LAST), ()),
        ("nobody saw it", None, ()),
    ],
)
def test_tiles_came_in_the_order_in_which_their_places_changed_for_good(
    says: str, seen: NDArray[np.int32] | None, order: tuple[tuple[int, ...], ...]
):
    for tiles in ([NINE, KING], [KING, NINE]):
        assert by_change(tiles, SPOTS, seen) == order, says


@pytest.mark.parametrize("tiles", [[], [NINE], [NINE, 99]], ids=["none", "one", "one that nobody saw"])
def test_of_fewer_than_two_nothing_is_known(tiles: list[int]):
    assert by_change(tiles, SPOTS, until(6, 25)) == ()


def test_a_tile_at_the_edge_of_the_picture_is_looked_at_where_the_picture_is():
    spots = {NINE: np.array([0.999, 0.001]), KING: SPOTS[KING]}
    assert by_change([NINE, KING], spots, until(0, 6)) == (
        (NINE,),
        (KING,),
    )  # nothing changed there: it lay there before


def tile(number: int, face: str, x: float, y: float) -> PozoTile:
    return PozoTile(number, Tile.parse(face), np.array([x, y]))


@pytest.mark.parametrize(
    ("seen", "order"),
    [(until(25, 6), "12b 13r 9r"), (until(6, 25), "12b 9r 13r"), (until(6, 6), "12b 9r 13r"), (None, "12b 9r 13r")],
)
def test_new_tiles_of_the_pozo_lie_in_that_order_and_else_the_nearest_first(seen: NDArray[np.int32], order: str):
    pozo, lying = Pozo(takes_whole=True), [tile(14, "12b", 0, 0)]
    lay = pozo(PozoLook(lying=lying), ())
    lying += [tile(NINE, "9r", 28, 0), tile(KING, "13r", 4, 40)]

    def came(tiles: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        return by_change(tiles, SPOTS, seen)

    assert " ".join(map(str, pozo(PozoLook(lying=lying, came=came), lay))) == order
