"""What people play on: checked or flowered cloth, wood, felt or formica, on a square or a round table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.club_films.lens import F32, F64, U8, Lens, Rng
from datasets.club_films.room_light import RoomLight

KINDS = ("checked", "flowered", "wood", "felt", "formica", "oilcloth")
_FINE = 1.4
"""Pixels of the drawn top for each millimetre."""
_SPAN = (1900, 1500)
_WOODS = ((52, 84, 128), (40, 66, 104), (84, 128, 172), (58, 78, 96))
_CLOTHS = ((60, 40, 170), (140, 80, 40), (60, 120, 60), (40, 140, 200), (120, 60, 110))
_FELTS = ((58, 96, 40), (70, 84, 30), (88, 60, 34), (48, 40, 96))


@dataclass(frozen=True, slots=True, kw_only=True)
class Tabletop:
    """A table: what covers it, its shape and how much it shines."""

    kind: str
    is_round: bool
    size_mm: tuple[float, float]
    shine: float
    texture: U8
    floor: tuple[int, int, int]


def random_top(rng: Rng, least_mm: tuple[float, float]) -> Tabletop:
    """A table at least so large."""
    kind = KINDS[int(rng.integers(len(KINDS)))]
    is_round = bool(rng.random() < 0.3)
    wide, deep = least_mm[0] + float(rng.uniform(0, 160)), least_mm[1] + float(rng.uniform(40, 260))
    across = float(np.hypot(least_mm[0], least_mm[1])) + 20
    drawn = {"checked": _checked, "flowered": _flowered, "wood": _wood, "felt": _felt, "formica": _formica,
             "oilcloth": _oilcloth}[kind](rng)  # fmt: skip
    shine = {"formica": rng.uniform(0.3, 0.8), "oilcloth": rng.uniform(0.2, 0.5), "wood": rng.uniform(0.05, 0.35)}
    base = int(rng.integers(50, 140))
    return Tabletop(
        kind=kind, is_round=is_round, size_mm=(across, across) if is_round else (wide, deep), texture=drawn,
        shine=float(shine.get(kind, 0.0)),
        floor=(base, base + int(rng.integers(0, 14)), base + int(rng.integers(0, 30)))
    )  # fmt: skip


def table_picture(top: Tabletop, lens: Lens, light: RoomLight) -> F32:
    """The empty table under its light (h, w, 3), 0 to 1."""
    spots = lens.on_table()
    at = np.clip((spots + np.array(_SPAN) / 2) * _FINE, -1e4, 1e4).astype(np.float32)
    texture = cv2.GaussianBlur(top.texture, (0, 0), max(0.3, 0.45 * _FINE / lens.scale_at([0, 0, 0])))
    bgr = cv2.remap(texture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT) / 255.0
    inside = _inside(top, spots)
    edge = np.clip(inside / 1.5 + 0.5, 0, 1)[..., None]
    floor = np.array(top.floor) / 255 * np.clip(0.35 + 0.002 * -inside, 0.3, 0.8)[..., None]
    lit = (bgr * edge * (1 - 0.25 * np.exp(-np.maximum(inside, 0) / 4))[..., None] + floor * (1 - edge)).astype(
        np.float32
    )
    lit *= light.falloff(spots)[..., None] * light.tint
    return np.asarray(lit + top.shine * edge.astype(np.float32) * _reflection(lens, light, spots), np.float32)


def _inside(top: Tabletop, spots: F64) -> F64:
    """How far within the table's edge each spot is, in millimetres."""
    if top.is_round:
        return np.asarray(top.size_mm[0] / 2 - np.hypot(spots[..., 0], spots[..., 1]))
    corner = 40.0
    beyond = np.abs(spots) - np.array(top.size_mm) / 2 + corner
    outer = np.maximum(beyond, 0)
    return np.asarray(corner - np.hypot(outer[..., 0], outer[..., 1]) - np.minimum(beyond.max(-1), 0))


def _reflection(lens: Lens, light: RoomLight, spots: F64) -> F32:
    """The lamp or window as the top mirrors it."""
    mirrored = light.at_mm * np.array([1, 1, -1])
    share = lens.eye_mm[2] / (lens.eye_mm[2] - mirrored[2])
    at = lens.eye_mm[:2] + (mirrored - lens.eye_mm)[:2] * share
    wide = np.array([55.0, 55.0]) if light.is_lamp else np.array([130.0, 90.0])
    away = (((spots - at) / wide) ** 2).sum(-1)
    return np.asarray((np.exp(-away) + 0.25 * np.exp(-away / 7))[..., None] * light.tint, np.float32)


def _blank(bgr: tuple[int, int, int]) -> F32:
    return np.full((round(_SPAN[1] * _FINE), round(_SPAN[0] * _FINE), 3), bgr, np.float32)


def _noise(rng: Rng, cell: tuple[float, float]) -> F32:
    """Smooth noise of -1 to 1 with cells of this many millimetres."""
    shape = (max(2, round(_SPAN[1] / cell[1])), max(2, round(_SPAN[0] / cell[0])))
    size = (round(_SPAN[0] * _FINE), round(_SPAN[1] * _FINE))
    return np.asarray(cv2.resize(rng.uniform(-1, 1, shape).astype(np.float32), size, interpolation=cv2.INTER_CUBIC))


