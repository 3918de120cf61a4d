"""Match the visible tiles of the pozo with the known ones: by number, or else by face."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from companion.game_tracking.arrival_order import Arrivals, not_known
from companion.game_tracking.muertos import Spots
from companion.recognition.row_joining import to_foot_mm
from engine.hand.moves import SeenTile
from vision.belief import same_print
from vision.geometry import F64, TILE_MM

Numbered = tuple[int | None, SeenTile]
"""A tile of the pozo: its number, unless it was never in view, and its face."""
_MOVED_MM = 0.5 * TILE_MM[0]
"""A tile that lies so far from where it lay was moved."""
_ON_MM = 0.35 * TILE_MM[0]
"""A tile that is seen so near to where another was lies exactly there."""
APART_MM = 1.5 * TILE_MM[1]
"""What is thrown beside the pozo comes nearer to it."""
_UNDER_MM = 0.6 * TILE_MM[0]
"""The largest distance between a new tile and one now out of sight that it covers."""


@dataclass(frozen=True, slots=True, eq=False)
class PozoTile:
    """A visible tile of the pozo."""

    number: int
    tile: SeenTile
    spot_mm: NDArray[np.float64]
    """(2,)."""
    is_said: bool = False
    """Whether its face was stated by people."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PozoLook:
    """The visible pozo of one table."""

    lying: Sequence[PozoTile]
    """As one reads."""
    under: Collection[int] = ()
    """The numbers of tiles that are known to lie under another."""
    moved_mm: Mapping[int, float] = field(default_factory=dict)
    """By number, how far a tile moved since the last look."""
    is_new: bool = False
    """Whether the earlier pozo is certainly gone."""
    laid: Collection[int] = ()
    """The numbers of the tiles in melds."""
    came: Arrivals = not_known
    """In which order tiles came that were not there at the last look."""

    def is_moved(self, number: int) -> bool:
        """Whether a tile was moved since the last table."""
        return self.moved_mm.get(number, 0.0) > _MOVED_MM


@dataclass(frozen=True, slots=True, kw_only=True)
class PozoMemory:
    """The pozo at the last table."""

    spots: Spots = field(default_factory=dict)
    """By number, where each was in view last."""
    in_view: frozenset[int] = frozenset()
    """The numbers of those that were in view then."""


