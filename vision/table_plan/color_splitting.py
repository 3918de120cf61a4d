"""Split what seems to be one object because two of different colours touch, as a box and the muertos beside it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

F32 = NDArray[np.float32]
_LEAST, _IN_ONE = 0.15, 0.7
"""The smallest share of both that each colour covers, and how much of a colour lies in one piece."""
_APART = 30.0
"""Distance of two colours in Lab of 8 bits from which they are those of two objects."""
_LIGHT = 0.3
"""The weight of a lightness difference against a colour difference: one object has light and dark sides."""
_MOST_PX, _ITERATIONS = 2000, 20
"""Samples that tell the two colours, and rounds until they are told apart."""


def split_by_color(inside: NDArray[np.bool_], lab: F32) -> tuple[NDArray[np.bool_], ...]:
    """The object ``inside`` (h, w) a picture in ``lab`` (h, w, 3), 8 bits; two where each lies in one piece."""
    colors = lab[inside] * np.array([_LIGHT, 1, 1], np.float32)
    some = colors[:: max(1, len(colors) // _MOST_PX)]
    spread = np.linalg.svd(some - some.mean(axis=0), full_matrices=False)[2][0]
    by_color = ((some - some.mean(axis=0)) @ spread > 0).astype(np.int32)
    criteria = (cv2.TERM_CRITERIA_COUNT, _ITERATIONS, 0)
    _, _, middles = cv2.kmeans(some, 2, by_color, criteria, 1, cv2.KMEANS_USE_INITIAL_LABELS)
    if np.linalg.norm(middles[0] - middles[1]) < _APART:
        return (inside,)
    nearer = np.linalg.norm(colors[:, None] - middles, axis=2).argmin(axis=1)
    pieces = []
    for color in range(2):
        mask = inside.copy()
        mask[inside] = nearer == color
        piece = _largest(mask)
        if piece.sum() <= max(_LEAST * len(colors), _IN_ONE * mask.sum()):
            return (inside,)
        pieces.append(piece)
    return tuple(pieces)


def _largest(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(h, w): its largest piece, without what is narrow and without its holes."""
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    outlines, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    filled = np.zeros_like(opened)
    if outlines:
        cv2.drawContours(filled, [max(outlines, key=cv2.contourArea)], -1, (1,), cv2.FILLED)
    return filled > 0
