"""Match the rows seen now to the known melds, and group melds that changed together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.hand.state import LaidMeld
from engine.inference.observation import SeenMeld
from engine.placed_tile import PlacedTile
from engine.tiles import Tile

_LONG = 7
"""Tiles of a meld that may be piled up."""
_ALSO_WILD = 2
"""The number that may stand for another, as the joker does."""


@dataclass(frozen=True, slots=True)
class TableChange:
    """Changed melds: ``old`` became ``new``, paired in order where one became the other."""

    old: tuple[LaidMeld, ...]
    new: tuple[SeenMeld, ...]

    @property
    def teams(self) -> frozenset[int | None]:
        """The sides that own them; contains ``None`` for melds that any side may own."""
        return frozenset(meld.team for meld in self.old) or frozenset(row.team for row in self.new)

    @property
    def added(self) -> Counter[Tile]:
        """The tiles that came from elsewhere."""
        return _tiles(self.new) - _tiles(self.old)

    @property
    def gone(self) -> Counter[Tile]:
        """The tiles that are no longer in it."""
        return _tiles(self.old) - _tiles(self.new)


def table_changes(melds: Sequence[LaidMeld], seen_melds: Sequence[SeenMeld]) -> tuple[TableChange, ...]:
    """The changes between ``melds`` and the rows ``seen_melds``; a reversed row is unchanged."""
    left, rows = _unchanged_aside(melds, seen_melds)
    pairs = _pairs(left, rows)
    taken = {id(row) for _, row in pairs}
    changes = [TableChange((meld,), (row,)) for meld, row in pairs]
    changes += [TableChange((meld,), ()) for meld in left if all(meld is not old for old, _ in pairs)]
    changes += [TableChange((), (row,)) for row in rows if id(row) not in taken]
    return tuple(_joined(changes))


def out_of_view(changes: Iterable[TableChange]) -> tuple[LaidMeld, ...]:
    """The melds of which no tile is seen any more."""
    return tuple(meld for change in changes if not change.new for meld in change.old)


def _tiles(melds: Sequence[LaidMeld | SeenMeld]) -> Counter[Tile]:
    return Counter(tile for meld in melds for tile in meld.tiles)


def _of_one_side(meld: LaidMeld, row: SeenMeld) -> bool:
    return row.team is None or row.team == meld.team


def _unchanged_aside(
    melds: Sequence[LaidMeld], seen_melds: Sequence[SeenMeld]
) -> tuple[list[LaidMeld], list[SeenMeld]]:
    """The melds and rows left once every unchanged meld is removed."""
    left, rows = list(melds), []
    for row in seen_melds:
        same = next((meld for meld in left if _of_one_side(meld, row) and _lies_as(meld, row)), None)
        if same is None:
            rows.append(row)
        else:
            left.remove(same)
    return left, rows


def _lies_as(meld: LaidMeld, row: SeenMeld) -> bool:
    return row.tiles in (meld.tiles, meld.tiles[::-1])


def _pairs(melds: Sequence[LaidMeld], rows: Sequence[SeenMeld]) -> list[tuple[LaidMeld, SeenMeld]]:
    """Each meld paired with the row it became: first those that only grew, then those that kept most tiles."""
    options = sorted(_options(melds, rows), key=lambda option: option[0], reverse=True)
    pairs: list[tuple[LaidMeld, SeenMeld]] = []
    for _, meld, row in options:
        if all(meld is not one and row is not other for one, other in pairs):
            pairs.append((meld, row))
    return pairs


def _options(
    melds: Sequence[LaidMeld], rows: Sequence[SeenMeld]
) -> Iterator[tuple[tuple[bool, int, int], LaidMeld, SeenMeld]]:
    """Every possible pairing of a meld with a row, and its likelihood."""
    counted = [(row, Counter(row.tiles)) for row in rows]
    for meld in melds:
        tiles = Counter(meld.tiles)
        for row, counts in counted:
            kept = (tiles & counts).total()
            if _of_one_side(meld, row) and kept >= 2 and 2 * kept >= len(meld.tiles):
                yield (kept == len(meld.tiles), kept, -len(row.tiles)), meld, row


def _joined(changes: list[TableChange]) -> list[TableChange]:
    """Changes merged where a tile left one and arrived in another."""
    while pair := next(_tied(changes), None):
        giver, taker = pair
        changes = [
            *(change for change in changes if change is not giver and change is not taker),
            _together(giver, taker),
        ]
    return changes


def _tied(changes: Sequence[TableChange]) -> Iterator[tuple[TableChange, TableChange]]:
    """Pairs of changes where a tile left the first and arrived in the second, those with most such tiles first."""
    flows = [
        ((giver.gone & taker.added).total(), giver, taker)
        for giver in changes
        if giver.gone and not _is_only_hidden(giver, changes) and not _is_wild_reread(giver)
        for taker in changes
        if taker is not giver and _may_be_one(giver, taker)
    ]
    flows.sort(key=lambda flow: -flow[0])
    return ((giver, taker) for count, giver, taker in flows if count)


def _is_only_hidden(giver: TableChange, changes: Sequence[TableChange]) -> bool:
    """Whether a long meld out of view is more likely hidden in a pile than taken apart.

    It is when copies of less than half of its tiles arrived elsewhere: a player who takes a meld apart leaves its tiles
    on the table.
    """
    arrived = sum((change.added for change in changes), Counter[Tile]())
    gone = giver.gone.total()
    return not giver.new and gone >= _LONG and 2 * (giver.gone & arrived).total() < gone


def is_wild_for_wild(placed: PlacedTile, now: Tile) -> bool:
    """Whether a wild is read as another wild and not as the tile it stood for, which no player does."""
    return placed.is_wild and (now.is_joker or now.number == _ALSO_WILD) and now != placed.stands_for


def _is_wild_reread(change: TableChange) -> bool:
    """Whether the only change is that a wild is read as another wild, and no such wild arrived elsewhere."""
    if len(change.old) != 1 or len(change.new) != 1 or len(change.old[0].row) != len(change.new[0].row):
        return False
    row, new = change.old[0].row, change.new[0].row
    ways = ([(one, now.tile) for one, now in zip(row, way, strict=True) if now and one.tile != now.tile]
            for way in (new, new[::-1]))  # fmt: skip
    return any(len(way) == 1 and is_wild_for_wild(*way[0]) for way in ways)


def _may_be_one(giver: TableChange, taker: TableChange) -> bool:
    """Whether two changes may be one: both of the same side, or all of their melds still on the table."""
    return giver.teams == taker.teams or all(len(change.old) == len(change.new) for change in (giver, taker))


def _together(giver: TableChange, taker: TableChange) -> TableChange:
    """Two changes merged into one; melds that became a row come first, in the order of their rows."""
    g, t = (min(len(change.old), len(change.new)) for change in (giver, taker))
    return TableChange(
        (*giver.old[:g], *taker.old[:t], *giver.old[g:], *taker.old[t:]),
        (*giver.new[:g], *taker.new[:t], *giver.new[g:], *taker.new[t:]),
    )
