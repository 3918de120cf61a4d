"""Which tile is which on a second photograph of tiles whose faces are known: each face is there once for each tile."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.belief import FACE_NAMES

F64 = NDArray[np.float64]
_LEAST = 1e-6
"""A face that is less likely than this costs no more."""


def told_apart(beliefs: F64, faces: Sequence[str]) -> tuple[str, ...]:
    """Which of ``faces`` each of the tiles is of which the ``beliefs`` (n, 54) are, all together as likely as can be.

    There are as many faces as tiles, each given to one tile. Raises ValueError where there are not.
    """
    if len(beliefs) != len(faces):
        raise ValueError(f"{len(faces)} faces for {len(beliefs)} tiles")
    true = [FACE_NAMES.index(face) for face in faces]
    return tuple(faces[at] for at in _assigned(-np.log(np.maximum(beliefs[:, true], _LEAST))))


def _assigned(costs: F64) -> NDArray[np.intp]:
    """The column of each row of ``costs`` (n, n) such that all together cost least (Kuhn 1955, in n steps of Dijkstra's
    search with potentials, as Jonker and Volgenant 1987 have it)."""
    size = len(costs)
    row_of, row_price, column_price = np.full(size + 1, -1), np.zeros(size), np.zeros(size + 1)
    for row in range(size):
        column, row_of[size] = size, row
        least, came_from = np.full(size, np.inf), np.full(size, size)
        is_done = np.zeros(size + 1, bool)
        while row_of[column] >= 0:
            is_done[column] = True
            here = row_of[column]
            reduced = costs[here] - row_price[here] - column_price[:size]
            closer = ~is_done[:size] & (reduced < least)
            least[closer], came_from[closer] = reduced[closer], column
            following = int(np.where(is_done[:size], np.inf, least).argmin())
            step = least[following]
            row_price[row_of[is_done]] += step
            column_price[is_done] -= step
            least[~is_done[:size]] -= step
            column = following
        while column != size:
            row_of[column] = row_of[came_from[column]]
            column = int(came_from[column])
    found = np.empty(size, np.intp)
    found[row_of[:size]] = np.arange(size)
    return found
