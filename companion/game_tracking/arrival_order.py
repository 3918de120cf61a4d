"""The order in which two discards came that one look shows, by the hands that came over the table before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from vision.tracking.hand_entry_side import PictureSide, ReachedOver

Arrivals = Callable[[Sequence[int]], Sequence[int] | None]
"""Puts tiles, by their numbers, in the order in which they came; None where that is not known."""
_PLAIN = 0.02
"""In picture widths: by how much two hands have to fit two tiles better in one order than in the other."""
_TIPS = {PictureSide.NEAR: (1, 1), PictureSide.FAR: (1, 3), PictureSide.LEFT: (0, 2), PictureSide.RIGHT: (0, 0)}
"""The axis along which a hand from that side reaches, and the index in its box of how far it does."""


def not_known(_: Sequence[int]) -> None:
    """Nobody saw which came first."""


def by_reach(
    tiles: Sequence[int], spots: Mapping[int, NDArray[np.float64]], hands: Sequence[ReachedOver]
) -> Sequence[int] | None:
    """Two ``tiles``, at ``spots`` by number in picture widths, in the order of the two ``hands`` that laid them.

    Each reached hardly farther than to the tile that it laid. Of a hand that came several times in a row the last time
    counts: it laid a tile after it drew one.
    """
    last = [list(passes)[-1] for _, passes in groupby(hands, lambda hand: hand.side)]
    if len(tiles) != 2 or len(last) != 2 or not spots.keys() >= set(tiles):
        return None
    first, second = ([_beyond(spots[tile], hand) for tile in tiles] for hand in last)
    better = (first[1] + second[0]) - (first[0] + second[1])
    if abs(better) < _PLAIN:
        return None
    return tiles if better > 0 else tiles[::-1]


def _beyond(spot: NDArray[np.float64], hand: ReachedOver) -> float:
    """How far a hand's tip is from a place, along its reach."""
    axis, side = _TIPS[hand.side]
    return abs(float(spot[axis]) - hand.box[side])
