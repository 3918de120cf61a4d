"""How a hand is played before the camera: who reaches where, what is carried, and how long everything rests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from datasets.family_films.arranging import RACK_LEAN, Arrangement
from datasets.family_films.bodies import F64, Body, Scene
from datasets.family_films.cases import Habits, Rng
from datasets.family_films.story import PlayedHand
from engine.moves import Close, Draw, EndTurn, Extend, LayDown, Move, StockOut, SwapWild
from engine.state import TableState

_UNDONE = EndTurn | StockOut | Close
_CARRIED_MM = 16.0
_CANASTA = 7
_AWAY_MM = 130.0
"""So far beyond the edge of the table a hand waits."""


@dataclass(frozen=True, slots=True)
class Reach:
    """One pass of a hand: the table before and after it."""

    seat: int
    before: Scene
    after: Scene
    rest_s: float
    """Seconds of rest once the hand is gone."""
    made: int | None = None
    """How many moves the table then shows; None where a move is only half made."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: what lies still, what is in motion above it, and where the hand is."""

    still: Scene
    loose: tuple[Body, ...] = ()
    hand: tuple[float, float, float] | None = None
    seat: int = 0
    made: int | None = None
    """How many moves the table shows once the hand is out of the picture; None while a move is half made."""


def reaches(hand: PlayedHand, arrangement: Arrangement, habits: Habits, rng: Rng) -> Iterator[Reach]:
    """Every pass of a hand, in the order they happen. The ``arrangement`` lies as the last one leaves it."""
    for at, event in enumerate(hand.events):
        made = _made(hand, at)
        seat = getattr(event.move, "seat", 0)
        before = arrangement.scene
        arrangement.show(event.after)
        after = arrangement.scene
        if after == before:
            continue
        if isinstance(event.move, LayDown) and rng.random() < habits.lays_singly:
            for part in _parts(before, after, rng):
                yield Reach(seat, before, part, float(rng.uniform(0.1, 0.5)))
                before = part
        rest_s = float(rng.uniform(0.2, 0.6)) if isinstance(event.move, Draw) else _pause(rng)
        yield Reach(seat, before, after, rest_s, made)
        number = _number(event.move, event.after)
        if number is not None and rng.random() < habits.straightens and arrangement.straightened(number):
            yield Reach(seat, after, arrangement.scene, _pause(rng), made)
        after = arrangement.scene
        meld = None if number is None else event.after.meld(number)
        if meld and len(meld.tiles) >= _CANASTA and arrangement.gathered(meld.number):
            yield Reach(seat, after, arrangement.scene, _pause(rng), made)


def _made(hand: PlayedHand, at: int) -> int:
    """How many moves are made once this one is, with those after it that change nothing on the table."""
    made = at + 1
    while made < len(hand.events) and isinstance(hand.events[made].move, _UNDONE):
        made += 1
    return made


def _pause(rng: Rng) -> float:
    """Most people take a second; some play on at once."""
    return float(rng.uniform(0.3, 0.6) if rng.random() < 0.12 else rng.uniform(0.7, 1.6))


def _number(move: Move, after: TableState) -> int | None:
    if isinstance(move, Extend | SwapWild):
        return move.number
    return after.next_number - 1 if isinstance(move, LayDown) else None


def _parts(before: Scene, after: Scene, rng: Rng) -> Iterator[Scene]:
    """The table while a meld is laid tile by tile: with the first two, or with one after the other."""
    new = [number for number in after if number not in before and after[number].lean != RACK_LEAN]
    cuts = range(1, len(new)) if rng.random() < 0.4 else (min(2, len(new) - 1),)
    for cut in cuts:
        yield {number: body for number, body in after.items() if number not in new[cut:]}


