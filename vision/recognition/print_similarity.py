"""Compare the prints of one set with one another: every 7 of a maker looks alike.

A print that may be a 1 or a 7 is a 7 where it resembles the sevens of the same set and not its ones. Two prints are
compared by normalised cross-correlation of their darkness at the best offset, independent of ink colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, islice, pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detection.patches import least_channel
from vision.predictions import JOKER, TURNABLE

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]

_AROUND = (slice(6, 58), slice(6, 42))
"""Rows and columns of a patch that are a print."""
_NUMBER = (slice(8, 44), slice(8, 28))
"""Those of a print in which the number is, and little else; it is looked for in all of another."""
_SURE = 0.9
"""Probability of a kind from which on a tile is an example of it."""
_EXAMPLES = 3
"""The number of examples compared for each kind, the most certain ones."""
_POSSIBLE = 1e-3
"""The probability below which a kind is not compared."""
_USUAL, _USUAL_OTHERS, _FEWEST = 0.96, 0.7, 3
"""The usual similarity of two prints of one kind and of different kinds, used where fewer pairs of examples are
available."""
_LEAST_APART = 0.08
"""The smallest informative difference between both similarities; below it all is shaken or defocused."""
_LESS = 0.12
"""The decrease in similarity at which a print is as likely of another kind."""
_BLANK = 2.0
"""Deviation of darkness, of 255, under which nothing is printed."""
_STEEP, _MOST = 20.0, 2.5
"""Logarithm of the odds for each unit of likeness beyond, and as far as it counts."""


def prints_of(patches: U8) -> U8:
    """The darkness of upright balanced patches (n, 64, 48, 3) in their darkest channel, cropped to (n, 52, 36)."""
    dark = (cv2.GaussianBlur(patch, (0, 0), 1.0)[_AROUND] for patch in 255 - least_channel(patches))
    return np.array([*dark], np.uint8).reshape(len(patches), 52, 36)


def refine_by_similarity(kinds: F64, prints: U8, doubted: Sequence[int]) -> F64:
    """The kind probabilities ``kinds`` (n, 16) of the ``prints`` (n, 52, 36) of one set, refined by comparison.

    Only the rows ``doubted`` change, weighed by their similarity to the others of each kind.
    """
    out = kinds.copy()
    if not len(doubted):
        return out
    examples, similar = [_examples(kinds[:, kind]) for kind in range(JOKER + 1)], _Similarity.of(prints)
    usual, others = _alike(examples, similar)
    if usual - others <= _LEAST_APART:
        return out
    for row in doubted:
        out[row, :-1] = _weighed(kinds[row, :-1], row, examples, similar, usual)
    return out


@dataclass(frozen=True, slots=True, eq=False)
class _Similarity:
    """How alike any two of n prints are."""

    prints: U8
    """(n, 52, 36)."""
    is_blank: NDArray[np.bool_]
    """(n,): where no number is printed."""

    @staticmethod
    def of(prints: U8) -> _Similarity:
        numbers = prints[:, *_NUMBER].reshape(len(prints), -1)
        return _Similarity(prints, np.asarray(numbers.std(axis=1) < _BLANK))

    def __call__(self, row: int, other: int) -> float:
        """The best correlation of the number in a print over offsets in another; 0 for a blank."""
        if self.is_blank[row] or self.is_blank[other]:
            return 0.0
        return float(cv2.matchTemplate(self.prints[other], self.prints[row][_NUMBER], cv2.TM_CCOEFF_NORMED).max())


def _alike(examples: Sequence[Sequence[int]], similar: _Similarity) -> tuple[float, float]:
    """The median similarity of two ``examples`` of one kind, and of two of different kinds."""
    equal = [pair for some in examples for pair in islice(combinations(some, 2), 1)]
    unlike = list(pairwise(some[0] for some in examples if some))
    return _median_likeness(similar, equal, _USUAL), _median_likeness(similar, unlike, _USUAL_OTHERS)


def _median_likeness(similar: _Similarity, pairs: Sequence[tuple[int, int]], usual: float) -> float:
    """The median similarity over ``pairs`` of prints, or ``usual`` where they are few."""
    alike = [similar(*pair) for pair in pairs]
    return float(np.median(alike)) if len(alike) >= _FEWEST else usual


def _weighed(kinds: F64, row: int, examples: Sequence[Sequence[int]], similar: _Similarity, usual: float) -> F64:
    """The probabilities ``kinds`` (15,) of the print ``row``, weighed by its similarity to the ``examples`` of each
    kind.

    ``usual`` is the similarity of two prints of one kind; the total probability is kept.
    """
    best = np.full(JOKER + 1, np.nan)
    for kind in np.flatnonzero(_either_way_up(kinds[: JOKER + 1]) > _POSSIBLE).tolist():
        best[kind] = max((similar(row, other) for other in examples[kind] if other != row), default=np.nan)
    odds = np.nan_to_num(np.clip(_STEEP * (_either_way_up(best) - usual + _LESS), -_MOST, _MOST))
    odds[JOKER] = max(odds[JOKER], 0.0)  # a set may have two different ones
    out = kinds * np.exp([*odds, 0.0])
    return np.asarray(out * kinds.sum() / out.sum())


def _examples(likely: F64) -> list[int]:
    """The rows that are certainly of a kind, the most certain first."""
    surest = np.argsort(-likely, kind="stable")[:_EXAMPLES]
    return [int(row) for row in surest if likely[row] > _SURE]


def _either_way_up(values: F64) -> F64:
    """``values`` (14,) with 6 and 9 both set to their maximum: a print alone cannot tell them apart."""
    out = values.copy()
    out[TURNABLE] = np.fmax(*values[TURNABLE])
    return out
