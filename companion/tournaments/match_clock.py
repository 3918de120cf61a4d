"""The clock of a match: elapsed minutes, pauses, and when time runs out."""

from __future__ import annotations

from dataclasses import dataclass, replace

MINUTE_S = 60


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that can be stopped. Times are seconds since 1970 by the house's steady clock."""

    since_s: float | None = None
    """When it was last started; None while it is stopped."""
    passed_s: float = 0.0
    """The seconds it ran before that."""
    extra_min: int = 0
    """The minutes that a judge added."""

    @property
    def has_begun(self) -> bool:
        """Whether it was ever started."""
        return self.since_s is not None or self.passed_s > 0

    def started(self, at_s: float) -> Clock:
        """The clock running from ``at_s``; unchanged where it runs."""
        return self if self.since_s is not None else replace(self, since_s=at_s)

    def stopped(self, at_s: float) -> Clock:
        """The clock stopped at ``at_s``."""
        return Clock(None, self.run_s(at_s), self.extra_min)

    def run_s(self, at_s: float) -> float:
        """The seconds it has run at ``at_s``."""
        return self.passed_s + (max(at_s - self.since_s, 0.0) if self.since_s is not None else 0.0)

    def minutes(self, at_s: float) -> float:
        """The elapsed minutes of the match at ``at_s``; added minutes are not counted."""
        return max(self.run_s(at_s) / MINUTE_S - self.extra_min, 0.0)

    def ends_s(self, limit_min: int | None) -> float | None:
        """When a limit of ``limit_min`` minutes runs out; None while it is stopped or without a limit."""
        if limit_min is None or self.since_s is None:
            return None
        return self.since_s + (limit_min + self.extra_min) * MINUTE_S - self.passed_s
