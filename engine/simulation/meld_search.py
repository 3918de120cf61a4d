"""Find the rows that tiles would form, as a player scans a rack."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from engine.melds.melds import MeldVerdict
from engine.tiles import Color, Tile

Tiles = tuple[Tile, ...]
_ACE_HIGH, _SHORTEST = 14, 3


def runs_in(tiles: Iterable[Tile], shortest: int = _SHORTEST, *, ace_high: bool = True) -> Iterator[Tiles]:
    """The longest natural runs of at least ``shortest`` tiles in ``tiles``."""
    by_color: dict[Color, set[int]] = defaultdict(set)
    for tile in tiles:
        if tile.number and tile.color:
            by_color[tile.color].add(tile.number)
    for color, numbers in by_color.items():
        if len(numbers) >= shortest:
            places = sorted({*numbers, _ACE_HIGH} if 1 in numbers and ace_high else numbers)
            yield from (_run(stretch, color) for stretch in _stretches(places) if len(stretch) >= shortest)


def _stretches(places: Sequence[int]) -> Iterator[list[int]]:
    stretch: list[int] = []
    for place in places:
        if stretch and place != stretch[-1] + 1:
            yield stretch
            stretch = []
        stretch.append(place)
    if len(stretch) == _ACE_HIGH:
        stretch = stretch[:-1]
    yield stretch


def _run(places: Sequence[int], color: Color) -> Tiles:
    return tuple(Tile(1 if place == _ACE_HIGH else place, color) for place in places)


def groups_in(tiles: Iterable[Tile], shortest: int = _SHORTEST, *, distinct: bool = False) -> Iterator[Tiles]:
    """The groups of at least ``shortest`` in ``tiles``; ``distinct`` requires different colours."""
    by_number: dict[int, list[Tile]] = defaultdict(list)
    for tile in tiles:
        if tile.number and not (distinct and tile in by_number[tile.number]):
            by_number[tile.number].append(tile)
    return (tuple(group) for group in by_number.values() if len(group) >= shortest)


def pairs_in(tiles: Sequence[Tile]) -> Iterator[tuple[Tile, Tile, Tile | None]]:
    """Pairs of tiles that lack a third, with the tile between them, or ``None`` where any end or colour will do."""
    ordered = sorted({tile for tile in tiles if tile.number}, key=lambda tile: (tile.color or "", tile.number or 0))
    for tile, other in pairwise(ordered):
        if tile.color == other.color and tile.number and other.number:
            step = other.number - tile.number
            if step == 1:
                yield tile, other, None
            if step == 2:
                yield tile, other, Tile(tile.number + 1, tile.color)
    for group in groups_in(tiles, 2, distinct=True):
        yield group[0], group[1], None


def ends_of(verdict: MeldVerdict) -> tuple[int, int, Color]:
    """The lowest and the highest place of an ascending run, and its colour; 14 is the 1 after the 13."""
    lowest = verdict.placed[0].stands_for or verdict.placed[0].tile
    low, color = lowest.number or 0, lowest.color or Color.RED
    return low, low + len(verdict.placed) - 1, color


def beyond(verdict: MeldVerdict, *, ace_high: bool = True) -> tuple[Tile | None, Tile | None]:
    """The tiles that extend a run below and above; None at an end where it cannot grow."""
    low, high, color = ends_of(verdict)
    below = Tile(low - 1, color) if low > 1 else None
    if high >= (_ACE_HIGH if ace_high else _ACE_HIGH - 1):
        return below, None
    return below, Tile(1 if high == _ACE_HIGH - 1 else high + 1, color)
