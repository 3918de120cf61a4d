"""Insert intended, visible violations into simulated hands, with everything else unchanged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.hand.apply import apply
from engine.hand.events import Event, events_of
from engine.hand.history import MoveHistory
from engine.hand.moves import Draw, EndTurn, Extend, LayDown, Move, Rearrange, SwapWild, TakePozo
from engine.hand.state import TableState
from engine.placed_tile import PlacedTile
from engine.rules.rules import Rules
from engine.simulation.simulate import SimulatedHand
from engine.tiles import Tile

Rng = np.random.Generator
TRIES = 60
Offence = Callable[[TableState, int, list[Tile], Rng], Move | None]
"""An offence of a seat with tiles that it would have kept; None where it has none."""


@dataclass(frozen=True, slots=True)
class HandScript:
    """A played hand, with the indices of the intended violations."""

    history: MoveHistory
    offences: tuple[int, ...] = ()


def spoilt(hand: SimulatedHand, rng: Rng, count: int, offence: Offence | None = None) -> HandScript:
    """The hand with up to ``count`` violations.

    Melds of tiles that would have stayed on a rack to the end, or others that ``offence`` finds: those also on a shared
    table, where only the end of the turn is wrong.
    """
    script = HandScript(hand.history)
    states = tuple(_states(script.history, hand.rules))
    for _ in range(TRIES):
        if len(script.offences) >= count:
            break
        if more := _with_one_more((script, states), hand, rng, offence or _offence):
            script, states = more, tuple(_states(more.history, hand.rules))
    return script


def _with_one_more(
    course: tuple[HandScript, Sequence[TableState]], hand: SimulatedHand, rng: Rng, offence: Offence
) -> HandScript | None:
    """The hand with one more violation, where later moves stay lawful; else None.

    ``course`` is the hand with the states before each of its moves, and the final one.
    """
    script, states = course
    turns = [at for at, move in enumerate(script.history.moves) if isinstance(move, Draw | TakePozo)]
    at = int(rng.choice(turns)) + 1
    before, seat = states[at], getattr(script.history.moves[at - 1], "seat", 0)
    left = _never_played(states[-1], before, seat)
    move = offence(before, seat, left, rng)
    if move is None:
        return None
    later = script.history.moves[at:]
    if isinstance(move, LayDown):
        later = tuple(_renumbered(later_state, before.next_number) for later_state in later)
    history = MoveHistory(script.history.start, (*script.history.moves[:at], move, *later))
    offences = tuple(sorted((*(index + (index >= at) for index in script.offences), at)))
    return HandScript(history, offences) if _is_sound(history, offences, hand, at_end=offence is not _offence) else None


def _states(history: MoveHistory, rules: Rules) -> Iterator[TableState]:
    """The state before each move, and the final one."""
    state = history.start
    yield state
    for move in history.moves:
        state = apply(state, move, rules).state
        yield state


def _never_played(end: TableState, before: TableState, seat: int) -> list[Tile]:
    """The tiles that ``seat`` has now and still has at the end."""
    held, kept = Counter(before.racks[seat].known), Counter(end.racks[seat].known)
    return list((held & kept).elements())


def _offence(state: TableState, seat: int, left: list[Tile], rng: Rng) -> Move | None:
    """A new meld of tiles that do not fit together, or a tile on a meld where it does not belong."""
    if len(left) >= 4 and rng.random() < 0.6:
        tiles = [left[at] for at in rng.permutation(len(left))[:3]]
        return LayDown(seat, tuple(PlacedTile(tile) for tile in tiles))
    team = None if state.melds and state.melds[0].team is None else state.team_of(seat)
    melds = state.melds_of(team) if team is not None else state.melds
    if len(left) < 2 or not melds:
        return None
    meld = melds[int(rng.integers(len(melds)))]
    return Extend(seat, meld.number, (*meld.row, PlacedTile(left[int(rng.integers(len(left)))])))


def _renumbered(move: Move, first: int) -> Move:
    """``move`` after an additional meld: later ones have the next number."""
    if isinstance(move, Extend | SwapWild):
        return replace(move, number=move.number + (move.number >= first))
    if isinstance(move, Rearrange):
        return replace(move, numbers=tuple(number + (number >= first) for number in move.numbers))
    return move


def _is_sound(history: MoveHistory, offences: tuple[int, ...], hand: SimulatedHand, *, at_end: bool) -> bool:
    """Whether exactly the intended moves are violations, visible and not taken back, and the hand ends as before."""
    events = tuple(events_of(history, hand.rules))
    wrong = tuple(at for at, event in enumerate(events) if event.violations)
    laid = [(Counter(event.before.laid_tiles()), Counter(event.after.laid_tiles())) for event in events]
    are_seen = all(laid[at][0] < laid[at][1] for at in offences) and all(before <= after for before, after in laid)
    blamed = tuple(sorted({_blamed(events, at) for at in offences})) if at_end and _is_common(hand.rules) else offences
    return wrong == blamed and are_seen and events[-1].after.ended == hand.end.ended


def _is_common(rules: Rules) -> bool:
    return rules.meld_owner == "table"


def _blamed(events: Sequence[Event], at: int) -> int:
    """The end of the turn of the violation with this index."""
    return next((end for end in range(at, len(events)) if isinstance(events[end].move, EndTurn)), at)
