"""Five families' tile designs: an ivory face, a number, and a coloured sign below it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from datasets.family_films.boxes import BACK
from datasets.synthetic_tables.fonts import discover

U8 = NDArray[np.uint8]
Rgb = tuple[int, int, int]
_FINER = 4
"""Faces are painted so many times larger than they are shown."""
Painter = Callable[[ImageDraw.ImageDraw, tuple[float, float], float, Rgb], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class TileSet:
    """The design of one family's tiles; colours are RGB."""

    name: str
    fonts: tuple[str, ...]
    """Typefaces by the names of their files, the first that is installed."""
    ground: Rgb
    inks: Mapping[str, Rgb]
    sign: str
    joker: str
    back: Rgb
    number_share: float = 0.40
    """Height of the number, of the tile's."""


_PLAIN: Mapping[str, Rgb] = {"r": (196, 26, 32), "b": (24, 62, 160), "y": (226, 150, 12), "k": (24, 24, 26)}
_SOFT: Mapping[str, Rgb] = {"r": (208, 44, 62), "b": (36, 96, 190), "y": (236, 128, 22), "k": (38, 36, 40)}
TILE_SETS: tuple[TileSet, ...] = (
    TileSet(name="abuela", fonts=("LiberationSans-Bold",), ground=(243, 236, 214), inks=_PLAIN, sign="dot",
            joker="clown", back=(243, 236, 214)),
    TileSet(name="club", fonts=("DejaVuSerif-Bold",), ground=(250, 249, 245), inks=_SOFT, sign="ring",
            joker="star", back=(36, 92, 66), number_share=0.36),
    TileSet(name="viaje", fonts=("DejaVuSansCondensed-Bold",), ground=(238, 234, 226), inks=_SOFT, sign="heart",
            joker="jester", back=(40, 58, 112), number_share=0.42),
    TileSet(name="kiosco", fonts=("LiberationSerif-Bold",), ground=(246, 240, 224), inks=_PLAIN, sign="star",
            joker="clown", back=(120, 28, 34), number_share=0.44),
    TileSet(name="playa", fonts=("DejaVuSans-Bold",), ground=(252, 250, 240), inks={**_PLAIN, "y": (232, 176, 0)},
            sign="flower", joker="jester", back=(252, 250, 240), number_share=0.36),
)  # fmt: skip


