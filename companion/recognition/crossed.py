"""Canastas as people leave them: the tile that lies across a row belongs to it, and its place says which kind it is.

004:31: across the whole of it for a pure one, half over it for an impure one. That tile is one of the canasta's own,
taken from either end or from where it fits, so the law tells where it goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from engine.melds.melds import Purity
from vision.layout.crossing import Crossing, crossings
from vision.reading import TableReading

_WHOLE, _HALF = 0.12, 0.4
"""In heights of a tile: nearer to the row's line a mark says pure, farther impure, and between the two neither, for
what lies on others seems to lie farther away than it does."""
_MOST_HIDDEN = 2
"""Tiles that one lying across a row may hide."""
Row = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CrossedTile:
    """What the tile across a row tells."""

    purity: Purity | None
    """None where it lies between whole and half."""
    hides: bool
    """Whether it seems to hide other tiles of the row: a mark is a canasta's, and what is seen is none."""


def joined(
    parts: Sequence[Row], reading: TableReading, canasta_len: int, is_meld: Callable[[Row], bool]
) -> tuple[list[Row], dict[Row, CrossedTile]]:
    """The rows and single tiles of a table, each tile across a row in the place where the two are a meld, and what it
    tells of each such row. A canasta has ``canasta_len`` tiles."""
    left, marks = list(parts), dict[Row, CrossedTile]()
    for crossing in crossings(reading):
        under = [next((part for part in left if set(some) <= set(part)), ()) for some in crossing.under]
        if not all(under) or (crossing.tile,) not in left or any(part in marks for part in under):
            continue
        found = _marked(crossing, list(dict.fromkeys(under)), canasta_len, is_meld)
        if found:
            row, mark = found
            left[left.index(under[0])] = row
            left = [part for part in left if part not in under and part != (crossing.tile,)]
            marks[row] = mark
    return left, marks


def _marked(
    crossing: Crossing, under: list[Row], canasta_len: int, is_meld: Callable[[Row], bool]
) -> tuple[Row, CrossedTile] | None:
    """The row with the tile across it; None where it is none of its own."""
    row = tuple(tile for part in under for tile in part)
    whole = next(filter(is_meld, _orders(row, crossing.tile)), None)
    purity = _purity(crossing.off)
    if whole and len(whole) >= canasta_len:
        return whole, CrossedTile(purity, hides=False)
    if len(row) + 1 + _MOST_HIDDEN < canasta_len:
        return None
    return (*row, crossing.tile), CrossedTile(purity, hides=True)


def _orders(row: Row, tile: int) -> Iterator[Row]:
    """The places where a tile may go in a row: its end, its beginning, and within."""
    for at in (len(row), 0, *range(1, len(row))):
        yield (*row[:at], tile, *row[at:])


def _purity(off: float) -> Purity | None:
    if off < _WHOLE:
        return "pure"
    return "impure" if off > _HALF else None
