"""Decide which detected places show a tile, which are too faint to be certain, and which were framed badly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.filtering.neighbour_orientation import (
    between_two,
    has_sure_neighbour,
    next_in_row,
    sides_in_row,
    widths_apart,
)
from vision.filtering.overlapping_places import within_another
from vision.filtering.printed_grids import are_printed
from vision.filtering.size_outliers import are_odd_in_size
from vision.filtering.tile_background import ground_colors, ground_oddities
from vision.geometry import quads_of
from vision.predictions import Predictions

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class TileFilterTuning:
    """Thresholds of the filter."""

    least: float = 0.57
    """Geometric mean of the place's score and of how clearly something is seen there, below which it is dropped."""
    least_in_row: float = 0.45
    """The same for a place right beside a tile, in line with it."""
    least_near: float = 0.4
    """The same for a face ``near`` another of similar size; an unreadable one is asked about."""
    least_printed: float = 0.54
    """Geometric mean of the place's score and the probability of print from which an unreadable place is asked
    about: blurred numbers resemble many numbers."""
    near: float = 4.0
    """The distance from a tile that counts as near, in tile widths."""
    least_alone: float = 0.68
    """The same as the first for what seems to lie face down with no sure tile ``near``: cloths are full of such."""
    least_beside: float = 0.70
    """The least of that mean for a face, as a part of that of the ``clearest`` places: tiles of one picture are seen
    alike."""
    clearest: int = 8
    of_row: float = 0.65
    """The same mean above which a tile may have another beside it."""
    of_back: float = 0.1
    """The weight of a back against that of a face in the usual tile size: a chequered cloth looks like many backs."""
    odd_ground: float = 4.0
    """The largest background deviation of a place with a face, in usual deviations."""
    whatever_size: float = 0.85
    whatever_ground: float = 0.72
    """The same means above which it is a tile nevertheless."""
    clear: float = 0.9
    """The certainty from which a place that continues a row is kept on any background."""
    least_faint: float = 0.45
    """Geometric mean of the place's score and the probability of a tile from which a dropped place near a face is
    reported."""
    faint_near: float = 8.0
    """The distance from a tile within which that holds, in tile widths."""
    arrived: float = 0.78
    """Score of what is so surely a place that it shows something, however little of it can be read."""
    largest_set: int = 112
    """The number of tiles beyond which face-down ones are taken for a pattern of the table; no set has so many."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenPlaces:
    """What n places show."""

    quads: F32
    """(n, 4, 2): their corners, turned upright."""
    look: Predictions
    scores: F64
    """(n,): of the places."""
    together: F64
    """(n,): how sure and how clear each is."""
    sides: F64
    """(n, n): which of them lie side by side in a row (`vision.filtering.neighbour_orientation.sides_in_row`)."""
    apart: F64
    """(n, n): the distances between them, as returned by `vision.filtering.neighbour_orientation.widths_apart`."""
    kept: Flags
    """(n,): which show a tile."""


class TileFilter:
    """Separates tiles from false positives."""

    def __init__(self, tuning: TileFilterTuning | None = None) -> None:
        self._tuning = tuning or TileFilterTuning()

    def seen(self, quads_px: F32, look: Predictions, scores: F64) -> SeenPlaces:
        """What the quadrilaterals (n, 4, 2) with their ``scores`` (n,) show.

        The threshold is lower where a certain tile, or two of its row beside it, support a place.
        """
        clear, nothing = np.sqrt(look.clearness() * scores), look.nothing()
        sides = sides_in_row(quads_px)
        is_there = (scores >= self._tuning.arrived) & ~look.is_likeliest("none")
        is_there |= between_two(sides, clear >= self._tuning.of_row) & (nothing < 1 / 2)
        together, apart = np.where(is_there, _something(look, scores), clear), widths_apart(quads_px)
        kept = self._is_seen(look, scores, together, sides, apart < self._tuning.near)
        return SeenPlaces(quads_px, look, scores, together, sides, apart, kept)

    def _is_seen(self, look: Predictions, scores: F64, together: F64, sides: F64, near: Flags) -> Flags:
        """(n,) bool: which places show a tile clearly enough.

        The threshold is lower where a row continues, by ``sides`` (n, n), or a clear face is ``near`` (n, n); it is
        higher for an isolated face-down tile.
        """
        tuning = self._tuning
        best = np.sort(together)[-tuning.clearest :].mean() if len(together) >= tuning.clearest else 0.0
        beside, has_face = tuning.least_beside * best, look.has_face()
        least = np.where(has_face, max(tuning.least, beside), tuning.least)
        clear, has_print = together >= max(tuning.of_row, beside), has_face & (look.nothing() < 1 / 2)
        least[~has_face & ~has_sure_neighbour(near, together >= tuning.of_row)] = tuning.least_alone
        least[has_sure_neighbour(sides, clear)] = tuning.least_in_row
        near_face = has_sure_neighbour(near, has_print & clear)
        least[has_print & near_face] = tuning.least_near
        is_printed = np.sqrt(look.printed() * scores) >= tuning.least_printed
        return np.asarray((together >= least) | (is_printed & near_face))

    def hoped(self, places: SeenPlaces) -> F32:
        """(n, 4, 2): where the tiles of rejected places may really lie, as continuations of a row; NaN for others.

        Bold numbers that touch hide the edges between tiles.
        """
        hoped = next_in_row(places.quads, places.together >= self._tuning.of_row, places.kept)
        return np.where(places.kept[:, None, None], np.float32(np.nan), hoped)

    def sifted(self, bgr: U8, places: SeenPlaces) -> Flags:
        """(n,) bool: which of the kept places are tiles, judged together in the picture (height, width, 3)."""
        kept = places.kept & ~self._odd(bgr, places)
        printed = are_printed(places.quads, kept, places.look.is_likeliest("none"))
        kept &= ~printed | (places.together >= self._tuning.whatever_size)
        if np.count_nonzero(kept) > self._tuning.largest_set:
            kept &= places.look.has_face()
        kept[kept] = ~within_another(places.quads[kept], places.together[kept], places.quads[:0])
        return np.asarray(kept)

    def faint(self, places: SeenPlaces, kept: Flags) -> Flags:
        """(n,) bool: which places that are not ``kept`` (n,) may show a tile nevertheless.

        More than half of these do: near a face of about the same size. A face-down place that was clear enough to be
        kept belongs to a cloth.
        """
        tuning, look, has_face = self._tuning, places.look, places.look.has_face()
        faint = ~kept & (has_face | ~places.kept)
        faint &= _something(look, places.scores) >= tuning.least_faint
        faint &= has_sure_neighbour(places.apart < tuning.faint_near, kept & has_face)
        faint[faint] = ~within_another(places.quads[faint], places.together[faint], places.quads[kept])
        return np.asarray(faint)

    def _odd(self, bgr: U8, places: SeenPlaces) -> Flags:
        """(n,) bool: which places differ from the tiles around them in size or background.

        Backs may have any colour, and so may a clear tile beside one of its row, in another light.
        """
        tuning, look, quads = self._tuning, places.look, quads_of(places.quads)
        has_face, clear, weights = look.has_face(), look.clearness(), np.where(places.kept, places.together, 0)
        votes = weights**6 * np.where(has_face, 1, tuning.of_back)
        of_size = are_odd_in_size(quads, votes, np.where(has_face & (weights > 0), clear, 0))
        of_size &= weights < tuning.whatever_size
        of_ground = ground_oddities(ground_colors(bgr, quads), weights * has_face) > tuning.odd_ground
        of_ground &= has_face & (weights < tuning.whatever_ground)
        is_tile = has_face & (weights >= tuning.of_row) & ~of_size & ~of_ground
        goes_on = has_sure_neighbour(places.sides, is_tile) & (clear > tuning.clear)
        return np.asarray(of_size | (of_ground & ~goes_on))


def _something(look: Predictions, scores: F64) -> F64:
    """(n,): geometric means of the places' scores and the probabilities that they show anything."""
    return np.asarray(np.sqrt((1 - look.nothing()) * scores))
