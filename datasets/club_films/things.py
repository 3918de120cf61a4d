"""What else stands on the table: turned and flat things, built of facets, each drawn as a small picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np

from datasets.club_films.lens import F32, F64, Lens, Rng
from datasets.club_films.room_light import RoomLight
from datasets.club_films.tile_bodies import Sprite

Bgr = tuple[int, int, int]
_SIDES = 40
_FINE = 2


@dataclass(frozen=True, slots=True)
class Facet:
    """A flat piece: its corners (n, 3), its colour, how solid it is and how it shines."""

    corners: F64
    bgr: Bgr
    solid: float = 1.0
    gloss: float = 0.2


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on the table, standing round its own middle."""

    name: str
    facets: tuple[Facet, ...]
    reach_mm: float
    high_mm: float


def turned(rings: Sequence[tuple[float, float]], bgr: Bgr, solid: float = 1.0, gloss: float = 0.3) -> list[Facet]:
    """What a lathe makes of a profile of (height, radius), closed at its top."""
    turns = np.arange(_SIDES + 1) * 2 * np.pi / _SIDES
    circle = np.stack([np.cos(turns), np.sin(turns)], 1)
    facets = []
    for (low, wide), (high, narrow) in pairwise(rings):
        below = np.column_stack([circle * wide, np.full(_SIDES + 1, low)])
        above = np.column_stack([circle * narrow, np.full(_SIDES + 1, high)])
        facets += [Facet(np.array([below[i], below[i + 1], above[i + 1], above[i]]), bgr, solid, gloss)
                   for i in range(_SIDES)]  # fmt: skip
    return facets


def disc(high: float, radius: float, bgr: Bgr, solid: float = 1.0, gloss: float = 0.2) -> Facet:
    """A flat round piece."""
    turns = np.arange(_SIDES) * 2 * np.pi / _SIDES
    return Facet(
        np.column_stack([radius * np.cos(turns), radius * np.sin(turns), np.full(_SIDES, high)]), bgr, solid, gloss
    )


def block(size: tuple[float, float, float], bgr: Bgr, at: tuple[float, float] = (0, 0), low: float = 0) -> list[Facet]:
    """A box."""
    (w, d, h), (x, y) = size, at
    base = np.array([[-w, -d], [w, -d], [w, d], [-w, d]]) / 2 + np.array([x, y])
    lower, upper = (np.column_stack([base, np.full(4, z)]) for z in (low, low + h))
    sides = [Facet(np.array([lower[i], lower[(i + 1) % 4], upper[(i + 1) % 4], upper[i]]), bgr) for i in range(4)]
    return [*sides, Facet(upper, bgr)]


def rod(ends: tuple[Sequence[float], Sequence[float]], radius: float, bgr: Bgr) -> list[Facet]:
    """A thin round bar."""
    low, high = (np.asarray(end, np.float64) for end in ends)
    way = (high - low) / np.linalg.norm(high - low)
    side = np.cross(way, [0, 0, 1.0] if abs(way[2]) < 0.9 else [1.0, 0, 0])
    side /= np.linalg.norm(side)
    other = np.cross(way, side)
    turns = np.arange(9) * 2 * np.pi / 8
    ring = radius * (np.cos(turns)[:, None] * side + np.sin(turns)[:, None] * other)
    return [Facet(np.array([low + ring[i], low + ring[i + 1], high + ring[i + 1], high + ring[i]]), bgr, 1.0, 0.5)
            for i in range(8)]  # fmt: skip


