"""Track rows that were piled up, as finished canastas are: one visible tile, the others remembered under it.

A row was piled up when all its tiles but one leave their places at once, and that one lies on a table that is bare
where the others lay; or when all of them do, and a new tile lies there. A tile laid on a pile belongs to it from then
on. A player may lay the other copy of one of its tiles at the same moment: of a long row two tiles then seem to be
left, and one of them is no tile of the pile.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby

import numpy as np

from vision.belief import BACK, Belief
from vision.geometry import F64, axes, centers, short_sides
from vision.reading import DetectedTile
from vision.tracking.tracked_table import Stack, Track, TrackedTable, Visibility, places_of

FEWEST = 5
"""Tiles in the smallest row that is taken for piled up; fewer may well have been taken back."""
_LONG = 7
"""Tiles of a row that is not taken back because two of them are elsewhere: the smallest canasta."""
_FEW, _MOST = 2, 0.5
"""Tiles that leave a row together are more than a few, and the places of half of them are bare."""
_BESIDE, _NEXT = 1.6, 1.22
"""The distances in tile widths within which a tile lies beside another, and within which it continues its row; piles
are kept apart from melds."""
_LEVEL = 0.6
"""Tile heights by which what lies beside a tile is above or below it at most."""
_NEAR_BY = 5.0
"""Tile widths from where a long row lay within which it may be piled up."""
_SAME = 0.005
"""The probability of equal faces from which one tile read twice is likelier than another one laid while a row is
piled up."""
_COMPANY = 3.0
"""The distance in tile widths that counts as much against a pile's top as lying beside others."""


def newly_stacked(
    rows: Sequence[tuple[int, ...]], present: Collection[int], bare: Collection[int], stacks: Collection[Stack]
) -> Iterator[Stack]:
    """The ``rows`` of the previous table that lie on one pile now.

    ``present`` are the numbers of the visible tiles, ``bare`` those whose places are bare table. What lies on a pile
    in ``stacks`` splits a row: two melds touch there.
    """
    piled = {number for stack in stacks for number in stack}
    for row in chain.from_iterable(_parted(row, piled) for row in rows):
        absent = [number for number in row if number not in present]
        left = len(row) - len(absent)
        is_pile = (left == 1 and len(row) >= FEWEST) or (left == 2 and len(row) >= _LONG)
        are_bare = 2 * len([number for number in absent if number in bare]) > len(absent)
        if is_pile and are_bare:
            yield row


def newly_topped(
    table: TrackedTable, new_tracks: Mapping[int, Track], bare: Collection[int], stacks: Collection[Stack]
) -> Iterator[tuple[Stack, int, int]]:
    """The rows of ``table`` that lie under a new tile among ``new_tracks``, with its number and its proper one.

    It was laid and piled up in one go, or is a tile of the row that is read otherwise on its top.
    """
    piled = {number for stack in stacks for number in stack}
    new = [track for number, track in new_tracks.items() if number >= table.next_number and track.face != BACK]
    for row in chain.from_iterable(_parted(row, piled) for row in table.rows):
        is_gone = not any(number in new_tracks and new_tracks[number].standing is Visibility.SEEN for number in row)
        are_bare = 2 * len([number for number in row if number in bare]) > len(row)
        if new and len(row) >= FEWEST and is_gone and are_bare:
            tracks = [table.by_number[number] for number in row]
            tops = _tops_of(tracks, new, list(new_tracks.values()))
            if len(tops) == 1:
                number = _number_of(new_tracks[tops[0]], tracks)
                yield row if number in row else (*row, number), tops[0], number


def _number_of(top: Track, row: Sequence[Track]) -> int:
    """The number of the tile of a piled ``row`` that its ``top`` most likely is, now read as another face.

    Its own number where an additional tile is more likely.
    """
    alike = [(float(top.opinion.belief.probabilities @ tile.opinion.belief.probabilities), tile) for tile in row]
    chance, one = max(alike, key=lambda pair: pair[0])
    return one.number if chance > _SAME and one.face != top.face else top.number


def _tops_of(row: Sequence[Track], new: Sequence[Track], tracks: Sequence[Track]) -> list[int]:
    """The ``new`` tiles where ``row`` lay; without any, and for a long row, isolated ones near by."""
    there = [tile.number for tile in new if is_near(tile.place, row)]
    if there or len(row) < _LONG:
        return there
    near = [tile for tile in new if _off(tile.place, row, row).min() < _NEAR_BY]
    return [
        tile.number for tile in near if not _is_beside(tile.place, [other for other in tracks if other is not tile])
    ]


