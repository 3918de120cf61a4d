"""Find the best use of a rack on a shared table: first with every joker in place, then with jokers freed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.plays.arrangement import Arrangement, arrange
from engine.plays.row_building import Row
from engine.rules.rules import Rules
from engine.tiles import Tile

Worth = Mapping[Tile, int]


def worth_of(laid: Sequence[Tile], worth: Worth) -> int:
    """The total worth of the tiles ``laid``."""
    return sum(worth[tile] for tile in laid)


def best_table(rows: Sequence[Row], rack: Sequence[Tile], worth: Worth, rules: Rules) -> Arrangement | None:
    """The table that holds every tile of ``rows`` and the most valuable tiles of ``rack``; None where none fits.

    Jokers are only known to stay on the table: whether one may leave its meld is for the rules to decide.
    """
    kept = with_jokers_kept(rows, rack, worth, rules)
    found = worth_of(kept.laid, worth) if kept else 0
    must = [placed.tile for row in rows for placed in row]
    if found == worth_of(rack, worth) or not any(tile.is_joker for tile in (*must, *rack)):
        return kept
    return arrange(must, rack, worth, rules, above=found) or kept


def with_jokers_kept(rows: Sequence[Row], rack: Sequence[Tile], worth: Worth, rules: Rules) -> Arrangement | None:
    """The same without the jokers of ``rack``, and with the melds of ``rows`` that hold a joker unchanged."""
    left = [row for row in rows if any(placed.tile.is_joker for placed in row)]
    must = [placed.tile for row in rows if row not in left for placed in row]
    found = arrange(must, [tile for tile in rack if not tile.is_joker], worth, rules, above=0)
    return Arrangement((*found.rows, *left), found.laid) if found else None


def with_least_moved(rows: Sequence[Row], arrangement: Arrangement, rules: Rules) -> Arrangement:
    """An arrangement with the same tiles as ``arrangement`` that leaves as many of ``rows`` unchanged as possible."""
    still, moved = _parted(rows, arrangement)
    for row in sorted(moved, key=len, reverse=True):
        others = [placed_tile.tile for each in moved if each is not row for placed_tile in each]
        plain = [*others, *arrangement.laid]
        if other := arrange(plain, (), {}, rules):
            return with_least_moved(rows, Arrangement((*still, row, *other.rows), arrangement.laid), rules)
    return arrangement


def _parted(rows: Sequence[Row], arrangement: Arrangement) -> tuple[list[Row], list[Row]]:
    """The ``rows`` that are in ``arrangement`` as well, and the others."""
    lying = Counter(_tiles(row) for row in arrangement.rows)
    still: list[Row] = []
    moved: list[Row] = []
    for row in rows:
        (still if lying[_tiles(row)] else moved).append(row)
        lying[_tiles(row)] -= 1
    return still, moved


def _tiles(row: Row) -> frozenset[tuple[Tile, int]]:
    return frozenset(Counter(placed.tile for placed in row).items())