def face_picture(tiles: TileSet, face: str, size_px: tuple[int, int]) -> U8:
    """(height, width, 4): BGR and opacity of one tile's face; ``size_px`` is width and height."""
    width, height = size_px[0] * _FINER, size_px[1] * _FINER
    ground = tiles.back if face == BACK else tiles.ground
    picture = Image.new("RGBA", (width, height), (*ground, 0))
    draw = ImageDraw.Draw(picture)
    rim = max(1, width // 40)
    edge = tuple(round(0.88 * part) for part in ground)
    draw.rounded_rectangle((0, 0, width - 1, height - 1), width // 8, fill=(*edge, 255))
    draw.rounded_rectangle((rim, rim, width - 1 - rim, height - 1 - rim), width // 9, fill=(*ground, 255))
    if face == "J":
        _JOKERS[tiles.joker](draw, (width / 2, height * 0.45), width * 0.33, tiles.inks["r"])
    elif face != BACK:
        ink = tiles.inks[face[-1]]
        _number(draw, (width, height), tiles, face[:-1])
        _SIGNS[tiles.sign](draw, (width / 2, height * 0.76), width * 0.15, ink)
        _number(draw, (width, height), tiles, face[:-1], ink)
    small = picture.resize(size_px, Image.Resampling.BOX)
    return np.ascontiguousarray(np.asarray(small)[:, :, [2, 1, 0, 3]])


def _number(
    draw: ImageDraw.ImageDraw, size: tuple[int, int], tiles: TileSet, text: str, ink: Rgb | None = None
) -> None:
    """An engraved number in the upper half: a light lower edge, then the number in ``ink``."""
    width, height = size
    tall = height * tiles.number_share
    font = _font(tiles.fonts, round(tall / 0.72))
    left, top, right, bottom = draw.textbbox((0, 0), text, font=font)
    if right - left > 0.8 * width:
        font = _font(tiles.fonts, round(tall / 0.72 * 0.8 * width / (right - left)))
        left, top, right, bottom = draw.textbbox((0, 0), text, font=font)
    lower = 0 if ink else max(1, width // 60)
    at = (width / 2 - (left + right) / 2 + lower, 0.34 * height - (top + bottom) / 2 + lower)
    light = tuple(min(255, part + 8) for part in tiles.ground)
    draw.text(at, text, font=font, fill=(*(ink or light), 255))


@cache
def _font(names: tuple[str, ...], size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    found: dict[str, Path] = {path.stem: path for path in discover()}
    path = next((found[name] for name in names if name in found), None) or next(iter(found.values()), None)
    return ImageFont.truetype(str(path), size) if path else ImageFont.load_default(size)


def _dot(draw: ImageDraw.ImageDraw, at: tuple[float, float], radius: float, ink: Rgb) -> None:
    draw.ellipse((at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius), fill=ink)


def _ring(draw: ImageDraw.ImageDraw, at: tuple[float, float], radius: float, ink: Rgb) -> None:
    box = (at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius)
    draw.ellipse(box, outline=ink, width=max(1, round(radius * 0.4)))


def _heart(draw: ImageDraw.ImageDraw, at: tuple[float, float], radius: float, ink: Rgb) -> None:
    half = radius * 0.56
    for side in (-1, 1):
        _dot(draw, (at[0] + side * half * 0.92, at[1] - half * 0.6), half, ink)
    draw.polygon([(at[0] - 1.75 * half, at[1] - 0.2 * half), (at[0] + 1.75 * half, at[1] - 0.2 * half),
                  (at[0], at[1] + 1.9 * half)], fill=ink)  # fmt: skip


def _star(draw: ImageDraw.ImageDraw, at: tuple[float, float], radius: float, ink: Rgb) -> None:
    angles = np.arange(10) * np.pi / 5 - np.pi / 2
    reach = np.where(np.arange(10) % 2, 0.45, 1.1) * radius
    draw.polygon([(at[0] + r * np.cos(a), at[1] + r * np.sin(a)) for a, r in zip(angles, reach, strict=True)], fill=ink)


def _flower(draw: ImageDraw.ImageDraw, at: tuple[float, float], radius: float, ink: Rgb) -> None:
    for angle in np.arange(5) * 2 * np.pi / 5:
        _dot(draw, (at[0] + 0.6 * radius * np.sin(angle), at[1] - 0.6 * radius * np.cos(angle)), radius * 0.42, ink)


def _clown(draw: ImageDraw.ImageDraw, at: tuple[float, float], radius: float, ink: Rgb) -> None:
    """A round face that laughs, with a pointed hat."""
    x, y = at[0], at[1] + radius * 0.35
    draw.polygon(
        [(x - radius * 0.8, y - radius * 0.5), (x + radius * 0.8, y - radius * 0.5), (x, y - radius * 2)], fill=ink
    )
    _dot(draw, (x, y - radius * 2), radius * 0.2, (226, 170, 30))
    _dot(draw, (x, y), radius, (20, 20, 20))
    _dot(draw, (x, y), radius * 0.9, (250, 214, 80))
    for side in (-1, 1):
        _dot(draw, (x + side * radius * 0.36, y - radius * 0.24), radius * 0.13, (20, 20, 20))
    _dot(draw, (x, y + radius * 0.04), radius * 0.16, ink)
    draw.arc(
        (x - radius * 0.56, y - radius * 0.4, x + radius * 0.56, y + radius * 0.6), 20, 160, ink, round(radius * 0.16)
    )


def _jester(draw: ImageDraw.ImageDraw, at: tuple[float, float], radius: float, ink: Rgb) -> None:
    """A fool's cap of three colours above a small face."""
    x, y = at[0], at[1] + radius * 0.5
    for side, colour in ((-1, ink), (1, (30, 110, 60)), (0, (34, 62, 150))):
        tip = (x + side * radius * 1.15, y - radius * (1.9 if side == 0 else 1.2))
        draw.polygon([(x - radius * 0.75, y - radius * 0.3), (x + radius * 0.75, y - radius * 0.3), tip], fill=colour)
        _dot(draw, tip, radius * 0.2, (232, 178, 30))
    _dot(draw, (x, y), radius * 0.78, (20, 20, 20))
    _dot(draw, (x, y), radius * 0.7, (248, 222, 190))
    for side in (-1, 1):
        _dot(draw, (x + side * radius * 0.28, y - radius * 0.14), radius * 0.1, (20, 20, 20))
    draw.arc(
        (x - radius * 0.4, y - radius * 0.3, x + radius * 0.4, y + radius * 0.44), 20, 160, ink, round(radius * 0.13)
    )


def _big_star(draw: ImageDraw.ImageDraw, at: tuple[float, float], radius: float, ink: Rgb) -> None:
    """A star as wide as the tile with a face in it."""
    _star(draw, at, radius * 1.25, ink)
    for side in (-1, 1):
        _dot(draw, (at[0] + side * radius * 0.22, at[1] - radius * 0.16), radius * 0.1, (255, 255, 255))
    draw.arc((at[0] - radius * 0.34, at[1] - radius * 0.2, at[0] + radius * 0.34, at[1] + radius * 0.4), 20, 160,
             (255, 255, 255), round(radius * 0.12))  # fmt: skip


_SIGNS: Mapping[str, Painter] = {"dot": _dot, "ring": _ring, "heart": _heart, "star": _star, "flower": _flower}
_JOKERS: Mapping[str, Painter] = {"clown": _clown, "jester": _jester, "star": _big_star}
