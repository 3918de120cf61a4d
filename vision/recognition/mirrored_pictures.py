"""Detect and undo mirrored pictures, as front cameras store them, in which a 5 is read as a certain 2."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.geometry import F32
from vision.predictions import NUMBERS, Predictions
from vision.reading import Frame

U8 = NDArray[np.uint8]
_FEWEST = 4
"""The fewest faces for a decision: 1, 4, 8 and joker look about the same in a mirror."""
_SURE = 0.9
_MOST_SURE, _MUCH_SURER = 0.75, 0.3
"""A larger certain share of the faces means that a picture is not mirrored (at most 0.62 in 25 mirrored ones); and
by how much that share must grow in the mirror image (to about 1 in them)."""


def is_mirrored(look: Predictions, patches: U8, read: Callable[[U8], Predictions]) -> bool:
    """Whether ``patches`` (n, 64, 48, 3), predicted as ``look``, are mirrored.

    So they are if, once mirrored, far more of them are ``read`` with certainty.
    """
    faces = look.has_face()
    plain = _part_sure(look.only(faces)) if faces.sum() >= _FEWEST else 1.0
    if plain > _MOST_SURE:
        return False
    return _part_sure(read(np.ascontiguousarray(patches[faces][:, :, ::-1]))) >= plain + _MUCH_SURER


def mirrored_frame(frame: Frame) -> Frame:
    """The picture mirrored left to right."""
    nearer = frame.nearer
    return replace(
        frame,
        bgr=np.ascontiguousarray(frame.bgr[:, ::-1]),
        nearer=(lambda: mirrored_frame(nearer())) if nearer else None,
    )


def in_mirror(corners_px: F32, width_px: int) -> F32:
    """Corners (4, 2) in the mirror image of a picture of that width, again clockwise."""
    swapped = corners_px[[1, 0, 3, 2]]
    return np.asarray(np.column_stack([width_px - swapped[:, 0], swapped[:, 1]]), np.float32)


def _part_sure(look: Predictions) -> float:
    """The fraction of the patches that certainly show some number."""
    return float((look.kind[:, :NUMBERS].max(axis=1) >= _SURE).mean())
