"""Draw tiles as sprites: ivory, the number in its ink, and a mark whose shape identifies the ink without colour."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

U8 = NDArray[np.uint8]
Bgr = tuple[int, int, int]
FELT: Bgr = (72, 92, 29)
IVORY: Bgr = (223, 241, 248)
EDGE: Bgr = (130, 168, 190)
JOKER: Bgr = (120, 40, 110)
HIDDEN: Bgr = (120, 160, 180)
INKS: dict[str, Bgr] = {"r": (26, 33, 185), "b": (158, 71, 23), "y": (0, 95, 169), "k": (31, 31, 31)}
TALL = 1.4
"""Height of a tile for a width of 1."""
_FINE = 4
"""Drawn so many times as large, then made smaller: the edges are smooth."""


@lru_cache(maxsize=512)
def tile_sprite(face: str, stands_for: str | None, width_px: int) -> U8:
    """A tile of ``width_px`` on felt, (height, width, 3) BGR; a wild shows what it replaces below."""
    wide, high = width_px * _FINE, round(width_px * TALL) * _FINE
    canvas = np.full((high, wide, 3), FELT, np.uint8)
    _rounded(canvas, (0, 0, wide - 1, high - 1), EDGE, wide // 6)
    _rounded(canvas, (_FINE, _FINE, wide - 1 - _FINE, high - 1 - 2 * _FINE), IVORY, wide // 7)
    if face == "J":
        _star(canvas, (wide // 2, high * 2 // 5), wide * 0.34)
    elif face[:-1].isdigit() and face[-1] in INKS:
        _word(canvas, face[:-1], (wide // 2, high * 2 // 5), wide * 0.62, INKS[face[-1]])
        if not stands_for:
            _mark(canvas, face[-1], (wide // 2, high * 4 // 5), wide // 9)
    else:
        _rounded(canvas, (wide // 6, wide // 6, wide * 5 // 6, high - wide // 4), HIDDEN, wide // 10)
    if stands_for:
        _word(canvas, stands_for[:-1], (wide * 2 // 5, high * 4 // 5), wide * 0.34, INKS[stands_for[-1]])
        _mark(canvas, stands_for[-1], (wide * 3 // 4, high * 4 // 5), wide // 12)
    return np.asarray(cv2.resize(canvas, (width_px, high // _FINE), interpolation=cv2.INTER_AREA), np.uint8)


def _rounded(canvas: U8, box: tuple[int, int, int, int], color: Bgr, radius: int) -> None:
    left, top, right, bottom = box
    cv2.rectangle(canvas, (left + radius, top), (right - radius, bottom), color, cv2.FILLED)
    cv2.rectangle(canvas, (left, top + radius), (right, bottom - radius), color, cv2.FILLED)
    for x in (left + radius, right - radius):
        for y in (top + radius, bottom - radius):
            cv2.circle(canvas, (x, y), radius, color, cv2.FILLED)


def _word(canvas: U8, text: str, middle: tuple[int, int], size_px: float, color: Bgr) -> None:
    """Write centred at ``middle``."""
    font, size = cv2.FontFace("sans"), max(1, round(size_px))
    left, top, wide, high = cv2.getTextSize((canvas.shape[1], canvas.shape[0]), text, (0, 0), font, size, 800)
    at = (round(middle[0] - left - wide / 2), round(middle[1] - top - high / 2))
    cv2.putText(canvas, text, at, color, font, size, 800)


def _mark(canvas: U8, ink: str, middle: tuple[int, int], radius: int) -> None:
    """A disc, a diamond, a triangle or a square, by the ink."""
    x, y = middle
    if ink == "r":
        cv2.circle(canvas, middle, radius, INKS[ink], cv2.FILLED)
        return
    corners = {
        "b": ((0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)),
        "y": ((0, -1.0), (1.1, 0.9), (-1.1, 0.9)),
        "k": ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    }[ink]
    _polygon(canvas, [(x + radius * right, y + radius * down) for right, down in corners], INKS[ink])


def _star(canvas: U8, middle: tuple[int, int], radius: float) -> None:
    turns = np.arange(10) * np.pi / 5 - np.pi / 2
    reach = np.where(np.arange(10) % 2, radius * 0.45, radius)
    _polygon(canvas, np.stack([np.cos(turns) * reach, np.sin(turns) * reach], 1) + middle, JOKER)


def _polygon(canvas: U8, points: object, color: Bgr) -> None:
    cv2.fillPoly(canvas, [np.round(np.asarray(points)).astype(np.int32)], color)
