"""Generate the passes of the players' hands over the table, with the table before and after each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from datasets.family_films.boxes import Scene
from datasets.family_films.played_hand import FilmedPart
from datasets.family_films.scenarios import FamilyHabits, Rng
from datasets.family_films.table_arrangement import RACK_LEAN, FamilyTable
from engine.hand.events import Event
from engine.hand.moves import Close, Draw, EndTurn, Extend, LayDown, Move, Rearrange, StockOut, SwapWild, TakePozo
from engine.hand.state import TableState
from engine.melds.melds import judge_meld
from engine.placed_tile import PlacedTile
from engine.rules.rules import Rules
from engine.tiles import Tile, without

_UNDONE = EndTurn | StockOut | Close
_CANASTA = 7


@dataclass(frozen=True, slots=True)
class HandPass:
    """One pass of a hand: the table before and after it."""

    seat: int
    before: Scene
    after: Scene
    rest_s: float
    """Seconds of rest once the hand is gone."""
    made: int | None = None
    """How many moves the table then shows; None where a move is only half made."""
    is_swift: bool = False
    """Whether the next hand comes while this one leaves."""
    idle: int | None = None
    """The seat whose hand rests over the table meanwhile."""


class Player:
    """Plays a hand on a family's table, with its habits."""

    def __init__(self, hand: FilmedPart, arrangement: FamilyTable, habits: FamilyHabits, rng: Rng) -> None:
        self._hand, self._table, self._habits, self._rng = hand, arrangement, habits, rng

    def reaches(self) -> Iterator[HandPass]:
        """Every pass of a hand, in order; the arrangement is left as after the last one.

        A player who takes the pozo looks at it first, and rearranges melds step by step.
        """
        for at, event in enumerate(self._hand.events):
            soon = [later.move for later in self._hand.events[at : at + 2]]
            is_slow = isinstance(soon[-1], TakePozo) or any(isinstance(move, Rearrange) for move in soon)
            for reach in self._of(event, _made(self._hand, at)):
                yield reach if is_slow else self._at_its_pace(reach)

    def _of(self, event: Event, made: int) -> Iterator[HandPass]:
        seat = getattr(event.move, "seat", 0)
        before = self._table.scene
        may_take_back = self._hand.rules.bad_meld != "set_aside"
        if may_take_back and self._habits.takes_back and self._rng.random() < self._habits.takes_back:
            yield from self._taken_back(event, before)
            before = self._table.scene
        self._table.show(event.after)
        after = self._table.scene
        if after == before:
            return
        for part in self._parts(event.move, before, after):
            yield HandPass(seat, before, part, float(self._rng.uniform(0.1, 0.5)))
            before = part
        rest_s = float(self._rng.uniform(0.2, 0.6)) if isinstance(event.move, Draw) else self._pause()
        yield HandPass(seat, before, after, rest_s, made)
        number = _number(event.move, event.after)
        if number is None:
            return
        if self._rng.random() < self._habits.straightens and self._table.straightened(number):
            yield HandPass(seat, after, self._table.scene, self._pause(), made)
        after = self._table.scene
        meld = event.after.meld(number)
        is_canasta = meld is not None and len(meld.tiles) >= _CANASTA and self._hand.rules.meld_owner != "table"
        if is_canasta and self._table.gathered(number):
            yield HandPass(seat, after, self._table.scene, self._pause(), made)

    def _at_its_pace(self, reach: HandPass) -> HandPass:
        """A pass that may be followed at once, or made while another player's hand rests over the table."""
        habits, players = self._habits, self._hand.start.players
        if habits.swift and self._rng.random() < habits.swift:
            reach = replace(reach, is_swift=True, rest_s=0.0)
        if habits.idles and self._rng.random() < habits.idles:
            reach = replace(reach, idle=(reach.seat + int(self._rng.integers(1, players))) % players)
        return reach

    def _taken_back(self, event: Event, before: Scene) -> Iterator[HandPass]:
        """Tiles laid and taken back: all, or one too many. In a tournament a laid tile is played (001:111)."""
        move, seat = event.move, getattr(event.move, "seat", 0)
        if not isinstance(move, LayDown | Extend):
            return
        number = _number(move, event.after)
        left = list(without(event.before.racks[seat].known, [placed.tile for placed in move.row]))
        if len(left) < 2 or number is None or self._rng.random() < 0.5:
            self._table.show(event.after)
            yield HandPass(seat, before, self._table.scene, self._pause())
            more = self._table.scene
            self._table.show(event.before)
            yield HandPass(seat, more, self._table.scene, self._pause())
            return
        one_more = _with(event.after, number, left[int(self._rng.integers(len(left)))], self._hand.rules)
        self._table.show(one_more)
        yield HandPass(seat, before, self._table.scene, self._pause())

    def _parts(self, move: Move, before: Scene, after: Scene) -> Iterator[Scene]:
        """The intermediate tables of a move: a meld laid tile by tile, or melds rearranged before rack tiles are
        added."""
        new = [number for number in after if number not in before and after[number].lean != RACK_LEAN]
        if isinstance(move, LayDown) and self._rng.random() < self._habits.lays_singly:
            cuts = range(1, len(new)) if self._rng.random() < 0.4 else (min(2, len(new) - 1),)
            for cut in cuts:
                yield {number: body for number, body in after.items() if number not in new[cut:]}
        if isinstance(move, Rearrange) and self._habits.takes_back and self._rng.random() < 0.5:
            yield {number: body for number, body in after.items() if number not in new}

    def _pause(self) -> float:
        """The pause between passes: usually about a second, sometimes none."""
        return float(self._rng.uniform(0.3, 0.6) if self._rng.random() < 0.12 else self._rng.uniform(0.7, 1.6))


def _made(hand: FilmedPart, at: int) -> int:
    """The number of moves made with this one, including following ones without visible effect."""
    made = at + 1
    while made < len(hand.events) and isinstance(hand.events[made].move, _UNDONE):
        made += 1
    return made


def _number(move: Move, after: TableState) -> int | None:
    if isinstance(move, Extend | SwapWild):
        return move.number
    return after.next_number - 1 if isinstance(move, LayDown) else None


def _with(state: TableState, number: int, tile: Tile, rules: Rules) -> TableState:
    """The table with another tile at the end of a meld."""
    melds = tuple(
        replace(meld, verdict=judge_meld((*map(PlacedTile, meld.tiles), PlacedTile(tile)), rules))
        if meld.number == number else meld for meld in state.melds
    )  # fmt: skip
    return replace(state, melds=melds)
