"""The prints of a set compared with one another: its makers print every 7 alike.

What may be a 1 or a 7 alone is a 7 where it does not look like the ones of the same set, or looks like its sevens. Two
prints are compared by the normalised correlation of how dark they are, wherever the one fits best into the other; the
colour of their ink does not matter to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, islice

import cv2
import numpy as np
from numpy.typing import NDArray

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]

_PRINT = (slice(14, 50), slice(14, 34))
"""Rows and columns of a patch in which the number is, and little else."""
_AROUND = (slice(6, 58), slice(6, 42))
"""Where it is looked for in another."""
_TURNABLE = (5, 8)
"""The kinds of 6 and 9: nobody can tell by their prints which of the two lies upside down."""
_JOKER = 13
"""A set may have two different ones: what is not like the one may be the other."""
_SURE = 0.9
"""Probability of a kind from which on a tile is an example of it."""
_EXAMPLES = 3
"""So many examples of each kind are compared, the surest."""
_POSSIBLE = 1e-3
"""What is less likely than this is not compared."""
_USUAL, _FEWEST = 0.96, 3
"""How alike two prints of one kind are, where fewer pairs of examples than this tell."""
_LESS = 0.12
"""By so much less alike than usual, a print is as likely to be of another kind."""
_BLANK = 2.0
"""Deviation of darkness, of 255, under which nothing is printed."""
_STEEP, _MOST = 20.0, 2.5
"""Logarithm of the odds for each unit of likeness beyond, and as far as it counts."""


def judged_together(kinds: F64, patches: U8, doubted: Sequence[int]) -> F64:
    """The probabilities ``kinds`` (n, 16) of what balanced upright patches (n, 64, 48, 3) of one set show, those of the
    rows ``doubted`` weighed by how like they are to the others of each kind."""

    @cache
    def likeness(one: int, other: int) -> float:
        return _likeness(_darkness(patches[one]), _darkness(patches[other]))

    examples = [_examples(kinds[:, kind]) for kind in range(_JOKER + 1)]
    alike = [likeness(*pair) for some in examples for pair in islice(combinations(some, 2), 1)]
    even = (float(np.median(alike)) if len(alike) >= _FEWEST else _USUAL) - _LESS
    out = kinds.copy()
    for row in doubted:
        best = np.full(_JOKER + 1, np.nan)
        for kind in np.flatnonzero(_possible(kinds[row])):
            best[kind] = max((likeness(row, one) for one in examples[kind] if one != row), default=np.nan)
        out[row, :-1] = _weighed(kinds[row, :-1], _either_way_up(best) - even)
    return out


def _weighed(kinds: F64, beyond: F64) -> F64:
    """The probabilities (15,) of what a tile shows, weighed by how much likelier each number or a joker is by its
    likeness ``beyond`` (14,) the usual, not a number where that is unknown; in all as likely as before."""
    odds = np.nan_to_num(np.clip(_STEEP * beyond, -_MOST, _MOST))
    odds[_JOKER] = max(odds[_JOKER], 0.0)
    out = kinds * np.exp([*odds, 0.0])
    return np.asarray(out * kinds.sum() / out.sum())


def _examples(likely: F64) -> list[int]:
    """The rows that are surely of a kind, the surest first."""
    surest = np.argsort(-likely, kind="stable")[:_EXAMPLES]
    return [int(row) for row in surest if likely[row] > _SURE]


def _possible(kinds: F64) -> NDArray[np.bool_]:
    """(14,): which numbers, or a joker, a tile with these probabilities may show."""
    return np.asarray(_either_way_up(kinds[: _JOKER + 1]) > _POSSIBLE)


def _either_way_up(values: F64) -> F64:
    """``values`` (14,) with the larger of a 6 and a 9 for both."""
    out = values.copy()
    out[list(_TURNABLE)] = np.fmax(*values[list(_TURNABLE)])
    return out


def _likeness(one: U8, other: U8) -> float:
    """The correlation of what is printed in ``one`` (64, 48) with where it fits best in ``other``; nothing is like a
    blank."""
    if min(one[_PRINT].std(), other[_PRINT].std()) < _BLANK:
        return 0.0
    return float(cv2.matchTemplate(other[_AROUND], one[_PRINT], cv2.TM_CCOEFF_NORMED).max())


def _darkness(patch: U8) -> U8:
    """How dark a patch (64, 48, 3) is in its darkest channel, (64, 48)."""
    return np.asarray(cv2.GaussianBlur(255 - patch.min(axis=2), (0, 0), 1.0), np.uint8)
