"""The printed faces of a club's tiles: typefaces of this machine, inks, signs and jokers of several designs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from datasets.club_films.lens import F32, U8, Rng
from engine.tiles import Color, Tile

HIGH_PX = 192
T = TypeVar("T")
_FOLDERS = (Path("/usr/share/fonts"), Path("/usr/share/texmf/fonts"), Path("/usr/local/share/fonts"))
_FACES = ("NimbusSans-Bold.otf", "C059-Bold.otf", "P052-Bold.otf", "URWBookman-Demi.otf", "URWGothic-Demi.otf",
          "texgyreheroscn-bold.otf", "OpenSans-ExtraBold.ttf", "ClearSans-Bold.ttf", "AveriaSansGWF-Bold.ttf",
          "Cantarell-ExtraBold.otf", "Go-Bold.ttf", "B612-Bold.otf", "DejaVuSans-Bold.ttf",
          "DejaVuSansCondensed-Bold.ttf", "Tuffy_Bold.ttf", "NimbusSansNarrow-Bold.otf")  # fmt: skip
"""Upright figures of one height, without dots in the zero."""
_RED = ((24, 28, 196), (38, 30, 168), (40, 52, 214))
_BLUE = ((168, 70, 22), (140, 48, 28), (176, 96, 12))
_YELLOW = ((12, 150, 226), (20, 176, 232), (18, 112, 222), (60, 132, 44))
_BLACK = ((28, 26, 26), (44, 38, 36), (16, 14, 18))
_INKS = {Color.RED: _RED, Color.BLUE: _BLUE, Color.YELLOW: _YELLOW, Color.BLACK: _BLACK}
_BODIES = ((198, 224, 234), (224, 234, 238), (182, 214, 230), (212, 228, 230))
"""Ivory, white, cream, a cold white; blue, green, red as everywhere here."""
_BACKS = ("plain", "plain", "framed", "diamond", "coloured")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubTileSet:
    """One set of tiles: its measures, its plastic and its print."""

    size_mm: tuple[float, float, float]
    round_mm: float
    body: tuple[int, int, int]
    inks: dict[Color, tuple[int, int, int]]
    font: str
    number_high: float
    """Of the tile's height."""
    number_at: float
    sign: str
    """Below the number: nothing, a dot, a dimple, a bar or a diamond."""
    joker: str
    back: str
    gloss: float


def random_set(rng: Rng) -> ClubTileSet:
    """A set as chance has it."""
    wide = float(rng.uniform(25.0, 28.5))
    sign = _pick(rng, ("none", "dot", "dimple", "bar", "diamond", "dot"))
    has_sign = sign != "none"
    return ClubTileSet(
        size_mm=(wide, wide * float(rng.uniform(1.36, 1.5)), float(rng.uniform(8, 12))),
        round_mm=float(rng.uniform(1.6, 3.0)), body=_pick(rng, _BODIES), sign=sign,
        inks={color: _pick(rng, inks) for color, inks in _INKS.items()},
        font=_pick(rng, _fonts()), number_high=float(rng.uniform(0.36, 0.5) if has_sign else rng.uniform(0.42, 0.56)),
        number_at=float(rng.uniform(0.34, 0.4) if has_sign else rng.uniform(0.4, 0.5)),
        joker=_pick(rng, ("star", "face", "jester", "word")), back=_pick(rng, _BACKS),
        gloss=float(rng.uniform(0.12, 0.5)),
    )  # fmt: skip


def _pick(rng: Rng, some: Sequence[T]) -> T:
    return some[int(rng.integers(len(some)))]


def _fonts() -> tuple[str, ...]:
    found = {path.name: str(path) for folder in _FOLDERS if folder.is_dir() for path in folder.rglob("*.[ot]tf")}
    return tuple(found[name] for name in _FACES if name in found) or ("",)


