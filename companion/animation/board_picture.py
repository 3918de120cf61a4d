"""Draw a scene: scores, the last move, the piles, and the melds as large as possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.animation.tile_sprites import FELT, TALL, tile_sprite
from companion.line_breaks import wrapped
from companion.view_models.animation import Scene, SceneMeld, ScenePile, SceneSide
from companion.view_models.hand import TileInMeld

U8 = NDArray[np.uint8]
Bgr = tuple[int, int, int]
WIDTH_PX, HEIGHT_PX = 720, 900
WHITE: Bgr = (250, 250, 250)
SOFT: Bgr = (196, 208, 180)
DARK: Bgr = (44, 58, 18)
NEW: Bgr = (96, 200, 250)
_MARGIN, _HEAD, _SAYS, _PILES = 20, 56, 96, 78
_WIDTHS = (46, 40, 34, 29, 25, 21, 18, 15, 12)
"""How wide tiles are drawn, the widest first."""
_LINE = 26
_SMALLEST_PX, _LEADING = 9, 1.18
"""The smallest letter size, and the line height in letter sizes."""
_BOLD, _PLAIN = 700, 400


@dataclass(frozen=True, slots=True)
class _Pen:
    size_px: int
    color: Bgr
    weight: int = _PLAIN


_TITLE, _SAID = _Pen(24, WHITE, _BOLD), _Pen(24, WHITE)
_NAME, _QUIET = _Pen(22, WHITE, _BOLD), _Pen(22, SOFT)


def board_picture(scene: Scene) -> U8:
    """The table of a scene as BGR (900, 720, 3)."""
    canvas = np.full((HEIGHT_PX, WIDTH_PX, 3), FELT, np.uint8)
    cv2.rectangle(canvas, (0, 0), (WIDTH_PX, _HEAD), DARK, cv2.FILLED)
    _whole(canvas, scene.title, (0, _HEAD), WIDTH_PX - 170, _TITLE)
    _write(canvas, scene.at, (WIDTH_PX - _MARGIN - _wide(scene.at, 22), 37), _QUIET)
    _whole(canvas, scene.says, (_HEAD, _SAYS), WIDTH_PX - 2 * _MARGIN, _SAID)
    _piles(canvas, scene.piles, _HEAD + _SAYS + 8)
    top = _HEAD + _SAYS + _PILES + 16
    width = next((width_px for width_px in _WIDTHS if _height(scene.sides, width_px) <= HEIGHT_PX - top), _WIDTHS[-1])
    for side in scene.sides:
        top = _side(canvas, side, top, width)
    return canvas


def _piles(canvas: U8, piles: Sequence[ScenePile], top: int) -> None:
    cv2.rectangle(canvas, (0, top - 6), (WIDTH_PX, top + _PILES - 12), DARK, cv2.FILLED)
    left = _MARGIN
    for pile in piles:
        said = f"{pile.name} {pile.count}"
        _write(canvas, said, (left, top + 38), _QUIET)
        left += _wide(said, 22) + 10
        for face in pile.tiles:
            _put(canvas, TileInMeld(face, None), (left, top + 4), 36)
            left += 40
        left += 22


def _height(sides: Sequence[SceneSide], width: int) -> int:
    """The height in pixels of all sides with tiles of this width."""
    return sum(_LINE + 20 + len(_rows(side.melds, width)) * _row_px(width) for side in sides)


def _row_px(width: int) -> int:
    return round(width * TALL) + 12


def _rows(melds: Sequence[SceneMeld], width: int) -> list[list[SceneMeld]]:
    """The melds in rows that fit side by side."""
    rows: list[list[SceneMeld]] = []
    left = WIDTH_PX
    for meld in melds:
        wide = len(meld.tiles) * (width + 2) + width // 2
        if left + wide > WIDTH_PX - _MARGIN:
            rows.append([])
            left = _MARGIN
        rows[-1].append(meld)
        left += wide
    return rows


def _side(canvas: U8, side: SceneSide, top: int, width: int) -> int:
    """Draw a side from the row ``top`` on; return the row below it."""
    _whole(canvas, side.name, (top - 2, _LINE + 2), WIDTH_PX - 200, _NAME)
    _write(canvas, side.points, (WIDTH_PX - _MARGIN - _wide(side.points, 22, _BOLD), top + 20), _NAME)
    cv2.line(canvas, (_MARGIN, top + _LINE + 2), (WIDTH_PX - _MARGIN, top + _LINE + 2), SOFT, 1)
    top += _LINE + 10
    for row in _rows(side.melds, width):
        left = _MARGIN
        for meld in row:
            end = left + len(meld.tiles) * (width + 2)
            if meld.is_new:
                corner = (end + 2, top + round(width * TALL) + 4)
                cv2.rectangle(canvas, (left - 4, top - 4), corner, NEW, 3)
            for at, tile in enumerate(meld.tiles):
                _put(canvas, tile, (left + at * (width + 2), top), width)
            left = end + width // 2
        top += _row_px(width)
    return top + 10


def _put(canvas: U8, tile: TileInMeld, at: tuple[int, int], width: int) -> None:
    """Paste a tile, clipped to the canvas."""
    sprite, (left, top) = tile_sprite(tile.face, tile.stands_for, width), at
    room = canvas[top : top + sprite.shape[0], left : left + sprite.shape[1]]
    room[:] = sprite[: room.shape[0], : room.shape[1]]


def _whole(canvas: U8, text: str, rows: tuple[int, int], room_px: int, pen: _Pen) -> None:
    """Draw a text within ``rows`` (first row and height) in the largest letters with which all of it fits."""
    top, height = rows
    for size_px in range(pen.size_px, _SMALLEST_PX - 1, -1):
        pen = replace(pen, size_px=size_px)
        lines = _lines(text, pen, room_px)
        if len(lines) * round(size_px * _LEADING) <= height:
            break
    base = top + (height - len(lines) * round(size_px * _LEADING)) // 2 + size_px
    for number, line in enumerate(lines):
        _write(canvas, line, (_MARGIN, base + number * round(size_px * _LEADING)), pen)


def _lines(text: str, pen: _Pen, room_px: int) -> list[str]:
    """Words in lines that are not wider than the room."""
    return wrapped(text, lambda line: _wide(line, pen.size_px, pen.weight) <= room_px)


def _wide(text: str, size_px: int, weight: int = _PLAIN) -> int:
    font = cv2.FontFace("sans")
    return int(cv2.getTextSize((WIDTH_PX, HEIGHT_PX), text, (0, 0), font, size_px, weight)[2])


def _write(canvas: U8, text: str, at: tuple[int, int], pen: _Pen) -> None:
    cv2.putText(canvas, text, at, pen.color, cv2.FontFace("sans"), pen.size_px, pen.weight)
