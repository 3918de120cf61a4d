"""The table of a film at any moment: what lies still is drawn once, what moves is drawn over it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from datasets.club_films.arms import ArmPainter
from datasets.club_films.lens import F32, F64, U8, Lens
from datasets.club_films.room_light import RoomLight, ShadowMask
from datasets.club_films.skeletons import HAIR, Limb, Person, limbs_of
from datasets.club_films.things import Thing, placed, raised, sprite_of
from datasets.club_films.tile_bodies import Pose, Sprite, TileTracer
from datasets.club_films.timeline import Piece, Timeline
from engine.tiles import Tile

_HEADROOM = 0.82
"""How bright white is, so that what shines more is not cut."""
_OPEN_STEP_S = 1 / 60
_LEAST_BLUR_PX = 1.6
_MOST_BLUR_PX = 40


@dataclass(frozen=True, slots=True)
class Moment:
    """A frame's light (h, w, 3), and the hands in it."""

    scene: U8
    arms: tuple[Sprite, ...]

    def is_covered(self, quad_px: F64) -> bool:
        """Whether a hand or an arm is over what lies within these pixels."""
        (left, top), (right, bottom) = quad_px.min(0).astype(int), quad_px.max(0).astype(int) + 1
        for arm in self.arms:
            part = arm.share[
                max(0, top - arm.top) : max(0, bottom - arm.top), max(0, left - arm.left) : max(0, right - arm.left)
            ]
            if part.size and part.max() > 0.3:
                return True
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Studio:
    """All that draws a film."""

    lens: Lens
    light: RoomLight
    tracer: TileTracer
    painter: ArmPainter
    people: Sequence[Person]
    things: dict[str, Thing]
    table: F32
    """The empty table under its light."""
    open_s: float
    """How long the shutter is open."""


