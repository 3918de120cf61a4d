"""Encode the open runs of one colour, while its numbers are processed in ascending order, as one small integer.

A state tells how many runs are 1, 2, … tiles long; one that is long enough to lie may be left or go on. Of a number so
many tiles: first the runs that are still too short get theirs, then the long ones, and what is left begins new runs.
Nothing is lost by that order, since a long run serves wherever a new one would.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import combinations_with_replacement, permutations

RunSteps = tuple[tuple[int, ...], ...]
"""For each state, what it becomes with 0, 1, … tiles of the next number; -1 where a run would be left too short."""


@cache
def states(shortest: int, most: int) -> tuple[tuple[int, ...], ...]:
    """The lengths of the open runs of every state; ``shortest`` stands for all longer ones."""
    return tuple(sorted(combinations_with_replacement(range(shortest + 1), most)))


@cache
def steps(shortest: int, most: int) -> RunSteps:
    """Every state with each count of tiles, of which ``most`` are equal copies: more parallel runs are never needed."""
    known = {state: at for at, state in enumerate(states(shortest, most))}
    return tuple(tuple(_step(state, count, shortest, known) for count in range(most + 1)) for state in known)


def _step(state: tuple[int, ...], count: int, shortest: int, indices: Mapping[tuple[int, ...], int]) -> int:
    short = [length for length in state if 0 < length < shortest]
    if len(short) > count:
        return -1
    long = min(state.count(shortest), count - len(short))
    new = [length + 1 for length in short] + [shortest] * long + [1] * (count - len(short) - long)
    return indices[tuple(sorted(new + [0] * (len(state) - len(new))))]


@cache
def finished(shortest: int, most: int) -> frozenset[int]:
    """The states in which no run is too short."""
    return frozenset(at for at, state in enumerate(states(shortest, most)) if set(state) <= {0, shortest})


@cache
def alive(after: frozenset[int], count: int, shortest: int, most: int) -> frozenset[int]:
    """The states from which up to ``count`` tiles lead to one of ``after``."""
    return frozenset(
        at for at, step in enumerate(steps(shortest, most)) if not after.isdisjoint(step[: min(count, most) + 1])
    )


@cache
def better(shortest: int, most: int) -> tuple[tuple[int, ...], ...]:
    """For each state, the states that can be completed whenever it can.

    A longer run, or one that may be ended, dominates another.
    """
    known = states(shortest, most)
    return tuple(
        tuple(at for at, other in enumerate(known) if other != state and _covers(other, state, shortest))
        for state in known
    )


def _covers(state: tuple[int, ...], other: tuple[int, ...], shortest: int) -> bool:
    return any(
        all(
            mine == shortest or (bool(mine) == bool(its) and mine >= its)
            for mine, its in zip(order, other, strict=True)
        )
        for order in permutations(state)
    )
