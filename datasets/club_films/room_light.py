"""The light of a room: a lamp or a window with its colour, what it makes of surfaces, and where shadows fall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from datasets.club_films.lens import F32, F64, U8, Lens, Rng


class Lit(NamedTuple):
    """What light a surface sends back: a factor of its colour, and what its gloss adds."""

    diffuse: F32
    gloss: F32


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomLight:
    """One lamp or window, and the light of the room beside it."""

    at_mm: F64
    tint: F32
    """Blue, green, red."""
    ambient: float
    """Of the whole light that comes from everywhere."""
    softness: float
    """How wide a shadow's edge is, of the height of what throws it."""
    falloff_mm: float
    """How far from below it the light is half as strong."""
    is_lamp: bool
    flicker: float
    daylight: float
    """How strongly the light changes within minutes."""

    def toward(self, at_mm: F64) -> F32:
        """The direction to the light."""
        way = self.at_mm - at_mm
        return np.asarray(way / np.linalg.norm(way), np.float32)

    def falloff(self, xy_mm: F64) -> F32:
        """How much light comes to points (…, 2) of the table, 1 right below."""
        away = ((xy_mm - self.at_mm[:2]) ** 2).sum(-1)
        least = ((np.zeros(2) - self.at_mm[:2]) ** 2).sum()
        far = (away - least) / self.falloff_mm**2 if not self.is_lamp else away / self.falloff_mm**2
        return np.asarray(self.ambient + (1 - self.ambient) / np.maximum(1 + far, 0.4), np.float32)

    def shade(self, normals: F32, rays: F64, at_mm: F64, gloss: float) -> Lit:
        """Light on surfaces with these normals (n, 3), seen along these rays (n, 3)."""
        toward = self.toward(at_mm)
        here = float(self.falloff(at_mm[:2]))
        direct = np.clip(normals @ toward, 0, 1) / max(0.35, float(toward[2]))
        sky = 0.6 + 0.4 * normals[:, 2]
        diffuse = here * (self.ambient * sky + (1 - self.ambient) * direct)
        middle = toward - rays.astype(np.float32)
        middle /= np.linalg.norm(middle, axis=1, keepdims=True)
        facing = np.clip((normals * middle).sum(1), 0, 1)
        shine = gloss * (0.9 * facing**160 + 0.16 * facing**24) * here * (1 - self.ambient * 0.5)
        return Lit(diffuse[:, None] * self.tint, shine[:, None] * np.minimum(self.tint * 1.05, 1.2))

    def shadow_of(self, points_mm: F64, plane_mm: float) -> F64:
        """Where the shadows of points (n, 3) fall on a plane, (n, 3)."""
        up = np.minimum(points_mm[:, 2:] - plane_mm, self.at_mm[2] - plane_mm - 50)
        share = np.maximum(up, 0) / np.maximum(self.at_mm[2] - points_mm[:, 2:], 50)
        fallen = points_mm + (points_mm - self.at_mm) * share
        fallen[:, 2] = plane_mm
        return np.asarray(fallen)

    @property
    def strength(self) -> float:
        """How dark a full shadow is."""
        return 0.85 * (1 - self.ambient)


def random_light(rng: Rng) -> RoomLight:
    """A lamp over the table or a window beside it."""
    is_lamp = bool(rng.random() < 0.5)
    turn = rng.uniform(0, 2 * np.pi)
    away = rng.uniform(100, 500) if is_lamp else rng.uniform(1300, 2200)
    high = rng.uniform(900, 1700) if is_lamp else rng.uniform(1200, 2000)
    warm = rng.uniform(0.0, 0.16) if is_lamp else rng.uniform(-0.07, 0.06)
    return RoomLight(
        at_mm=np.array([away * np.cos(turn), away * np.sin(turn), high]),
        tint=np.array([1 - 1.2 * warm, 1 - 0.25 * warm, 1 + 0.5 * warm], np.float32),
        ambient=float(rng.uniform(0.35, 0.6) if is_lamp else rng.uniform(0.45, 0.75)),
        softness=float(rng.uniform(0.04, 0.2) if is_lamp else rng.uniform(0.15, 0.6)),
        falloff_mm=float(rng.uniform(900, 1500) if is_lamp else rng.uniform(2200, 3500)), is_lamp=is_lamp,
        flicker=float(rng.uniform(0.005, 0.03)) if is_lamp and rng.random() < 0.5 else 0.0,
        daylight=float(rng.uniform(0.03, 0.12)) if not is_lamp else 0.0,
    )  # fmt: skip


class ShadowMask:
    """Where it is dark, a quarter as large as the picture: outlines are filled, then softened by their height."""

    SMALL = 4

    def __init__(self, lens: Lens, light: RoomLight) -> None:
        self._lens, self._light = lens, light
        width, height = lens.size_px
        self._shape = (height // self.SMALL, width // self.SMALL)

    def empty(self) -> U8:
        """No shadow anywhere."""
        return np.zeros(self._shape, np.uint8)

    def outline(self, mask: U8, points_mm: F64, plane_mm: float) -> None:
        """Fills the hull of the shadow of these points."""
        fallen = self._lens.pixels(self._light.shadow_of(points_mm, plane_mm)) / self.SMALL
        hull = cv2.convexHull(np.round(fallen * 16).astype(np.int32))
        cv2.fillConvexPoly(mask, hull, 255, cv2.LINE_AA, 4)

    def limb(self, mask: U8, ends_mm: F64, radii_mm: tuple[float, float], plane_mm: float) -> None:
        """A shadow like a cone with round ends."""
        fallen = self._light.shadow_of(ends_mm, plane_mm)
        pixels = np.round(self._lens.pixels(fallen) / self.SMALL).astype(int)
        scale = self._lens.scale_at(fallen.mean(0)) / self.SMALL
        cv2.line(mask, tuple(map(int, pixels[0])), tuple(map(int, pixels[1])), 255,
                 max(1, round(scale * sum(radii_mm))), cv2.LINE_AA)  # fmt: skip

    def softened(self, mask: U8, high_mm: float) -> U8:
        """The mask with edges as wide as of something so high."""
        wide = self._light.softness * high_mm * self._lens.scale_at([0, 0, 0]) / self.SMALL
        return np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.6, wide)), np.uint8)

    def darken(self, picture: F32 | U8, mask: U8, strength: float) -> None:
        """Darkens a whole picture (h, w, 3) where the mask is white."""
        if not mask.any():
            return
        x, y, w, h = cv2.boundingRect(mask)
        small = self.SMALL
        left, top = x * small, y * small
        part = picture[top : top + h * small, left : left + w * small]
        keep = 1 - strength / 255 * cv2.resize(mask[y : y + h, x : x + w].astype(np.float32), part.shape[1::-1])
        if picture.dtype == np.uint8:
            factor = cv2.merge([np.round(keep * 255).astype(np.uint8)] * 3)
            part[:] = cv2.multiply(part, factor, scale=1 / 255)
        else:
            part *= keep[..., None]
