"""Draw a reading onto its photograph: tiles in their ink, rows in green or red, verdicts and points."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.phrases.wording import say
from companion.view_models import UNSURE, PhotoScore, RowView, TileView
from vision.belief import BACK
from vision.reading import Frame

U8 = NDArray[np.uint8]
Bgr = tuple[int, int, int]
Outline = tuple[tuple[float, float], ...]
LAWFUL: Bgr = (70, 160, 40)
UNLAWFUL: Bgr = (40, 40, 220)
IN_DOUBT: Bgr = (0, 140, 255)
PAPER: Bgr = (250, 250, 250)
INKS: Mapping[str, Bgr] = {"r": (30, 20, 210), "b": (200, 80, 0), "y": (0, 125, 205), "k": (20, 20, 20)}
JOKER_INK: Bgr = (160, 30, 140)
FONT = cv2.FONT_HERSHEY_SIMPLEX
DESIGN_WIDTH_PX = 1280
"""The picture width for which lines and letters are designed; they scale with larger ones."""
REASON_LETTERS = 56


def drawn_score(frame: Frame, score: PhotoScore, language: str = "es") -> U8:
    """A copy of the picture, at its decoded size, with readings, rows and points drawn."""
    canvas, score = np.ascontiguousarray(frame.bgr).copy(), _in_bgr(score, frame)
    pen = Pen(canvas)
    for tile in score.tiles:
        pen.outline(_corners(tile), _ink(tile.face), 1)
    for outline in (*score.burnt_out, *score.faint):
        pen.outline(np.array(outline, np.float32), IN_DOUBT, 3)
    for row in score.rows:
        pen.outline(_hull(row, score), _light(row), 3)
    for tile in score.tiles:
        _name(pen, tile)
    for row in score.rows:
        _verdict(pen, row, score, language)
    total = f"{say(language, 'total')}: {score.points}"
    pen.tag(total, (pen.unit * 8, pen.unit * 26), LAWFUL if score.points else IN_DOUBT, 0.8)
    return canvas


def _in_bgr(score: PhotoScore, frame: Frame) -> PhotoScore:
    """The score with all places in pixels of ``frame.bgr``."""
    if frame.reduction == 1:
        return score

    def outline(corners: Outline) -> Outline:
        return tuple((float(x), float(y)) for x, y in frame.in_bgr(np.array(corners, np.float32)))

    tiles = tuple(replace(tile, corners=outline(tile.corners)) for tile in score.tiles)
    burnt, faint = (tuple(map(outline, some)) for some in (score.burnt_out, score.faint))
    return replace(score, tiles=tiles, burnt_out=burnt, faint=faint)


def encoded(bgr: U8, suffix: str) -> bytes:
    """Encode the picture for a file that ends in ``suffix``."""
    return bytes(cv2.imencode(suffix.lower(), bgr)[1])


class Pen:
    """Draws on one canvas with proportional line and letter sizes."""

    def __init__(self, canvas: U8) -> None:
        self.canvas = canvas
        self.unit = max(canvas.shape[:2]) / DESIGN_WIDTH_PX
        """Pixels of the canvas for one of a picture ``DESIGN_WIDTH_PX`` wide."""

    def outline(self, points: NDArray[np.float32], color: Bgr, width: int) -> None:
        """A closed line through ``points`` (n, 2)."""
        thick = max(1, round(width * self.unit))
        cv2.polylines(self.canvas, [points.round().astype(np.int32)], True, color, thick, cv2.LINE_AA)

    def tag(self, text: str, at: tuple[float, float], color: Bgr, size: float = 0.6) -> None:
        """White letters on a box of ``color`` whose bottom left corner is near ``at``, kept inside the canvas."""
        self._label(text, at, PAPER, color, size * self.unit)

    def pill(self, text: str, middle: tuple[float, float], ink: Bgr, height_px: float) -> None:
        """Text in ``ink`` on a light box of about ``height_px``, centred at ``middle``."""
        scale = max(height_px / 24, 0.3)
        width, height = self._size(text, scale)
        self._label(text, (middle[0] - width / 2, middle[1] + height / 2), ink, PAPER, scale)

    def _size(self, text: str, scale: float) -> tuple[int, int]:
        """Width and height in pixels of the box around ``text``."""
        (width, height), below = cv2.getTextSize(text, FONT, scale, _weight(scale))
        return width + height // 2, height + below + height // 3

    def _label(self, text: str, at: tuple[float, float], ink: Bgr, paper: Bgr, scale: float) -> None:
        text = plain(text)
        width, height = self._size(text, scale)
        left = int(np.clip(at[0], 0, max(0, self.canvas.shape[1] - width)))
        bottom = int(np.clip(at[1], height, self.canvas.shape[0]))
        cv2.rectangle(self.canvas, (left, bottom - height), (left + width, bottom), paper, cv2.FILLED)
        (_, letters), below = cv2.getTextSize(text, FONT, scale, _weight(scale))
        origin = (left + letters // 4, bottom - below)
        cv2.putText(self.canvas, text, origin, FONT, scale, ink, _weight(scale), cv2.LINE_AA)


def plain(text: str) -> str:
    """``text`` without accents, which OpenCV's fonts lack."""
    apart = unicodedata.normalize("NFKD", text.replace("·", "-").replace("×", "x").replace("…", "..."))
    return apart.encode("ascii", "ignore").decode()


def _weight(scale: float) -> int:
    return max(1, round(scale * 1.8))


def _ink(face: str) -> Bgr:
    if face in (UNSURE, BACK):
        return IN_DOUBT
    return INKS.get(face[-1], JOKER_INK)


def _corners(tile: TileView) -> NDArray[np.float32]:
    return np.array(tile.corners, np.float32)


def _hull(row: RowView, score: PhotoScore) -> NDArray[np.float32]:
    """The convex hull (n, 2) of the tiles of a row."""
    corners = np.concatenate([_corners(score.tiles[tile]) for tile in row.tiles])
    return np.asarray(cv2.convexHull(corners), np.float32)[:, 0]


def _name(pen: Pen, tile: TileView) -> None:
    """The tile's name near its bottom edge, where no number is printed."""
    corners = _corners(tile)
    middle, bottom = corners.mean(axis=0), corners[2:].mean(axis=0)
    x, y = bottom + 0.18 * (middle - bottom)
    height = float(np.linalg.norm(corners[3] - corners[0]))
    pen.pill(tile.face, (float(x), float(y)), _ink(tile.face), min(0.24 * height, 26 * pen.unit))


def _verdict(pen: Pen, row: RowView, score: PhotoScore, language: str) -> None:
    """The verdict above a row's top left corner, with the first reason below it where it is not lawful."""
    hull = _hull(row, score)
    left, top = float(hull[:, 0].min()), float(hull[:, 1].min())
    if row.lawful:
        kind = say(language, row.kind or "lawful")
        notes = [kind, *([say(language, row.canasta)] if row.canasta else []), str(row.points)]
        pen.tag(" ".join(notes) + ("*" if row.repaired else ""), (left, top - 2), _light(row))
        return
    reason = row.violations[0].message if row.violations else say(language, "unlawful")
    pen.tag(_cut(reason), (left, top - 2), _light(row), 0.5)


def _light(row: RowView) -> Bgr:
    """Green, red, or orange for a row that cannot be judged."""
    if row.meld is None:
        return IN_DOUBT
    return LAWFUL if row.lawful else UNLAWFUL


def _cut(text: str) -> str:
    return text if len(text) <= REASON_LETTERS else text[: REASON_LETTERS - 3].rstrip() + "..."
