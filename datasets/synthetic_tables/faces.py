"""One face of one tile of a set, with what years of play did to it, and without any light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables.blanks import F32, Blank, blank_of, groove
from datasets.synthetic_tables.looks import Look
from datasets.synthetic_tables.prints import Layer, layers_of

U8 = NDArray[np.uint8]
Rng = np.random.Generator
_STEEPEST = 0.92


@dataclass(frozen=True, slots=True, eq=False)
class FaceTexture:
    """A face seen straight on, the number upright; the outline touches all four edges."""

    bgra: U8
    """(h, w, 4): the colour of the material itself, alpha inside the outline."""
    normals: NDArray[np.int8]
    """(h, w, 2): tilt of the surface to the right and down, 127 for a wall that looks sideways."""


def render_face(look: Look, face: str, rng: Rng) -> FaceTexture:
    """``face`` (a name in ``vision.belief.FACE_NAMES``) of one tile of the set; ``rng`` makes the tile its own."""
    blank = blank_of(look)
    layers = layers_of(look, face, int(rng.integers(len(look.jokers))))
    albedo, normals = _plastic(look, blank, rng), blank.normals.copy()
    shift = _print_shift(look, rng)
    for layer in layers:
        mask = cv2.warpAffine(layer.mask, shift, layer.mask.shape[::-1], flags=cv2.INTER_LINEAR)
        if layer.depth:
            normals += groove(mask, layer.softness_px, layer.depth)
        if layer.bgr is not None:
            albedo = _painted(albedo, mask, layer, look, rng)
    albedo = _scratched(_dirty(albedo, blank, look, rng), look, rng)
    bgra = np.dstack([np.clip(albedo, 0, 255).astype(np.uint8), blank.alpha])
    return FaceTexture(bgra, _as_int8(normals))


def _as_int8(normals: F32) -> NDArray[np.int8]:
    length = np.hypot(normals[..., 0], normals[..., 1])
    scale = 127 * np.minimum(1, _STEEPEST / np.maximum(length, 1e-6))
    return np.asarray((normals * scale[..., None]).astype(np.int8))


def _cloud(shape: tuple[int, int], cells: int, rng: Rng) -> F32:
    """Smooth noise (h, w) around 0 with a deviation near 1, ``cells`` blobs along the height."""
    coarse = rng.standard_normal((cells + 3, max(2, cells * shape[1] // shape[0]) + 3), dtype=np.float32)
    return np.asarray(cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC))


def _plastic(look: Look, blank: Blank, rng: Rng) -> F32:
    """The bare material (h, w, 3), float32 BGR: a shade per tile, slow stains, grain."""
    base = np.array(look.base_bgr, np.float32) * (1 + rng.normal(0, 0.012))
    shade = 1 + _cloud(blank.rim.shape, 4, rng) * (0.006 + 0.02 * look.wear)
    if look.grain > 0.02:
        shade += _cloud(blank.rim.shape, 120, rng) * 0.03 * look.grain
    aged = np.array([0.94, 0.985, 1.0], np.float32) ** (look.wear * 3 * rng.uniform(0.3, 1))
    return np.asarray(shade[..., None] * (base * aged), dtype=np.float32)


def _print_shift(look: Look, rng: Rng) -> NDArray[np.float64]:
    """Matrix (2, 3) that moves and turns the print a little on this tile."""
    height, width = blank_of(look).rim.shape
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), rng.normal(0, 30 * look.print_shift), 1)
    matrix[:, 2] += np.clip(rng.normal(0, look.print_shift * height, 2), -0.03 * height, 0.03 * height)
    return np.asarray(matrix)


def _painted(albedo: F32, mask: U8, layer: Layer, look: Look, rng: Rng) -> F32:
    """``albedo`` with one ink on it: ragged at its edges, thin or lost in places, darker where it gathered."""
    cover = mask.astype(np.float32) / 255
    if look.raggedness > 0.03:
        soft = cv2.GaussianBlur(cover, (0, 0), 1.2) + _cloud(mask.shape, 70, rng) * 0.22 * look.raggedness
        cover = np.clip((soft - 0.5) * 2.5 + 0.5, 0, 1) * (cv2.dilate(mask, None) > 0)
    if look.paint_loss > 0.02:
        worn = _cloud(mask.shape, 9, rng) + 0.5 * _cloud(mask.shape, 60, rng)
        cover *= 1 - np.clip((worn - 2.6 + 2.0 * look.paint_loss) * 2.0, 0, 0.85)
    ink = np.array(layer.bgr, np.float32) * (1 + rng.normal(0, 0.025, 3).astype(np.float32))
    tone = 1 + _cloud(mask.shape, 6, rng) * 0.04
    if look.pooling > 0.02:
        tone -= look.pooling * 0.6 * (1 - cv2.GaussianBlur(mask, (0, 0), 2.5).astype(np.float32) / 255)
    cover = cover[..., None]
    return np.asarray(albedo * (1 - cover) + tone[..., None] * ink * cover, dtype=np.float32)


def _dirty(albedo: F32, blank: Blank, look: Look, rng: Rng) -> F32:
    """Grime that gathers along the rim and in spots."""
    if look.dirt < 0.02:
        return albedo
    edge = np.exp(-blank.rim / (6 + 10 * rng.random()))
    spots = np.clip(_cloud(blank.rim.shape, 14, rng) - 1.7, 0, 1) * 0.5
    grime = look.dirt * rng.uniform(0.2, 0.8) * np.clip(edge * 0.5 + spots, 0, 1)
    return np.asarray(albedo * (1 - grime[..., None] * np.array([0.85, 0.7, 0.6], np.float32)), dtype=np.float32)


def _scratched(albedo: F32, look: Look, rng: Rng) -> F32:
    """A few thin lines, lighter or darker than what they cross."""
    height, width = albedo.shape[:2]
    for _ in range(int(rng.poisson(4 * look.scratches))):
        start = rng.uniform(0, 1, 2) * (width, height)
        end = start + rng.normal(0, 0.25, 2) * height
        line = np.zeros((height, width), np.uint8)
        ends = np.round(np.stack([start, end]) * 16).astype(int).tolist()
        cv2.line(line, ends[0], ends[1], int(rng.integers(40, 130)), 1, cv2.LINE_AA, 4)
        touched = line > 0
        tone = 1.25 if rng.random() < 0.5 else 0.75
        albedo[touched] *= 1 + (tone - 1) * line[touched][:, None].astype(np.float32) / 255
    return albedo
