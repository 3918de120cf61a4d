"""Place tiles and racks by kind of scene."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from datasets.physical_tables import heaps
from datasets.physical_tables.meshes import Mesh, joined, speck
from datasets.physical_tables.racks import RackPose, on_rack, rack_mesh, sample_rack
from datasets.physical_tables.tile_mesh import Outline
from datasets.synthetic_tables.laying import Start, meld_faces, row_of
from datasets.synthetic_tables.layouts import arrange
from datasets.synthetic_tables.scene import F64, TilePose, turned

Rng = np.random.Generator
SHARES = {"rack": 0.36, "melds": 0.19, "grid": 0.05, "scatter": 0.08, "heap": 0.14, "stacks": 0.06, "walls": 0.05,
          "few": 0.07}  # fmt: skip
"""The kinds of scenes and how often each is drawn."""


@dataclass(frozen=True, slots=True, eq=False)
class Placement:
    """Placed tiles, and the racks among them as one mesh."""

    tiles: tuple[TilePose, ...]
    racks: Mesh
    record: dict[str, Any]


def place(rng: Rng, kind: str, outline: Outline, extent: tuple[float, float]) -> Placement:
    """A scene of ``kind`` around the origin; ``extent``: its radius in millimetres, the camera's tilt in radians."""
    size = outline.size_mm
    radius = min(extent[0], 8 * size[1])
    if kind == "rack":
        return _racks(rng, outline, radius, extent[1])
    if kind == "heap":
        return Placement(heaps.heap(rng, size, radius), speck(), {})
    if kind == "stacks":
        return Placement(heaps.stacks(rng, size, radius), speck(), {})
    lay = turned(
        arrange(rng, size, radius, kind), float(rng.uniform(-np.pi, np.pi)), rng.uniform(-0.3, 0.3, 2) * radius
    )
    return Placement(lay.tiles, speck(), lay.record)


def _racks(rng: Rng, outline: Outline, radius: float, tilt: float) -> Placement:
    """One rack in the middle of the picture, sometimes another behind it and a row of tiles before it."""
    yaw = float(rng.normal(0, 0.2) if rng.random() < 0.4 else rng.uniform(-1.15, 1.15))
    length = min(3 * radius, outline.size_mm[0] * float(rng.uniform(5, 16)))
    shape = sample_rack(rng, outline.size_mm, length)
    upright = RackPose(yaw, np.zeros(3))
    tiles = list(on_rack(rng, shape, upright, outline))
    stand = RackPose(yaw, _aimed(rng, tiles, tilt))
    tiles = [replace(t, center_mm=t.center_mm + stand.at_mm) for t in tiles]
    meshes = [rack_mesh(shape, stand, outline.size_mm[2])]
    back = np.array([-np.sin(yaw), np.cos(yaw), 0.0])
    if rng.random() < 0.3:
        away = RackPose(yaw + float(rng.normal(0, 0.3)), stand.at_mm + back * outline.size_mm[1] * rng.uniform(5, 9))
        tiles += [replace(t, row=t.row + 10) for t in on_rack(rng, shape, away, outline)]
        meshes.append(rack_mesh(shape, away, outline.size_mm[2]))
    if rng.random() < 0.35:
        tiles += _before(rng, stand, outline, back)
    record = {"yaw_deg": round(float(np.degrees(yaw))), "lean_deg": round(shape.lean_deg), "steps": shape.steps}
    return Placement(tuple(tiles), joined(meshes), record)


def _aimed(rng: Rng, tiles: Sequence[TilePose], tilt: float) -> F64:
    """The shift that brings some tile of a rack near the centre of the picture of a camera tilted by ``tilt``."""
    spot = tiles[int(rng.integers(len(tiles)))].center_mm
    nearer = spot[2] * np.tan(tilt)
    return np.array([-spot[0], -spot[1] - nearer, 0.0])


def _before(rng: Rng, stand: RackPose, outline: Outline, back: F64) -> list[TilePose]:
    """A row on the table before the rack."""
    size = outline.size_mm
    start = stand.at_mm - back * size[1] * rng.uniform(1.2, 2.5)
    right = np.array([back[1], -back[0]])
    angle = stand.yaw + float(rng.normal(0, 0.05))
    faces = meld_faces(rng, int(rng.integers(2, 8)))
    begin = Start(start[:2] + right * size[0] * rng.uniform(-5, 1), angle, 90)
    return row_of(rng, faces, begin, size)
