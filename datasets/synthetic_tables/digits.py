"""Masks of numbers and words: from a typeface, or digits drawn by a mould cutter's ``Hand``.

Masks are uint8, 255 where there is ink.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from unicodedata import normalize

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from datasets.synthetic_tables.strokes import Hand, stroke_digit

U8 = NDArray[np.uint8]
_HEIGHT = 200
"""Pixels at which a single digit is drawn before it is fitted."""
_SPECK_PX = 24
"""Area at ``_HEIGHT`` of what is neither a stroke nor a counter."""
_FALLEN = 1.5
"""In half widths of the pen: the largest distance of a removed pixel from the remaining digit."""
_FULL = 200
"""The darkness from which ink is visible to a camera."""
_THINNEST = 0.055
"""Width over height of the thinnest pen that a mould cutter uses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Digits:
    """The source of a maker's digit shapes, and their deformation."""

    font: str = ""
    """Path of a typeface; empty to draw with ``hand``."""
    hand: Hand = field(default_factory=Hand)
    weight: float = 0.0
    """Thicker above 0, thinner below, in hundredths of the digit's height."""
    rounding: float = 0.0
    """The corner radius, in hundredths of the digit's height."""
    stretch: float = 1.0
    """Factor on the width."""
    slant: float = 0.0
    """Shear to the right over the height."""
    spacing: float = 0.06
    """Gap between two digits over their height."""


@lru_cache(maxsize=512)
def number_mask(digits: Digits, text: str, height_px: int, most_width_px: int) -> U8:
    """Mask (height_px, w) of ``text``, w at most ``most_width_px``: too wide numbers are narrowed, not lowered."""
    glyphs = [_bent(digits, char) for char in text]
    gap = np.zeros((glyphs[0].shape[0], max(1, int(digits.spacing * _HEIGHT))), np.uint8)
    parts = [part for glyph in glyphs for part in (gap, glyph)][1:]
    word = np.hstack(parts)
    width = round(word.shape[1] * digits.stretch * height_px / word.shape[0])
    mask = cv2.resize(word, (max(3, min(width, most_width_px)), height_px), interpolation=cv2.INTER_AREA)
    mask.flags.writeable = False
    return np.asarray(mask)


@lru_cache(maxsize=512)
def word_mask(font: str, text: str, height_px: int) -> U8:
    """Mask (about height_px, w) of a word; in OpenCV's own strokes when ``font`` is empty."""
    word = _font_word(font, text) if font else _built_in_word(text)
    rows, columns = np.flatnonzero(word.any(axis=1)), np.flatnonzero(word.any(axis=0))
    word = word[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    width = max(2, round(word.shape[1] * height_px / word.shape[0]))
    mask = cv2.resize(word, (width, height_px), interpolation=cv2.INTER_AREA)
    mask.flags.writeable = False
    return np.asarray(mask)


@lru_cache(maxsize=256)
def _bent(digits: Digits, char: str) -> U8:
    """One digit at ``_HEIGHT``, heavier or lighter, rounded and slanted, cropped to its ink left and right."""
    glyph = _plain(digits, char)
    pad = 24
    glyph = np.pad(glyph, pad)
    if digits.slant:
        shear = np.array([[1, -digits.slant, digits.slant * glyph.shape[0] / 2], [0, 1, 0]], np.float64)
        glyph = np.asarray(cv2.warpAffine(glyph, shear, (glyph.shape[1], glyph.shape[0])), np.uint8)
    spread = 0.01 * _HEIGHT * (abs(digits.weight) + digits.rounding)
    if spread > 0.3 or digits.font:
        glyph = _respread(glyph, spread, digits.weight)
    columns = np.flatnonzero(glyph.max(axis=0) > 60)
    grown = max(0, round(0.01 * _HEIGHT * digits.weight))
    return np.asarray(glyph[pad - grown : len(glyph) - pad + grown, columns[0] : columns[-1] + 1])


def _respread(glyph: U8, spread_px: float, weight: float) -> U8:
    """Offset the outline by ``weight`` hundredths of the height, as far as strokes and counters allow, and round it.

    Of a stroke's pixels half lie nearer to its edge than half its pen; its corners, where the pen seems wider, are few.
    """
    inside = cv2.distanceTransform((glyph > 127).astype(np.uint8), cv2.DIST_L2, 3)
    outside = np.asarray(cv2.distanceTransform((glyph <= 127).astype(np.uint8), cv2.DIST_L2, 3), np.float32)
    pen = min(float(inside.max()), 2 * float(np.median(inside[glyph > 127])))
    most = max(0.0, 0.45 * _counter(glyph, outside))
    growth = float(np.clip(0.01 * _HEIGHT * weight, _THINNEST * _HEIGHT / 2 - pen, most))
    sigma = max(0.8, min(0.5 * spread_px, 0.4 * pen))
    whole = _pieces(glyph > 127)
    for attempt in (growth, growth / 2, 0.0, most / 2):
        moved = cv2.GaussianBlur(inside - outside + attempt, (0, 0), sigma) * 127 + 127
        is_whole = _pieces(moved > 127) == whole and _pieces(moved > -127)[1] == whole[1]
        if is_whole and _is_all_there(glyph > 127, moved > _FULL, pen):
            return np.asarray(np.clip(moved, 0, 255).astype(np.uint8))
        sigma *= 0.6
    return glyph


def _pieces(inked: NDArray[np.bool_]) -> tuple[int, int]:
    """The number of strokes and of background regions (the outer one and the counters) of a digit, without specks."""
    return _spots(inked, 8), _spots(~inked, 4)


def _is_all_there(inked: NDArray[np.bool_], left: NDArray[np.bool_], pen: float) -> bool:
    """Whether all that was ``inked`` lies within a stroke's width of what is ``left``: no thin stroke vanished."""
    away = cv2.distanceTransform((~left).astype(np.uint8), cv2.DIST_L2, 3)
    return bool(away[inked].max() < _FALLEN * pen)


def _spots(mask: NDArray[np.bool_], connectivity: int) -> int:
    areas = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=connectivity)[2][1:, cv2.CC_STAT_AREA]
    return int((areas > _SPECK_PX).sum())


