"""Discards where others lie: beyond the edge of a heap, beside the mazo, or beside a piled canasta."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.game_tracking.observation import PriorKnowledge
from companion.recognition.pile_order import as_one_meld
from companion.recognition.row_joining import SHORTEST_MELD
from companion.recognition.uncertainty import JOKER_NAME
from engine.rules.rules import Rules
from vision.belief import BACK, Belief
from vision.geometry import TILE_MM, centers, quads_of
from vision.table_plan.zones import MELD_ZONES, TableZone, ZonedReading
from vision.watching.frame_results import SeenTable

_OVER_MM = 0.8 * TILE_MM[0]
"""Two tiles that are nearer to each other lie one over the other."""
_SURE = 0.95
"""Among the tiles that lie face down a face is believed from here on."""
_LEVEL_MM, _MAZO = 0.5 * TILE_MM[1], 3
"""How far beside the line of a row face down a tile lies that is level with it, and tiles of such a row of the mazo."""


def part_from_piles(table: SeenTable, laid: Collection[int], rules: Rules) -> SeenTable:
    """``table`` with new tiles in the pozo's zone taken off the piles beside them that they do not continue.

    ``laid`` are the numbers of the tiles in accepted melds.
    """
    settled, zones = table.settled, table.zones
    rows, loose = list(settled.reading.rows), list(settled.reading.loose)
    for place, row in enumerate(rows):
        last = row.tiles[-1]
        if not settled.hidden.isdisjoint(row.tiles) and zones.rows[place] in MELD_ZONES:
            for left, end in ((row.tiles[:-1], last), (row.tiles[1:], row.tiles[0])):
                is_new = settled.numbers[end] not in laid and end not in settled.hidden
                if is_new and zones.tiles[end] is TableZone.POZO and _as_meld(table, row.tiles, rules) is None:
                    rows[place] = replace(row, tiles=left)
                    loose.append(end)
                    break
    reading = replace(settled.reading, rows=tuple(rows), loose=tuple(sorted(loose)))
    return (
        replace(table, settled=replace(settled, reading=reading)) if len(loose) > len(settled.reading.loose) else table
    )


def keep_in_pozo(table: SeenTable, prior: PriorKnowledge) -> SeenTable:
    """``table`` with rows among the melds in the pozo's zone where most of their tiles lay in the pozo and still do.

    A pozo that grows over the edge of its zone is no meld.
    """
    settled, zones = table.settled, table.zones
    numbers, known, ground = settled.numbers, prior.pozo or frozenset(), np.array([*prior.ground]).reshape(-1, 2)
    if not known or not len(ground):
        return table
    spots = table.fix.on_table(centers(quads_of([tile.place.corners_px for tile in settled.reading.tiles])))
    lies = (np.linalg.norm(spots.reshape(-1, 1, 2) - ground, axis=2).min(axis=1) < _OVER_MM).tolist()
    rows, tiles = list(zones.rows), list(zones.tiles)
    for place, row in enumerate(settled.reading.rows):
        are_known = [numbers[at] in known and lies[at] for at in row.tiles]
        is_laid = any(numbers[at] in prior.laid for at in row.tiles)
        if zones.rows[place] in MELD_ZONES and not is_laid and 2 * sum(are_known) > len(are_known) > 1:
            rows[place] = TableZone.POZO
            tiles = [TableZone.POZO if at in row.tiles else zone for at, zone in enumerate(tiles)]
    return replace(table, zones=ZonedReading(tuple(tiles), tuple(rows)))


def has_meld(table: SeenTable, pozo: Collection[int], rules: Rules) -> bool:
    """Whether a row of the ``pozo``, the numbers of its tiles, is a whole meld in its order, which may have been laid
    there tile by tile."""
    numbers = table.settled.numbers
    rows = (row.tiles for row in table.settled.reading.rows if len(row.tiles) >= SHORTEST_MELD)
    return any(
        all(numbers[at] in pozo for at in row) and _as_meld(table, row, rules) in (row, row[::-1]) for row in rows
    )


def _as_meld(table: SeenTable, tiles: Sequence[int], rules: Rules) -> tuple[int, ...] | None:
    """``tiles`` of the table, as they are read, in an order in which they are a lawful meld; None where there is
    none."""
    faces = {at: table.settled.reading.tiles[at].belief.best for at in tiles}
    return as_one_meld(tiles, faces=faces, hidden=table.settled.hidden, rules=rules)


def is_thrown(belief: Belief, zone: TableZone | None) -> bool:
    """Whether a tile in the mazo's zone certainly shows a face, and so was discarded beside it.

    A back is sometimes taken for a joker.
    """
    return zone is TableZone.MAZO and belief.confidence >= _SURE and belief.best not in (BACK, JOKER_NAME)


def thrown_beside(
    table: SeenTable, faces: Mapping[int, str], spots: NDArray[np.float64], prior: PriorKnowledge
) -> frozenset[int]:
    """The indices of single face-up tiles beside the mazo, or among the melds over or under tiles of the pozo.

    The first of all may lie among the melds as well where it is level with the mazo: a high one hides how far the strip
    reaches. ``spots`` (n, 2) are the places of all tiles, in millimetres. Two that lie side by side were thrown one
    after the other, so one of them was there before; what comes at once begins a meld.
    """
    reading, zones, ground = table.settled.reading, table.zones.tiles, prior.ground
    known = table.settled.numbers if prior.pozo is None else prior.pozo
    thrown = {at for at, number in enumerate(table.settled.numbers) if number in known}
    laid = {at for at, number in enumerate(table.settled.numbers) if number in prior.laid}
    rows = (row.tiles for row, zone in zip(reading.rows, table.zones.rows, strict=True)
            if zone is TableZone.MAZO and laid.isdisjoint(row.tiles))  # fmt: skip
    single = {at for at in reading.loose if zones[at] is not TableZone.POZO}
    few = single.union(*(row for row in rows if _is_of_the_pozo(row, thrown, zones)))
    beside = (at for at in few if zones[at] is TableZone.POZO or is_thrown(reading.tiles[at].belief, zones[at]))
    first = () if thrown or ground else _level_with_the_mazo(table, faces, spots)
    return frozenset((*beside, *first, *_on_the_heap(table, faces, spots, ground)))


def _is_of_the_pozo(row: Sequence[int], thrown: Collection[int], zones: Sequence[TableZone | None]) -> bool:
    """Whether a row in the mazo's zone was thrown: two of these hold, that some of it lay in the pozo (``thrown``),
    that it reaches into the pozo's zone, and that it is too short for a meld."""
    lay, reaches = any(at in thrown for at in row), any(zones[at] is TableZone.POZO for at in row)
    return lay + reaches + (len(row) < SHORTEST_MELD) > 1


