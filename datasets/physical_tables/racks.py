"""Racks with one to three grooves, each with a lip in front and a wall behind.

The cross-section is a line in (back, up) that starts at the table before the player and ends at the table behind.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from datasets.physical_tables.meshes import F64, Mesh, joined, patch
from datasets.physical_tables.tile_mesh import Outline
from datasets.synthetic_tables.laying import Z, meld_faces, random_face
from datasets.synthetic_tables.scene import TilePose

Rng = np.random.Generator


@dataclass(frozen=True, slots=True, kw_only=True)
class RackShape:
    """The dimensions of a rack, in millimetres unless said otherwise."""

    length: float
    lean_deg: float
    """The angle of the tiles."""
    steps: int
    climb: float
    """The distance of the next groove, up along the tiles."""
    wall: float
    """Thickness of the boards."""
    lip: float
    """The share of a tile's foot hidden by the board in front."""
    base: float
    """Height of the lowest groove over the table."""
    top: float
    """The height of the last wall along its tiles."""

    @property
    def up(self) -> F64:
        """(2,): the unit vector along a leaning tile."""
        lean = np.radians(self.lean_deg)
        return np.array([np.cos(lean), np.sin(lean)])

    @property
    def out(self) -> F64:
        """(2,): the unit normal of a leaning tile's face."""
        return np.array([-self.up[1], self.up[0]])


@dataclass(frozen=True, slots=True, eq=False)
class RackPose:
    """The pose of a rack: a rotation about z, and the point below its lowest groove."""

    yaw: float
    at_mm: F64

    def space(self, along: F64, section: F64) -> F64:
        """Points (n, 3) from places along the rack (n,) and in its cross-section (n, 2)."""
        right = np.array([np.cos(self.yaw), np.sin(self.yaw), 0.0])
        back = np.array([-np.sin(self.yaw), np.cos(self.yaw), 0.0])
        return self.at_mm + along[:, None] * right + section[:, :1] * back + section[:, 1:] * Z


def sample_rack(rng: Rng, size_mm: tuple[float, float, float], length: float) -> RackShape:
    """A random rack for tiles of ``size_mm``."""
    height = size_mm[1]
    return RackShape(
        length=length, lean_deg=float(rng.uniform(48, 84)),
        steps=int(rng.choice([1, 2, 3, 4], p=[0.22, 0.33, 0.38, 0.07])),
        climb=height * float(rng.uniform(0.3, 0.85)), wall=float(rng.uniform(1.5, 5)),
        lip=height * float(rng.choice([0.02, 0.06, 0.12, 0.2])), base=float(rng.uniform(2, 16)),
        top=height * float(rng.uniform(0.15, 0.95)),
    )  # fmt: skip


def groove(shape: RackShape, thickness: float, step: int) -> F64:
    """The foot of the faces in groove ``step``, in the cross-section (2,)."""
    first = np.array([0.0, shape.base + thickness * shape.up[0]])
    return first + step * (shape.up * shape.climb - shape.out * (thickness + _play(thickness) + shape.wall))


def _play(thickness: float) -> float:
    return 0.12 * thickness


def section(shape: RackShape, thickness: float) -> F64:
    """The cross-section's polyline (n, 2)."""
    up, out = shape.up, shape.out
    line = []
    for step in range(shape.steps):
        foot = groove(shape, thickness, step)
        before, behind = foot + out * _play(thickness) * 0.5, foot - out * thickness * 1.06
        if step == 0:
            crest = before + out * shape.wall + up * shape.lip
            line += [np.array([crest[0] - 0.15 * crest[1], 0.0]), crest]
        line += [before + up * shape.lip, before, behind]
    line += [behind + up * shape.top, behind + up * shape.top - out * shape.wall]
    return np.array([*line, np.array([line[-1][0] + 0.1 * line[-1][1], 0.0])])


