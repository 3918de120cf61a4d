"""Join the tile across a finished canasta to it (004:31), with what it hides of the row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from companion.game_tracking.observation import PriorKnowledge
from engine.melds.melds import judge_meld
from engine.placed_tile import PlacedTile
from engine.rules.rules import Rules
from engine.tiles import Tile
from vision.belief import BACK
from vision.geometry import F64, axes, centers, components, overlaps, quads_of
from vision.layout.layout import LayoutTuning, lay_out
from vision.reading import ReadTile, TileRow
from vision.table_plan.zones import ZonedReading
from vision.tracking.tracked_table import Track
from vision.watching.frame_results import SeenTable

_FREE = 1.6
"""How many steps of a row lie between two of its tiles, at least, if there is a place for another."""
_BELOW, _LEVEL = 0.05, 0.5
"""The share of a tile from which one over it covers it, and how many heights tiles of one row lie above it or below."""
_BESIDE = 2.0
"""How many widths from the middle of a tile across two of a row the next of that row lies at most."""
_PUSHED = LayoutTuning(widest_gap=0.5, largest_shift=0.45)
"""The tolerance for a row some tiles of which are remembered."""


def join_tiles_across(table: SeenTable, prior: PriorKnowledge, rules: Rules) -> SeenTable:
    """``table`` with each tile across a meld of ``prior`` in its row, and with the tiles that it hides there.

    Only where all of them are enough for a canasta: nobody marks a shorter row.
    """
    covers: dict[int, list[Track]] = {}
    for track in table.settled.covered if rules.canasta_len else ():
        if track.number in prior.laid and track.under in table.settled.numbers:
            covers.setdefault(track.under, []).append(track)
    for cover in _over_hidden(table, prior) if rules.canasta_len else ():
        covers.setdefault(cover, [])
    for cover, hidden in covers.items():
        table = _joined(table, table.settled.numbers.index(cover), hidden, prior, rules)
    return table


def _over_hidden(table: SeenTable, prior: PriorKnowledge) -> Iterator[int]:
    """The numbers of the tiles in view that lie over hidden ones of a meld."""
    settled = table.settled
    hidden = [at for at in settled.hidden.difference(*settled.piles) if settled.numbers[at] in prior.laid]
    if hidden:
        quads = table.fix.on_table(quads_of([tile.place.corners_px for tile in settled.reading.tiles]))
        is_over = (overlaps(quads[hidden], quads) > _BELOW).any(axis=0)
        yield from (settled.numbers[at] for at in np.flatnonzero(is_over).tolist() if at not in settled.hidden)


def _joined(table: SeenTable, cover: int, hidden: list[Track], prior: PriorKnowledge, rules: Rules) -> SeenTable:
    """``table`` with the ``hidden`` tiles in one row with the tile at index ``cover`` that lies over them."""
    shown = table.settled.reading.tiles
    others = [at for at in range(len(shown)) if at != cover]
    tiles = [*(shown[at] for at in others), *(track.tile for track in hidden)]
    quads = table.fix.on_table(quads_of([tile.place.corners_px for tile in (*tiles, shown[cover])]))
    under = _under(tiles, quads, range(len(others), len(tiles)))
    if len(under) + 1 < (rules.canasta_len or 0) or not _is_extra(quads[-1], quads[list(under)]):
        return table
    table = _with_hidden(table, hidden) if hidden else table
    places = [*others, *range(len(shown), len(shown) + len(hidden))]
    row, numbers = tuple(places[at] for at in under), table.settled.numbers
    over, *faces = (prior.faces.get(numbers[at], table.settled.reading.tiles[at].belief.best) for at in (cover, *row))
    place = _place_of(over, faces, rules)
    return _with_row(table, (*row[:place], cover, *row[place:]))


def _under(tiles: Sequence[ReadTile], quads: F64, hidden: Sequence[int]) -> tuple[int, ...]:
    """The row of the ``hidden`` ones of some ``tiles``, in their order, also where it seems to be parted under the last
    of the ``quads`` (n + 1, 4, 2), in millimetres, which lies over them."""
    rows, alone = lay_out(tiles, _PUSHED)
    below = set(np.flatnonzero(overlaps(quads[:-1], quads[-1:])[:, 0] > _BELOW).tolist()).union(hidden)
    if not below:
        return ()
    first = quads[min(below)][None]
    right, down = axes(first)
    off = centers(quads) - centers(first)
    along, level = components(off, right, down)
    beside = below.union(np.flatnonzero(np.abs(along[:-1] - along[-1]) < _BESIDE).tolist())
    parts = [part for part in (*(row.tiles for row in rows), *((at,) for at in alone)) if not beside.isdisjoint(part)
             and float(np.abs(level[list(part)]).max()) < _LEVEL]  # fmt: skip
    whole = sorted((at for part in parts for at in part), key=lambda at: along[at])
    return tuple(whole) if set(hidden).issubset(whole) else ()


def _is_extra(cover: F64, row: F64) -> bool:
    """Whether no place of a row (n, 4, 2) is left for the tile (4, 2) that lies over some of it: it lies across.

    In a row that is squeezed together a tile lies over its neighbour, in a place of its own.
    """
    spots, spot = centers(row), centers(cover[None])[0]
    way = spots[-1] - spots[0]
    if not (far := float(np.linalg.norm(way))):
        return False  # a pile
    along = np.sort(spots @ way) / far
    steps, at = np.diff(along), int(np.searchsorted(along, spot @ way / far))
    return not 0 < at < len(along) or bool(steps[at - 1] < _FREE * np.median(steps))


def _place_of(face: str, row: Sequence[str], rules: Rules) -> int:
    """The index in a ``row`` before which a tile makes a lawful meld of it: its end, if it may lie there or nowhere."""
    last = len(row)
    if BACK in (face, *row):
        return last
    tile, rest = PlacedTile(Tile.parse(face)), [PlacedTile(Tile.parse(name)) for name in row]
    places = (at for at in (last, *range(last)) if _is_lawful([*rest[:at], tile, *rest[at:]], rules))
    return next(places, last)


def _is_lawful(row: list[PlacedTile], rules: Rules) -> bool:
    return any(judge_meld(way, rules).lawful for way in (row, row[::-1]))


def _with_hidden(table: SeenTable, hidden: Sequence[Track]) -> SeenTable:
    """``table`` with tiles that one other covers as hidden ones, in no row yet."""
    settled, zones, many = table.settled, table.zones.tiles, len(table.settled.numbers)
    reading = replace(settled.reading, tiles=(*settled.reading.tiles, *(track.tile for track in hidden)))
    below = {track.number for track in hidden}
    over = next(zone for number, zone in zip(settled.numbers, zones, strict=True) if number == hidden[0].under)
    settled = replace(
        settled,
        reading=reading,
        numbers=(*settled.numbers, *(track.number for track in hidden)),
        covered=tuple(track for track in settled.covered if track.number not in below),
        hidden=settled.hidden.union(range(many, many + len(below))),
    )
    return replace(table, settled=settled, zones=ZonedReading((*zones, *(over for _ in hidden)), table.zones.rows))


def _with_row(table: SeenTable, row: tuple[int, ...]) -> SeenTable:
    """``table`` with the tiles of ``row`` in one row, in the zone of the first of their rows."""
    reading, zones = table.settled.reading, table.zones
    rows = list(zip(reading.rows, zones.rows, strict=True))
    first = next((zone for lay, zone in rows if not set(row).isdisjoint(lay.tiles)), zones.tiles[row[0]])
    left = ((tuple(at for at in lay.tiles if at not in row), zone) for lay, zone in rows)
    kept = [(row, first), *((lay, zone) for lay, zone in left if lay)]
    whole = replace(reading, rows=tuple(TileRow(lay) for lay, _ in kept),
                    loose=tuple(at for at in reading.loose if at not in row))  # fmt: skip
    in_zones = ZonedReading(zones.tiles, tuple(zone for _, zone in kept))
    return replace(table, settled=replace(table.settled, reading=whole), zones=in_zones)