class PozoMatcher:
    """The matching of one table's pozo with the known tiles.

    A tile without a known number is matched by face with one that just went out of view, or was never in view; in its
    hidden place, or anywhere after tiles were moved. Otherwise it is another copy.
    """

    def __init__(
        self, numbered: Sequence[Numbered], lying: Sequence[PozoTile], look: PozoLook, before: PozoMemory
    ) -> None:
        self._known, self._lying, self._look, self._before = numbered, lying, look, before
        by_number = {number: at for at, (number, _) in enumerate(numbered)}
        self.places = {piece.number: by_number[piece.number] for piece in lying if piece.number in by_number}
        """By the number of a tile that is in view, its place in the order of those that were known."""
        self.is_stirred = any(map(look.is_moved, self.places))
        """Whether somebody moved tiles of the pozo."""
        self._find_faces(_are_same, self._has_just_gone)
        self._find_faces(_are_turned, self._has_just_gone)
        self._find_faces(_are_turned, self._may_come_to_light)
        self._find_faces(are_one, lambda tile, at: self._has_just_gone(tile, at) and self._may_come_to_light(tile, at))
        self._find_misread()

    @property
    def missing(self) -> list[int]:
        """The indices of tiles that are neither in view nor known to be covered."""
        new = [track for track in self._lying if track.number not in self.places]
        return [at for at in self._lost() if all(self._far_from(piece, at) > _UNDER_MM for piece in new)]

    def named(self, numbered: Sequence[Numbered]) -> Iterator[Numbered]:
        """``numbered``, or its remaining part, with the present numbers, and with people's corrections."""
        seen = {self.places[track.number]: track for track in self._lying if track.number in self.places}
        for at, (number, tile) in enumerate(numbered):
            one = seen.get(at)
            yield (number, tile) if one is None else (one.number, one.tile if one.is_said else tile or one.tile)

    def _lost(self) -> list[int]:
        """The indices of unmatched tiles that were not seen being covered."""
        there, under = set(self.places.values()), self._look.under
        return [at for at, (number, _) in enumerate(self._known) if at not in there and number not in under]

    def _has_just_gone(self, _: PozoTile, at: int) -> bool:
        number = self._known[at][0]
        return number is None or number in self._before.in_view

    def _may_come_to_light(self, tile: PozoTile, at: int) -> bool:
        number = self._known[at][0]
        return (
            number is None or self.is_stirred or (self._far_from(tile, at) < TILE_MM[0] and not self._lies_over(tile))
        )

    def _lies_over(self, tile: PozoTile) -> bool:
        """Whether a tile now lies over another that just went out of view and looks different."""
        gone = (at for at in self._lost() if self._known[at][0] in self._before.in_view)
        return any(self._far_from(tile, at) < _UNDER_MM and not are_one(tile.tile, self._known[at][1]) for at in gone)

    def _find_faces(
        self, are_alike: Callable[[SeenTile, SeenTile], bool], may_be: Callable[[PozoTile, int], bool]
    ) -> None:
        for piece in (track for track in self._lying if track.number not in self.places):
            fits = [at for at in self._lost() if are_alike(piece.tile, self._known[at][1]) and may_be(piece, at)]
            if fits:
                at = min(fits, key=lambda place: self._far_from(piece, place))
                self.places[piece.number] = at
                self.is_stirred |= _MOVED_MM < self._far_from(piece, at) < np.inf

    def _find_misread(self) -> None:
        """Match tiles in exactly the same place that look different because they are partly covered now."""
        new = [track for track in self._lying if track.number not in self.places]
        known = [at for at, (number, _) in enumerate(self._known) if number in self._before.in_view]
        gone = [at for at in known if at not in self.places.values()]
        nearest = [(min(gone, key=lambda at: self._far_from(piece, at)), piece) for piece in new if gone]
        misread = {at: track_at.number for at, track_at in nearest if self._far_from(track_at, at) < _ON_MM}
        if len(misread) < len(new):
            self.places |= {number: at for at, number in misread.items()}

    def _far_from(self, tile: PozoTile, at: int) -> float:
        """The distance of a tile from the last place of a known one; infinite if that was never in view."""
        number = self._known[at][0]
        spot = None if number is None else self._before.spots.get(number)
        return np.inf if spot is None else float(np.hypot(*(tile.spot_mm - spot)))


def under_others(
    hidden: Collection[int], in_view: Collection[int], spots_mm: F64, many: int, within_mm: float = TILE_MM[1]
) -> frozenset[int]:
    """Those of the ``hidden`` tiles that a tile ``in_view``, within ``within_mm``, lies over in a pile of ``many``.

    All are indices into ``spots_mm`` (n, 2). Seen at a slant, what lies deep in a pile seems nearer than its top.
    """
    away = {at: [spots_mm[at] - spots_mm[top] for top in in_view] for at in hidden}
    return frozenset(at for at in away if any(to_foot_mm(off, many) < within_mm for off in away[at]))


def lie_apart(row_mm: F64, pozo_mm: F64) -> bool:
    """Whether tiles at ``row_mm`` (n, 2) lie away from all of the pozo at ``pozo_mm`` (m, 2): no discards, where
    several came at once."""
    apart = np.linalg.norm(row_mm[:, None] - pozo_mm[None], axis=2)
    return bool(len(pozo_mm) and apart.min() > APART_MM)


def are_one(tile: SeenTile, other: SeenTile) -> bool:
    """Whether two faces may be of one tile; an unreadable one matches any."""
    return tile is None or other is None or _are_turned(tile, other)


def apart_mm(tile: PozoTile, other: PozoTile) -> float:
    """The distance of two tiles."""
    return float(np.hypot(*(tile.spot_mm - other.spot_mm)))


def _are_same(tile: SeenTile, other: SeenTile) -> bool:
    return tile is not None and tile == other


def _are_turned(tile: SeenTile, other: SeenTile) -> bool:
    """Whether two faces are of one tile in either orientation."""
    return tile is not None and other is not None and (tile == other or same_print(str(tile), str(other)))
