"""Tables built from notation for the tests of layout: tiles lie on a plane in millimetres, a camera looks at them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.belief import Belief
from vision.geometry import transform_points
from vision.reading import DetectedTile, ReadTile

WIDTH_MM, HEIGHT_MM = 26.0, 36.0


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on the table: its face, its centre in millimetres and how far it is turned clockwise."""

    face: str
    x: float
    y: float
    turned_deg: float = 0.0
    confidence: float = 0.99

    def corners_mm(self) -> NDArray[np.float64]:
        """(4, 2), clockwise from the number's top left, y growing towards the reader."""
        turn = np.radians(self.turned_deg)
        rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        half = np.array(
            [[-WIDTH_MM, -HEIGHT_MM], [WIDTH_MM, -HEIGHT_MM], [WIDTH_MM, HEIGHT_MM], [-WIDTH_MM, HEIGHT_MM]]
        )
        return half / 2 @ rotation.T + (self.x, self.y)

    def upside_down(self) -> Laid:
        return replace(self, turned_deg=self.turned_deg + 180)


def row(faces: str, x: float = 0.0, y: float = 0.0, gap: float = 0.0, turned_deg: float = 0.0) -> list[Laid]:
    """``faces`` side by side from (x, y), ``gap`` widths between them, the line turned clockwise."""
    turn = np.radians(turned_deg)
    step = WIDTH_MM * (1 + gap)
    return [
        Laid(face, x + place * step * np.cos(turn), y + place * step * np.sin(turn), turned_deg)
        for place, face in enumerate(faces.split())
    ]


def jittered(tiles: Sequence[Laid], rng: np.random.Generator, shift: float, skew_deg: float) -> list[Laid]:
    """The tiles as a hand lays them: each moved by up to ``shift`` widths and turned by up to ``skew_deg``."""
    return [
        replace(
            tile,
            x=tile.x + shift * WIDTH_MM * rng.uniform(-1, 1),
            y=tile.y + shift * WIDTH_MM * rng.uniform(-1, 1),
            turned_deg=tile.turned_deg + skew_deg * rng.uniform(-1, 1),
        )
        for tile in tiles
    ]


def camera(tilt_deg: float = 0.0, roll_deg: float = 0.0, distance_mm: float = 900.0) -> NDArray[np.float64]:
    """``image_from_table`` (3, 3) of a pinhole camera above the origin, tilted from the vertical and rolled."""
    tilt, roll = np.radians([tilt_deg, roll_deg])
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    spin = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    camera_from_table = np.column_stack([(spin @ lean)[:, :2], [0, 0, distance_mm]])
    focal = np.array([[1100, 0, 640], [0, 1100, 480], [0, 0, 1]], float)
    return np.asarray(focal @ camera_from_table)


def seen(
    tiles: Sequence[Laid], image_from_table: NDArray[np.float64] | None = None, noise: float = 0.0
) -> tuple[ReadTile, ...]:
    """The tiles as read through a camera, corners wrong by ``noise`` widths (one standard deviation, same each run)."""
    image_from_table = camera() if image_from_table is None else image_from_table
    rng = np.random.default_rng(len(tiles))
    read = []
    for tile in tiles:
        corners = transform_points(image_from_table, tile.corners_mm())
        corners += rng.normal(0, noise * np.linalg.norm(corners[1] - corners[0]), corners.shape)
        place = DetectedTile(corners.astype(np.float32), 0.9)
        read.append(ReadTile(place, Belief.peaked(tile.face, tile.confidence)))
    return tuple(read)