def _counter(glyph: U8, outside: NDArray[np.float32]) -> float:
    """The radius in pixels of the largest circle inside the smallest hole of a digit; infinite without holes."""
    count, holes = cv2.connectedComponents((glyph <= 127).astype(np.uint8), connectivity=4)
    radii = [float(outside[holes == i].max()) for i in range(1, count) if i != holes[0, 0]]
    return min((radius for radius in radii if radius > 1), default=float("inf"))


def _plain(digits: Digits, char: str) -> U8:
    if digits.font:
        return _font_digit(digits.font, char)
    return stroke_digit(digits.hand, char, _HEIGHT)


@lru_cache(maxsize=48)
def _loaded(font: str) -> tuple[ImageFont.FreeTypeFont, int, int]:
    """A typeface at the size where its digits are ``_HEIGHT`` high, and the rows of their top and bottom."""
    probe = ImageFont.truetype(font, 200)
    _, top, _, bottom = probe.getbbox("0123456789")
    sized = ImageFont.truetype(font, max(8, round(200 * _HEIGHT / max(1, bottom - top))))
    _, top, _, bottom = sized.getbbox("0123456789")
    return sized, int(top), int(bottom)


def _font_digit(font: str, char: str) -> U8:
    _, top, bottom = _loaded(font)
    drawn = _typeset(font, char, top, bottom)
    return np.asarray(cv2.resize(drawn, (drawn.shape[1], _HEIGHT)) if drawn.shape[0] != _HEIGHT else drawn)


def _typeset(font: str, text: str, top: int, bottom: int) -> U8:
    """``text`` between rows ``top`` and ``bottom`` of the typeface, with a margin left and right."""
    sized, _, _ = _loaded(font)
    left, _, right, _ = sized.getbbox(text)
    image = Image.new("L", (int(right - left) + 8, bottom - top))
    ImageDraw.Draw(image).text((4 - left, -top), text, font=sized, fill=255)
    return np.asarray(image)


def _font_word(font: str, text: str) -> U8:
    """A word in a typeface; in the built-in strokes where it lacks all of the letters."""
    _, top, _, bottom = _loaded(font)[0].getbbox(text)
    word = _typeset(font, text, int(top), int(bottom))
    return word if word.any() else _built_in_word(text)


def _built_in_word(text: str) -> U8:
    """A word without accents in OpenCV's strokes, which differ between releases."""
    text = normalize("NFD", text).encode("ascii", "ignore").decode()
    face = cv2.FONT_HERSHEY_SIMPLEX
    scale, thickness = 6.0, 14
    (width, height), base = cv2.getTextSize(text, face, scale, thickness)
    canvas = np.zeros((height + base + 60, width + 60), np.uint8)
    cv2.putText(canvas, text, (30, height + 30), face, scale, 255, thickness, cv2.LINE_AA)
    return canvas
