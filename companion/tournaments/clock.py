"""The clock of a match: when it runs out, and how many minutes had gone at a moment."""

from __future__ import annotations

from dataclasses import dataclass, replace

MINUTE_S = 60


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that may stand still; moments are seconds since 1970 by the steady clock of the house."""

    since_s: float | None = None
    """Since when it runs; ``None`` while it stands."""
    passed_s: float = 0.0
    """What it had run before that."""
    extra_min: int = 0
    """Minutes that a judge gave."""

    @property
    def has_begun(self) -> bool:
        """Whether it ever ran."""
        return self.since_s is not None or self.passed_s > 0

    def started(self, at_s: float) -> Clock:
        """The clock set going; one that runs keeps running."""
        return self if self.since_s is not None else replace(self, since_s=at_s)

    def stopped(self, at_s: float) -> Clock:
        """The clock standing still."""
        return Clock(None, self.run_s(at_s), self.extra_min)

    def run_s(self, at_s: float) -> float:
        """How long it has run at that moment."""
        return self.passed_s + (max(at_s - self.since_s, 0.0) if self.since_s is not None else 0.0)

    def minutes(self, at_s: float) -> float:
        """The minutes of the match that have gone; those given do not count."""
        return max(self.run_s(at_s) / MINUTE_S - self.extra_min, 0.0)

    def ends_s(self, limit_min: int | None) -> float | None:
        """When a clock that runs runs out."""
        if limit_min is None or self.since_s is None:
            return None
        return self.since_s + (limit_min + self.extra_min) * MINUTE_S - self.passed_s
