"""The outlines of a table's melds in the picture that showed it."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from companion.game_tracking.observation import Faces
from companion.matches.meld_outlines import MOST_MELDS, Outline, OutlinedMeld
from engine.tiles import FACES
from vision.table_plan.zones import MELD_ZONES
from vision.watching.frame_results import SeenTable

_NAMES = frozenset(map(str, FACES))


def outlined_in(table: SeenTable | None, lying: Faces) -> tuple[OutlinedMeld, ...]:
    """The rows of a table that are melds; ``lying`` gives the face of each tile by number."""
    return tuple(_rows(table, lying))[:MOST_MELDS] if table else ()


def _rows(table: SeenTable, lying: Faces) -> Iterator[OutlinedMeld]:
    tiles, numbers = table.settled.reading.tiles, table.settled.numbers
    for row, zone in zip(table.settled.reading.rows, table.zones.rows, strict=True):
        if zone not in MELD_ZONES:
            continue
        read = (lying.get(numbers[at], tiles[at].belief.best) for at in row.tiles)
        faces = tuple(face for face in read if face in _NAMES)
        if faces:
            yield OutlinedMeld(faces, _around([tiles[at].place.corners_px for at in row.tiles], table.size_px))


def _around(corners_px: list[np.ndarray], size_px: tuple[int, int]) -> Outline:
    """The smallest rotated box around some tiles, in fractions of the picture."""
    box = cv2.boxPoints(cv2.minAreaRect(np.concatenate(corners_px).astype(np.float32)))
    shares = np.clip(box / np.array(size_px), 0, 1)
    return tuple((round(float(x), 4), round(float(y), 4)) for x, y in shares)