def _as_picture(drawn: F32) -> U8:
    return np.clip(drawn, 0, 255).astype(np.uint8)


def _pick(rng: Rng, some: tuple[tuple[int, int, int], ...]) -> tuple[int, int, int]:
    return some[int(rng.integers(len(some)))]


def _woven(rng: Rng, drawn: F32, strength: float) -> U8:
    drawn *= 1 + strength * (_noise(rng, (1.6, 0.9)) + 0.6 * _noise(rng, (160, 120)))[..., None]
    return _as_picture(drawn)


def _checked(rng: Rng) -> U8:
    high, wide = _blank((0, 0, 0)).shape[:2]
    step = float(rng.uniform(22, 60)) * _FINE
    across = ((np.arange(wide) // step) % 2).astype(np.float32)
    down = ((np.arange(high) // step) % 2).astype(np.float32)
    share = ((across[None] + down[:, None]) / 2)[..., None]
    light, dark = np.array((225, 230, 232), np.float32), np.array(_pick(rng, _CLOTHS), np.float32)
    return _woven(rng, (light * (1 - share) + dark * share).astype(np.float32), 0.06)


def _flowered(rng: Rng) -> U8:
    drawn = _blank(_pick(rng, ((206, 214, 222), (190, 205, 190), (120, 80, 60), (170, 190, 215))))
    for _ in range(int(rng.integers(160, 380))):
        x, y = (int(rng.uniform(0, span * _FINE)) for span in _SPAN)
        reach, ink = float(rng.uniform(8, 24)) * _FINE, _pick(rng, (*_CLOTHS, (210, 210, 240)))
        for petal in range(5):
            turn = petal * 2 * np.pi / 5 + x
            spot = (int(x + reach * 0.6 * np.cos(turn)), int(y + reach * 0.6 * np.sin(turn)))
            cv2.circle(drawn, spot, int(reach * 0.42), ink, -1, cv2.LINE_AA)
        cv2.circle(drawn, (x, y), int(reach * 0.3), (90, 200, 235), -1, cv2.LINE_AA)
        cv2.ellipse(
            drawn, (int(x + reach * 1.3), y), (int(reach * 0.5), int(reach * 0.2)), 30, 0, 360, (70, 120, 70), -1
        )
    return _woven(rng, drawn, 0.05)


def _wood(rng: Rng) -> U8:
    drawn = _blank(_pick(rng, _WOODS))
    warp = 18 * _noise(rng, (240, 60)) + 5 * _noise(rng, (60, 25))
    rows = np.arange(drawn.shape[0], dtype=np.float32)[:, None] + warp * _FINE
    rings = np.sin(rows / (7 * _FINE)) * 0.5 + np.sin(rows / (2.3 * _FINE)) * 0.3
    drawn *= 1 + (0.10 * rings + 0.07 * _noise(rng, (45, 1.2)) + 0.08 * _noise(rng, (300, 90)))[..., None]
    board = float(rng.uniform(90, 160)) * _FINE
    for seam in np.arange(board / 2, drawn.shape[0], board):
        drawn[int(seam) : int(seam) + 2] *= 0.6
        drawn[int(seam) : int(seam + board)] *= float(rng.uniform(0.9, 1.1))
    return _as_picture(drawn)


def _felt(rng: Rng) -> U8:
    drawn = _blank(_pick(rng, _FELTS))
    drawn *= (
        1 + (0.10 * _noise(rng, (1.2, 1.2)) + 0.06 * _noise(rng, (9, 9)) + 0.07 * _noise(rng, (200, 200)))[..., None]
    )
    return _as_picture(drawn)


def _formica(rng: Rng) -> U8:
    drawn = _blank(_pick(rng, ((196, 204, 206), (170, 190, 200), (150, 150, 146), (120, 150, 120))))
    specks = rng.uniform(0, 1, drawn.shape[:2]).astype(np.float32)
    soft = cv2.GaussianBlur(specks, (0, 0), 0.9)
    drawn *= 1 + (0.25 * (soft - 0.5) + 0.03 * _noise(rng, (120, 120)))[..., None]
    return _as_picture(drawn)


def _oilcloth(rng: Rng) -> U8:
    drawn = _blank(_pick(rng, ((205, 215, 220), (160, 190, 205), (190, 200, 180))))
    step, ink = int(rng.uniform(70, 120) * _FINE), _pick(rng, _CLOTHS)
    for at, y in enumerate(range(0, drawn.shape[0], step)):
        for x in range((at % 2) * step // 2, drawn.shape[1], step):
            cv2.circle(drawn, (x, y), step // 5, ink, -1, cv2.LINE_AA)
            cv2.ellipse(drawn, (x + step // 6, y - step // 5), (step // 7, step // 16), -35, 0, 360, (60, 130, 70), -1)
    drawn *= 1 + 0.03 * _noise(rng, (150, 90))[..., None]
    return _as_picture(drawn)
