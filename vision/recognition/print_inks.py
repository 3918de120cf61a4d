"""Choose the part of a tile's print that determines its colour: some makers print the mark below the number in one ink.

Such a mark is often the darkest of all that is printed. Elsewhere it has the number's ink, and tells more than a thin
number does.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.order_statistics import median
from vision.recognition.inks import KnownInks, color_probabilities, ink_features

F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]

_NUMBER_ROWS, _MARK_ROWS = slice(9, 36), slice(36, 56)
_SHARE = 0.12
"""Part of those rows that surely is ink."""
_FEWEST = 8
"""Tiles without which nothing is known of their marks."""
_DARK = 0.55
"""A mark is at least so dark beside its number."""
_ALIKE = 0.4
"""Marks of one ink differ at most so much from one another as the numbers do."""


def print_inks(patches: U8) -> F64:
    """(n, 3, 4) for balanced patches (n, 64, 48, 3): ink features of the whole print, of the number, and of the mark.

    As `vision.recognition.inks.ink_features` gives them.
    """
    number, mark = (ink_features(patches, rows, _SHARE) for rows in (_NUMBER_ROWS, _MARK_ROWS))
    return np.stack([ink_features(patches), number, mark], axis=1)


def colors_of(prints: F64, alone: F64, inks: KnownInks | None = None) -> F64:
    """Colour probabilities (n, 4) of tiles with these ``prints`` (n, 3, 4), by ``inks.agree``.

    By the numbers alone where the marks share one ink, and by the whole print for a set of ``inks`` inks.
    """
    whole, number, mark = (prints[:, part] for part in range(3))
    return color_probabilities(number if inks is None and _are_of_one_ink(number, mark) else whole, alone, inks)


def _are_of_one_ink(number: F64, mark: F64) -> bool:
    """Whether all tiles have a mark, and the marks agree where the numbers (n, 4) do not."""
    if len(number) < _FEWEST or median(mark[:, -1] / number[:, -1]) < _DARK:
        return False
    return bool(mark[:, :-1].var(axis=0).sum() < _ALIKE * number[:, :-1].var(axis=0).sum())
