"""The moves that turn one shared table into another: melds laid, extended, or taken apart together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.hand.moves import Extend, LayDown, Move, Rearrange
from engine.hand.state import LaidMeld
from engine.placed_tile import PlacedTile
from engine.plays.row_building import Row
from engine.tiles import Tile


def moves_between(melds: Sequence[LaidMeld], rows: Sequence[Row], seat: int) -> tuple[Move, ...]:
    """The moves of ``seat`` that turn ``melds`` into ``rows``; connected changes form one move."""
    left, lying = list(rows), []
    for meld in melds:
        same = next((row for row in left if _counted(row) == Counter(meld.tiles)), None)
        if same is None:
            lying.append(meld)
        else:
            left.remove(same)
    sources = {at: _sources(row, lying) for at, row in enumerate(left)}
    _share_out(left, lying, sources)
    return tuple(_move(part, rows_of, seat) for part, rows_of in _parts(left, lying, sources))


def _counted(row: Row) -> Counter[Tile]:
    return Counter(placed.tile for placed in row)


def _sources(row: Row, lying: Sequence[LaidMeld]) -> list[int]:
    """The melds, by index in ``lying``, that may supply tiles to ``row``, those with most in common first."""
    common = {at: sum((_counted(row) & Counter(meld.tiles)).values()) for at, meld in enumerate(lying)}
    return sorted((at for at in common if common[at]), key=lambda at: -common[at])


def _share_out(rows: Sequence[Row], lying: Sequence[LaidMeld], sources: dict[int, list[int]]) -> None:
    """Keep of ``sources`` the melds that supply a tile, each tile going to the row most like its meld."""
    stock = [Counter(meld.tiles) for meld in lying]
    wanted = [_counted(row) for row in rows]
    used: dict[int, list[int]] = {at: [] for at in range(len(rows))}
    pairs = [(at, source) for at in sources for source in sources[at]]
    for at, source in sorted(pairs, key=lambda pair: -sum((wanted[pair[0]] & Counter(lying[pair[1]].tiles)).values())):
        if shared := wanted[at] & stock[source]:
            wanted[at] -= shared
            stock[source] -= shared
            used[at].append(source)
    sources.update(used)


def _parts(
    rows: Sequence[Row], lying: Sequence[LaidMeld], sources: dict[int, list[int]]
) -> list[tuple[list[LaidMeld], list[Row]]]:
    """The connected components of melds and rows that share tiles."""
    parts: list[tuple[set[int], list[int]]] = []
    for at in range(len(rows)):
        touching = [part for part in parts if part[0].intersection(sources[at])]
        parts = [part for part in parts if part not in touching]
        melds = set(sources[at]).union(*(part[0] for part in touching))
        parts.append((melds, [*(place for part in touching for place in part[1]), at]))
    return [([lying[at] for at in sorted(melds)], [rows[at] for at in each]) for melds, each in parts]


def _move(melds: list[LaidMeld], rows: list[Row], seat: int) -> Move:
    if not melds:
        return LayDown(seat, _undeclared(rows[0]))
    if len(melds) == len(rows) == 1:
        return Extend(seat, melds[0].number, _undeclared(rows[0]))
    like = sorted(rows, key=lambda row: -sum((_counted(row) & Counter(melds[0].tiles)).values()))
    return Rearrange(seat, tuple(meld.number for meld in melds), tuple(map(_undeclared, like)))


def _undeclared(row: Row) -> Row:
    """The row in notation, without the declared tiles of its jokers, which their places determine."""
    return tuple(PlacedTile(placed.tile) for placed in row) if sum(tile.is_wild for tile in row) < len(row) - 1 else row
