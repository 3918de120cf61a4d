"""Animate a hand of the game: where the player's hand reaches, what it carries, and how long everything rests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat, zip_longest

import numpy as np

from datasets.family_films.boxes import F64, Body, Scene
from datasets.family_films.reaching import HandPass
from datasets.family_films.scenarios import FamilyHabits, Rng
from datasets.family_films.table_arrangement import RACK_LEAN

Pose = tuple[float, float, float]
"""Where fingertips are, in millimetres of the table, and, in degrees, where they point."""
_CARRIED_MM = 16.0
_AWAY_MM = 130.0
"""So far beyond the edge of the table a hand waits."""


@dataclass(frozen=True, slots=True)
class FrameContent:
    """The content of one frame: resting objects, moving objects, and hands."""

    still: Scene
    loose: tuple[Body, ...] = ()
    hands: tuple[tuple[int, Pose], ...] = ()
    """By seat, the position of the hand."""
    made: int | None = None
    """How many moves the table shows once the hand is out of the picture; None while a move is half made."""


@dataclass(frozen=True, slots=True)
class _Act:
    """The action of a hand in one pass."""

    seat: int
    bare: Scene
    """What lies still while it comes: all but what it carries from the rack."""
    after: Scene
    laid: tuple[Body, ...]
    taken: tuple[Body, ...]
    slides: tuple[tuple[Body, Body], ...]
    lifted: frozenset[int]
    """The numbers of what it takes or moves."""
    focus: F64
    spread: F64
    made: int | None


def _act_of(reach: HandPass) -> _Act:
    before, after = reach.before, reach.after
    gone = {number: body for number, body in before.items() if number not in after}
    new = [body for number, body in after.items() if number not in before]
    moved = [number for number, body in after.items() if before.get(number, body) != body]
    ends = [body for body in (*gone.values(), *new, *(after[number] for number in moved)) if not _on_rack(body)]
    spots = np.array([body.at[:2] for body in ends] or [(0.0, 0.0)])
    return _Act(
        seat=reach.seat, after=after, made=reach.made, focus=spots.mean(axis=0),
        bare={number: body for number, body in before.items() if not (number in gone and _on_rack(body))},
        laid=tuple(body for body in new if not _on_rack(body)),
        taken=tuple(body for body in gone.values() if not _on_rack(body)),
        slides=tuple((before[number], after[number]) for number in moved), lifted=frozenset((*gone, *moved)),
        spread=np.ptp(spots, axis=0) if len(spots) > 1 else np.zeros(2),
    )  # fmt: skip


def _both(leaving: Sequence[FrameContent], coming: Iterable[FrameContent]) -> Iterator[FrameContent]:
    """One hand arrives while another leaves."""
    for one, other in zip_longest(leaving, coming):
        if one is None or other is None:
            yield one or other
        else:
            yield replace(other, loose=(*one.loose, *other.loose), hands=(*one.hands, *other.hands))


class Choreography:
    """Turns passes into frames at a given rate."""

    def __init__(self, players: int, habits: FamilyHabits, fps: float, rng: Rng) -> None:
        self._habits, self._fps, self._rng = habits, fps, rng
        wide, deep = (side / 2 + _AWAY_MM for side in habits.area_mm)
        near, left, far, right = (60.0, -deep), (-wide, 20.0), (-60.0, deep), (wide, 20.0)
        self._edges = {2: (near, far), 3: (near, left, far)}.get(players, (near, left, far, right))

    def shots(self, reaches: Iterable[HandPass]) -> Iterator[FrameContent]:
        """The frames of each pass and the rest after it; where the next hand follows at once, both are visible."""
        leaving: list[FrameContent] = []
        for reach in reaches:
            act = _act_of(reach)
            come = _both(leaving, self._comes(act)) if leaving else self._comes(act)
            shots = chain(come, self._works(act))
            leaving = list(self._goes(act)) if reach.is_swift else []
            if not reach.is_swift:
                shots = chain(shots, self._goes(act), self._rests(reach))
            yield from shots if reach.idle is None else self._beside(reach.idle, shots)
        yield from leaving

    def _comes(self, act: _Act) -> Iterator[FrameContent]:
        for far in self._way(0.4, 0.8, reversed_=True):
            tip = self._tip(act.seat, act.focus, far)
            carried = tuple(_carried(body, tip, act.focus) for body in act.laid)
            yield FrameContent(act.bare, carried, ((act.seat, self._pose(act.seat, tip)),))

    def _works(self, act: _Act) -> Iterator[FrameContent]:
        still = {number: body for number, body in act.bare.items() if number not in act.lifted}
        for share in np.linspace(0, 1, max(2, round(self._fps * float(self._rng.uniform(0.25, 0.6))))):
            tip = act.focus + (share - 0.5) * 0.6 * act.spread
            grips = [(body, _held(body, at, tip)) for at, body in enumerate(act.taken)]
            ways = [(_carried(body, act.focus, act.focus), body) for body in act.laid] + [*act.slides, *grips]
            loose = tuple(_between(one, other, float(share)) for one, other in ways)
            yield FrameContent(still, loose, ((act.seat, self._pose(act.seat, tip)),))

    def _goes(self, act: _Act) -> Iterator[FrameContent]:
        for far in self._way(0.35, 0.7):
            tip = self._tip(act.seat, act.focus + 0.3 * act.spread, far)
            loose = tuple(_held(body, at, tip) for at, body in enumerate(act.taken))
            yield FrameContent(act.after, loose, ((act.seat, self._pose(act.seat, tip)),), act.made)

    def _rests(self, reach: HandPass) -> Iterator[FrameContent]:
        for _ in range(max(1, round(self._fps * reach.rest_s))):
            yield FrameContent(reach.after, made=reach.made)

    def _beside(self, seat: int, shots: Iterable[FrameContent]) -> Iterator[FrameContent]:
        """The frames of a pass while another player's hand rests over the edge of the table, and leaves last."""
        spot = np.array([float(self._rng.uniform(-120, 120)), float(self._rng.uniform(-40, 40))])
        ways = chain((1.0, 0.8, 0.65), repeat(0.55))
        for shot, far in zip(shots, ways, strict=False):
            yield replace(shot, hands=(*shot.hands, (seat, self._pose(seat, self._tip(seat, spot, far)))))
        for far in (0.6, 0.7, 0.85, 1.0):
            yield replace(shot, hands=((seat, self._pose(seat, self._tip(seat, spot, far))),))

    def _way(self, least_s: float, most_s: float, *, reversed_: bool = False) -> list[float]:
        """The progress of a hand, from 0 to 1, frame by frame on its way out; ``reversed_`` on its way in."""
        frames = max(3, round(self._fps * float(self._rng.uniform(least_s, most_s))))
        steps = np.linspace(0, 1, frames + 1)[1:]
        far: list[float] = (steps * steps * (3 - 2 * steps)).tolist()
        return far[::-1] if reversed_ else far

    def _tip(self, seat: int, focus: F64, far: float) -> F64:
        """The position of the fingertips on the way between a place and the seat's edge."""
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
    """A tile carried by the hand to its place."""
    x, y, z = body.at
    return replace(body, at=(float(x + tip[0] - focus[0]), float(y + tip[1] - focus[1]), z + _CARRIED_MM))


def _held(body: Body, at: int, tip: F64) -> Body:
    """A tile carried away by the hand, the ``at``-th of those."""
    spot = tip + np.array([(at % 3 - 1) * 9.0, (at % 2) * 8.0 - 30])
    return replace(body, at=(float(spot[0]), float(spot[1]), _CARRIED_MM + 3.0 * at), turn=(37.0 * at) % 50 - 25)


def _between(first: Body, other: Body, share: float) -> Body:
    """A tile on its way from one place to another."""
    at = tuple((1 - share) * a + share * b for a, b in zip(first.at, other.at, strict=True))
    turn, lean, roll = (
        (1 - share) * a + share * b
        for a, b in ((first.turn, other.turn), (first.lean, other.lean), (first.roll, other.roll))
    )
    return replace(first, at=(at[0], at[1], at[2]), turn=turn, lean=lean, roll=roll)
