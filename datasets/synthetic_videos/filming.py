"""Render a hand as filmed from above: stills of the table, hands between them, camera bumps and light changes.

Frames are BGR uint8. Every frame goes through the light and the camera of `synthetic_tables`; noise differs in each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables import clutter
from datasets.synthetic_tables.generate import table_top
from datasets.synthetic_tables.render import Painter, Picture, Sun, TextureCache
from datasets.synthetic_tables.scene import SceneLayout, View, aim
from datasets.synthetic_tables.set_design import SetDesign
from datasets.synthetic_videos.film_light import Exposure, Grain
from datasets.synthetic_videos.painting import TablePainter
from datasets.synthetic_videos.tile_places import MAZO_MM, Seating

U8 = NDArray[np.uint8]
F64 = NDArray[np.float64]
Rng = np.random.Generator
_ROOM_MM = 1180.0
_MOST_ROLL_DEG = 2.5
_FINGERTIPS_MM = 15.0
"""The distance of the fingertips from the upper end of a hand's picture."""
_SIDES = {2: ((0.0, -1.0), (0.0, 1.0)), 3: ((0.0, -1.0), (-1.0, 0.0), (0.0, 1.0)),
          4: ((0.0, -1.0), (-1.0, 0.0), (0.0, 1.0), (1.0, 0.0))}  # fmt: skip
"""By number of players: the side of each seat, ours nearest, each other one to the left of the previous."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shooting:
    """The random choices of one film."""

    size_px: tuple[int, int]
    fps: float
    tilt_deg: float
    severity: float
    """The severity of light and camera effects, from 0 to 1."""
    still_frames: tuple[int, int]
    """Fewest and most frames for which nothing happens."""
    hand_frames: tuple[int, int]
    """Fewest and most frames with a hand over the table."""
    bumps: int
    lamps: int
    """The number of changes of the light."""
    top: str | None = None
    """The kind of table top; None for any that people play on."""

    @staticmethod
    def drawn(rng: Rng, size_px: tuple[int, int], fps: float) -> Shooting:
        """Random choices."""
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

    @staticmethod
    def staged(_rng: Rng, size_px: tuple[int, int], fps: float) -> Shooting:
        """A steady camera in good light over felt, and unhurried players."""
        still_frames, hand_frames = (round(1.3 * fps), round(1.7 * fps)), (round(0.5 * fps), round(0.7 * fps))
        return Shooting(size_px=size_px, fps=fps, tilt_deg=10.0, severity=0.05, still_frames=still_frames,
                        hand_frames=hand_frames, bumps=0, lamps=0, top="felt")  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class FilmFrame:
    """One frame, and whether the table is at rest in it."""

    bgr: U8
    state: int
    """Index of the state that the table is in, or will be when the hand has left."""
    is_still: bool


@dataclass(frozen=True, slots=True)
class HandSweep:
    """One pass of a hand over the table."""

    side: tuple[float, float]
    """The direction of its player: a unit vector on the table."""
    target_mm: tuple[float, float]
    """As far as its fingertips come."""


class FilmRenderer:
    """Renders the arrangements of one hand with one set of tiles on one table."""

    def __init__(self, look: SetDesign, textures: TextureCache, seating: Seating, shooting: Shooting, rng: Rng) -> None:
        self.shooting, self._rng, self._filmed = shooting, rng, (look, textures, seating)
        width, height = shooting.size_px
        self._px_per_mm = min(width / _ROOM_MM, height / 2 / (1.1 * seating.depth_mm + 20))
        self.view: View = _aimed(rng, shooting, self._px_per_mm)
        background, self.surface = _table_top(rng, self.view, self._px_per_mm, shooting.top)
        self._sun = Sun(np.array([-0.45, 0.35, 0.82]), float(rng.beta(2, 2)), 0.5)
        self._tables = TablePainter(self.view, self._sun, background, textures, np.array(look.base_bgr, np.float64))
        self._camera = int(rng.integers(1 << 30))
        self._exposure = self._exposed_by(self._camera)
        self._grain = Grain(1.5 + 6 * shooting.severity, shooting.size_px, rng)
        self._bump: F64 = np.eye(3)
        self.bumps: list[dict[str, Any]] = []

    def again_from(self, shooting: Shooting, rng: Rng) -> FilmRenderer:
        """Another film of the same hand with the same tiles, by another camera."""
        return FilmRenderer(*self._filmed, shooting, rng)

    def record(self) -> dict[str, Any]:
        """All random choices."""
        return {**asdict(self.shooting), **self.view.record, "surface": self.surface, "bumps": self.bumps}

    def shots(self, arrangements: Sequence[SceneLayout], passes: Sequence[HandSweep]) -> Iterator[FilmFrame]:
        """The frames of the whole hand: each arrangement at rest, and one of ``passes`` before every one but the
        first."""
        events = self._events(len(arrangements))
        before: U8 | None = None
        for at, arrangement in enumerate(arrangements):
            table = self._tables(arrangement)
            if before is not None:
                hand = self._hand(before, table, passes[at - 1])
                yield from (FilmFrame(bgr, at, False) for frame in hand for bgr in self.again(frame, 1))
            self._happens(events.get(at, ""), at)
            exposed, before = self._exposure(table), table
            frames = int(self._rng.integers(*self.shooting.still_frames, endpoint=True))
            yield from (FilmFrame(bgr, at, True) for bgr in self.again(exposed, frames))

    def still(self, arrangement: SceneLayout) -> Picture:
        """One arrangement at rest at the start of the film, without noise, with the place of each tile."""
        painted = self._tables.labelled(arrangement.tiles)
        return replace(painted, bgr=self._exposure(painted.bgr), record=self.record())

    def again(self, exposed: U8, count: int) -> Iterator[U8]:
        """``count`` frames of an unchanging picture."""
        framed = self._framed(exposed)
        return (self._grain.on(framed) for _ in range(count))

    def _events(self, stills: int) -> dict[int, str]:
        """The states at which the camera is bumped, or the light changes."""
        names = ["bump"] * self.shooting.bumps + ["lamp"] * self.shooting.lamps
        free = self._rng.permutation(np.arange(1, max(2, stills)))
        return {int(at): name for at, name in zip(free, names, strict=False)}

    def _happens(self, event: str, at: int) -> None:
        if event == "lamp":
            self._exposure = self._exposed_by(int(self._rng.integers(1 << 30)))
        if event == "bump":
            angle, shift = float(self._rng.normal(0, 0.008)), self._rng.normal(0, 6, 2)
            width, height = self.shooting.size_px
            turn = cv2.getRotationMatrix2D((width / 2, height / 2), float(np.degrees(angle)), 1.0)
            turn[:, 2] += shift
            self._bump = np.vstack([turn, [0, 0, 1]]) @ self._bump
            self.bumps.append({"state": at, "turn_deg": round(float(np.degrees(angle)), 2),
                               "shift_px": shift.round(1).tolist()})  # fmt: skip

    def _exposed_by(self, lamp: int) -> Exposure:
        """Pictures under a lamp, with the camera of this film."""
        shooting = self.shooting
        return Exposure((lamp, self._camera), shooting.severity, shooting.size_px, 26 * self._px_per_mm)

    def _hand(self, before: U8, after: U8, reach: HandSweep) -> Iterator[U8]:
        """A hand that comes in, acts, and leaves; the table changes under it."""
        side, target = np.array(reach.side), np.array(reach.target_mm)
        edge = np.abs(side) @ (np.array(self.shooting.size_px) / 2 / self._px_per_mm) + 40
        way = edge - side @ target
        thing = clutter.sample_hand(self._rng, self._px_per_mm, max(330.0, way + 60))
        frames = int(self._rng.integers(*self.shooting.hand_frames, endpoint=True))
        exposed = self._exposure(before), self._exposure(after)
        for step in range(frames):
            share, is_done = np.sin(np.pi * (step + 0.6) / (frames + 0.2)), 2 * step >= frames
            table = after if is_done else before
            painter = Painter(self.view, self._sun, table.copy())
            middle = thing.size_mm[1] / 2 - _FINGERTIPS_MM + way * (1 - share)
            painter.clutter(thing, target + side * middle, float(np.arctan2(side[0], -side[1])))
            yield self._exposure.over(exposed[is_done], table, painter.canvas)

    def _framed(self, exposed: U8) -> U8:
        """A picture from the camera's present position."""
        if np.array_equal(self._bump, np.eye(3)):
            return exposed
        size = self.shooting.size_px
        return np.asarray(cv2.warpPerspective(exposed, self._bump, size, borderMode=cv2.BORDER_REFLECT_101), np.uint8)