def sprite_of(thing: Thing, spot: tuple[float, float, float], lens: Lens, light: RoomLight) -> Sprite | None:
    """A thing as the camera sees it at (x, y, turn), its height above the table being its own."""
    facets = [(placed(facet.corners, spot), facet) for facet in thing.facets]
    pixels = lens.pixels(np.concatenate([corners for corners, _ in facets]))
    (left, top), (right, bottom) = np.floor(pixels.min(0)).astype(int) - 2, np.ceil(pixels.max(0)).astype(int) + 3
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, lens.size_px[0]), min(bottom, lens.size_px[1])
    if left >= right or top >= bottom:
        return None
    size = (int(right - left), int(bottom - top))
    bgr = np.zeros((size[1] * _FINE, size[0] * _FINE, 3), np.float32)
    share = np.zeros(bgr.shape[:2], np.float32)
    facets.sort(key=lambda pair: -float(np.linalg.norm(pair[0].mean(0) - lens.eye_mm)) + 0.15 * pair[0][:, 2].mean())
    for corners, facet in facets:
        outline = np.round((lens.pixels(corners) - (left, top)) * _FINE * 16).astype(np.int32)
        tone = _tone(corners, facet, lens, light)
        for canvas, value in ((bgr, tone * facet.solid), (share, facet.solid)):
            mask = np.zeros(bgr.shape[:2], np.uint8)
            x, y, w, h = cv2.boundingRect(np.round(outline / 16).astype(np.int32))
            cv2.fillPoly(mask, [outline], 255, cv2.LINE_8, 4)
            part = np.s_[max(0, y - 2) : max(0, y + h + 2), max(0, x - 2) : max(0, x + w + 2)]
            at = mask[part] > 0
            canvas[part][at] = canvas[part][at] * (1 - facet.solid) + value
    return Sprite(int(left), int(top), np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), np.float32),
                  np.asarray(cv2.resize(share, size, interpolation=cv2.INTER_AREA), np.float32))  # fmt: skip


def raised(thing: Thing, high_mm: float) -> Thing:
    """The thing, held so high over the table."""
    up = np.array([0, 0, high_mm])
    return replace(thing, facets=tuple(replace(facet, corners=facet.corners + up) for facet in thing.facets))


def placed(points: F64, spot: tuple[float, float, float]) -> F64:
    """Points (n, 3) of a thing, where it stands."""
    cos, sin = np.cos(spot[2]), np.sin(spot[2])
    turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    return np.asarray(points @ turn.T + np.array([spot[0], spot[1], 0]))


def _tone(corners: F64, facet: Facet, lens: Lens, light: RoomLight) -> F32:
    normal = np.cross(corners[1] - corners[0], corners[-1] - corners[0])
    normal = normal / (np.linalg.norm(normal) + 1e-9)
    here = corners.mean(0)
    ray = here - lens.eye_mm
    if normal @ ray > 0:
        normal = -normal
    lit = light.shade(normal[None].astype(np.float32), ray[None] / np.linalg.norm(ray), here, facet.gloss)
    return np.asarray((np.array(facet.bgr, np.float32) / 255 * lit.diffuse + lit.gloss)[0], np.float32)


def _mate(rng: Rng) -> Thing:
    brown: Bgr = ((40, 70, 110), (30, 40, 60), (60, 110, 60))[int(rng.integers(3))]
    body = turned([(0, 22), (8, 32), (30, 40), (55, 40), (75, 32), (82, 31)], brown, gloss=0.4)
    top = [*turned([(80, 33), (86, 33)], (180, 184, 186), gloss=0.9), disc(84, 30, (46, 92, 84))]
    return Thing("mate", (*body, *top, *rod(((6, 4, 70), (34, 26, 150)), 3.2, (190, 194, 196))), 42, 100)


def _thermos(rng: Rng) -> Thing:
    steel: Bgr = ((150, 152, 150), (60, 60, 140), (90, 70, 40))[int(rng.integers(3))]
    body = turned([(0, 44), (160, 44), (185, 36), (190, 30), (215, 30), (222, 24)], steel, gloss=0.9)
    return Thing("thermos", (*body, disc(222, 24, (50, 50, 50))), 46, 222)


def _glass(rng: Rng) -> Thing:
    drink: Bgr = ((60, 90, 150), (40, 120, 200), (30, 20, 60), (200, 200, 190))[int(rng.integers(4))]
    inner = [*turned([(4, 26), (70, 30)], drink, 0.55), disc(70, 30, drink, 0.8, 0.6)]
    return Thing("glass", (*inner, *turned([(0, 28), (112, 34)], (220, 225, 222), 0.16, 0.9)), 36, 110)