class FilmScene:
    """Draws a timeline."""

    def __init__(self, studio: Studio, line: Timeline) -> None:
        self._studio, self._line = studio, line
        self._shadows = ShadowMask(studio.lens, studio.light)
        self._sprites: dict[tuple[Tile | None, Pose], Sprite | None] = {}
        self._things: dict[tuple[str, bytes], Sprite | None] = {}
        self._still: tuple[tuple[object, ...], U8] = ((), np.zeros((1, 1, 3), np.uint8))

    def at(self, at_s: float) -> Moment:
        """The scene at a moment."""
        pieces = [piece for piece in self._line.pieces if piece.born_s <= at_s < piece.gone_s]
        moving = [piece for piece in pieces if piece.track.is_moving(at_s)]
        scene = self._resting([piece for piece in pieces if piece not in moving], at_s).copy()
        arms = self._arms(at_s)
        self._cast(scene, moving, arms, at_s)
        for piece in sorted(moving, key=lambda piece: piece.pose(at_s).z):
            pose, later = piece.pose(at_s), piece.pose(at_s + _OPEN_STEP_S)
            sprite = self._studio.tracer.sprite(piece.face, pose)
            if sprite is not None:
                _over(scene, self._blurred(sprite, pose.at, later.at))
        self._moving_things(scene, at_s)
        drawn = []
        for person, limbs, way in arms:
            sprite = self._studio.painter.sprite(person, limbs)
            if sprite is not None:
                drawn.append(self._blurred(sprite, *way))
                _over(scene, drawn[-1])
        return Moment(scene, tuple(drawn))

    def quads(self, poses: Sequence[Pose]) -> list[F64]:
        """The outlines (8, 2) of tiles that lie so."""
        return [self._studio.lens.pixels(self._studio.tracer.corners(pose)) for pose in poses]

    def _resting(self, pieces: Sequence[Piece], at_s: float) -> U8:
        """The table with all that does not move."""
        poses = {piece: piece.pose(at_s) for piece in pieces}
        things = [thing for thing in self._line.things if not thing.track.is_moving(at_s)]
        key = (*((piece.number, pose) for piece, pose in poses.items()),
               *((thing.name, thing.track.at(at_s).tobytes()) for thing in things))  # fmt: skip
        if key == self._still[0]:
            return self._still[1]
        studio, canvas = self._studio, self._studio.table.copy()
        mask = self._shadows.empty()
        for pose in poses.values():
            self._shadows.outline(mask, studio.tracer.corners(pose), 0.0)
        self._shadows.darken(canvas, self._shadows.softened(mask, 9.0), studio.light.strength)
        for thing in things:
            self._thing_shadow(canvas, thing.name, thing.track.at(at_s))
        thick = studio.tracer.set.size_mm[2]
        away = {piece: float(np.linalg.norm(pose.at - studio.lens.eye_mm)) for piece, pose in poses.items()}
        for piece in sorted(pieces, key=lambda piece: (round(poses[piece].z / thick), -away[piece])):
            pose = poses[piece]
            if pose.z > thick and piece.face is not None:
                over = self._shadows.empty()
                self._shadows.outline(over, studio.tracer.corners(pose), pose.z - thick / 2)
                self._shadows.darken(canvas, self._shadows.softened(over, 5.0), studio.light.strength)
            at = (piece.face, pose)
            if at not in self._sprites:
                self._sprites[at] = studio.tracer.sprite(*at)
            if (sprite := self._sprites[at]) is not None:
                sprite.onto(canvas)
        for thing in things:
            if (sprite := self._thing(thing.name, thing.track.at(at_s))) is not None:
                sprite.onto(canvas)
        self._still = (key, np.clip(canvas * (255 * _HEADROOM), 0, 255).astype(np.uint8))
        return self._still[1]

    def _thing(self, name: str, value: F64) -> Sprite | None:
        key = (name, value.tobytes())
        if key not in self._things:
            thing = raised(self._studio.things[name], float(value[2]))
            spot = (float(value[0]), float(value[1]), float(value[3]))
            self._things[key] = sprite_of(thing, spot, self._studio.lens, self._studio.light)
        return self._things[key]

    def _thing_shadow(self, canvas: F32 | U8, name: str, value: F64) -> None:
        thing, mask = self._studio.things[name], self._shadows.empty()
        corners = np.concatenate([facet.corners for facet in thing.facets]) + np.array([0, 0, value[2]])
        self._shadows.outline(mask, placed(corners, (float(value[0]), float(value[1]), float(value[3]))), 0.0)
        strength = self._studio.light.strength * (0.4 if name == "glass" else 1.0)
        self._shadows.darken(canvas, self._shadows.softened(mask, 4 + thing.high_mm / 3), strength)

    def _moving_things(self, scene: U8, at_s: float) -> None:
        for thing in self._line.things:
            if thing.track.is_moving(at_s):
                value = thing.track.at(at_s)
                self._thing_shadow(scene, thing.name, value)
                sprite = self._thing(thing.name, value)
                if sprite is not None:
                    later = thing.track.at(at_s + _OPEN_STEP_S)
                    _over(scene, self._blurred(sprite, value[:3], later[:3]))

    def _arms(self, at_s: float) -> list[tuple[Person, list[Limb], tuple[F64, F64]]]:
        """Everybody's arms that are not at home, the highest last, each with its way while the shutter is open."""
        arms = []
        for hand in self._line.hands.values():
            pose = hand.pose(at_s)
            if pose is not None:
                person, later = self._studio.people[hand.seat], hand.track.at(at_s + _OPEN_STEP_S)[:3]
                arms.append((person, limbs_of(person, pose), (pose.tip_mm, later)))
        for begin, end, seat in self._line.leans:
            if begin < at_s < end:
                share = np.sin(np.pi * (at_s - begin) / (end - begin))
                head = self._studio.people[seat].home_mm * np.array([1 - 0.32 * share, 1 - 0.32 * share, 0])
                ends = np.array([head, head * 1.08]) + np.array([0, 0, 400.0])
                arms.append((self._studio.people[seat], [Limb(ends, (92, 98), HAIR)], (ends[0], ends[0])))
        return sorted(arms, key=lambda arm: float(arm[1][-1].ends[0, 2]))

    def _cast(self, scene: U8, moving: Sequence[Piece],
              arms: Sequence[tuple[Person, list[Limb], tuple[F64, F64]]], at_s: float) -> None:  # fmt: skip
        """The shadows of what moves."""
        strength = self._studio.light.strength
        if moving:
            mask = self._shadows.empty()
            for piece in moving:
                self._shadows.outline(mask, self._studio.tracer.corners(piece.pose(at_s)), 0.0)
            high = float(np.mean([piece.pose(at_s).z for piece in moving]))
            self._shadows.darken(scene, self._shadows.softened(mask, high + 4), strength)
        for high_mm, is_head in ((60.0, False), (420.0, True)):
            mask = self._shadows.empty()
            for limb in (limb for _, limbs, _ in arms for limb in limbs if (limb.material == HAIR) == is_head):
                self._shadows.limb(mask, limb.ends, limb.radii, 5.0)
            self._shadows.darken(scene, self._shadows.softened(mask, high_mm), strength * (0.6 if is_head else 1.0))

    def _blurred(self, sprite: Sprite, begin: F64, later: F64) -> Sprite:
        """A sprite smeared along its way while the shutter is open."""
        pixels = self._studio.lens.pixels(np.array([begin, later]))
        way = (pixels[1] - pixels[0]) * self._studio.open_s / _OPEN_STEP_S
        long = float(np.linalg.norm(way))
        if long < _LEAST_BLUR_PX:
            return sprite
        way *= min(1.0, _MOST_BLUR_PX / long)
        half = int(np.ceil(np.abs(way).max() / 2)) + 1
        kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
        ends = [tuple(int(v) for v in np.round((half + sign * way / 2) * 16)) for sign in (-1, 1)]
        cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
        kernel /= kernel.sum()
        bgr = cv2.copyMakeBorder(sprite.bgr, half, half, half, half, cv2.BORDER_CONSTANT)
        share = cv2.copyMakeBorder(sprite.share, half, half, half, half, cv2.BORDER_CONSTANT)
        return Sprite(sprite.left - half, sprite.top - half, np.asarray(cv2.filter2D(bgr, -1, kernel), np.float32),
                      np.asarray(cv2.filter2D(share, -1, kernel), np.float32))  # fmt: skip


def _over(scene: U8, sprite: Sprite) -> None:
    """Draws a sprite over a scene of 8 bits."""
    where, cut = sprite.within(scene.shape)
    part = scene[where]
    drawn = part * (1 - sprite.share[cut])[..., None] + sprite.bgr[cut] * (255 * _HEADROOM)
    part[:] = np.clip(drawn, 0, 255).astype(np.uint8)
