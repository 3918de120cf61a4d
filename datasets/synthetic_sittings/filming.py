"""A hand as a camera over the table films it: stills of the table, hands between them, bumps and other lamps.

Frames are BGR uint8. Every frame goes through the light and the camera of `synthetic_tables`; noise differs in each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_sittings.seating import Seating
from datasets.synthetic_tables import clutter, optics
from datasets.synthetic_tables.generate import table_top
from datasets.synthetic_tables.looks import Look
from datasets.synthetic_tables.render import FaceShelf, Painter, Sun
from datasets.synthetic_tables.scene import Arrangement, Solids, View, aim

U8 = NDArray[np.uint8]
F64 = NDArray[np.float64]
Rng = np.random.Generator
_ROOM_MM = 1180.0
_MOST_ROLL_DEG = 2.5
_ARM_MM = 150.0
"""From the fingertips of a hand to the middle of its picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shooting:
    """Choices for one film, each drawn once."""

    size_px: tuple[int, int]
    fps: float
    tilt_deg: float
    severity: float
    """How poor light and camera are, from 0 to 1."""
    still_frames: tuple[int, int]
    """Fewest and most frames for which nothing happens."""
    hand_frames: tuple[int, int]
    """The same for a hand over the table."""
    bumps: int
    lamps: int
    """How often the light changes."""

    @staticmethod
    def drawn(rng: Rng, size_px: tuple[int, int], fps: float) -> Shooting:
        """Choices of somebody."""
        return Shooting(
            size_px=size_px,
            fps=fps,
            tilt_deg=float(rng.uniform(0, 22)),
            severity=float(rng.uniform(0.05, 0.3)),
            still_frames=(round(0.7 * fps), round(1.3 * fps)),
            hand_frames=(max(3, round(0.4 * fps)), max(4, round(0.8 * fps))),
            bumps=int(rng.integers(0, 3)),
            lamps=int(rng.integers(0, 3)),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One frame, and whether the table is at rest in it."""

    bgr: U8
    state: int
    """Index of the state that the table is in, or will be when the hand has left."""
    is_still: bool


class Film:
    """Films arrangements of one hand with one set of tiles on one table."""

    def __init__(self, look: Look, shelf: FaceShelf, seating: Seating, shooting: Shooting, rng: Rng) -> None:
        self.shooting, self._look, self._shelf, self._rng = shooting, look, shelf, rng
        width, height = shooting.size_px
        self._px_per_mm = min(width / _ROOM_MM, height / 2 / (1.1 * seating.depth_mm + 20))
        self.view: View = _aimed(rng, shooting, self._px_per_mm)
        self._background, self.surface = table_top(rng, self.view, self._px_per_mm)
        self._sun = Sun(np.array([-0.45, 0.35, 0.82]), float(rng.beta(2, 2)), 0.5)
        self._light = self._camera = int(rng.integers(1 << 30))
        self._bump: F64 = np.eye(3)
        self.bumps: list[dict[str, Any]] = []

    def record(self) -> dict[str, Any]:
        """All that was chosen."""
        return {**asdict(self.shooting), **self.view.record, "surface": self.surface, "bumps": self.bumps}

    def shots(self, arrangements: Sequence[Arrangement]) -> Iterator[Shot]:
        """The frames of the whole hand: each arrangement at rest, and a hand before every one but the first."""
        events = self._events(len(arrangements))
        before: U8 | None = None
        for at, arrangement in enumerate(arrangements):
            if before is not None:
                yield from self._hand(before, arrangements[at - 1], arrangement, at)
            self._happens(events.get(at, ""), at)
            before = self._painted(arrangement)
            for _ in range(int(self._rng.integers(*self.shooting.still_frames, endpoint=True))):
                yield Shot(self._shot(before), at, True)

    def _events(self, stills: int) -> dict[int, str]:
        """At which states the camera is bumped, or the light changes."""
        names = ["bump"] * self.shooting.bumps + ["lamp"] * self.shooting.lamps
        free = self._rng.permutation(np.arange(1, max(2, stills)))
        return {int(at): name for at, name in zip(free, names, strict=False)}

    def _happens(self, event: str, at: int) -> None:
        if event == "lamp":
            self._light = int(self._rng.integers(1 << 30))
        if event == "bump":
            angle, shift = float(self._rng.normal(0, 0.008)), self._rng.normal(0, 6, 2)
            width, height = self.shooting.size_px
            turn = cv2.getRotationMatrix2D((width / 2, height / 2), float(np.degrees(angle)), 1.0)
            turn[:, 2] += shift
            self._bump = np.vstack([turn, [0, 0, 1]]) @ self._bump
            self.bumps.append({"state": at, "turn_deg": round(float(np.degrees(angle)), 2),
                               "shift_px": shift.round(1).tolist()})  # fmt: skip

    def _painted(self, arrangement: Arrangement) -> U8:
        """The table as it lies, before light and camera."""
        painter = Painter(self.view, self._sun, self._background.copy())
        base = np.array(self._look.base_bgr, np.float64)
        painter.tiles(arrangement, Solids.of(arrangement.tiles, self.view), self._shelf, base)
        return painter.canvas

    def _hand(self, table: U8, before: Arrangement, after: Arrangement, at: int) -> Iterator[Shot]:
        """A hand that comes in, does what is done, and leaves; the table changes under it."""
        target = _where(before, after)
        side = -1.0 if target[1] < 0 else 1.0
        thing = clutter.sample_hand(self._rng, self._px_per_mm)
        changed = self._painted(after)
        frames = int(self._rng.integers(*self.shooting.hand_frames, endpoint=True))
        edge = side * (self.shooting.size_px[1] / 2 / self._px_per_mm + 40)
        for step in range(frames):
            share = np.sin(np.pi * (step + 0.6) / (frames + 0.2))
            tip = edge + (target[1] - edge) * share
            spot = np.array([target[0] + 25 * (1 - share), tip + side * _ARM_MM * 0.8])
            canvas = (table if 2 * step < frames else changed).copy()
            painter = Painter(self.view, self._sun, canvas)
            painter.clutter(thing, spot, np.pi if side > 0 else 0.0)
            yield Shot(self._shot(painter.canvas), at, False)

    def _shot(self, canvas: U8) -> U8:
        """The frame that a camera makes of a painted table."""
        severity, noise = self.shooting.severity, np.random.default_rng(int(self._rng.integers(1 << 30)))
        lit, _ = optics.light(canvas, np.random.default_rng(self._light), severity)
        tile_px = 26 * self._px_per_mm
        shot, _ = optics.camera(np.asarray(lit, np.uint8), np.random.default_rng(self._camera), severity, tile_px)
        if not np.array_equal(self._bump, np.eye(3)):
            size = self.shooting.size_px
            shot = np.asarray(cv2.warpPerspective(shot, self._bump, size, borderMode=cv2.BORDER_REFLECT_101), np.uint8)
        grain = np.empty(shot.shape, np.int8)
        cv2.setRNGSeed(int(noise.integers(1 << 30)))
        cv2.randn(grain, 0, 1.5 + 6 * severity)
        return np.asarray(cv2.add(shot, grain, dtype=cv2.CV_8U), np.uint8)


def _aimed(rng: Rng, shooting: Shooting, px_per_mm: float) -> View:
    """A camera that somebody has set up with some care: hardly rolled."""
    while True:
        view = aim(rng, shooting.size_px, px_per_mm, shooting.tilt_deg)
        if abs(view.record["roll_deg"]) < _MOST_ROLL_DEG:
            return view


def _where(before: Arrangement, after: Arrangement) -> F64:
    """The middle (2,) of the tiles that lie otherwise, in millimetres."""
    spots = [{(tile.face, *tile.center_mm[:2].round(1).tolist()) for tile in one.tiles} for one in (before, after)]
    changed = spots[0] ^ spots[1]
    if not changed:
        return np.array([0.0, -80.0])
    return np.mean([spot[1:] for spot in changed], axis=0)
