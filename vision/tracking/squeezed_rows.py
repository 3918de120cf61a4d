"""Track rows that were squeezed together, as some players lay finished canastas: each tile partly over the one before.

The visible parts of the lower tiles are too narrow to be read, or are misread: half of a 13 is a 1. Such a row keeps
its tiles, as a pile with more than one visible tile.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.belief import BACK, Belief
from vision.geometry import F32, TILE_MM, axes, centers, short_sides
from vision.reading import DetectedTile, ReadTile
from vision.tracking.pile_formation import FEWEST
from vision.tracking.tracked_table import Stack, Track, TrackedTable, Visibility, places_of

_NARROWEST, _WHOLE = 0.85, 0.92
"""In tile widths of a row: a narrower place is a part of a tile, and one from the second on may be a whole tile."""
_TIGHT = 0.8
"""In tile widths, from tile to tile in the mean: whole ones that touch lie farther apart. The middle of the last one,
which is in view whole, is farther from what shows of the one before."""
_SURE = 0.95
"""The certainty from which a fully visible tile counts as lying on the row."""
_MOSTLY = 0.7
"""Part of a row that has to be in view for its length to be known."""
_LIKELY, _UNEVEN = 0.6, 0.3
"""Confidence from which a tile was laid between others where there is one more, and how much more or less than others
it takes up of a row."""
_LEVEL = 0.4
"""Tile heights by which a part lies above or below the middle of its row at most."""
_BESIDE, _INSIDE = 1.1, 0.3
"""Tile widths from the ends of where a row lay, or lies now, within which parts of it are."""


@dataclass(frozen=True, slots=True, eq=False)
class SqueezedRow:
    """A row that was squeezed together."""

    row: Stack
    parts: tuple[int, ...]
    """The numbers of what was taken for new tiles."""
    places: tuple[DetectedTile, ...]
    """The visible places of its tiles."""


def newly_squeezed(
    table: TrackedTable, tracks: Mapping[int, Track], stacks: Collection[Stack]
) -> Iterator[SqueezedRow]:
    """The rows of ``table`` of which parts are taken for new tiles among ``tracks``, or some are out of view.

    Most of such a row has left its place, and no more tiles lie there than it had. Where half of a tile shows its whole
    number, as a 1 does, nearly all are known again, each nearer to the next than a tile is wide.
    """
    piled, new = {number for stack in stacks for number in stack}, _new(table, tracks)
    before = table.by_number
    for row in table.rows:
        there = [tracks[number] for number in row if number in tracks and tracks[number].standing is Visibility.SEEN]
        stay = [track for track in there if track.moves == before[track.number].moves]
        if len(row) >= FEWEST and there and 2 * len(stay) < len(row) and piled.isdisjoint(row):
            lay = _line_of(row, table)
            parts = [tile for tile in new if lay.width_of(tile.place) < _NARROWEST and lay.holds(tile.place, _BESIDE)]
            if parts and len(parts) + len(there) <= len(row) and lay.is_shorter(row, there):
                lies = [*there, *parts]
                whole = _Line(places_of(lies), _shape(table))
                parts = [tile for tile in new if tile in parts or whole.hides(tile.place, tile.opinion.belief)]
                longer = _with_end(row, sorted([*there, *parts], key=whole.along), table)
                left = tuple(part.number for part in parts if part.number not in longer)
                yield SqueezedRow(longer, left, tuple(tile.place for tile in lies))
            elif _MOSTLY * len(row) <= len(there) < len(row) and lay.is_tight(row, there):
                yield SqueezedRow(row, (), tuple(tile.place for tile in there))


def parts_of_squeezed(stack: Stack, table: TrackedTable, tracks: Mapping[int, Track]) -> list[int]:
    """The numbers of new tiles among ``tracks`` that are parts of an earlier squeezed row.

    Or the side of a pile, which looks like a back beside its top.
    """
    line = _line_of(stack, table)
    return [
        tile.number for tile in _new(table, tracks) if line.hides(tile.place, tile.opinion.belief) or line.is_side(tile)
    ]


def without_parts(
    places: Sequence[tuple[int, ReadTile]], stacks: Collection[Stack], table: TrackedTable
) -> list[tuple[int, ReadTile]]:
    """The read ``places`` that are no parts of rows in ``stacks`` that were squeezed together and lie as they did."""
    lines = [_line_of(stack, table) for stack in stacks] if places else []
    return [(at, tile) for at, tile in places if not any(line.hides(tile.place, tile.belief) for line in lines)]


def lengthened(stack: Stack, table: TrackedTable, tracks: Mapping[int, Track]) -> Stack:
    """An earlier squeezed row with the new tiles among ``tracks`` that were laid between its own.

    Such a row is longer than it was by as much as they take up, and they lie where others lay that moved on.
    """
    if not (new := _new(table, tracks)):
        return stack
    by_number = table.by_number
    before = {number: by_number[number] for number in stack if by_number[number].standing is Visibility.SEEN}
    now = {number: tracks[number] for number in before if number in tracks}
    line, pitches = _line_of(stack, table), len(stack) - 1
    if min(len(before), len(now)) < _MOSTLY * len(stack) or line.length(before.values()) > pitches * _NARROWEST:
        return stack
    pitch = line.length(before.values()) / pitches
    count = line.length(now.values()) / pitch - pitches
    if round(count) < 1 or abs(count - round(count)) > _UNEVEN:
        return stack
    left = [track for number, track in before.items() if line.length([track, now[number]]) > pitch / 2]
    faces = {by_number[number].face for number in stack} | {BACK}
    between = [
        tile
        for tile in new
        if tile.opinion.belief.confidence >= _LIKELY and tile.face not in faces
        and line.hides(tile.place, tile.opinion.belief)
        and any(line.length([tile, track]) < pitch / 2 for track in left)
    ]  # fmt: skip
    for tile in sorted(between, key=lambda tile: -tile.opinion.belief.confidence)[: round(count)]:
        after = [number for number in stack if number in now and line.along(now[number]) > line.along(tile)]
        at = stack.index(after[0]) if after else len(stack)
        stack = (*stack[:at], tile.number, *stack[at:])
    return stack


def _new(table: TrackedTable, tracks: Mapping[int, Track]) -> list[Track]:
    return [track for number, track in tracks.items() if number >= table.next_number]


def _with_end(row: Stack, lie: Sequence[Track], table: TrackedTable) -> Stack:
    """``row`` with the new tile at an end of those that ``lie`` on it, where it was laid as they were squeezed.

    Such a tile surely has a colour that none of the row has, so that it is no part of one.
    """
    known = [row.index(tile.number) for tile in lie if tile.number in row]
    first, last = (lie[0], lie[-1]) if known[0] <= known[-1] else (lie[-1], lie[0])
    colors = {table.by_number[number].face[-1] for number in row}
    ends = [
        [tile.number] if tile.number not in row and tile.opinion.belief.confidence >= _SURE
        and tile.face != BACK and tile.face[-1] not in colors else []
        for tile in (first, last)
    ]  # fmt: skip
    return (*ends[0], *row, *ends[1])


def _line_of(row: Stack, table: TrackedTable) -> _Line:
    """The line on which a row of ``table`` lies."""
    by_number = table.by_number
    return _Line(places_of([by_number[number] for number in row]), _shape(table))


def _shape(table: TrackedTable) -> float:
    """The apparent width of the table's tiles, in heights; without squeezed rows, none of which may be wholly
    visible."""
    lying = [track for track in table.tracks if track.standing is Visibility.SEEN and track.number not in table.stacked]
    across, down = (np.linalg.norm(side, axis=1) for side in axes(places_of(lying).astype(np.float64)))
    return float(np.median(across / down)) if lying else TILE_MM[0] / TILE_MM[1]


class _Line:
    """The line on which the tiles of a row lie."""

    def __init__(self, places: F32, shape: float) -> None:
        """``places`` (n, 4, 2) of the tiles; ``shape``: the width of whole ones, in their heights."""
        quads = places.astype(np.float64)
        self._centers, (across, down) = centers(quads), axes(quads)
        tallest = int(np.linalg.norm(down, axis=1).argmax())
        self._width = shape * float(np.linalg.norm(down[tallest]))
        self._along = across[tallest] / (np.linalg.norm(across[tallest]) * self._width)
        self._down = down[tallest] / (down[tallest] @ down[tallest])

    def width_of(self, place: DetectedTile) -> float:
        """The apparent width of a tile, in widths of the row's tiles."""
        return float(short_sides(place.corners_px)[0]) / self._width

    def length(self, tracks: Collection[Track]) -> float:
        """The distance of the first from the last of some ``tracks`` along the line, in tile widths."""
        return float(np.ptp([self.along(track) for track in tracks]))

    def along(self, track: Track) -> float:
        """Where a tile lies along the line, in tile widths."""
        return float(track.place.corners_px.mean(axis=0) @ self._along)

    def holds(self, place: DetectedTile, beside: float) -> bool:
        """Whether a tile lies on the line, no more than ``beside`` tile widths from its ends."""
        away = place.corners_px.mean(axis=0) - self._centers
        along, down = away @ self._along, away @ self._down
        return bool(np.abs(down).min() < _LEVEL and along.min() < beside and along.max() > -beside)

    def is_shorter(self, row: Stack, there: Sequence[Track]) -> bool:
        """Whether the tiles of ``row`` that are still ``there`` do not lie as far apart as whole ones would.

        Two neighbours do not tell: the middle of what shows of one is far from that of a whole one.
        """
        at, along = [row.index(track.number) for track in there], [self.along(track) for track in there]
        return bool(np.ptp(at) < 2 or np.ptp(along) < _WHOLE * np.ptp(at))

    def is_tight(self, row: Stack, there: Sequence[Track]) -> bool:
        """Whether the tiles of ``row`` that are still ``there`` lie in its order, all nearer than whole ones can."""
        at, along = [row.index(track.number) for track in there], [self.along(track) for track in there]
        steps = np.diff(along) / np.diff(at)
        is_near = (np.abs(steps) < _WHOLE).all() and np.ptp(along) < _TIGHT * np.ptp(at)
        return bool(is_near and (np.sign(steps) == np.sign(steps[0])).all())

    def hides(self, place: DetectedTile, belief: Belief) -> bool:
        """Whether a tile is a part of a squeezed row there; a tile on top of it is wholly visible."""
        is_whole = self.width_of(place) >= _WHOLE and belief.confidence >= _SURE
        is_long = float(np.ptp(self._centers @ self._along)) > 1
        return is_long and not is_whole and self.holds(place, _INSIDE)

    def is_side(self, track: Track) -> bool:
        """Whether a seemingly face-down tile beside a pile is the pile's side: too narrow for a tile."""
        return track.face == BACK and self.width_of(track.place) < _NARROWEST and self.holds(track.place, _BESIDE)