class Choreography:
    """Turns passes into pictures at so many a second."""

    def __init__(self, players: int, habits: Habits, fps: float, rng: Rng) -> None:
        self._habits, self._fps, self._rng = habits, fps, rng
        wide, deep = (side / 2 + _AWAY_MM for side in habits.area_mm)
        near, left, far, right = (60.0, -deep), (-wide, 20.0), (-60.0, deep), (wide, 20.0)
        self._edges = {2: (near, far), 3: (near, left, far)}.get(players, (near, left, far, right))

    def shots(self, reach: Reach) -> Iterator[Shot]:
        """The pictures of one pass and of the rest after it."""
        gone = {number: body for number, body in reach.before.items() if number not in reach.after}
        new = {number: body for number, body in reach.after.items() if number not in reach.before}
        moved = {number for number, body in reach.after.items() if reach.before.get(number, body) != body}
        ends = [
            body for body in (*gone.values(), *new.values(), *(reach.after[one] for one in moved)) if not _on_rack(body)
        ]
        spots = np.array([body.at[:2] for body in ends] or [(0.0, 0.0)])
        focus = spots.mean(axis=0)
        laid = tuple(body for body in new.values() if not _on_rack(body))
        taken = tuple(body for body in gone.values() if not _on_rack(body))
        bare = {number: body for number, body in reach.before.items() if not (number in gone and _on_rack(body))}
        seat = reach.seat
        for far in self._way(0.4, 0.8, reversed_=True):
            tip = self._tip(seat, focus, far)
            carried = tuple(_carried(body, tip, focus) for body in laid)
            yield Shot(bare, carried, self._pose(seat, tip), seat)
        rest = {number: body for number, body in bare.items() if number not in gone and number not in moved}
        slides = [(reach.before[number], reach.after[number]) for number in moved]
        spread = np.ptp(spots, axis=0) if len(spots) > 1 else np.zeros(2)
        for share in np.linspace(0, 1, max(2, round(self._fps * float(self._rng.uniform(0.25, 0.6))))):
            tip = focus + (share - 0.5) * 0.6 * spread
            grips = [(body, _held(body, at, tip)) for at, body in enumerate(taken)]
            ways = [(_carried(body, focus, focus), body) for body in laid] + slides + grips
            loose = tuple(_between(one, other, float(share)) for one, other in ways)
            yield Shot(rest, loose, self._pose(seat, tip), seat)
        for far in self._way(0.35, 0.7):
            tip = self._tip(seat, focus + 0.3 * spread, far)
            loose = tuple(_held(body, at, tip) for at, body in enumerate(taken))
            yield Shot(reach.after, loose, self._pose(seat, tip), seat, reach.made)
        for _ in range(max(1, round(self._fps * reach.rest_s))):
            yield Shot(reach.after, made=reach.made)

    def _way(self, least_s: float, most_s: float, *, reversed_: bool = False) -> list[float]:
        """How far a hand is, from 0 to 1, picture by picture on its way out; ``reversed_`` on its way in."""
        frames = max(3, round(self._fps * float(self._rng.uniform(least_s, most_s))))
        steps = np.linspace(0, 1, frames + 1)[1:]
        far: list[float] = (steps * steps * (3 - 2 * steps)).tolist()
        return far[::-1] if reversed_ else far

    def _tip(self, seat: int, focus: F64, far: float) -> F64:
        """Where the fingertips are, on the way between a place and the edge where the seat is."""
        edge = np.array(self._edges[seat])
        return np.asarray(focus + far * (edge - focus))

    def _pose(self, seat: int, tip: F64) -> tuple[float, float, float]:
        shoulder = np.array(self._edges[seat]) * 2.2
        away = tip - shoulder
        back = 8 * away / (float(np.linalg.norm(away)) + 1e-6)
        turn = float(np.degrees(np.arctan2(-away[0], away[1])))
        return float(tip[0] - back[0]), float(tip[1] - back[1]), turn


def _on_rack(body: Body) -> bool:
    return body.lean == RACK_LEAN


def _carried(body: Body, tip: F64, focus: F64) -> Body:
    """A tile as the hand carries it to its place."""
    x, y, z = body.at
    return replace(body, at=(float(x + tip[0] - focus[0]), float(y + tip[1] - focus[1]), z + _CARRIED_MM))


def _held(body: Body, at: int, tip: F64) -> Body:
    """A tile in the hand that takes it away, the ``at``-th of those."""
    spot = tip + np.array([(at % 3 - 1) * 9.0, (at % 2) * 8.0 - 30])
    return replace(body, at=(float(spot[0]), float(spot[1]), _CARRIED_MM + 3.0 * at), turn=(37.0 * at) % 50 - 25)


def _between(one: Body, other: Body, share: float) -> Body:
    """A tile on its way from one place to another."""
    at = tuple((1 - share) * a + share * b for a, b in zip(one.at, other.at, strict=True))
    turn, lean, roll = (
        (1 - share) * a + share * b for a, b in ((one.turn, other.turn), (one.lean, other.lean), (one.roll, other.roll))
    )
    return replace(one, at=(at[0], at[1], at[2]), turn=turn, lean=lean, roll=roll)
