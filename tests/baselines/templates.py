"""Numbers by templates: the ink of an upright tile, compared with the numbers of common typefaces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from engine.tiles import NUMBERS
from vision.change_detection.signatures import U8

F32 = NDArray[np.float32]
GLYPH_PX = 32
"""Side of the square in which two numbers are compared."""
PATCH_PX = (80, 112)
"""Width and height of a rectified tile."""
NUMBER_ROWS, NUMBER_COLUMNS = (0.08, 0.62), (0.1, 0.9)
"""Where the number is printed, from the top and from the left, in shares of the tile."""
LEAST = 0.65
"""The likeness from which a number is said."""
_FONTS = Path("/usr/share/fonts/truetype")
TYPEFACES = tuple(
    _FONTS / name
    for name in ("dejavu/DejaVuSans.ttf", "dejavu/DejaVuSans-Bold.ttf", "dejavu/DejaVuSansCondensed-Bold.ttf",
                 "liberation/LiberationSans-Regular.ttf", "liberation/LiberationSans-Bold.ttf",
                 "liberation/LiberationSansNarrow-Bold.ttf")
)  # fmt: skip
"""Of Debian's fonts-dejavu and fonts-liberation; those that are not installed are left out."""
_HERSHEY = ((cv2.FONT_HERSHEY_SIMPLEX, 8), (cv2.FONT_HERSHEY_DUPLEX, 6), (cv2.FONT_HERSHEY_SIMPLEX, 14))
"""OpenCV's own strokes, with their thickness."""
_SMALLEST_INK = 0.012
"""How much of the number's area a blot must fill to belong to the number."""


@dataclass(frozen=True, slots=True, eq=False)
class Templates:
    """Numbers as they could be printed."""

    names: tuple[str, ...]
    glyphs: F32
    """(n, GLYPH_PX²)."""

    @staticmethod
    def of(drawings: Iterable[tuple[str, U8]]) -> Templates:
        """The templates of named masks in which ink is 255."""
        pairs = [(name, drawn) for name, mask in drawings if (drawn := glyph(mask)) is not None]
        return Templates(tuple(name for name, _ in pairs), np.stack([drawn for _, drawn in pairs]))

    def likest(self, seen: F32) -> tuple[str, float]:
        """The number most like a glyph (GLYPH_PX²,), and the correlation of the two."""
        likeness = self.glyphs @ seen
        best = int(likeness.argmax())
        return self.names[best], float(likeness[best])

    def named(self, upright: U8) -> tuple[str, float] | None:
        """The number of a rectified tile, whichever end of it is up, and its likeness; None where no ink is."""
        ends = (glyph(ink(end)) for end in (upright, np.asarray(upright[::-1, ::-1], np.uint8)))
        return max((self.likest(end) for end in ends if end is not None), key=lambda said: said[1], default=None)


def rendered() -> Templates:
    """The templates of all typefaces there are."""
    return Templates.of(drawing for number in map(str, NUMBERS) for drawing in _drawings(number))


def rectified(bgr: U8, quad: F32) -> U8:
    """The tile (height, width, 3) of ``PATCH_PX`` within the corners (4, 2), its longer side upright."""
    first, second = np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1])
    corners = quad if first <= second else np.roll(quad, 1, axis=0)
    width, height = PATCH_PX
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    patch_from_picture = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    return np.asarray(cv2.warpPerspective(bgr, patch_from_picture, PATCH_PX), np.uint8)


def ink(patch: U8) -> U8:
    """The mask of the number in a rectified tile; ink is dark in at least one channel, whatever its colour."""
    height, width = patch.shape[:2]
    rows, columns = (
        slice(round(near * side), round(far * side))
        for (near, far), side in ((NUMBER_ROWS, height), (NUMBER_COLUMNS, width))
    )
    area = np.ascontiguousarray(patch.min(axis=2)[rows, columns])
    _, mask = cv2.threshold(area, 0, 255, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    count, blots, sizes, _ = cv2.connectedComponentsWithStats(np.asarray(mask, np.uint8))
    kept = [blot for blot in range(1, count) if _is_stroke(sizes[blot], area.shape)]
    return np.where(np.isin(blots, kept), 255, 0).astype(np.uint8)


def glyph(mask: U8) -> F32 | None:
    """The ink of a mask, fitted into a square, as a row of mean nought and length one; None where there is none."""
    if not mask.any():
        return None
    x, y, width, height = cv2.boundingRect(mask)
    scale = (GLYPH_PX - 4) / max(width, height)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    square = np.zeros((GLYPH_PX, GLYPH_PX), np.float32)
    left, top = (GLYPH_PX - size[0]) // 2, (GLYPH_PX - size[1]) // 2
    drawn = cv2.resize(mask[y : y + height, x : x + width], size, interpolation=cv2.INTER_AREA)
    square[top : top + size[1], left : left + size[0]] = drawn
    soft = cv2.GaussianBlur(square, (0, 0), 1).ravel()
    centred = soft - soft.mean()
    return np.asarray(centred / np.linalg.norm(centred), np.float32)


def _is_stroke(blot: NDArray[np.int32], shape: tuple[int, ...]) -> bool:
    """Whether a blot (left, top, width, height, area) is large enough, and whole: not cut by the area's edge."""
    left, top, width, height, size = (int(value) for value in blot)
    cut = left == 0 or top == 0 or left + width == shape[1] or top + height == shape[0]
    return not cut and size >= _SMALLEST_INK * shape[0] * shape[1]


def _drawings(number: str) -> Iterator[tuple[str, U8]]:
    for font, thickness in _HERSHEY:
        canvas = np.zeros((160, 240), np.uint8)
        yield number, np.asarray(cv2.putText(canvas, number, (20, 130), font, 4, 255, thickness), np.uint8)
    for path in TYPEFACES:
        if path.is_file():
            page = Image.new("L", (240, 160))
            ImageDraw.Draw(page).text((20, 10), number, fill=255, font=ImageFont.truetype(str(path), 110))
            yield number, np.where(np.asarray(page) > 127, 255, 0).astype(np.uint8)