def _aimed(rng: Rng, shooting: Shooting, px_per_mm: float) -> View:
    """A carefully placed camera: hardly rolled."""
    while True:
        view = aim(rng, shooting.size_px, px_per_mm, shooting.tilt_deg)
        if abs(view.record["roll_deg"]) < _MOST_ROLL_DEG:
            return view


def _table_top(rng: Rng, view: View, px_per_mm: float, kind: str | None) -> tuple[U8, dict[str, Any]]:
    """A table suitable for play: not one that is printed with numbers."""
    while True:
        picture, chosen = table_top(rng, view, px_per_mm, kind)
        if chosen["kind"] != "newspaper" and "numerals" not in chosen.get("motifs", ()):
            return picture, chosen


def passes_of(arrangements: Sequence[SceneLayout], seats: Sequence[int], players: int) -> list[HandSweep]:
    """The passes of a hand between ``arrangements``, each from the side of the seat that played."""
    pairs = zip(pairwise(arrangements), seats, strict=True)
    return [HandSweep(_SIDES[players][seat], _where(before, after)) for (before, after), seat in pairs]


def _where(before: SceneLayout, after: SceneLayout) -> tuple[float, float]:
    """The centre of the changed tiles, in millimetres; without any, the mazo."""
    spots = [{(tile.face, *tile.center_mm[:2].round(1).tolist()) for tile in state.tiles} for state in (before, after)]
    changed = [spot[1:] for spot in spots[0] ^ spots[1]]
    x, y = np.mean(changed, axis=0).tolist() if changed else MAZO_MM
    return x, y