def _plate(rng: Rng) -> Thing:
    facets = [*turned([(0, 50), (6, 60), (14, 84)], (228, 230, 232), gloss=0.5), disc(7, 60, (216, 220, 222))]
    for _ in range(int(rng.integers(3, 8))):
        turn, away = rng.uniform(0, 6.3), rng.uniform(0, 42)
        shift = np.array([away * np.cos(turn), away * np.sin(turn), rng.uniform(4, 14)])
        pieces = [*turned([(0, 22), (7, 22)], (96, 160, 204)), disc(7, 22, (110, 176, 216))]
        facets += [Facet(piece.corners + shift, piece.bgr, 1.0, 0.1) for piece in pieces]
    return Thing("plate", tuple(facets), 86, 24)


def _score_pad(rng: Rng) -> Thing:
    facets = block((105, 148, 6), (226, 232, 234))
    lines = [Facet(np.array([[-46, y, 6.2], [46, y, 6.2], [46, y + 0.8, 6.2], [-46, y + 0.8, 6.2]]), (196, 170, 150))
             for y in np.arange(-66, 70, 9.0)]  # fmt: skip
    for column in (-30, 12):
        for row in range(int(rng.integers(2, 8))):
            y = 54 - 9 * row
            wiggle = rng.uniform(0, 3, 8)
            facets_of = [rod(((column + 3 * i, y + wiggle[i], 6.6), (column + 3 * i + 3, y + wiggle[i + 1], 6.6)), 0.5,
                             (110, 50, 40)) for i in range(int(rng.integers(4, 7)))]  # fmt: skip
            lines += [piece for pieces in facets_of for piece in pieces]
    middle = [Facet(np.array([[-0.5, -70, 6.3], [0.5, -70, 6.3], [0.5, 70, 6.3], [-0.5, 70, 6.3]]), (90, 60, 60))]
    return Thing("pad", (*facets, *lines, *middle), 76, 8)


def _pen(rng: Rng) -> Thing:
    ink: Bgr = ((160, 60, 20), (30, 30, 30), (40, 40, 180))[int(rng.integers(3))]
    barrel, tip = rod(((-60, 0, 5), (56, 0, 5)), 4, (210, 214, 214)), rod(((56, 0, 5), (70, 0, 5)), 3, ink)
    return Thing("pen", (*barrel, *tip), 70, 9)


def _flat_box(rng: Rng) -> Thing:
    kind = int(rng.integers(4))
    if kind == 0:
        band = np.array([[-80, -10, 31.0], [80, -10, 31], [80, 40, 31], [-80, 40, 31]])
        inks: tuple[Bgr, ...] = ((40, 40, 190), (230, 230, 230), (160, 80, 30))
        art = [Facet(band, (60, 190, 230)), *(disc(31.5, 22 - 6 * at, ink) for at, ink in enumerate(inks))]
        return Thing("lid", (*block((200, 130, 30), (60, 50, 150)), *art), 120, 31)
    if kind == 1:
        screen = Facet(np.array([[-34, -70, 8.6], [34, -70, 8.6], [34, 70, 8.6], [-34, 70, 8.6]]), (24, 22, 20), 1, 1.2)
        return Thing("phone", (*block((74, 152, 8.4), (40, 40, 40)), screen), 84, 9)
    if kind == 2:
        return Thing("case", tuple(block((160, 62, 34), ((40, 40, 46), (30, 50, 90))[int(rng.integers(2))])), 86, 34)
    rings = [(0.0, 46.0), (18.0, 52.0), (26.0, 52.0), (26.0, 44.0), (10.0, 36.0)]
    return Thing("ashtray", (*turned(rings, (90, 110, 120), gloss=0.8), disc(10, 36, (70, 84, 92))), 54, 26)


MAKERS = {"mate": _mate, "thermos": _thermos, "glass": _glass, "plate": _plate, "pad": _score_pad, "pen": _pen,
          "flat": _flat_box}  # fmt: skip
"""What may stand on a table, made by chance."""
