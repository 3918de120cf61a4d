"""Draws arms as solids: round limbs that melt into one another, their skin and cloth under the light of the room."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.club_films.lens import F32, F64, Lens, Rng
from datasets.club_films.room_light import RoomLight
from datasets.club_films.skeletons import CUFF, DIAL, GOLD, HAIR, NAIL, SKIN, SLEEVE, STRAP, Limb, Person
from datasets.club_films.tile_bodies import Sprite

_MELT_PX = 5.0
_NOISE = 512


class ArmPainter:
    """Draws the limbs of people as a camera sees them."""

    def __init__(self, lens: Lens, light: RoomLight, rng: Rng) -> None:
        self._lens, self._light = lens, light
        rough = rng.normal(0, 1, (_NOISE, _NOISE)).astype(np.float32)
        fine = cv2.GaussianBlur(rough, (0, 0), 1.0) * 1.6 + cv2.GaussianBlur(rough, (0, 0), 5) * 6
        self._grain = np.tile(np.clip(fine, -2, 2), (4, 5))

    def sprite(self, person: Person, limbs: Sequence[Limb]) -> Sprite | None:
        """One arm, or None where none of it is in the picture."""
        ends = np.concatenate([limb.ends for limb in limbs])
        pixels, depth = self._lens.project(ends)
        scale = self._lens.focal_px / depth
        radii = np.array([radius for limb in limbs for radius in limb.radii]) * scale
        low = np.floor((pixels - radii[:, None]).min(0)).astype(int) - 2
        high = np.ceil((pixels + radii[:, None]).max(0)).astype(int) + 3
        left, top = max(low[0], 0), max(low[1], 0)
        right, bottom = min(high[0], self._lens.size_px[0]), min(high[1], self._lens.size_px[1])
        if right - left < 2 or bottom - top < 2:
            return None
        relief = _Relief((int(left), int(top)), (int(right - left), int(bottom - top)))
        height = (np.median(depth) - depth) * scale
        for at, limb in enumerate(limbs):
            two = np.s_[2 * at : 2 * at + 2]
            relief.add(limb, pixels[two], height[two], radii[two])
        return self._lit(person, relief, limbs)

    def _lit(self, person: Person, relief: _Relief, limbs: Sequence[Limb]) -> Sprite:
        on = relief.share > 0
        nx, ny = relief.normal[on].T
        nz = np.sqrt(np.maximum(1 - nx * nx - ny * ny, 0))
        middle = limbs[-1].ends.mean(0)
        toward = (self._lens.rows @ self._light.toward(middle)).astype(np.float32)
        up = self._lens.rows[:, 2].astype(np.float32)
        facing = nx * toward[0] + ny * toward[1] - nz * toward[2]
        sky = 0.72 + 0.28 * (nx * up[0] + ny * up[1] - nz * up[2])
        ambient, here = self._light.ambient, float(self._light.falloff(middle[:2]))
        wrapped = np.clip((facing + 0.25) / 1.25, 0, 1)
        shade = here * (ambient * sky + (1 - ambient) * 1.1 * wrapped) * (0.62 + 0.38 * nz)
        material = relief.material[on]
        lit = self._colours(person, relief, on, nz) * (shade[:, None] * self._light.tint)
        soft = np.clip(facing, 0, 1) ** 14 * (0.09 * here * (1 - ambient))
        lit += (soft * np.isin(material, (SKIN, NAIL, GOLD, DIAL)))[:, None]
        bgr = np.zeros((*on.shape, 3), np.float32)
        bgr[on] = lit * relief.share[on][:, None]
        return Sprite(relief.at[0], relief.at[1], bgr, relief.share)

    def _colours(self, person: Person, relief: _Relief, on: NDArray[np.bool_], nz: F32) -> F32:
        """The colour of skin, nails, cloth and gold at each pixel that is ``on`` (n, 3)."""
        flesh, along, material = relief.flesh[on], relief.along[on], relief.material[on]
        rows, columns = on.shape
        y, x = (int(relief.at[at] - relief.anchor[at]) % _NOISE for at in (1, 0))
        grain = self._grain[y : y + rows, x : x + columns][on]
        crease = np.exp(-((along - 0.04) ** 2) / 0.003) * (nz > 0.5) * (flesh > 0.01)
        bright = (1 + 0.035 * grain) * (1 - 0.10 * crease)
        skin = np.array(person.skin, np.float32) / 255
        red = np.array([0.82, 0.86, 1.02], np.float32) - 1
        bgr = skin * (1 + 2 * flesh[:, None] * red) * bright[:, None]
        is_nail = (material == NAIL) & (along > 0.5) & (nz > 0.72)
        bgr[is_nail] = bgr[is_nail] * 0.6 + np.array([0.76, 0.78, 0.92], np.float32) * 0.4
        stripe = 1 - person.stripe * (np.sin(relief.along_px[on] / 7) > 0)
        cloth = np.array(person.sleeve, np.float32) / 255 * (stripe + 0.06 * grain)[:, None]
        for kind, colour in ((SLEEVE, cloth), (CUFF, cloth * 0.8)):
            at = material == kind
            bgr[at] = colour[at]
        solid = {STRAP: (0.1, 0.1, 0.12), DIAL: (0.8, 0.82, 0.82), GOLD: (0.3, 0.66, 0.86),
                 HAIR: tuple(value / 255 for value in person.hair)}  # fmt: skip
        for kind, tone in solid.items():
            bgr[material == kind] = np.array(tone, np.float32)
        return np.asarray(bgr, np.float32)


class _Relief:
    """The limbs as a height toward the camera, with the slope and the matter at each pixel."""

    def __init__(self, at: tuple[int, int], size: tuple[int, int]) -> None:
        self.at, shape = at, (size[1], size[0])
        self.height = np.full(shape, -1e4, np.float32)
        self.share, self.flesh = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.along, self.along_px = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.normal = np.zeros((*shape, 2), np.float32)
        self.material = np.zeros(shape, np.uint8)
        self.anchor = (0.0, 0.0)

    def add(self, limb: Limb, ends_px: F64, heights: F64, radii: F64) -> None:
        """One more limb, melted into the others where both are skin."""
        ends = ends_px - self.at
        self.anchor = (float(ends_px[1, 0]), float(ends_px[1, 1]))
        low = np.maximum(np.floor((ends - radii[:, None]).min(0)).astype(int) - 1, 0)
        high = np.minimum(np.ceil((ends + radii[:, None]).max(0)).astype(int) + 2, self.share.shape[::-1])
        if (low >= high).any():
            return
        part = np.s_[low[1] : high[1], low[0] : high[0]]
        x = np.arange(low[0], high[0], dtype=np.float32) + np.float32(0.5 - ends[0, 0])
        y = np.arange(low[1], high[1], dtype=np.float32)[:, None] + np.float32(0.5 - ends[0, 1])
        way = (ends[1] - ends[0]).astype(np.float32)
        square = float(way @ way) + 1e-6
        along = np.clip((x * (way[0] / square))[None] + y * (way[1] / square), 0, 1).astype(np.float32)
        off_x, off_y = x - along * way[0], y - along * way[1]
        radius = np.float32(radii[0]) + np.float32(radii[1] - radii[0]) * along
        off = np.sqrt(off_x * off_x + off_y * off_y)
        on = off < radius + 0.5
        self._melt(limb, part, on, (along[on], off[on], radius[on], off_x[on], off_y[on]),
                   (float(heights[0]), float(heights[1] - heights[0]), float(np.sqrt(square))))  # fmt: skip

    def _melt(self, limb: Limb, part: tuple[slice, slice], on: NDArray[np.bool_], at: tuple[F32, ...],
              line: tuple[float, float, float]) -> None:  # fmt: skip
        """Puts a limb's pixels over, under or into what is there."""
        along, off, radius, off_x, off_y = at
        height = line[0] + line[1] * along + np.sqrt(np.maximum(radius * radius - off * off, 0))
        before = self.height[part][on]
        melt = _MELT_PX if limb.material in (SKIN, NAIL) else 0.6
        weight = np.clip(0.5 + 0.5 * (height - before) / melt, 0, 1)
        bend = np.minimum(1.0, 0.98 * radius / np.maximum(off, 0.98 * radius)) / radius
        slope = np.stack([off_x * bend, off_y * bend], -1)
        self.normal[part][on] += (slope - self.normal[part][on]) * weight[:, None]
        is_over = height > before
        self.height[part][on] = np.maximum(before, height)
        self.share[part][on] = np.maximum(self.share[part][on], np.clip(radius - off + 0.5, 0, 1))
        self.material[part][on] = np.where(is_over, limb.material, self.material[part][on])
        self.flesh[part][on] += (limb.flesh - self.flesh[part][on]) * weight
        self.along[part][on] = np.where(is_over, along, self.along[part][on])
        self.along_px[part][on] = np.where(is_over, along * line[2], self.along_px[part][on])
