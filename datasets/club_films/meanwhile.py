"""What hands do that play nothing: they rest, point, count, wander, write the score, pass the mate round."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from datasets.club_films.customs import HALF_MM, THINGS_MM, Customs, seat_of
from datasets.club_films.lens import F64, Rng
from datasets.club_films.skeletons import GESTURES
from datasets.club_films.timeline import HandTrack, ThingTrack, Timeline

Keys = list[tuple[float, F64]]
"""Seconds after the last, and the value of a hand."""
_LEAST_S = 3.2
_LONGEST_REST_S = 16.0


class Meanwhile:
    """Fills the gaps of hands on a timeline with what is no play."""

    def __init__(self, line: Timeline, players: int, customs: Customs, rng: Rng) -> None:
        self._line, self._players, self._customs, self._rng = line, players, customs, rng

    def fill(self) -> None:
        """Adds an idle act now and then."""
        for hand in self._line.hands.values():
            self._send_home(hand)
        at_s = float(self._rng.uniform(2, 8))
        while at_s < self._line.end_s - 8:
            hands = [hand for hand in self._line.hands.values() if _gap(hand, at_s, self._line.end_s) > _LEAST_S]
            if hands:
                hand = hands[int(self._rng.integers(len(hands)))]
                self._one(hand, at_s, _gap(hand, at_s, self._line.end_s))
            at_s += float(self._rng.exponential(self._customs.idles_every_s)) + 1.0

    def _send_home(self, hand: HandTrack) -> None:
        """Nobody rests a hand on the table for ever."""
        track = hand.track
        for place in range(len(track.times) - 1, 0, -1):
            before, until = track.times[place - 1], track.times[place]
            spot = track.values[place - 1]
            is_home = np.abs(spot[:3] - hand.home).max() < 1e-6
            if until - before < _LONGEST_REST_S or is_home or not np.array_equal(spot, track.values[place]):
                continue
            left = before + float(self._rng.uniform(3, _LONGEST_REST_S - 3))
            home = _value(hand.home, "relaxed")
            track.times[place:place] = [left, left + 1.0, until - 0.9]
            track.values[place:place] = [spot, home, home]
            track.lifts[place:place] = [0.0, 0.0, 0.0]

    def _one(self, hand: HandTrack, at_s: float, room_s: float) -> None:
        kinds: Sequence[Callable[[HandTrack, float], Keys]] = (self._rest, self._rest, self._point, self._count,
                                                               self._wander, self._scratch)  # fmt: skip
        movable = [thing for thing in self._line.things if thing.name in ("mate", "glass", "pen")]
        if movable and self._rng.random() < 0.35:
            thing = movable[int(self._rng.integers(len(movable)))]
            if len(thing.track.times) == 1 or thing.track.times[-1] < at_s:
                keys = self._write(hand, thing) if thing.name == "pen" else self._drink(hand, thing)
                if sum(lasts for lasts, _ in keys) + 0.5 < room_s:
                    self._with_thing(hand, thing, at_s, keys)
                return
        keys = kinds[int(self._rng.integers(len(kinds)))](hand, room_s)
        if sum(lasts for lasts, _ in keys) + 0.3 < room_s:
            _insert(hand, at_s, keys)

    def _edge(self, hand: HandTrack, inwards_mm: float) -> F64:
        out = seat_of(hand.seat, self._players)
        axis = 0 if abs(out[0]) > 0.5 else 1
        spot = hand.home[:2] + np.array([-out[1], out[0]]) * self._rng.normal(0, 60)
        spot[axis] = out[axis] * (HALF_MM[axis] + (THINGS_MM if axis == 0 else 0) - inwards_mm)
        return np.append(spot, 13.0)

    def _rest(self, hand: HandTrack, room_s: float) -> Keys:
        spot, gesture = (
            self._edge(hand, float(self._rng.uniform(0, 35))),
            str(self._rng.choice(["flat", "relaxed", "fist"])),
        )
        keys = [(0.9, _value(spot, gesture))]
        for _ in range(int(self._rng.integers(1, max(2, min(8, int(room_s / 3)))))):
            keys.append((float(self._rng.uniform(1, 2.4)), _value(spot, gesture)))
            spot = spot + np.append(self._rng.normal(0, 5, 2), 0)
            keys.append((0.4, _value(spot, gesture)))
        return [*keys, (0.8, _value(hand.home, "relaxed"))]

    def _point(self, hand: HandTrack, room_s: float) -> Keys:
        spot = self._on_table(46.0)
        down = np.array([0, 0, -16.0])
        tap = [(0.3, _value(spot + down, "point")), (0.35, _value(spot, "point"))]
        return [(0.8, _value(spot, "point")), *tap * int(self._rng.integers(1, 4)), (0.8, _value(hand.home, "relaxed"))]

    def _count(self, hand: HandTrack, room_s: float) -> Keys:
        spot, step = self._on_table(40.0), np.array([float(self._rng.choice([-28, 28])), 0, 0])
        keys = [(0.8, _value(spot, "point"))]
        for _ in range(int(self._rng.integers(3, 8))):
            spot = spot + step
            keys += [(0.22, _value(spot + np.array([0, 0, 10.0]), "point")), (0.16, _value(spot, "point"))]
        return [*keys, (0.8, _value(hand.home, "relaxed"))]

    def _wander(self, hand: HandTrack, room_s: float) -> Keys:
        spots = [self._on_table(float(self._rng.uniform(60, 110))) for _ in range(int(self._rng.integers(1, 4)))]
        return [*((float(self._rng.uniform(0.7, 1.5)), _value(spot, "hover")) for spot in spots),
                (0.9, _value(hand.home, "relaxed"))]  # fmt: skip

    def _scratch(self, hand: HandTrack, room_s: float) -> Keys:
        spot = self._edge(hand, float(self._rng.uniform(20, 60))) + np.array([0, 0, 40.0])
        return [(0.5, _value(spot, "relaxed")), (0.3, _value(spot + np.array([12.0, 9, 0]), "relaxed")),
                (0.6, _value(hand.home, "relaxed"))]  # fmt: skip

    def _drink(self, hand: HandTrack, thing: ThingTrack) -> Keys:
        """Takes a cup or a mate, drinks out of sight, and puts it back about where it was."""
        held = thing.track.values[-1][:3] + np.array([0, 0, 56.0])
        back = held + np.append(self._rng.normal(0, 8, 2), 0)
        return [(0.9, _value(held, "grasp")), (1.0, _value(hand.home + np.array([0, 0, 40.0]), "grasp")),
                (float(self._rng.uniform(2, 6)), _value(hand.home + np.array([0, 0, 40.0]), "grasp")),
                (1.1, _value(back, "grasp")), (0.9, _value(hand.home, "relaxed"))]  # fmt: skip

    def _write(self, hand: HandTrack, pen: ThingTrack) -> Keys:
        """Takes the pen, writes on the pad and lays the pen down."""
        lies = pen.track.values[-1][:3] + np.array([0, 0, 14.0])
        pad = next((thing.track.values[0][:3] for thing in self._line.things if thing.name == "pad"), lies)
        keys = [(0.9, _value(lies, "pinch"))]
        for stroke in range(int(self._rng.integers(6, 14))):
            at = pad + np.array([-20 + 4 * stroke, 20 + 5 * (stroke % 2), 16 + 3 * (stroke % 3)])
            keys.append((0.7 if stroke == 0 else 0.16, _value(at, "pinch")))
        return [*keys, (0.7, _value(lies, "pinch")), (0.8, _value(hand.home, "relaxed"))]

    def _with_thing(self, hand: HandTrack, thing: ThingTrack, at_s: float, keys: Keys) -> None:
        """The thing goes where the hand goes between its first and its last spot."""
        _insert(hand, at_s, keys)
        clock, begin, turn = at_s, keys[0][1][:3], float(thing.track.values[-1][3])
        lies = thing.track.values[-1][:3]
        thing.track.add(at_s, thing.track.values[-1])
        for at, (lasts, value) in enumerate(keys[:-1]):
            clock += lasts
            shift = value[:3] - begin
            is_down = at == 0 or at == len(keys) - 2
            thing.track.add(clock, np.append(lies + shift * np.array([1, 1, 0 if is_down else 1]), turn), 20.0)

    def _on_table(self, high_mm: float) -> F64:
        x, y = self._rng.uniform(-0.8, 0.8, 2) * np.array(HALF_MM)
        return np.array([float(x), float(y), high_mm])


def _value(tip: F64, gesture: str) -> F64:
    return np.concatenate([tip, [0.0], GESTURES[gesture]])


def _gap(hand: HandTrack, at_s: float, end_s: float) -> float:
    """How long the hand stays at home from then on; 0 where it is not."""
    place = int(np.searchsorted(hand.track.times, at_s, "right"))
    before = hand.track.values[place - 1]
    if np.abs(before[:3] - hand.home).max() > 1e-6:
        return 0.0
    if place == len(hand.track.times):
        return end_s - 3.0 - at_s
    after = hand.track.values[place]
    return hand.track.times[place] - at_s if np.abs(after[:3] - hand.home).max() < 1e-6 else 0.0


def _insert(hand: HandTrack, at_s: float, keys: Keys) -> None:
    """Puts an act into a gap."""
    track = hand.track
    place = int(np.searchsorted(track.times, at_s, "right"))
    times, values, lifts = [at_s], [track.values[place - 1]], [0.0]
    for lasts, value in keys:
        times.append(times[-1] + lasts)
        values.append(value)
        lifts.append(14.0)
    track.times[place:place] = times
    track.values[place:place] = values
    track.lifts[place:place] = lifts
