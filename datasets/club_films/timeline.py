"""Who and what moves when: the keyframes of every tile, hand and thing of a film."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count

import numpy as np

from datasets.club_films.lens import F64
from datasets.club_films.skeletons import GESTURES, ArmPose
from datasets.club_films.tile_bodies import Pose
from engine.tiles import Tile


@dataclass(slots=True)
class MotionTrack:
    """Values at times; between two the movement begins and ends gently, along an arc as high as ``lifts`` says."""

    times: list[float] = field(default_factory=list)
    values: list[F64] = field(default_factory=list)
    lifts: list[float] = field(default_factory=list)

    def add(self, at_s: float, value: F64, lift: float = 0.0) -> None:
        """One more value, not before the last."""
        if self.times and at_s < self.times[-1]:
            at_s = self.times[-1]
        self.times.append(at_s)
        self.values.append(np.asarray(value, np.float64))
        self.lifts.append(lift)

    def at(self, at_s: float) -> F64:
        """The value then."""
        place = bisect_right(self.times, at_s)
        if place == 0:
            return self.values[0]
        if place == len(self.times) or np.array_equal(self.values[place - 1], self.values[place]):
            return self.values[place - 1]
        before, after = self.times[place - 1], self.times[place]
        share = (at_s - before) / (after - before)
        eased = share**3 * (10 - 15 * share + 6 * share * share)
        value = self.values[place - 1] * (1 - eased) + self.values[place] * eased
        value[2] += self.lifts[place] * 4 * eased * (1 - eased)
        return value

    def is_moving(self, at_s: float) -> bool:
        """Whether the value changes then."""
        place = bisect_right(self.times, at_s)
        if place in (0, len(self.times)):
            return False
        return not np.array_equal(self.values[place - 1], self.values[place])


@dataclass(slots=True, eq=False)
class Piece:
    """A tile of plastic: its face where anybody ever sees it, and how it travels while it is on the table."""

    number: int
    face: Tile | None
    born_s: float
    track: MotionTrack = field(default_factory=MotionTrack)
    gone_s: float = np.inf

    def pose(self, at_s: float) -> Pose:
        """How it lies then."""
        return Pose(*map(float, self.track.at(at_s)))

    @property
    def last(self) -> Pose:
        """How it lies in the end."""
        return Pose(*map(float, self.track.values[-1]))

    def go(self, from_s: float, until_s: float, pose: Pose, lift: float = 0.0) -> None:
        """Moves from where it lies."""
        self.track.add(from_s, self.track.values[-1])
        self.track.add(until_s, as_vector(pose), lift)


def as_vector(pose: Pose) -> F64:
    """The six numbers of a pose."""
    return np.array([pose.x, pose.y, pose.z, pose.yaw, pose.pitch, pose.roll])


@dataclass(slots=True, eq=False)
class HandTrack:
    """One hand of a player: where its fingertips are (x, y, z), how it is turned, and its gesture."""

    seat: int
    is_right: bool
    home: F64
    track: MotionTrack = field(default_factory=MotionTrack)

    def __post_init__(self) -> None:
        self.track.add(0.0, self._value(self.home, "relaxed", 0.0))

    @staticmethod
    def _value(tip: F64, gesture: str, twist: float) -> F64:
        return np.concatenate([tip, [twist], GESTURES[gesture]])

    @property
    def free_s(self) -> float:
        """From when on nothing is planned for it."""
        return self.track.times[-1]

    @property
    def tip(self) -> F64:
        """Where its fingertips end up."""
        return self.track.values[-1][:3]

    def wait(self, until_s: float) -> None:
        """Stays as it is."""
        if until_s > self.free_s:
            self.track.add(until_s, self.track.values[-1])

    def go(
        self, until_s: float, tip: Sequence[float] | F64, gesture: str, lift: float = 0.0, twist: float = 0.0
    ) -> None:
        """Moves on from its last value."""
        self.track.add(until_s, self._value(np.asarray(tip, np.float64), gesture, twist), lift)

    def pose(self, at_s: float) -> ArmPose | None:
        """How the arm is then; None while it is at home."""
        value = self.track.at(at_s)
        if np.abs(value[:3] - self.home).max() < 1e-6:
            return None
        return ArmPose(value[:3], value[4:], self.is_right, float(value[3]))


@dataclass(slots=True, eq=False)
class ThingTrack:
    """A thing on the table: where it stands (x, y, z above it) and how it is turned."""

    name: str
    track: MotionTrack = field(default_factory=MotionTrack)


@dataclass(slots=True)
class Shown:
    """When a move's tiles have come to rest, and where it can be seen."""

    moves: int
    """How many moves were made until then."""
    at_s: float
    spots: list[Pose]
    clear_from: int | None = None
    """The frame since which no hand is over them."""


@dataclass(slots=True)
class Timeline:
    """All of a film."""

    pieces: list[Piece] = field(default_factory=list)
    hands: dict[tuple[int, bool], HandTrack] = field(default_factory=dict)
    things: list[ThingTrack] = field(default_factory=list)
    leans: list[tuple[float, float, int]] = field(default_factory=list)
    """From when to when whose head leans in."""
    shown: list[Shown] = field(default_factory=list)
    end_s: float = 0.0
    _numbers: count[int] = field(default_factory=count)

    def piece(self, face: Tile | None, at_s: float, pose: Pose) -> Piece:
        """A new tile on the table, or on its way to it."""
        made = Piece(next(self._numbers), face, at_s)
        made.track.add(at_s, as_vector(pose))
        self.pieces.append(made)
        return made
