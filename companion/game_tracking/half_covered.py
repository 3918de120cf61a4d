"""Read a tile of a meld that the next one covers by half as it was read before: half of a 12 is a 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, product

import numpy as np
from numpy.typing import NDArray

from companion.game_tracking.muertos import Spots
from companion.game_tracking.observation import PriorKnowledge
from companion.game_tracking.rejected_detections import without_rejected
from engine.hand.state import LaidMeld
from engine.melds.melds import judge_meld
from engine.placed_tile import PlacedTile
from engine.rules.rules import Rules
from engine.tiles import Tile
from vision.belief import BACK, FACE_NAMES, Belief
from vision.geometry import TILE_MM, axes, centers, quads_of
from vision.reading import ReadTile, TileRow
from vision.table_plan.zones import TableZone
from vision.watching.frame_results import SeenTable

_NARROW = 0.8
"""The width, in tile widths, below which a tile is partly covered."""
_SAME_MM = 0.5 * TILE_MM[0]
"""The largest distance of the visible part's centre from that of the whole tile."""
_AS_BEFORE = 0.95
_MOST_ADDED, _BESIDE_MM = 4, 1.3 * TILE_MM[0]
"""Tiles that somebody lays at once beside a squeezed meld, and how far their nearest is from its nearest."""
_OF_HALVES = {"1": (10, 11, 12, 13), "11": (10, 12, 13), "2": (12,), "3": (13,)}
"""Numbers by what a half of them looks like."""
_FEWEST = 4
"""Tiles of the shortest squeezed meld in which a new one is looked for."""
_ONE_SPOT_MM, _ALIGNED = 5.0, 0.9
"""Tiles that are nearer to each other lie on one pile; and the cosine of the angle between tiles that lie alike."""


def restore_covered_places(table: SeenTable, spots: Spots, prior: PriorKnowledge) -> SeenTable:
    """``table``, with narrow places of accepted melds as they were accepted.

    And with the faces of tiles that went out of view on new narrow places where they lay: ``spots`` are those of the
    last table, by number, in millimetres.
    """
    settled = table.settled
    tiles, numbers = settled.reading.tiles, settled.numbers
    accepted = {number: prior.faces[number] for number in prior.laid if number in prior.faces}
    gone = [number for number in accepted.keys() - set(numbers) if number in spots]
    if not accepted or not tiles:
        return table
    quads = table.fix.on_table(quads_of([tile.place.corners_px for tile in tiles]))
    across, _ = axes(quads)
    narrow = np.linalg.norm(across, axis=1) < _NARROW * TILE_MM[0]
    middles, read = centers(quads), dict[int, ReadTile]()
    for at in np.flatnonzero(narrow).tolist():
        before = numbers[at] if numbers[at] in accepted else _nearest(middles[at], gone, spots)
        if before is not None and numbers[at] not in prior.said:
            read[at] = replace(tiles[at], belief=Belief.peaked(accepted[before], _AS_BEFORE))
    if not read:
        return table
    return _with_tiles(table, read)


def _with_tiles(table: SeenTable, read: Mapping[int, ReadTile]) -> SeenTable:
    """``table`` with some tiles, by index, as they are ``read``."""
    reading = table.settled.reading
    tiles = tuple(read.get(at, tile) for at, tile in enumerate(reading.tiles))
    return replace(table, settled=replace(table.settled, reading=replace(reading, tiles=tiles)))


def without_parts_of_squeezed(table: SeenTable, prior: PriorKnowledge) -> SeenTable:
    """``table`` without new places where a hidden tile of a squeezed meld lies as they do: the part of it that shows.

    In a canasta that was pushed together half of a 13 passes for an 11, and for the 11 that was just taken elsewhere.
    """
    settled = table.settled
    laid = [at for at, number in enumerate(settled.numbers) if number in prior.laid]
    new = set(range(len(settled.numbers))) - {*laid} - settled.hidden
    if settled.hidden.isdisjoint(laid) or not new:
        return table
    quads = table.fix.on_table(quads_of([tile.place.corners_px for tile in settled.reading.tiles]))
    (across, _), middles = axes(quads), centers(quads)
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    apart = np.linalg.norm(middles[laid][:, None] - middles[laid][None], axis=2)
    is_squeezed = ((apart > _ONE_SPOT_MM) & (apart < _NARROW * TILE_MM[0])).any(axis=1)
    squeezed = [at for at, is_one in zip(laid, is_squeezed.tolist(), strict=True) if is_one and at in settled.hidden]
    parts = {
        at for at in new for under in squeezed
        if settled.numbers[at] not in prior.said and np.hypot(*(middles[at] - middles[under])) < _SAME_MM
        and abs(float(across[at] @ across[under])) > _ALIGNED
    }  # fmt: skip
    return without_rejected(table, parts)


