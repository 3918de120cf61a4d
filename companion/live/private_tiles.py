"""Cover racks in view, and other objects outside the game, in the pictures that people are shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.game_tracking.observer import OutlinesMm
from companion.matches.meld_outlines import Outline
from vision.watching.frame_results import SeenTable

_COLOUR = (96, 96, 96)
JPEG_QUALITY = 85
_BLURRED_PX = 48
"""The side of a picture on which no tile can be read: of a table that fills it a tile is two pixels wide."""


def private_areas(table: SeenTable, outlines_mm: OutlinesMm) -> tuple[Outline, ...]:
    """What objects take up in the picture of a table, in fractions of it."""
    return tuple(
        tuple((float(x), float(y)) for x, y in table.fix.in_picture(corners) / np.array(table.size_px))
        for corners in outlines_mm
    )


def covered(jpeg: bytes, areas: Sequence[Outline]) -> bytes:
    """The picture with the areas painted over; empty where it cannot be read, for it may show what is private."""
    if not (areas and jpeg):
        return jpeg
    bgr = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if bgr is None:
        return b""
    height, width = bgr.shape[:2]
    for area in areas:
        cv2.fillConvexPoly(bgr, np.round(np.array(area) * (width, height)).astype(np.int32), _COLOUR)
    return _encoded(bgr)


def blurred(jpeg: bytes) -> bytes:
    """The picture so that no tile can be read; empty where it cannot be read."""
    bgr = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) if jpeg else None
    if bgr is None:
        return b""
    height, width = bgr.shape[:2]
    scale = min(1.0, _BLURRED_PX / max(height, width))
    small = cv2.resize(bgr, (max(1, round(width * scale)), max(1, round(height * scale))), interpolation=cv2.INTER_AREA)
    return _encoded(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR))


def _encoded(bgr: NDArray[Any]) -> bytes:
    return bytes(cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1])