def _level_with_the_mazo(table: SeenTable, faces: Mapping[int, str], spots: NDArray[np.float64]) -> Iterator[int]:
    """The single tiles among the melds that surely show a face and lie in the line of a row face down."""
    reading, zones = table.settled.reading, table.zones.tiles
    lines = [spots[list(row.tiles)] for row in reading.rows if len(row.tiles) >= _MAZO
             and all(faces[at] == BACK for at in row.tiles)]  # fmt: skip
    for at in reading.loose:
        is_face = faces[at] not in (BACK, JOKER_NAME) and reading.tiles[at].belief.confidence >= _SURE
        if is_face and zones[at] in MELD_ZONES and any(_beside(line, spots[at]) < _LEVEL_MM for line in lines):
            yield at


def _beside(line: NDArray[np.float64], spot: NDArray[np.float64]) -> float:
    """How far a point lies beside the line through the first and the last of some points (n, 2)."""
    (x, y), (right, down) = line[-1] - line[0], spot - line[0]
    return float(abs(x * down - y * right) / np.hypot(x, y))


def _on_the_heap(
    table: SeenTable, faces: Mapping[int, str], spots: NDArray[np.float64], ground: Collection[tuple[float, float]]
) -> Iterator[int]:
    """The single tiles among the melds that overlap present or past tiles of the pozo: a heap grows over its edge."""
    tiles, covered = table.zones.tiles, table.settled.covered
    below = [table.fix.on_table(track.place.corners_px.mean(axis=0)).reshape(2) for track in covered]
    heap = [spots[at] for at, zone in enumerate(tiles) if zone is TableZone.POZO and faces[at] != BACK]
    heap += [np.array(spot) for spot in ground]
    alone = {at for at in table.settled.reading.loose if tiles[at] in MELD_ZONES and faces[at] != BACK}
    while heap:
        spot = heap.pop()
        near = [at for at in alone if np.hypot(*(spots[at] - spot)) < _OVER_MM]
        yield from near
        alone -= set(near)
        heap += [spots[at] for at in near]
        heap += [point for point in below if np.hypot(*(point - spot)) < _OVER_MM]
        below = [point for point in below if np.hypot(*(point - spot)) >= _OVER_MM]