class Prints:
    """The pictures of the faces and the back of a set, made when they are asked for."""

    def __init__(self, tiles: ClubTileSet) -> None:
        self._set, self._made = tiles, dict[Tile | None, F32]()

    def of(self, tile: Tile | None) -> F32:
        """The face of a tile, or the back for None: (h, w, 3) from 0 to 1, blue first."""
        if tile not in self._made:
            self._made[tile] = self._drawn(tile)
        return self._made[tile]

    def _drawn(self, tile: Tile | None) -> F32:
        wide = round(HIGH_PX * self._set.size_mm[0] / self._set.size_mm[1])
        picture = np.full((HIGH_PX, wide, 3), self._set.body, np.uint8)
        if tile is None:
            self._back(picture)
        elif tile.is_joker:
            self._joker(picture)
        else:
            self._number(picture, tile)
        soft = cv2.GaussianBlur(picture, (0, 0), 1.1)
        return np.asarray(soft, np.float32) / np.float32(255)

    def _number(self, picture: U8, tile: Tile) -> None:
        height, wide = picture.shape[:2]
        assert tile.color is not None
        ink = self._set.inks[tile.color]
        mask = _written(str(tile.number), self._set.font, round(self._set.number_high * height), (wide, height))
        left, top, w, h = cv2.boundingRect(mask)
        at_y = int(self._set.number_at * height - h / 2)
        put = np.zeros((height, wide), np.uint8)
        w = min(w, wide - 2)
        put[at_y : at_y + h, (wide - w) // 2 : (wide - w) // 2 + w] = mask[top : top + h, left : left + w]
        _ink(picture, put, ink)
        if tile.number in (6, 9) and self._set.sign in ("none", "dimple"):
            cv2.line(picture, (wide // 2 - 14, at_y + h + 12), (wide // 2 + 14, at_y + h + 12), ink, 5, cv2.LINE_AA)
        self._sign(picture, (wide // 2, round(height * 0.8)), ink)

    def _sign(self, picture: U8, at: tuple[int, int], ink: tuple[int, int, int]) -> None:
        x, y = at
        if self._set.sign == "dot":
            cv2.circle(picture, at, 11, ink, -1, cv2.LINE_AA)
        elif self._set.sign == "dimple":
            dark = tuple(int(value * 0.86) for value in self._set.body)
            cv2.ellipse(picture, at, (24, 19), 0, 0, 360, dark, 2, cv2.LINE_AA)
            cv2.ellipse(picture, (x, y + 1), (23, 18), 0, 20, 160, (250, 252, 252), 2, cv2.LINE_AA)
        elif self._set.sign == "bar":
            cv2.line(picture, (x - 24, y), (x + 24, y), ink, 7, cv2.LINE_AA)
        elif self._set.sign == "diamond":
            cv2.fillPoly(picture, [np.array([[x, y - 13], [x + 11, y], [x, y + 13], [x - 11, y]])], ink, cv2.LINE_AA)

    def _joker(self, picture: U8) -> None:
        height, wide = picture.shape[:2]
        ink = self._set.inks[Color.RED if self._set.joker != "face" else Color.BLACK]
        x, y = wide // 2, round(height * 0.45)
        if self._set.joker == "star":
            turns = np.arange(10) * np.pi / 5 - np.pi / 2
            reach = np.where(np.arange(10) % 2, 19.0, 44.0)
            points = np.stack([x + reach * np.cos(turns), y + reach * np.sin(turns)], 1)
            cv2.fillPoly(picture, [points.round().astype(np.int32)], ink, cv2.LINE_AA)
        elif self._set.joker == "word":
            mask = _written("COMODIN", self._set.font, 25, (height, wide))
            left, top, w, h = cv2.boundingRect(mask)
            upright = cv2.rotate(mask[top : top + h, left : left + w], cv2.ROTATE_90_COUNTERCLOCKWISE)
            put = np.zeros((height, wide), np.uint8)
            at_y = max(0, (height - upright.shape[0]) // 2)
            put[at_y : at_y + upright.shape[0], x - h // 2 : x - h // 2 + h] = upright
            _ink(picture, put, ink)
        else:
            _head(picture, (x, y), ink, has_cap=self._set.joker == "jester")

    def _back(self, picture: U8) -> None:
        height, wide = picture.shape[:2]
        tone = tuple(int(value * 0.9) for value in self._set.body)
        if self._set.back == "framed":
            cv2.rectangle(picture, (16, 16), (wide - 17, height - 17), tone, 4, cv2.LINE_AA)
        elif self._set.back == "diamond":
            blue = self._set.inks[Color.BLUE]
            points = np.array([[wide // 2, 40], [wide - 36, height // 2], [wide // 2, height - 40], [36, height // 2]])
            cv2.polylines(picture, [points], True, blue, 4, cv2.LINE_AA)
            cv2.circle(picture, (wide // 2, height // 2), 9, blue, -1, cv2.LINE_AA)
        elif self._set.back == "coloured":
            picture[:] = (96, 120, 70)


def _head(picture: U8, at: tuple[int, int], ink: tuple[int, int, int], *, has_cap: bool) -> None:
    """A laughing face; with a jester's cap of three points and bells, or alone."""
    x, y = at
    cv2.circle(picture, (x, y + 8), 34, ink, 5, cv2.LINE_AA)
    for side in (-1, 1):
        cv2.ellipse(picture, (x + side * 13, y), (5, 7), 0, 0, 360, ink, -1, cv2.LINE_AA)
    cv2.ellipse(picture, (x, y + 12), (19, 15), 0, 10, 170, ink, 5, cv2.LINE_AA)
    if has_cap:
        for reach in (-34, 0, 34):
            tip = (x + reach, y - 54 + abs(reach) // 3)
            cv2.fillPoly(picture, [np.array([[x - 24, y - 20], [x + 24, y - 20], tip])], ink, cv2.LINE_AA)
            cv2.circle(picture, tip, 6, ink, -1, cv2.LINE_AA)


def _written(text: str, font: str, high_px: int, size: tuple[int, int]) -> U8:
    """A mask with this text, its figures so high."""
    width, height = size[0] * 2, size[1] * 2
    if not font:
        mask = np.zeros((height, width), np.uint8)
        cv2.putText(mask, text, (10, height // 2), cv2.FONT_HERSHEY_DUPLEX, high_px / 22, 255, 6, cv2.LINE_AA)
        return mask
    picture = Image.new("L", (width, height))
    face = ImageFont.truetype(font, round(high_px * 1.38))
    ImageDraw.Draw(picture).text((20, 20), text, fill=255, font=face)
    mask = np.array(picture)
    left, top, w, h = cv2.boundingRect(mask)
    longest = size[0] * (0.8 if len(text) < 3 else 0.9)
    if w > longest:
        narrow = cv2.resize(mask[top : top + h, left : left + w], (round(longest), h), interpolation=cv2.INTER_AREA)
        mask = np.zeros_like(mask)
        mask[:h, : narrow.shape[1]] = narrow
    return np.asarray(mask, np.uint8)


def _ink(picture: U8, mask: U8, ink: tuple[int, int, int]) -> None:
    """Prints with the light and dark edge of figures that are pressed into plastic."""
    share = mask[..., None].astype(np.float32) / 255
    edge = cv2.GaussianBlur(mask, (0, 0), 2).astype(np.float32) / 255
    relief = np.roll(edge, 2, 0) - np.roll(edge, -2, 0)
    drawn = picture * (1 - share) + np.array(ink, np.float32) * share + 26 * relief[..., None] * (1 - share)
    picture[:] = np.clip(drawn, 0, 255).astype(np.uint8)
