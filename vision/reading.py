"""The data types of a reading, in processing order: frame, detected tile, read tile, row, table reading."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from vision.belief import Belief
from vision.geometry import quads_of


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the table: ``bgr`` is uint8 of shape (height, width, 3), EXIF orientation already applied."""

    bgr: NDArray[np.uint8]
    index: int = 0
    captured_at_s: float = 0.0
    """Monotonic time in seconds; 0 for a photograph."""
    reduction: int = 1
    """The linear reduction of ``bgr`` relative to the picture: 1, 2, 4 or 8."""
    nearer: Callable[[], Frame] | None = None
    """Decodes the same picture with more pixels, where it was reduced. Raises BadImage."""
    is_repeat: bool = False
    """Whether it repeats the previous frame."""
    full_px: tuple[int, int] | None = None
    """Width and height of the picture, where ``bgr`` has fewer pixels."""

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the picture, in the pixels of all readings."""
        return self.full_px or (self.bgr.shape[1], self.bgr.shape[0])

    def in_bgr(self, corners_px: NDArray[np.float32]) -> NDArray[np.float32]:
        """Convert corners (..., 2) from pixels of the picture to pixels of ``bgr``."""
        return corners_px if self.reduction == 1 else np.asarray(corners_px / self.reduction, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class DetectedTile:
    """A place where a tile was detected; its face is not yet known."""

    corners_px: NDArray[np.float32]
    """(4, 2) in pixels of the full picture, clockwise from the number's top left as far as that is known."""
    score: float
    """Between 0 and 1."""

    def enlarged(self, times: int) -> DetectedTile:
        """The place in the same picture with this many times the pixels per side."""
        return replace(self, corners_px=np.asarray(self.corners_px * times, np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class ReadTile:
    """A place with the belief about its face; the corners are turned so that the number is upright."""

    place: DetectedTile
    belief: Belief


@dataclass(frozen=True, slots=True)
class TileRow:
    """Tiles side by side, as indices into the reading, from left to right in reading direction.

    A row is geometry; whether it is a meld is for the rules to decide.
    """

    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TableReading:
    """Everything recognised in one picture of the table. Every tile is in exactly one row or among the loose ones."""

    tiles: tuple[ReadTile, ...]
    rows: tuple[TileRow, ...]
    loose: tuple[int, ...]
    elapsed_ms: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds by stage (``detect``, ``read``, ``layout``, ``total``)."""
    burnt_out: tuple[NDArray[np.float32], ...] = ()
    """Outlines (m, 2) in pixels of overexposed areas beside the tiles, which may hide others."""
    faint: tuple[NDArray[np.float32], ...] = ()
    """Corners (4, 2) in pixels of possible tiles beside the others that are too faint to be asked about."""
    flaws: tuple[str, ...] = ()
    """The problems of the picture, as in `vision.quality.photo_problems.Flaw`, the likeliest cause first."""

    def enlarged(self, times: int) -> TableReading:
        """The reading in pixels of the same picture with this many times the pixels per side."""
        if times == 1:
            return self
        tiles = tuple(replace(tile, place=tile.place.enlarged(times)) for tile in self.tiles)
        burnt, faint = (
            tuple(np.asarray(quad * times, np.float32) for quad in some) for some in (self.burnt_out, self.faint)
        )
        return replace(self, tiles=tiles, burnt_out=burnt, faint=faint)

    def cut_off(self, size_px: tuple[int, int]) -> tuple[int, ...]:
        """The tiles that reach over the edge of a picture of this width and height: more may lie beyond it."""
        corners = quads_of([tile.place.corners_px for tile in self.tiles])
        is_over = ((corners < 0) | (corners > size_px)).any(axis=(1, 2))
        return tuple(np.flatnonzero(is_over).tolist())