def rack_mesh(shape: RackShape, stand: RackPose, thickness: float) -> Mesh:
    """The mesh of the rack; its texture runs along it, 200 mm to one width."""
    line, half = section(shape, thickness), shape.length / 2
    run = np.cumsum([0.0, *np.linalg.norm(np.diff(line, axis=0), axis=1)])
    left, right = (stand.space(np.full(len(line), x), line) for x in (-half, half))
    strips = []
    for i in range(len(line) - 1):
        corners = np.stack([left[i + 1], right[i + 1], right[i], left[i]])
        uv = np.array([[0, run[i + 1]], [shape.length, run[i + 1]], [shape.length, run[i]], [0, run[i]]]) / 200
        strips.append(patch(corners, uv))
        strips += _ends(line[i : i + 2], half, stand)
    return joined(strips)


def _ends(pair: F64, half: float, stand: RackPose) -> list[Mesh]:
    """The end caps of the rack below one segment of its cross-section."""
    ground = np.column_stack([pair[:, 0], np.zeros(2)])
    around = np.stack([pair[0], pair[1], ground[1], ground[0]])
    if pair[1, 0] < pair[0, 0]:
        around = around[[1, 0, 3, 2]]
    near, far = stand.space(np.full(4, -half), around), stand.space(np.full(4, half), around)
    uv = around / 200
    return [patch(near[[1, 0, 3, 2]], uv[[1, 0, 3, 2]]), patch(far, uv)]


def on_rack(rng: Rng, shape: RackShape, stand: RackPose, outline: Outline) -> tuple[TilePose, ...]:
    """Tiles in all grooves, packed or with gaps, each slightly askew; rows are counted from the lowest groove."""
    packed, filled = rng.random() < 0.7, float(rng.choice([0.35, 0.8, 1.0], p=[0.2, 0.3, 0.5]))
    poses: list[TilePose] = []
    for step in range(shape.steps):
        one = _row(rng, shape, outline.size_mm, (packed, filled))
        foot = groove(shape, outline.size_mm[2], step)
        poses += [replace(_leaning(shape, stand, foot, pose), row=step) for pose in one]
    return tuple(poses)


def _row(rng: Rng, shape: RackShape, size: tuple[float, float, float], order: tuple[bool, float]) -> list[TilePose]:
    """One groove's tiles in the frame of its wall: x along the rack, y up the wall, z out of the faces."""
    packed, filled = order
    width, room = size[0], shape.length
    count = max(1, int(room / width * filled))
    faces = meld_faces(rng, count) if rng.random() < 0.6 else [random_face(rng) for _ in range(count)]
    x = -room / 2 + rng.uniform(0, max(0.5, room - count * width * 1.02))
    poses = []
    for face in faces:
        x += 0.0 if packed else width * float(rng.choice([0.0, 0.05, 0.4, 1.2], p=[0.5, 0.3, 0.15, 0.05]))
        if x + width > room / 2:
            break
        tilt = rng.normal(0, 0.008)
        right = np.array([np.cos(tilt), np.sin(tilt), 0.0])
        center = np.array([x + width / 2, size[1] / 2 + width / 2 * abs(np.sin(tilt)), -rng.uniform(0, 0.05) * size[2]])
        poses.append(TilePose(face, center, right, np.array([-right[1], right[0], 0.0]), size))
        x += width * (1.003 + abs(tilt) + 0.02 * rng.random() ** 3)
    return poses


def _leaning(shape: RackShape, stand: RackPose, foot: F64, pose: TilePose) -> TilePose:
    """Transform a tile from the frame of its wall to space."""

    def turned(vector: F64) -> F64:
        flat = vector[1] * shape.up + vector[2] * shape.out
        return np.asarray(stand.space(vector[:1], flat[None])[0] - stand.at_mm)

    flat_foot = stand.space(np.zeros(1), foot[None])[0]
    return replace(pose, center_mm=flat_foot + turned(pose.center_mm), right=turned(pose.right), up=turned(pose.up))
