"""Order the tiles of the pozo by arrival, wherever they lie and however often they are moved.

A reported tile of the pozo stays there until the pozo is taken: while out of sight it is covered by another. The pozo
was taken when none of its visible tiles is left, or when its last tiles are gone and the others were not touched.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial

from companion.game_tracking.arrival_order import Arrivals
from companion.game_tracking.pozo_matching import (
    Numbered,
    PozoLook,
    PozoMatcher,
    PozoMemory,
    PozoTile,
    apart_mm,
    are_one,
)
from engine.hand.moves import SeenTile

_ALL_BUT = 4
"""The number of tiles of which one may be left behind when all were taken: a false one, or one that is taken in a
moment."""


class Pozo:
    """The pozo of one hand over time; of a covered one only the visible part."""

    def __init__(self, *, takes_whole: bool) -> None:
        """``takes_whole``: whether the rules forbid taking a part of it."""
        self._takes_whole = takes_whole
        self._order: tuple[Numbered, ...] = ()
        """The tiles of the last look, the lowest first."""
        self._gone: tuple[Numbered, ...] = ()
        """Those that were taken, to be known again should they only have been out of view."""
        self._before = PozoMemory()
        self._taken: tuple[SeenTile, ...] | None = None
        """What was reported last and is gone, for a tile of it lies in a meld; until something else is reported."""
        self._left_lying: frozenset[int] = frozenset()
        """The numbers of what did not go when all was taken."""
        self._has_looked = False
        self.new: tuple[int, ...] = ()
        """The numbers of the tiles that were not reported yet, in their order."""
        self.settled: frozenset[int] = frozenset()
        """The numbers of the tiles in view that were told before, so that nobody need be asked what they are."""

    def __call__(self, look: PozoLook, reported: tuple[SeenTile, ...]) -> tuple[SeenTile, ...]:
        """The pozo, the lowest tile first: the remaining part of what was ``reported``, and new tiles."""
        self._left_lying = frozenset(
            piece.number for piece in look.lying if piece.number in self._left_lying and not look.is_moved(piece.number)
        )
        self.new = ()
        if self._is_gathered(look):
            return reported
        lying = [piece for piece in look.lying if piece.number not in self._left_lying]
        known = () if look.is_new else self._known(reported)
        found = PozoMatcher(known, lying, look, self._before)
        if self._was_laid(known, found, look):
            self._taken, known, found = reported, (), PozoMatcher((), lying, look, self._before)
        if not self._has_looked and found.missing:
            self.settled = frozenset()
            return self._keep([(piece.number, piece.tile) for piece in lying], lying)
        left = self._what_lies(known, found, look)
        lying = [piece for piece in lying if piece.number not in self._left_lying]
        new = [piece for piece in lying if piece.number not in found.places]
        last = next((piece for piece in lying if found.places.get(piece.number) == len(left) - 1), None)
        self.settled = frozenset(number for number, at in found.places.items() if at < len(left) and left[at][1])
        come = [*self._in_order(new, last, look.came)]
        self.new = tuple(piece.number for piece in come)
        return self._keep([*found.named(left), *((piece.number, piece.tile) for piece in come)], lying)

    @property
    def newest(self) -> int | None:
        """The number of the tile that came last; None where that was never in view."""
        return self._order[-1][0] if self._order else None

    @property
    def is_taken(self) -> bool:
        """Whether what was reported last is known to have been taken, also where something seems to lie there."""
        return self._taken is not None

    def _is_gathered(self, look: PozoLook) -> bool:
        """Whether what was told lies on one pile under one of its tiles: somebody is about to take it."""
        return look.is_new and len(look.lying) == 1 and (look.lying[0].number, look.lying[0].tile) in self._order

    def _known(self, tiles: tuple[SeenTile, ...]) -> tuple[Numbered, ...]:
        """The pozo of these ``tiles`` with their numbers of the last table."""
        if tiles == self._taken:
            return self._order
        self._taken = None
        if self._gone and tiles == _tiles(self._gone) != _tiles(self._order):
            return self._gone
        were = (*self._order, *[(None, None)] * len(tiles))
        return tuple(
            (number if are_one(tile, was) else None, tile) for tile, (number, was) in zip(tiles, were, strict=False)
        )

    def _what_lies(self, numbered: tuple[Numbered, ...], matcher: PozoMatcher, look: PozoLook) -> tuple[Numbered, ...]:
        """The remaining part of the ``numbered`` pozo: all, the tiles below those taken, or nothing."""
        missing = matcher.missing
        if not missing:
            return numbered
        if not matcher.places or self._are_left(numbered, matcher, look):
            self._left_lying |= frozenset(matcher.places)
            self._gone = numbered
            return ()
        kept = len(numbered) - len(missing)
        was_in_view = all(numbered[at][0] in self._before.in_view for at in missing)
        if missing[0] == kept and (not self._takes_whole or (was_in_view and not matcher.is_stirred)):
            return numbered[:kept]
        return numbered

    def _was_laid(self, numbered: Sequence[Numbered], matcher: PozoMatcher, look: PozoLook) -> bool:
        """Whether a whole-take pozo was taken: a tile of it lies in a meld, and those matched there moved, so they
        are other copies thrown since."""
        is_laid = self._takes_whole and any(number in look.laid for number, _ in numbered)
        return is_laid and all(map(look.is_moved, matcher.places))

    def _are_left(self, numbered: Sequence[Numbered], matcher: PozoMatcher, look: PozoLook) -> bool:
        """Whether the few tiles found were left behind: they did not move when all others went."""
        were = [number for number, _ in numbered if number in self._before.in_view]
        are_few = len(were) >= _ALL_BUT and len(matcher.places) * _ALL_BUT <= len(were)
        is_whole = len(matcher.places) + len(matcher.missing) == len(numbered)
        return are_few and is_whole and all(number in were and not look.is_moved(number) for number in matcher.places)

    def _in_order(self, new: Sequence[PozoTile], last: PozoTile | None, came: Arrivals) -> Iterator[PozoTile]:
        """Unreported tiles in order of appearance; simultaneous ones as they ``came``, or by nearest neighbour,
        starting from the ``last``."""
        ranks: dict[int | None, int] = {number: rank for rank, (number, _) in enumerate(self._order)}
        earlier = sorted((piece for piece in new if piece.number in ranks), key=lambda piece: ranks[piece.number])
        yield from earlier
        left, before = [piece for piece in new if piece.number not in ranks], earlier[-1] if earlier else last
        known = came([piece.number for piece in left])
        if known and all(len(at_once) == 1 for at_once in known):
            yield from sorted(left, key=lambda piece: known.index((piece.number,)))
            return
        while left:
            before = left[0] if before is None else min(left, key=partial(apart_mm, before))
            left.remove(before)
            yield before

    def _keep(self, order: Collection[Numbered], lying: Sequence[PozoTile]) -> tuple[SeenTile, ...]:
        self._order, seen = tuple(order), {piece.number: piece.spot_mm for piece in lying}
        spots = {**self._before.spots, **seen}
        known = {number: spots[number] for number, _ in order if number is not None and number in spots}
        self._before = PozoMemory(spots=known, in_view=frozenset(seen))
        self._has_looked = True
        return _tiles(self._order)


def _tiles(order: Sequence[Numbered]) -> tuple[SeenTile, ...]:
    return tuple(tile for _, tile in order)
