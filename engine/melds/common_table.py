"""Judge a turn on a shared table: which melds may be taken apart, joined and exchanged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from engine.melds.changes import ChangeVerdict, replaceable
from engine.melds.melds import MeldVerdict, judge_meld
from engine.melds.opening import first_meld_needed, opening_of
from engine.melds.own_melds import opens_alone
from engine.placed_tile import PlacedTile
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation
from engine.tiles import Tile

Melds = Sequence[Sequence[PlacedTile]]


@dataclass(frozen=True, slots=True)
class TableTurn:
    """The facts about the player who changed the table: tiles laid from the rack, and whether the first exposure was
    made before."""

    rack: tuple[Tile, ...] = ()
    opened: bool = True


def judge_table(before: Melds, after: Melds, turn: TableTurn, rules: Rules) -> ChangeVerdict:
    """Whether one turn may have turned the table ``before`` into the table ``after``."""
    return table_between(
        [judge_meld(laid, rules) for laid in before], [judge_meld(laid, rules) for laid in after], turn, rules
    )


def table_between(
    old: Sequence[MeldVerdict], new: Sequence[MeldVerdict], turn: TableTurn, rules: Rules
) -> ChangeVerdict:
    """Whether one turn may have turned the table judged as ``old`` into the one judged as ``new``.

    A meld that was wrong before and is unchanged is charged to the player who laid it, in that turn.
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
    """The violations of a first exposure: the player's own melds must reach the minimum before the table is used.

    Where the table may be used in the same turn the order is not visible: it is enough that the tiles of the rack alone
    could have been laid down first.
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
    """The melds of ``new`` that have no counterpart with the same tiles in ``old``."""
    lying, changed = Counter(_counted(meld) for meld in old), []
    for meld in new:
        tiles = _counted(meld)
        if lying[tiles]:
            lying[tiles] -= 1
        else:
            changed.append(meld)
    return changed


def _counted(meld: MeldVerdict) -> frozenset[tuple[Tile, int]]:
    """The multiset of the tiles of ``meld``."""
    return frozenset(Counter(meld.tiles).items())


@dataclass(frozen=True, slots=True)
class _Joker:
    """A joker on the table: the meld it is in, and what it stands for."""

    meld: MeldVerdict
    placed: PlacedTile


def _jokers(old: Sequence[MeldVerdict], new: Sequence[MeldVerdict], rules: Rules) -> Iterator[Violation]:
    """The violations of jokers that moved, under the assignment of old jokers to new ones that has fewest."""
    lay = _jokers_of(old)[: rules.jokers]
    ways = ([(joker, now) for joker, now in zip(lay, places, strict=True) if not _same_role(joker, now)]
            for places in permutations(_jokers_of(new), len(lay)))  # fmt: skip
    faults = (tuple(fault for freed, now in way for fault in _freed(freed, now, new, rules)) for way in ways)
    fewest = min(faults, key=len)
    yield from dict.fromkeys(fewest)


def _jokers_of(melds: Sequence[MeldVerdict]) -> list[_Joker]:
    return [_Joker(meld, placed_tile) for meld in melds for placed_tile in meld.placed if placed_tile.tile.is_joker]


def _same_role(joker: _Joker, other: _Joker) -> bool:
    """Whether two jokers play the same role in melds of the same kind.

    In a group the colour does not matter; an unchanged meld frees no joker.
    """
    if joker.meld == other.meld:
        return True
    tile, other_tile = joker.placed.stands_for, other.placed.stands_for
    if joker.meld.kind != other.meld.kind or tile is None or other_tile is None:
        return False
    return tile == other_tile or (joker.meld.kind == "group" and tile.number == other_tile.number)


def _freed(joker: _Joker, now: _Joker, new: Sequence[MeldVerdict], rules: Rules) -> Iterator[Violation]:
    """The violations of a joker that left its meld and is ``now`` in one of the ``new`` melds.

    The tile that replaced it may come from the table, where equal tiles are interchangeable: a meld that looks
    unchanged may have received the other copy.
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
