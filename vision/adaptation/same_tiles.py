"""Match known faces to the tiles of a second photograph of the same tiles: one face to each tile."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.belief import FACE_NAMES

F64 = NDArray[np.float64]
_LEAST = 1e-6
"""A face that is less likely than this costs no more."""


def assign_faces(beliefs: F64, faces: Sequence[str]) -> tuple[str, ...]:
    """Assign ``faces`` to the tiles with ``beliefs`` (n, 54), one to each, maximising the joint likelihood.

    Raises ValueError where there are not as many faces as tiles.
    """
    if len(beliefs) != len(faces):
        raise ValueError(f"{len(faces)} faces for {len(beliefs)} tiles")
    true = [FACE_NAMES.index(face) for face in faces]
    return tuple(faces[at] for at in _minimum_cost_columns(-np.log(np.maximum(beliefs[:, true], _LEAST))))


def _minimum_cost_columns(costs: F64) -> NDArray[np.intp]:
    """The minimum-cost assignment: the column of each row of ``costs`` (n, n).

    The Hungarian method (Kuhn 1955), as shortest paths with potentials (Jonker and Volgenant 1987).
    """
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
