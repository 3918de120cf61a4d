"""Read a tile of a meld that the next one covers by half as it was read before: half of a 12 is a 1."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.game_tracking.muertos import Spots
from companion.game_tracking.observation import PriorKnowledge
from companion.game_tracking.rejected_detections import without_rejected
from vision.belief import Belief
from vision.geometry import TILE_MM, axes, centers, quads_of
from vision.reading import ReadTile
from vision.watching.watcher import SeenTable

_NARROW = 0.8
"""The width, in tile widths, below which a tile is partly covered."""
_SAME_MM = 0.5 * TILE_MM[0]
"""The largest distance of the visible part's centre from that of the whole tile."""
_AS_BEFORE = 0.95
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
    reading = replace(settled.reading, tiles=tuple(read.get(at, tile) for at, tile in enumerate(tiles)))
    return replace(table, settled=replace(settled, reading=reading))


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


def _nearest(middle_mm: NDArray[np.float64], gone: Iterable[int], spots: Spots) -> int | None:
    """The number of the nearest tile of ``gone``; None where none lay near."""
    off, number = min(((float(np.hypot(*(middle_mm - spots[lay]))), lay) for lay in gone), default=(np.inf, None))
    return number if off < _SAME_MM else None