def taken_together(rows: Sequence[Sequence[int]], absent: Sequence[Track], bare: Collection[int]) -> set[int]:
    """The tiles that left one of ``rows`` with others, most of whose places are bare: none is merely covered."""
    left = {track.number for track in absent if track.standing is not Visibility.HIDDEN}
    gone = [left.intersection(row) for row in rows]
    return {number for row in gone if len(row) > _FEW and len(row.intersection(bare)) >= _MOST * len(row)
            for number in row}  # fmt: skip


def member_like(belief: Belief, top: int, table: TrackedTable) -> Track | None:
    """The tile below the ``top`` of a pile that has the believed face."""
    below = (table.by_number[number] for stack in table.stacks if top in stack for number in stack if number != top)
    return next((track for track in below if track.face == belief.best), None)


def _parted(row: tuple[int, ...], piled: Collection[int]) -> Iterator[tuple[int, ...]]:
    """The parts of ``row`` between tiles that are ``piled``."""
    for is_piled, part in groupby(row, lambda number: number in piled):
        if not is_piled:
            yield tuple(part)


def top_among(left: Sequence[Track], row: Sequence[Track], others: Sequence[Track]) -> Track:
    """The tile of those ``left`` of a piled ``row`` that is its top: near where the row lay, and not beside
    ``others``."""

    def oddity(track: Track) -> float:
        return float(_off(track.place, row, row).min()) + _COMPANY * _is_beside(track.place, others)

    return min(left, key=oddity)


def is_near(place: DetectedTile, row: Sequence[Track]) -> bool:
    """Whether a place is where ``row`` lay, or beside it."""
    return bool(_off(place, row, row).min() < _BESIDE)


def was_taken(left: Sequence[Track], row: Sequence[Track], others: Sequence[Track]) -> bool:
    """Whether what is ``left`` of a ``row`` lies far from it, and the row is too short for a canasta or what is left
    continues a row of ``others``.

    Then a player took it and laid some of it in a meld. The top of a piled canasta lies alone.
    """
    if any(is_near(tile.place, row) for tile in left):
        return False
    if len(row) < _LONG:
        return True
    company = [[*others, *(other for other in left if other is not tile)] for tile in left]
    is_alone = [not _is_beside(one.place, tiles) for one, tiles in zip(left, company, strict=True)]
    return not any(is_alone) and any(_is_beside(tile.place, others, _NEXT) for tile in left)


def _is_beside(place: DetectedTile, others: Sequence[Track], within: float = _BESIDE) -> bool:
    """Whether a place is beside one of ``others`` and level with it; above or below is another row."""
    quads = places_of(others).astype(np.float64)
    away = place.corners_px.mean(axis=0) - centers(quads)
    along, across = (np.abs((away * side).sum(axis=1)) / (side * side).sum(axis=1) for side in axes(quads))
    return bool(((along < within) & (across < _LEVEL)).any())


def _off(place: DetectedTile, tracks: Sequence[Track], row: Sequence[Track]) -> F64:
    """The distance of a place from each of some tiles, in widths of those of ``row``."""
    width = np.median(short_sides(places_of(row)))
    away = centers(places_of(tracks).astype(np.float64)) - place.corners_px.mean(axis=0)
    return np.asarray(np.hypot(*away.T) / width)


def with_tiles_on_top(stacks: Sequence[Stack], tracks: Mapping[int, Track]) -> tuple[Stack, ...]:
    """The stacks with the tiles that were laid on them; ``tracks`` by number say what lies under what."""
    covers = {number: track.under for number, track in tracks.items() if track.under is not None}
    return tuple((*stack, *(covers[number] for number in stack if number in covers and covers[number] not in stack))
                 for stack in stacks)  # fmt: skip


def with_tiles_below(stack: Stack, tracks: Mapping[int, Track]) -> Stack:
    """A new stack with the tiles of ``tracks`` under its own: it was piled up and another tile laid on it in one go."""
    return (*(number for number, track in tracks.items() if track.under in stack and number not in stack), *stack)


def without_gone(stacks: Sequence[Stack], tracks: Sequence[Track]) -> tuple[Stack, ...]:
    """The stacks without tiles that are gone; stacks of one tile and spread ones are dropped."""
    standing = {track.number: track.standing for track in tracks}
    left = (tuple(number for number in stack if number in standing) for stack in stacks)
    return tuple(stack for stack in left if _is_pile([standing[number] for number in stack]))


def covered_by(track: Track, top: Track) -> Track:
    """``track`` covered by ``top``."""
    return replace(track, place=top.place, standing=Visibility.HIDDEN, missed=0, under=top.number)


def _is_pile(standings: Sequence[Visibility]) -> bool:
    return len(standings) > 1 and Visibility.HIDDEN in standings
