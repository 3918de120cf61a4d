"""The clock of a match: elapsed minutes, pauses, and when time runs out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

MINUTE_S = 60


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that can be stopped. Times are seconds since 1970 by the house's steady clock."""

    since_s: float | None = None
    """When it was last started; None while it is stopped."""
    runs: tuple[tuple[float, float], ...] = ()
    """When it was started and stopped before that: a hand may be told of late."""
    extra_min: int = 0
    """The minutes that a judge added."""

    @property
    def passed_s(self) -> float:
        """The seconds it ran before it was last started."""
        return sum(stopped_s - started_s for started_s, stopped_s in self.runs)

    @property
    def has_begun(self) -> bool:
        """Whether it was ever started."""
        return self.since_s is not None or self.passed_s > 0

    def started(self, at_s: float) -> Clock:
        """The clock running from ``at_s``; unchanged where it runs."""
        return self if self.since_s is not None else replace(self, since_s=at_s)

    def stopped(self, at_s: float) -> Clock:
        """The clock stopped at ``at_s``."""
        if self.since_s is None:
            return self
        return Clock(None, (*self.runs, (self.since_s, max(at_s, self.since_s))), self.extra_min)

    def run_s(self, at_s: float) -> float:
        """The seconds it had run at ``at_s``."""
        return sum(max(min(at_s, stopped_s) - started_s, 0.0) for started_s, stopped_s in self._all_runs)

    def minutes(self, at_s: float) -> float:
        """The elapsed minutes of the match at ``at_s``; added minutes are not counted."""
        return max(self.run_s(at_s) / MINUTE_S - self.extra_min, 0.0)

    def shown_s(self, minutes: float) -> float | None:
        """The first time at which ``minutes`` had elapsed; None where they have not."""
        left_s = (minutes + self.extra_min) * MINUTE_S
        for started_s, stopped_s in self._all_runs:
            if started_s + left_s <= stopped_s:
                return started_s + left_s
            left_s -= stopped_s - started_s
        return None

    @property
    def _all_runs(self) -> tuple[tuple[float, float], ...]:
        """All runs, the present one without an end."""
        return self.runs if self.since_s is None else (*self.runs, (self.since_s, inf))

    def ends_s(self, limit_min: int | None) -> float | None:
        """When a limit of ``limit_min`` minutes runs out; None while it is stopped or without a limit."""
        if limit_min is None or self.since_s is None:
            return None
        return self.since_s + (limit_min + self.extra_min) * MINUTE_S - self.passed_s
