"""Infer whose turn it is in games without discards, by the hands that came in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from companion.game_tracking.arrival_order import by_change
from companion.game_tracking.hand_passes import PlayerHand, TablePass
from companion.game_tracking.known_arms import KnownArms
from companion.matches.events import Moves
from engine.hand.moves import BY_HAND
from vision.belief import BACK
from vision.geometry import centers, quads_of
from vision.table_plan.zones import TableZone
from vision.tracking.hand_entry_side import PictureSide
from vision.watching.frame_results import FrameResult, FrameState, SeenTable

_FACE_DOWN = (TableZone.MAZO, TableZone.MUERTOS)
_SHALLOW = 0.08
"""In picture widths: a hand that comes in no farther, and over no tile, plays nothing."""
_REST_S = 0.35
"""After a longer rest without a look nothing had changed."""
_MOVED = 0.01
"""In picture widths: the distance from which a tile counts as moved."""
_Places = Mapping[int, NDArray[np.float64]]
"""Places in the picture (2,), in parts of its width, by the numbers that tiles keep."""
Hands = tuple[int | None, ...]
"""Seats whose hands came over the table, in order; None where any may have."""


def merge_repetitions(before: Hands, after: Hands) -> Hands:
    """The seats in the order of their hands, consecutive repetitions merged."""
    return (*before, *(after[1:] if before[-1:] == after[:1] else after))


class HandsOverTable:
    """The hands that came over the table, in order."""

    def __init__(self, players: int) -> None:
        self._players = players
        self._until_look: Hands = ()
        """Those since something was told and until the last look."""
        self._made: Hands = ()
        """The same without those that came last and were over nothing that lies face up: they took a tile of the mazo
        at most."""
        self._newest: Hands = ()
        """Those of them that came before the last look and after the one before it."""
        self.left_seats: frozenset[int] = frozenset()
        """The seats whose hands had gone when the table still lay as at the look before the last, and that did not come
        again."""
        self._unchanged_until: NDArray[np.int32] | None = None
        """Of the last motion."""
        self._rested = 0
        """How many passes since the last look were followed by a rest without one: nothing had changed by then."""
        self._still_since_s: float | None = None
        self._since_look: tuple[TablePass, ...] = ()
        """Those that came since: they did not make what it shows."""
        self._is_stirred = False
        """Whether something moves over the table of which nobody knows yet whose hand it is."""
        self._spots: _Places = {}
        """Where tiles lay face up at the last look."""
        self._arms, self._playing = KnownArms(players), tuple[PlayerHand, ...]()
        """The players' arms, as far as they are known, and those that made what was not told yet."""

    def update(self, watched: FrameResult) -> None:
        """Process one more frame."""
        is_still = watched.state is FrameState.STILL
        came = self._arms.passed(watched)
        if came.hands[0].seat is not None or ((is_still or watched.seen is not None) and self._is_stirred):
            self._since_look = (*self._since_look, came)
        if watched.unchanged_until is not None:
            self._unchanged_until = watched.unchanged_until
        self._is_stirred = not is_still
        self._note_rest(watched.at_s, is_still=is_still)

    def _note_rest(self, at_s: float, *, is_still: bool) -> None:
        """Count the passes before a rest that has just ended."""
        if self._still_since_s is not None and not is_still and at_s - self._still_since_s > _REST_S:
            self._rested = len(self._since_look)
        self._still_since_s = (at_s if self._still_since_s is None else self._still_since_s) if is_still else None

    def note_look(self, table: SeenTable | None = None, turn: int | None = None, plays: int | None = None) -> None:
        """Record a reading with the game tiles ``table``; before it was the turn of ``plays``, and where discards end
        turns that is ``turn``."""
        spots = self._spots if table is None else _face_up(table)
        changed = _changed(self._spots, spots)
        both = _points((*self._spots.values(), *spots.values()))
        later = self._later_passes(changed) if turn is None else ()
        before = self._since_look[: len(self._since_look) - len(later)]
        passes = (self._who_made(changed, hand_pass, turn, plays) for hand_pass in before)
        hands = [hand for some in passes for hand in some if hand.was_over(both) or not self._is_idle(hand, table)]
        made = list(hands)
        while made and not made[-1].was_over(both):
            del made[-1]
        came, since = (
            {hand.seat for hand_pass in passes for hand in hand_pass.hands}
            for passes in (self._since_look[: self._rested], self._since_look[self._rested :])
        )
        self.left_seats = frozenset() if None in since else frozenset(_known((*self._until_look, *came))) - since
        self._until_look = _in_order(self._until_look, hands)
        self._made, self._newest = _in_order(self._made, made), _in_order((), made)
        self._playing += tuple(hand for hand in made if hand.arm is not None)
        self._spots, self._since_look, self._rested = spots, later, 0

    def _later_passes(self, changed: NDArray[np.float64]) -> tuple[TablePass, ...]:
        """Those after the last that surely made most of the changes at ``changed`` (n, 2); none where none did."""
        made = [at for at, hand_pass in enumerate(self._since_look) if hand_pass.has_changed(changed)]
        return self._since_look[made[-1] + 1 :] if made else ()

    def order_of(self, tiles: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """The order in which tiles came that were not there at the look before the last, by their numbers."""
        return by_change(tiles, self._spots, self._unchanged_until)

    def _is_idle(self, hand: PlayerHand, table: SeenTable | None) -> bool:
        """Whether a hand only came over the edge of the picture, and over no tile face down."""
        if table is None or hand.seat is None or hand.reached is None or hand.side is None:
            return False
        (left, top, right, bottom), (width, height) = hand.reached, table.size_px
        depths = {PictureSide.NEAR: height / width - top, PictureSide.FAR: bottom, PictureSide.LEFT: right,
                  PictureSide.RIGHT: 1 - left}  # fmt: skip
        tiles = quads_of([tile.place.corners_px for tile in table.settled.reading.tiles])
        return depths[hand.side] < _SHALLOW and not hand.was_over(centers(tiles) / width)

    def moved(self, table: SeenTable) -> None:
        """Apply camera motion."""
        self._spots = _face_up(table)

    def _who_made(self, changed: NDArray[np.float64], came: TablePass, turn: int | None, plays: int | None
                  ) -> Sequence[PlayerHand]:  # fmt: skip
        """The hands that made the changes at ``changed`` (n, 2).

        Those that alone were over a part of it; of several over the same part the one whose turn comes first, unless
        the next player may have continued. Where nobody knows whose turn it is, the one that surely changed most of
        it. An arm that crosses two sides near a corner is that of who ``plays``.
        """
        most, *several = came.hands
        over = [[hand for hand in several if hand.was_over(_points([spot]))] for spot in changed]
        if not any(over):
            return (most,)
        if alone := {hand.seat for hands in over if len(hands) == 1 for hand in hands}:
            return [hand for hand in several if hand.seat in alone]
        if turn is None:
            boxes = [hand.reached for hand in several]
            joined = (hand for hand in several if hand.seat == plays and boxes.count(hand.reached) > 1)
            return (next(joined, came.who_changed(changed, several, plays) or most),)
        both = [hand for hand in several if any(hand in hands for hands in over)]
        first = min(both, key=lambda hand: ((hand.seat or 0) - turn) % self._players)
        goes_on = any(hand.seat == ((first.seat or 0) + 1) % self._players for hand in both[both.index(first) :])
        return (came.who_changed(changed, both, plays) or PlayerHand(None),) if goes_on else (first,)

    def mark_reported(self, moves: Moves = (), *, but_last: bool = False) -> None:
        """Mark their moves as reported, except for those of the last hand with ``but_last``.

        By ``moves`` that one seat made, the arms that came become known as its own: all of them, if they are one's.
        """
        played = sorted({move.seat for move in moves if isinstance(move, BY_HAND)})
        are_of_one = len({hand.seat for hand in self._playing}) == 1
        for hand in self._playing if len(played) == 1 else ():
            if hand.arm is not None and (are_of_one or hand.seat in played):
                self._arms.learn(played[0], hand.arm)
        self._playing = ()
        self._until_look = self._made = self._made[-1:] if but_last else ()
        self.left_seats = frozenset()

    def mark_older_reported(self) -> None:
        """Mark hands as reported, except those between the last two readings."""
        self._until_look = self._made = self._newest
        self._playing, self.left_seats = (), frozenset()

    def forget(self) -> None:
        """Drop all hands."""
        self._until_look, self._made, self._newest, self._since_look, self.left_seats = (), (), (), (), frozenset()
        self._playing = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that made the last changes, as far as known: none before an unidentified hand."""
        since = takewhile(lambda seat: seat is not None, reversed(self._made))
        return _known(tuple(since)[::-1])

    @property
    def newest_seats(self) -> tuple[int, ...]:
        """The seats among them that came after the reading before the last, as far as known."""
        return _known(self._newest)

    @property
    def all_seats(self) -> tuple[int, ...]:
        """All known seats among them."""
        return _known(self._until_look)

    @property
    def later_seats(self) -> tuple[int, ...]:
        """The seats that came since the last reading."""
        return _known(_in_order((), (hand_pass.hands[0] for hand_pass in self._since_look)))


def _in_order(before: Hands, hands: Iterable[PlayerHand]) -> Hands:
    """The seats ``before``, followed by those of more ``hands``."""
    return reduce(lambda seats, hand: merge_repetitions(seats, (hand.seat,)), hands, before)


def _face_up(table: SeenTable) -> _Places:
    """The places of tiles that may have been laid or discarded."""
    tiles = zip(table.settled.numbers, table.settled.reading.tiles, table.zones.tiles, strict=True)
    laid = {number: tile.place.corners_px for number, tile, zone in tiles
            if zone not in _FACE_DOWN or tile.belief.best != BACK}  # fmt: skip
    return dict(zip(laid, centers(quads_of(list(laid.values()))) / table.size_px[0], strict=True))


def _changed(before: _Places, now: _Places) -> NDArray[np.float64]:
    """(n, 2): the former places of removed tiles, and the places of moved ones."""
    apart = {number for number in before.keys() & now.keys() if np.hypot(*(before[number] - now[number])) > _MOVED}
    changed = apart | (before.keys() ^ now.keys())
    return _points([places[number] for places in (before, now) for number in places if number in changed])


def _points(spots: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """The places as an array (n, 2)."""
    return np.array(spots, np.float64).reshape(-1, 2)


def _known(hands: Hands) -> tuple[int, ...]:
    return tuple(seat for seat in hands if seat is not None)
