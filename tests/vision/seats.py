"""A table whose tiles are known, drawn and seen by a recognizer that makes no mistakes unless it is told to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

import cv2
import numpy as np

from tests.vision.scenes import U8, cloth, laid, noisy, upright
from vision.belief import Belief
from vision.geometry import transform_points
from vision.reading import DetectedTile, Frame, ReadTile

SIZE = (640, 480)
FELT = cloth(3, SIZE)
Spots = dict[str, tuple[float, float]]
"""Where each tile lies: the centre in pixels of the unmoved picture; ``7r'`` is the second 7r."""


def line(faces: str, x: float = 60, y: float = 100, step: float = 30) -> Spots:
    """Tiles side by side from (x, y)."""
    return {face: (x + step * at, y) for at, face in enumerate(faces.split())}


@cache
def drawn_table(spots: tuple[tuple[str, tuple[float, float]], ...]) -> U8:
    """The picture of a table, made once."""
    return laid(FELT, [upright(*spot, 28, 38) for _, spot in spots], [face.rstrip("'") for face, _ in spots])


@lru_cache(64)
def moved_table(spots: tuple[tuple[str, tuple[float, float]], ...], camera: tuple[float, ...]) -> U8:
    """The picture of a table by a camera that was moved."""
    camera_from_drawn = np.array(camera).reshape(3, 3)
    return np.asarray(
        cv2.warpPerspective(drawn_table(spots), camera_from_drawn, SIZE, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


@dataclass
class Seat:
    """Looks at one table. The tiles of ``spots`` lie one over the other in their order."""

    spots: Spots = field(default_factory=dict)
    unseen: tuple[str, ...] = ()
    """Tiles that the detector misses, or that are not in view."""
    imagined: tuple[str, ...] = ()
    """Tiles that are seen where there is only table."""
    faint: tuple[str, ...] = ()
    """Tiles that the detector hardly sees, and that are none for the judge unless it is told that something arrived."""
    denied: tuple[str, ...] = ()
    """Tiles of which the judge says that they are none."""
    misread: dict[str, Belief] = field(default_factory=dict)
    cut: tuple[str, ...] = ()
    """Tiles of which another covers all but three fifths, from the right."""
    turned: tuple[str, ...] = ()
    """Tiles of which the judge says that they lie the other way up."""
    camera: np.ndarray = field(default_factory=lambda: np.eye(3))
    """From the unmoved picture to this one."""
    over: Callable[[U8], U8] = lambda bgr: bgr
    """Draws a hand or a thing over the picture."""
    frames: int = 0
    read: list[str] = field(default_factory=list)
    """The tiles read at the last look."""

    def frame(self) -> Frame:
        """The picture at this moment."""
        self.frames += 1
        spots = tuple((face, spot) for face, spot in self.spots.items() if face not in self.imagined)
        moved = moved_table(spots, tuple(np.asarray(self.camera, float).ravel().tolist()))
        picture = noisy(self.over(moved.copy()), self.frames, 2.0)
        self.read = []
        return Frame(picture, self.frames, 0.1 * self.frames)

    def detect(self, bgr: U8) -> Sequence[DetectedTile]:
        rng = np.random.default_rng(self.frames)
        return [DetectedTile((self._quad(face) + rng.normal(0, 0.3, (4, 2))).astype(np.float32),
                             0.5 if face in self.faint else 0.9)
                for face in self.spots if face not in self.unseen]  # fmt: skip

    def judge(self, bgr: U8, places: Sequence[DetectedTile]) -> Sequence[ReadTile | None]:
        return [self._tile(place) for place in places]

    def _tile(self, place: DetectedTile) -> ReadTile | None:
        middle = place.corners_px.mean(axis=0)
        shown = [face for face in self.spots if face not in self.unseen]
        face = min(shown, key=lambda at: float(np.linalg.norm(self._quad(at).mean(axis=0) - middle)))
        self.read.append(face)
        belief = self.misread.get(face, Belief.peaked(face.rstrip("'"), 0.99))
        is_none = face in self.denied or (face in self.faint and place.score < 0.6)
        lies = replace(place, corners_px=np.roll(place.corners_px, 2, axis=0)) if face in self.turned else place
        return None if is_none else ReadTile(lies, belief)

    def _quad(self, face: str) -> np.ndarray:
        quad = upright(*self.spots[face], 28, 38)
        quad[1:3, 0] -= 11.2 * (face in self.cut)
        return np.asarray(transform_points(self.camera, quad))
