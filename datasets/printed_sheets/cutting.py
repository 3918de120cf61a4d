"""Cut the tiles of a printed sheet out of the picture of its page."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

U8 = NDArray[np.uint8]
_LEAST_SHARE = 0.002
"""Of the page: nothing smaller is a tile."""
_SAME_ROW = 0.5
"""Of a tile's height."""


def tiles_of(page: U8) -> tuple[U8, ...]:
    """The tiles (h, w, 3) of a page (height, width, 3), row by row from the left, cut inside their lines."""
    paper = (page.min(axis=2) < 252).astype(np.uint8)
    outlines, _ = cv2.findContours(paper, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    boxes = [cv2.boundingRect(outline) for outline in outlines]
    boxes = [box for box in boxes if box[2] * box[3] > _LEAST_SHARE * paper.size and box[3] > box[2]]
    rows: list[list[tuple[int, int, int, int]]] = []
    for box in sorted(boxes, key=lambda box: box[1]):
        if rows and box[1] - rows[-1][0][1] < _SAME_ROW * box[3]:
            rows[-1].append(box)
        else:
            rows.append([box])
    return tuple(page[y + 1 : y + h - 1, x + 1 : x + w - 1] for row in rows for x, y, w, h in sorted(row))
