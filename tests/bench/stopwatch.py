"""Repeated timing of a call, in milliseconds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Timing:
    """The middle and the slow end of several rounds, in milliseconds."""

    median_ms: float
    p95_ms: float

    @staticmethod
    def of(rounds_ms: Sequence[float]) -> Timing:
        """The timing of rounds that took ``rounds_ms``; at least one."""
        ordered = sorted(rounds_ms)
        return Timing(round(median(ordered), 3), round(ordered[int(0.95 * (len(ordered) - 1) + 0.5)], 3))


def timed(call: Callable[[], object], rounds: int) -> Timing:
    """How long ``call`` takes, over ``rounds`` rounds after one that is not counted."""
    call()
    elapsed_ms = []
    for _ in range(rounds):
        started = perf_counter()
        call()
        elapsed_ms.append(1000 * (perf_counter() - started))
    return Timing.of(elapsed_ms)
