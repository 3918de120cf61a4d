"""A turn on a table whose melds belong to everybody: what may be taken apart, joined and exchanged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from engine.melds.changes import ChangeVerdict, first_meld_needed, opening_of, replaceable
from engine.melds.melds import MeldVerdict, judge_meld
from engine.melds.own_melds import opens_alone
from engine.placed_tile import Placed
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation
from engine.tiles import Tile

Melds = Sequence[Sequence[Placed]]


@dataclass(frozen=True, slots=True)
class TableTurn:
    """Who changed the table: the tiles that left the rack, and whether this player had laid down before."""

    rack: tuple[Tile, ...] = ()
    opened: bool = True


def judge_table(before: Melds, after: Melds, turn: TableTurn, rules: Rules) -> ChangeVerdict:
    """Whether one turn may have made the table ``after`` out of the table ``before``."""
    return table_between(
        [judge_meld(laid, rules) for laid in before], [judge_meld(laid, rules) for laid in after], turn, rules
    )


def table_between(
    old: Sequence[MeldVerdict], new: Sequence[MeldVerdict], turn: TableTurn, rules: Rules
) -> ChangeVerdict:
    """Whether one turn may have made the table judged as ``new`` out of the one judged as ``old``.

    A meld that was wrong before and lies as it lay is the fault of whoever laid it, in that turn.
    """
    faults = [
        Violation(Code.TABLE_INVALID, meld.tiles, (), meld.violations) for meld in _changed(old, new) if not meld.lawful
    ]
    faults.extend(_kept_and_added(_tiles(old), _tiles(new), turn))
    if not turn.opened:
        faults.extend(_first_exposure(old, new, turn, rules))
    if not faults:
        faults.extend(_jokers(old, new, rules))
    return ChangeVerdict(tuple(faults))


def _tiles(melds: Sequence[MeldVerdict]) -> Counter[Tile]:
    return Counter(tile for meld in melds for tile in meld.tiles)


def _kept_and_added(old: Counter[Tile], new: Counter[Tile], turn: TableTurn) -> Iterator[Violation]:
    missing, added = tuple((old - new).elements()), new - old
    if jokers := tuple(tile for tile in missing if tile.is_joker):
        yield Violation(Code.JOKER_KEPT, jokers)
    if numbered := tuple(tile for tile in missing if not tile.is_joker):
        yield Violation(Code.TAKEN_HOME, numbered)
    if not added:
        yield Violation(Code.NOTHING_ADDED)
    if strange := tuple((added - Counter(turn.rack)).elements()):
        yield Violation(Code.NOT_FROM_RACK, strange)


def _first_exposure(
    old: Sequence[MeldVerdict], new: Sequence[MeldVerdict], turn: TableTurn, rules: Rules
) -> Iterator[Violation]:
    """The faults of a player who lays down for the first time: enough melds of one's own before the table is used.

    Where the table may be used in the same turn nobody sees what came first: it is enough that the tiles of the rack
    alone could be laid down before the rest.
    """
    lost, laid = _changed(new, old), _changed(old, new)
    if not lost:
        yield from opening_of(laid, rules).violations
        return
    if rules.first_meld_then_table:
        own = (_tiles(new) - _tiles(old)) & Counter(turn.rack)
        if opens_alone(own, laid, first_meld_needed(0, rules), rules):
            return
        if whole := [meld for meld in laid if meld.lawful and Counter(meld.tiles) <= own]:
            yield from opening_of(whole, rules).violations
    yield Violation(Code.NOT_OPENED, tuple(lost[0].tiles))


def _changed(old: Sequence[MeldVerdict], new: Sequence[MeldVerdict]) -> list[MeldVerdict]:
    """The melds of ``new`` without one for each of ``old`` that has the same tiles."""
    lying, changed = Counter(_counted(meld) for meld in old), []
    for meld in new:
        tiles = _counted(meld)
        if lying[tiles]:
            lying[tiles] -= 1
        else:
            changed.append(meld)
    return changed


def _counted(meld: MeldVerdict) -> frozenset[tuple[Tile, int]]:
    """The tiles of ``meld``, each with how often it is there; in no order."""
    return frozenset(Counter(meld.tiles).items())


@dataclass(frozen=True, slots=True)
class _Joker:
    """A joker on the table: in which meld it lies, and as what."""

    meld: MeldVerdict
    placed: Placed


def _jokers(old: Sequence[MeldVerdict], new: Sequence[MeldVerdict], rules: Rules) -> Iterator[Violation]:
    """The faults of jokers that are no longer where they lay, under the way to tell them apart that has fewest."""
    lay = _jokers_of(old)[: rules.jokers]
    ways = ([(joker, now) for joker, now in zip(lay, places, strict=True) if not _same_role(joker, now)]
            for places in permutations(_jokers_of(new), len(lay)))  # fmt: skip
    faults = (tuple(fault for freed, now in way for fault in _freed(freed, now, new, rules)) for way in ways)
    fewest = min(faults, key=len)
    yield from dict.fromkeys(fewest)


def _jokers_of(melds: Sequence[MeldVerdict]) -> list[_Joker]:
    return [_Joker(meld, placed_tile) for meld in melds for placed_tile in meld.placed if placed_tile.tile.is_joker]


def _same_role(joker: _Joker, other: _Joker) -> bool:
    """Whether two jokers do the same in a meld of the same kind; in a group the colour tells nothing, and where nothing
    was changed nobody freed one."""
    if joker.meld == other.meld:
        return True
    tile, other_tile = joker.placed.stands_for, other.placed.stands_for
    if joker.meld.kind != other.meld.kind or tile is None or other_tile is None:
        return False
    return tile == other_tile or (joker.meld.kind == "group" and tile.number == other_tile.number)


def _freed(joker: _Joker, now: _Joker, new: Sequence[MeldVerdict], rules: Rules) -> Iterator[Violation]:
    """The faults of a joker that left its meld and lies as ``now`` among the ``new`` melds.

    What took its place may come from the table, where equal tiles are as good as one another: a meld that lies as it
    lay may have got the other one back.
    """
    three = joker.meld.kind == "group" and len(joker.meld.placed) == rules.min_meld_len
    if three and not rules.joker_swap_from_pierna_of_3:
        yield Violation(Code.JOKER_PIERNA3, (joker.placed.tile,))
        return
    replaced = replaceable(joker.meld, joker.placed)
    naturals = {placed_tile.tile for placed_tile in joker.meld.placed if not placed_tile.is_wild}
    homes = [meld for meld in new if replaced & set(meld.tiles) and naturals & set(meld.tiles)]
    if not homes and rules.joker_needs_exchange:
        yield Violation(Code.JOKER_NOT_EXCHANGED, tuple(sorted(replaced, key=str)))
    elif homes and all(meld is now.meld for meld in homes):
        yield Violation(Code.JOKER_SAME_MELD, (joker.placed.tile,))
