"""Remember rejected detections, such as a pattern of the cloth or an object, so that people are not asked again."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from itertools import groupby

from vision.belief import Belief
from vision.reading import TileRow
from vision.table_plan.zones import ZonedReading
from vision.watching.frame_results import SeenTable


def without_rejected(table: SeenTable, denied: Collection[int]) -> SeenTable:
    """``table`` with the tiles at the indices ``denied`` in no row and no zone; indices are unchanged.

    A row is split where one of them lay in it.
    """
    if not denied:
        return table
    reading, zones = table.settled.reading, table.zones
    parts = [
        (tuple(part), zone)
        for row, zone in zip(reading.rows, zones.rows, strict=True)
        for is_denied, part in groupby(row.tiles, lambda at: at in denied)
        if not is_denied
    ]
    tiles = (replace(tile, belief=Belief.flat()) if at in denied else tile for at, tile in enumerate(reading.tiles))
    left = replace(
        reading,
        tiles=tuple(tiles),
        rows=tuple(TileRow(part) for part, _ in parts),
        loose=tuple(at for at in reading.loose if at not in denied),
    )
    lying = (None if at in denied else zone for at, zone in enumerate(zones.tiles))
    zoned = ZonedReading(tuple(lying), tuple(zone for _, zone in parts))
    return replace(table, settled=replace(table.settled, reading=left), zones=zoned)
