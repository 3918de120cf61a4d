"""Additive counts of right and wrong results, with confidence intervals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from math import sqrt
from typing import Any

from companion.evaluation.calibration import NOTHING_READ, Calibration
from engine.simulation.strength_comparison import wilson

NORMAL_95 = 1.959964
"""Standard deviations that hold 95 % of a normal distribution."""
PERCENTILES = (50, 95, 99)


@dataclass(frozen=True, slots=True)
class Proportion:
    """A count out of a total."""

    count: int = 0
    of: int = 0

    def __add__(self, other: Proportion) -> Proportion:
        return Proportion(self.count + other.count, self.of + other.of)

    @property
    def value(self) -> float | None:
        """The share between 0 and 1; None for an empty total."""
        return self.count / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval; from 0 to 1 for an empty total."""
        if not self.of:
            return (0.0, 1.0)
        low, high = wilson(self.count, self.of)
        return (max(0.0, low), min(1.0, high))

    def as_json(self) -> dict[str, Any]:
        """The share with its interval and its counts."""
        low, high = self.interval
        value = None if self.value is None else round(self.value, 5)
        return {"value": value, "low": round(low, 5), "high": round(high, 5), "count": self.count, "of": self.of}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """All counts of some pictures."""

    recall: Proportion = Proportion()
    """Labelled tiles whose place was detected."""
    precision: Proportion = Proportion()
    """Detected places where a tile is labelled."""
    number: Proportion = Proportion()
    """Number right, of the places found."""
    color: Proportion = Proportion()
    """Colour right, of the places found whose label has one."""
    both: Proportion = Proportion()
    """Number and colour right, of the places found whose label has both."""
    exact: Proportion = Proportion()
    """Pictures without one miss, one invented place or one wrong face."""
    silently_wrong: Proportion = Proportion()
    """Pictures with a wrong tile and no question, or with a missed tile and no warning of hidden ones."""
    silent: Proportion = Proportion()
    """Wrong and claimed all the same, of the places found."""
    asked: Proportion = Proportion()
    """Not sure enough to be claimed, of the places found."""
    rows: Proportion = Proportion()
    """Labelled rows that came out as exactly one row with the right tiles in order."""
    hidden: Proportion = Proportion()
    """Labelled rows that break the rules and came out lawful."""
    doubted: Proportion = Proportion()
    """Labelled rows within the rules that came out with a question, unlawful, or not as a row."""
    calibration: Calibration = NOTHING_READ
    """The confidence of the readings against their accuracy."""
    elapsed_ms: tuple[float, ...] = ()
    """Milliseconds of each look."""

    def __add__(self, other: Tally) -> Tally:
        return Tally(**{field.name: getattr(self, field.name) + getattr(other, field.name) for field in fields(self)})

    def as_json(self) -> dict[str, Any]:
        """Every share by name, the calibration and the milliseconds."""
        shares = {name: share.as_json() for name, share in self.shares()}
        elapsed = {f"p{rank}": percentile(self.elapsed_ms, rank) for rank in PERCENTILES}
        return {**shares, "calibration": self.calibration.as_json(), "elapsed_ms": elapsed}

    def shares(self) -> Iterable[tuple[str, Proportion]]:
        """The shares by name, in the order above."""
        held = ((field.name, getattr(self, field.name)) for field in fields(self))
        return ((name, share) for name, share in held if isinstance(share, Proportion))


def percentile(values: Iterable[float], rank: int) -> dict[str, float] | None:
    """The value at ``rank`` per cent with its 95 % order-statistics interval; None without values."""
    ordered = sorted(values)
    count, share = len(ordered), rank / 100
    if not count:
        return None
    reach = NORMAL_95 * sqrt(count * share * (1 - share))
    at = [round(count * share - 0.5 + step) for step in (0, -reach, reach)]
    value, low, high = (round(ordered[min(max(place, 0), count - 1)], 2) for place in at)
    return {"value": value, "low": low, "high": high}
