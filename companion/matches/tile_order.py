"""Arrange tapped tiles in the order in which they would be laid.

A typed meld names its tiles and not their order: of all orders the one with the fewest violations is taken, then the
one with the fewest wilds. A declared wild (``J=6r``) is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, permutations
from typing import TypeVar

from engine.hand.apply import apply
from engine.hand.moves import Extend, LayDown, Row, SwapWild
from engine.hand.state import LaidMeld, TableState
from engine.melds.melds import judge_meld
from engine.melds.run_and_group import may_be_wild
from engine.placed_tile import PlacedTile
from engine.rules.rules import Rules

_Laying = TypeVar("_Laying", LayDown, Extend | SwapWild)
MOST_PERMUTED = 4
"""More tiles than this are sorted instead of tried in every order."""
_ACE, _AFTER_KING = 1, 14


def laid_in_order(state: TableState, seat: int, row: Row, rules: Rules) -> LayDown:
    """The new meld of the tiles ``row``; in the given order where that is lawful or no other is better."""
    return _best((LayDown(seat, order) for order in _orders(row, rules)), state, rules)


def joined(state: TableState, seat: int, meld: LaidMeld, added: Row, rules: Rules) -> Extend | SwapWild:
    """The meld with the tiles ``added``; a wild moves where one of them takes its place."""
    plain = tuple(PlacedTile(placed.tile) if placed.is_wild and placed not in added else placed for placed in meld.row)
    moves: list[Extend | SwapWild] = [Extend(seat, meld.number, row) for row in _around(plain, added)]
    moves += [SwapWild(seat, meld.number, row) for row in _displacing(meld, added)]
    return _best(moves, state, rules)


def _best(moves: Iterable[_Laying], state: TableState, rules: Rules) -> _Laying:
    """The move with the fewest violations, the earliest of equals."""

    def against(move: _Laying) -> tuple[int, bool, int]:
        verdict = judge_meld(move.row, rules)
        return len(apply(state, move, rules).violations), not verdict.lawful, verdict.wilds

    return min(moves, key=against)


def _orders(row: Row, rules: Rules) -> Iterator[Row]:
    """``row`` as given, then its naturals in ascending order with the wilds in every place."""
    yield row
    for is_wild in (
        lambda placed: placed.tile.is_joker or placed.is_wild,
        lambda placed: may_be_wild(placed.tile, rules),
    ):
        wilds = [tile for tile in row if is_wild(tile)]
        naturals = [tile for tile in row if not is_wild(tile)]
        for low in (True, False):
            yield from _woven(sorted(naturals, key=_place(low)), wilds)


def _woven(naturals: Sequence[PlacedTile], wilds: Sequence[PlacedTile]) -> Iterator[Row]:
    """``naturals`` in order with the ``wilds`` in every place among them, first at the high end."""
    places = range(len(naturals) + len(wilds))
    for chosen in combinations(reversed(places), len(wilds)):
        left, right = iter(naturals), iter(wilds)
        yield tuple(next(right if place in chosen else left) for place in places)


def _place(low: bool) -> Callable[[PlacedTile], int]:
    """The sort order of the numbers, the 1 before the 2 or after the 13."""
    return lambda placed: _AFTER_KING if placed.tile.number == _ACE and not low else placed.tile.number or 0


def _around(row: Row, added: Row) -> Iterator[Row]:
    """``row`` with ``added`` at its ends."""
    for tiles in permutations(added) if len(added) <= MOST_PERMUTED else _sorted(added):
        for left in range(len(tiles) + 1):
            yield (*tiles[:left], *row, *tiles[left:])


def _sorted(row: Row) -> Iterator[Row]:
    return (tuple(sorted(row, key=_place(low))) for low in (True, False))


def _displacing(meld: LaidMeld, added: Row) -> Iterator[Row]:
    """The meld with tiles of ``added`` replacing the wilds that stand for them, and those wilds at its ends."""
    places = [
        (at, placed) for at, wild in enumerate(meld.row) for placed in set(added) if wild.stands_for == placed.tile
    ]
    for count in range(1, len(places) + 1):
        for taken in combinations(places, count):
            filled = {**dict(enumerate(meld.row)), **dict(taken)}
            left = Counter(added) - Counter(one for _, one in taken)
            if len(dict(taken)) == count and left.total() == len(added) - count:
                wilds = (PlacedTile(meld.row[at].tile) for at, _ in taken)
                yield from _around(tuple(filled.values()), (*left.elements(), *wilds))


def as_it_lay(
    state: TableState, row: tuple[PlacedTile, ...], team: int | None, rules: Rules, *, may_grow: bool = True
) -> tuple[PlacedTile, ...]:
    """A partly piled row in its known order, with added tiles where they belong.

    Of two melds that it may be, the longer: runs of the same suit hold each other. Without ``may_grow`` nothing was
    added: what seems to be more was replaced before.
    """
    tiles = Counter(placed.tile for placed in row)
    within = [meld for meld in state.melds if meld.team == team and not Counter(meld.tiles) - tiles]
    meld = max(within, key=lambda meld: len(meld.row), default=None)
    if meld is None or 2 * len(meld.row) < len(row):
        return row
    added = tuple(PlacedTile(tile) for tile in (tiles - Counter(meld.tiles)).elements()) if may_grow else ()
    whole = joined(state, state.turn.seat, meld, added, rules).row if added else meld.row
    return tuple(PlacedTile(placed.tile) for placed in whole)