def read_halves_by_law(table: SeenTable, melds: Sequence[LaidMeld], prior: PriorKnowledge, rules: Rules) -> SeenTable:
    """``table`` with new half-covered tiles beside a squeezed meld of ``melds`` read as they continue it, and one row.

    Who lays a 12 and a 13 at the end of a canasta that was pushed together pushes them together as well: of the 12 a 1
    is in view. It is a 12 where that alone makes one meld of them. What lies half under a pile may be any tile.
    """
    settled = table.settled
    tiles, numbers = settled.reading.tiles, settled.numbers
    parts = [tuple(part) for row in settled.reading.rows for _, part in groupby(
        row.tiles, lambda at: numbers[at] in prior.laid)]  # fmt: skip
    squeezed = [part for part in parts if settled.hidden.intersection(part) and numbers[part[0]] in prior.laid]
    others = [part for part in parts if len(part) <= _MOST_ADDED and part not in squeezed]
    if not squeezed or not others:
        return table
    quads = table.fix.on_table(quads_of([tile.place.corners_px for tile in tiles]))
    middles, narrow = centers(quads), np.linalg.norm(axes(quads)[0], axis=1) < _NARROW * TILE_MM[0]
    known = [prior.faces.get(number, tile.belief.best) for number, tile in zip(numbers, tiles, strict=True)]
    whole = [Counter(map(str, meld.tiles)) for meld in melds]
    for row, under in product(others, squeezed):
        off_mm = np.linalg.norm(middles[list(row)][:, None] - middles[list(under)][None], axis=2).min(axis=1)
        if off_mm.min() >= _BESIDE_MM:
            continue
        faces, below = [known[at] for at in row], Counter(known[at] for at in under)
        if numbers[row[0]] in prior.laid:
            is_apart = not any({row[0], under[0]} <= set(lay.tiles) for lay in settled.reading.rows)
            if is_apart and below + Counter(faces) in whole:
                return _as_one(table, under, row, faces)
            continue
        below_mm = middles[[at for at in under if at in settled.hidden]]
        is_pile = bool((np.ptp(below_mm, axis=0) < _ONE_SPOT_MM).all())
        is_under = is_pile & (off_mm < _NARROW * TILE_MM[0])
        shown = [_shown(face, is_narrow=bool(narrow[at]), is_under=is_in) if numbers[at] not in prior.said else (face,)
                 for at, face, is_in in zip(row, faces, is_under.tolist(), strict=True)]  # fmt: skip
        is_half = [len(options) > 1 for options in shown]
        if below in whole and any(is_half) and not all(is_half):
            ways = [way for way in product(*shown) if _continues(melds[whole.index(below)], way, rules)]
            if len(ways) == 1 and ways[0] != tuple(faces):
                return _as_one(table, under, row, ways[0])
    return table


