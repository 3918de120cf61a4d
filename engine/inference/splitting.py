"""Split what was laid in a turn into the part before the muerto was taken and the part after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.hand.state import Rack
from engine.inference.meld_matching import TableChange
from engine.inference.observation import SeenMeld
from engine.melds.melds import judge_meld
from engine.placed_tile import PlacedTile
from engine.rules.rules import Rules
from engine.tiles import Tile

SplitTurn = tuple[TableChange, ...]


@dataclass(frozen=True, slots=True)
class _Option:
    """A change, or its earlier part, with the tiles that it takes from a rack."""

    change: TableChange
    added: Counter[Tile]
    size: int
    is_part: bool

    @staticmethod
    def of(change: TableChange, *, is_part: bool = False) -> _Option:
        added = change.added
        return _Option(change, added, added.total(), is_part)


def before_the_muerto(changes: Sequence[TableChange], rack: Rack, rules: Rules) -> SplitTurn:
    """The part of ``changes`` that empties ``rack`` exactly, including every tile known to be on it.

    Melds may have grown again afterwards: as few as possible. Where nothing adds up, as much as the rack could supply.
    """
    known = Counter(rack.known)
    options = [[_Option.of(change)] for change in changes]
    for most in range(len(changes) + 1):
        if most == 1:
            options = [[*whole, *_begun(whole[0].change, rules)] for whole in options]
        for chosen in _adding_up_to(rack.count, options, most):
            if not known - sum((option.added for option in chosen), Counter[Tile]()):
                return tuple(option.change for option in chosen)
    return _as_many_as(changes, rack.count)


def _adding_up_to(count: int, options: Sequence[Sequence[_Option]], most: int) -> Iterator[tuple[_Option, ...]]:
    """Choices of at most one option per change whose tiles total ``count``, with at most ``most`` partial changes."""
    if not options:
        if not count and not most:
            yield ()
        return
    for option in options[0]:
        if 0 < option.size <= count and option.is_part <= most:
            for others in _adding_up_to(count - option.size, options[1:], most - option.is_part):
                yield (option, *others)
    yield from _adding_up_to(count, options[1:], most)


def _begun(change: TableChange, rules: Rules) -> list[_Option]:
    """The same change with some of its tiles still missing, as far as it is a meld without them."""
    if len(change.new) != 1 or len(change.old) > 1:
        return []
    row = tuple(placed for placed in change.new[0].row if placed)
    old = Counter(change.old[0].tiles) if change.old else Counter[Tile]()
    added = change.added.total()
    shorter = (part for part in _shorter(row) if len(part) >= max(rules.min_meld_len, old.total() + 1))
    rows = [part for part in shorter if len(part) < old.total() + added and not old - Counter(_tiles(part))]
    lawful = (part for part in dict.fromkeys(rows) if judge_meld(part, rules).lawful)
    begun = (TableChange(change.old, (SeenMeld(part, change.new[0].team),)) for part in lawful)
    return [_Option.of(part, is_part=True) for part in begun]


def _shorter(row: tuple[PlacedTile, ...]) -> Iterator[tuple[PlacedTile, ...]]:
    """The row without some tiles at either end or, for a group, without any one or two tiles."""
    for first, last in combinations(range(len(row) + 1), 2):
        yield row[first:last]
    if len({placed.tile.number for placed in row if placed.tile.number != 2}) == 1:
        for lacking in (*combinations(range(len(row)), 1), *combinations(range(len(row)), 2)):
            yield tuple(placed for index, placed in enumerate(row) if index not in lacking)


def _tiles(row: Sequence[PlacedTile]) -> list[Tile]:
    return [placed.tile for placed in row]


def _as_many_as(changes: Sequence[TableChange], count: int) -> SplitTurn:
    chosen: list[TableChange] = []
    for change in changes:
        count -= change.added.total()
        if count >= 0:
            chosen.append(change)
    return tuple(chosen)
