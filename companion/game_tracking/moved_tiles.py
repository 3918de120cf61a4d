"""Distinguish tiles moved by hands from a table that seems to shift as its pose estimate improves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.game_tracking.muertos import Spots

_MEASURED = 0.2
"""The largest relative change of the table's scale as its estimate improves."""
_FEWEST = 3
"""The fewest remaining tiles for an estimate of the apparent motion."""


def drift(before: Spots, now: Spots) -> NDArray[np.float64]:
    """(2,) in millimetres: the apparent common motion of most tiles, by number; zero where too few are left."""
    both = before.keys() & now.keys()
    if len(both) < _FEWEST:
        return np.zeros(2)
    return np.asarray(np.median([now[number] - before[number] for number in both], axis=0), np.float64)


def moved_mm(before: Spots, now: Spots) -> Mapping[int, float]:
    """By number, the motion of each remaining tile relative to most others."""
    shift = drift(before, now)
    return {number: float(np.hypot(*(now[number] - before[number] - shift))) for number in before.keys() & now.keys()}


@dataclass(frozen=True, slots=True)
class Motion:
    """A similarity transform: rotation, translation and scale."""

    turn: complex
    shift: complex

    @staticmethod
    def of(shift: NDArray[np.float64]) -> Motion:
        """The translation by a vector (2,)."""
        return Motion(1 + 0j, complex(*shift))

    def __call__(self, spot: NDArray[np.float64]) -> NDArray[np.float64]:
        """Transform a point (2,)."""
        end = self.turn * complex(*spot) + self.shift
        return np.array([end.real, end.imag])


def common_motion(
    pairs: Sequence[tuple[NDArray[np.float64], NDArray[np.float64]]], within_mm: float, fewest: float
) -> Motion | None:
    """The common motion of tiles given by old and new places; None without ``fewest`` inliers ``within_mm``.

    Two tiles determine only a translation; of motions with equally many inliers the one with the smallest rotation,
    since a tile may have been taken elsewhere.
    """
    if len(pairs) < max(fewest, 1):
        return None
    old, new = (np.array([complex(*point) for point in side]) for side in zip(*pairs, strict=True))

    def keep(motion: Motion) -> NDArray[np.bool_]:
        return np.asarray(np.abs(motion.turn * old + motion.shift - new) < within_mm)

    found = _shift(old, new)
    if len(pairs) >= _FEWEST:
        motions = (_by_two(old[list(pair)], new[list(pair)]) for pair in _apart(old, within_mm))
        likely = [found, *(motion for motion in motions if abs(abs(motion.turn) - 1) < _MEASURED)]
        kept = keep(max(likely, key=lambda motion: (int(keep(motion).sum()), -abs(motion.turn - 1))))
        if int(kept.sum()) >= fewest:
            found = _middle(old[kept], new[kept], within_mm)
    return found if int(keep(found).sum()) >= fewest and abs(abs(found.turn) - 1) < _MEASURED else None


def _shift(old: NDArray[np.complex128], new: NDArray[np.complex128], turn: complex = 1 + 0j) -> Motion:
    left = new - turn * old
    return Motion(turn, complex(np.median(left.real), np.median(left.imag)))


def _by_two(old: NDArray[np.complex128], new: NDArray[np.complex128]) -> Motion:
    """The motion of two tiles."""
    return _shift(old, new, _turn(old, new))


def _turn(old: NDArray[np.complex128], new: NDArray[np.complex128]) -> complex:
    """The rotation and scale change of two tiles."""
    return complex((new[0] - new[1]) / (old[0] - old[1]))


def _apart(old: NDArray[np.complex128], within_mm: float) -> list[tuple[int, int]]:
    """Every two tiles far enough apart to determine a rotation."""
    return [(at, to) for at in range(len(old)) for to in range(at) if abs(old[at] - old[to]) > within_mm]


def _middle(old: NDArray[np.complex128], new: NDArray[np.complex128], within_mm: float) -> Motion:
    """The median of the motions given by every two of these tiles."""
    turns = [_turn(old[list(pair)], new[list(pair)]) for pair in _apart(old, within_mm)]
    return _shift(old, new, complex(np.median(np.real(turns)), np.median(np.imag(turns))) if turns else 1 + 0j)