def read_half_within(table: SeenTable, prior: PriorKnowledge, rules: Rules) -> SeenTable:
    """``table`` with a new tile between those of a squeezed meld read as it continues them.

    Of a 10 between a 9 and a joker an 11 is in view. It is a 10 where the 11 breaks the law and no other tile of which
    a half looks so keeps it. Of several new ones it is the narrow one, as where a 10 and an 11 were laid at once.
    """
    settled, read = table.settled, dict[int, ReadTile]()
    tiles, numbers = settled.reading.tiles, settled.numbers
    if not tiles:
        return table
    quads = table.fix.on_table(quads_of([tile.place.corners_px for tile in tiles]))
    middles, width = centers(quads), np.linalg.norm(axes(quads)[0], axis=1)
    for row in settled.reading.rows:
        new = [at for at in row.tiles if numbers[at] not in prior.laid]
        new = new if len(new) == 1 else [at for at in new if width[at] < _NARROW * width[list(row.tiles)].max()]
        if len(new) != 1 or len(row.tiles) < _FEWEST or numbers[new[0]] in prior.said:
            continue
        off_mm = np.linalg.norm(middles[list(row.tiles)] - middles[new[0]], axis=1)
        faces = [prior.faces.get(numbers[at], tiles[at].belief.best) for at in row.tiles]
        if BACK in faces or np.partition(off_mm, 1)[1] >= _NARROW * TILE_MM[0]:
            continue
        place = row.tiles.index(new[0])
        ways = [face for face in _shown(faces[place], is_narrow=True, is_under=False)
                if _is_meld([*faces[:place], face, *faces[place + 1 :]], rules)]  # fmt: skip
        if len(ways) == 1 and ways[0] != faces[place]:
            read[new[0]] = replace(tiles[new[0]], belief=Belief.peaked(ways[0], _AS_BEFORE))
    return _with_tiles(table, read) if read else table


def _is_meld(faces: Sequence[str], rules: Rules) -> bool:
    """Whether tiles in this order, from either side, are a lawful meld."""
    row = [PlacedTile(Tile.parse(face)) for face in faces]
    return any(judge_meld(way, rules).lawful for way in (row, row[::-1]))


def _as_one(table: SeenTable, under: tuple[int, ...], row: tuple[int, ...], faces: Sequence[str]) -> SeenTable:
    """``table`` with the rows ``under`` and ``row`` as one, the tiles of ``row`` read as ``faces``."""
    tiles = table.settled.reading.tiles
    differing = ((at, face) for at, face in zip(row, faces, strict=True) if tiles[at].belief.best != face)
    table = _with_tiles(
        table, {at: replace(tiles[at], belief=Belief.peaked(face, _AS_BEFORE)) for at, face in differing}
    )
    settled, zones = table.settled, table.zones
    rows = list[tuple[tuple[int, ...], TableZone | None]]()
    for lay, zone in zip(settled.reading.rows, zones.rows, strict=True):
        left = tuple(at for at in lay.tiles if at not in (*under, *row))
        rows += [((*under, *row), zone)] if under[0] in lay.tiles else []
        rows += [(left, zone)] if left else []
    reading = replace(settled.reading, rows=tuple(TileRow(lay) for lay, _ in rows))
    in_zones = replace(zones, rows=tuple(zone for _, zone in rows))
    return replace(table, settled=replace(settled, reading=reading), zones=in_zones)


def _shown(face: str, *, is_narrow: bool, is_under: bool) -> tuple[str, ...]:
    """The faces of which what shows of a tile read as ``face`` may be a part: any, where the top of a pile covers it.

    Of a narrow place those whose half looks like it.
    """
    if is_under:
        return tuple(name for name in FACE_NAMES if name != BACK)
    return (face, *(f"{number}{face[-1]}" for number in _OF_HALVES.get(face[:-1], ()))) if is_narrow else (face,)


def _continues(meld: LaidMeld, faces: Sequence[str], rules: Rules) -> bool:
    """Whether tiles that lie beside a meld are one lawful meld with it, at either end and in either direction."""
    if BACK in faces:
        return False
    row, more = [PlacedTile(placed.tile) for placed in meld.row], [PlacedTile(Tile.parse(face)) for face in faces]
    ways = ([*row, *more], [*more, *row], [*row, *more[::-1]], [*more[::-1], *row])
    return any(judge_meld(way, rules).lawful for way in ways)


def _nearest(middle_mm: NDArray[np.float64], gone: Iterable[int], spots: Spots) -> int | None:
    """The number of the nearest tile of ``gone``; None where none lay near."""
    off, number = min(((float(np.hypot(*(middle_mm - spots[lay]))), lay) for lay in gone), default=(np.inf, None))
    return number if off < _SAME_MM else None
