"""Contact sheets of errors: an enlarged crop of each, with label, reading and confidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.belief import Belief

U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]
CELL_PX = 150
CAPTION_PX = 34
COLUMNS, ROWS = 10, 7
MARGIN = 0.3
"""The margin of a crop, as a share of the tile's longer side."""
FONT = cv2.FONT_HERSHEY_SIMPLEX
"""Captions are ASCII: every version of OpenCV can draw it."""


@dataclass(frozen=True, slots=True, eq=False)
class Failure:
    """One error: ``cutting`` is BGR uint8 of shape (CELL_PX, CELL_PX, 3)."""

    kind: str
    """``wrong`` face, ``missed`` tile or ``invented`` place."""
    cutting: U8
    caption: tuple[str, str]
    rank: float = 0.0
    """The sort key on the sheet: the most confident mistakes come first."""


def wrong_face(label: str, belief: Belief, cutting: U8, name: str) -> Failure:
    """A correctly detected tile with a wrong face."""
    said = f"{label} > {belief.best} {belief.confidence:.2f}"
    return Failure("wrong", cutting, (said, name), belief.confidence)


def cutting_around(bgr: U8, outline: F32) -> U8:
    """An enlarged crop around the place ``outline`` (n, 2) px of a picture, with its outline."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    side = float(max(*(high - low), 8.0)) * (1 + 2 * MARGIN)
    corner = (low + high) / 2 - side / 2
    scale = CELL_PX / side
    cell_from_image = np.array([[scale, 0, -corner[0] * scale], [0, scale, -corner[1] * scale]], np.float32)
    cell = cv2.warpAffine(bgr, cell_from_image, (CELL_PX, CELL_PX), flags=cv2.INTER_LINEAR if scale > 1 else 3)
    drawn = ((outline - corner) * scale).round().astype(np.int32)
    cv2.polylines(cell, [drawn], True, (60, 200, 60), 1, cv2.LINE_AA)
    return np.asarray(cell, np.uint8)


def sheets(failures: Sequence[Failure]) -> tuple[tuple[str, U8], ...]:
    """Contact sheets as (file name, picture): one per kind of error, the most confident first."""
    pages: list[tuple[str, U8]] = []
    for kind in sorted({failure.kind for failure in failures}):
        alike = sorted((failure for failure in failures if failure.kind == kind), key=lambda failure: -failure.rank)
        starts = range(0, len(alike), COLUMNS * ROWS)
        pages += [
            (f"{kind}-{page:02d}.png", _sheet(alike[start : start + COLUMNS * ROWS]))
            for page, start in enumerate(starts, 1)
        ]
    return tuple(pages)


def _sheet(failures: Sequence[Failure]) -> U8:
    cells = [_cell(failure) for failure in failures]
    blank = np.full_like(cells[0], 255)
    columns = min(COLUMNS, len(cells))
    cells += [blank] * (-len(cells) % columns)
    lines = [np.hstack(cells[start : start + columns]) for start in range(0, len(cells), columns)]
    return np.asarray(np.vstack(lines), np.uint8)


def _cell(failure: Failure) -> U8:
    cell = np.full((CELL_PX + CAPTION_PX, CELL_PX + 4, 3), 255, np.uint8)
    cell[:CELL_PX, 2 : 2 + CELL_PX] = failure.cutting
    said, name = (line.encode("ascii", "replace").decode() for line in failure.caption)
    cv2.putText(cell, said[:20], (3, CELL_PX + 14), FONT, 0.45, (0, 0, 0), 1, cv2.LINE_AA)
    cv2.putText(cell, name[-24:], (3, CELL_PX + 29), FONT, 0.34, (110, 110, 110), 1, cv2.LINE_AA)
    return cell
