"""Procedural table tops from straight above, of many kinds, with a record of the choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

from datasets.synthetic_tables import random_fields, surface_cloth, surface_plain, surface_print, surface_wood
from datasets.synthetic_tables.random_fields import U8, Extent, Maker, Rng

MAKERS: Mapping[str, tuple[Maker, float]] = {
    **surface_wood.MAKERS,
    **surface_plain.MAKERS,
    **surface_cloth.MAKERS,
    **surface_print.MAKERS,
}
KINDS = tuple(MAKERS)
"""The kinds of table top; each is drawn in proportion to the weight beside its maker."""
_SHARES = np.array([weight for _, weight in MAKERS.values()]) / sum(weight for _, weight in MAKERS.values())


def render_surface(rng: Rng, width_px: int, height_px: int, px_per_mm: float) -> tuple[U8, dict[str, Any]]:
    """A table top (height, width, 3) BGR at ``px_per_mm``, and its random choices (JSON-able)."""
    extent = Extent(height_px, width_px, px_per_mm)
    kind = KINDS[int(rng.choice(len(KINDS), p=_SHARES))]
    bgr, record = render_kind(rng, kind, extent)
    if rng.random() < 0.1:
        bgr, record["beyond"] = _with_edge(rng, bgr, extent)
    if rng.random() < 0.35:
        bgr = _used(rng, bgr, extent)
        record["used"] = True
    return bgr, record


def render_kind(rng: Rng, kind: str, extent: Extent) -> tuple[U8, dict[str, Any]]:
    """A top of one of ``KINDS``, its grain or bands across, down or slightly turned."""
    down = bool(rng.random() < 0.5)
    turn_deg = float(rng.choice([0.0, rng.normal(0, 8)]))
    laid = Extent(extent.width_px, extent.height_px, extent.px_per_mm) if down else extent
    bgr, record = MAKERS[kind][0](rng, laid)
    if down:
        bgr = cv2.rotate(bgr, cv2.ROTATE_90_CLOCKWISE)
    if turn_deg:
        center = (extent.width_px / 2, extent.height_px / 2)
        matrix = cv2.getRotationMatrix2D(center, turn_deg, 1.0)
        size = (extent.width_px, extent.height_px)
        bgr = cv2.warpAffine(bgr, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    return np.asarray(bgr, np.uint8), {"kind": kind, **record, "down": down, "turn_deg": round(turn_deg, 1)}


def _with_edge(rng: Rng, bgr: U8, extent: Extent) -> tuple[U8, str]:
    """The top ends at a straight edge; beyond it lies another surface, darker and further down."""
    kind = KINDS[int(rng.integers(len(KINDS)))]
    half = Extent(extent.height_px // 2 + 1, extent.width_px // 2 + 1, extent.px_per_mm / 3)
    floor, _ = render_kind(rng, kind, half)
    floor = cv2.resize(floor, (extent.width_px, extent.height_px))
    angle, reach = rng.uniform(0, 2 * np.pi), float(rng.uniform(0.15, 0.5))
    across = (np.arange(extent.width_px, dtype=np.float32) / extent.width_px - 0.5) * np.float32(np.cos(angle))
    down = (np.arange(extent.height_px, dtype=np.float32) / extent.height_px - 0.5) * np.float32(np.sin(angle))
    past_px = (across[None] + down[:, None] - np.float32(reach)) * np.float32(extent.width_px)
    throw = max(3.0, float(rng.uniform(10, 60)) * extent.px_per_mm)
    dark = np.clip(past_px / np.float32(throw), 0, 1) * np.float32(0.7) - np.float32(rng.uniform(0.75, 0.95))
    floor = random_fields.shaded(np.asarray(floor, np.uint8), dark.astype(np.float32), 1.0)
    return np.where((past_px > 0)[..., None], floor, bgr), kind


def _used(rng: Rng, bgr: U8, extent: Extent) -> U8:
    """Traces of use: crumbs, scratches, rings left by cups."""
    scale = extent.px_per_mm
    marked = bgr.copy()
    for _ in range(int(rng.integers(0, 14))):
        center = int(rng.integers(extent.width_px)), int(rng.integers(extent.height_px))
        crumb = random_fields.hsv(
            float(rng.uniform(15, 50)), float(rng.uniform(0.1, 0.6)), float(rng.uniform(0.1, 0.95))
        )
        cv2.circle(marked, center, max(1, round(float(rng.uniform(0.3, 1.6)) * scale)), crumb, -1, cv2.LINE_AA)
    tone = (255, 255, 255) if rng.random() < 0.5 else (0, 0, 0)
    for _ in range(int(rng.integers(0, 6))):
        start = rng.uniform(0, 1, 2) * (extent.width_px, extent.height_px)
        end = start + rng.normal(0, 60 * scale, 2)
        line = np.round(np.stack([start, end])).astype(np.int32)
        cv2.polylines(marked, [line], False, tone, max(1, round(0.3 * scale)), cv2.LINE_AA)
    if rng.random() < 0.25:
        center = int(rng.integers(extent.width_px)), int(rng.integers(extent.height_px))
        radius, width = round(float(rng.uniform(25, 45)) * scale) + 1, max(1, round(float(rng.uniform(0.8, 3)) * scale))
        cv2.circle(marked, center, radius, (40, 60, 80) if rng.random() < 0.7 else (235, 235, 235), width, cv2.LINE_AA)
    share = float(rng.uniform(0.1, 0.45))
    return np.asarray(cv2.addWeighted(marked, share, bgr, 1 - share, 0), np.uint8)
