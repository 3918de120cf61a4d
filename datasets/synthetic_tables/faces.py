"""Texture of one face of one tile: print and wear, without light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables import wear
from datasets.synthetic_tables.bare_tile import F32, U8, blank_of, groove
from datasets.synthetic_tables.prints import InkLayer, layers_of
from datasets.synthetic_tables.set_design import SetDesign

_STEEPEST = 0.92
"""Sine of the steepest tilt that a face may have."""


@dataclass(frozen=True, slots=True, eq=False)
class FaceTexture:
    """A face from straight above, the number upright; the outline touches all four edges."""

    bgra: U8
    """(h, w, 4): the colour of the material itself, alpha inside the outline."""
    normals: NDArray[np.int8]
    """(h, w, 2): tilt of the surface to the right and down, 127 for a wall that looks sideways."""


def render_face(look: SetDesign, face: str, rng: np.random.Generator) -> FaceTexture:
    """``face`` (a name in ``vision.belief.FACE_NAMES``) of one tile of the set; ``rng`` makes the tile its own."""
    blank = blank_of(look, face == "back")
    layers = layers_of(look, face, int(rng.integers(len(look.jokers))))
    albedo, normals = wear.plastic(look, blank, rng), blank.normals.copy()
    shift = wear.print_shift(look, blank.alpha.shape, rng)
    for layer in layers:
        mask = _shifted(layer, shift)
        if layer.depth:
            normals[layer.where] += groove(mask, layer.softness_px, layer.depth)
        if layer.bgr is not None:
            normals[layer.where] += groove(mask, 4.0, -1.2 * look.ink_gloss)
            cover = wear.worn_cover(mask, look, rng)[..., None]
            under = albedo[layer.where]
            under += (wear.paint(layer.bgr, mask, look, rng) - under) * cover
    albedo = wear.scratched(wear.dirtied(albedo, blank, look, rng), look, rng)
    color = cv2.convertScaleAbs(np.maximum(albedo, 0))
    return FaceTexture(np.dstack([color, blank.alpha]).astype(np.uint8, copy=False), _as_int8(normals))


def _shifted(layer: InkLayer, shift: NDArray[np.float64]) -> U8:
    """The layer's mask, warped by the matrix ``shift`` of the whole face."""
    corner = np.array([layer.where[1].start, layer.where[0].start])
    local = np.column_stack([shift[:, :2], shift[:, 2] + shift[:, :2] @ corner - corner])
    return np.asarray(cv2.warpAffine(layer.mask, local, layer.mask.shape[::-1]))


def _as_int8(normals: F32) -> NDArray[np.int8]:
    """Normals times 127, clipped where too steep."""
    length = cv2.magnitude(normals[..., 0], normals[..., 1])
    scale = np.minimum(127, np.float32(127 * _STEEPEST) / np.maximum(length, np.float32(1e-6)))
    return np.asarray((normals * scale[..., None]).astype(np.int8))
