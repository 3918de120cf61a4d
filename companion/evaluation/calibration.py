"""Calibration of a reader: accuracy by confidence."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

EDGES = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)
"""The bin boundaries of confidence; most readings are certain, so the upper bins are narrow."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Readings of similar confidence."""

    count: int = 0
    right: int = 0
    confidence: float = 0.0
    """The sum of the confidences."""

    def __add__(self, other: Bin) -> Bin:
        return Bin(self.count + other.count, self.right + other.right, self.confidence + other.confidence)


@dataclass(frozen=True, slots=True)
class Calibration:
    """Readings binned by confidence, at the boundaries ``EDGES``."""

    bins: tuple[Bin, ...] = (Bin(),) * (len(EDGES) - 1)

    @staticmethod
    def of(confidence: float, right: bool) -> Calibration:
        """The calibration of one reading."""
        held = min(bisect_right(EDGES, confidence), len(EDGES) - 1) - 1
        one = Bin(1, int(right), confidence)
        return Calibration(tuple(one if place == held else Bin() for place in range(len(EDGES) - 1)))

    def __add__(self, other: Calibration) -> Calibration:
        return Calibration(tuple(mine + theirs for mine, theirs in zip(self.bins, other.bins, strict=True)))

    @property
    def error(self) -> float | None:
        """The expected calibration error: the mean distance of confidence from accuracy."""
        count = sum(bucket.count for bucket in self.bins)
        return sum(abs(bucket.confidence - bucket.right) for bucket in self.bins) / count if count else None

    def as_json(self) -> Mapping[str, Any]:
        """The error, and the bounds, counts and mean confidence of each non-empty bin."""
        return {
            "error": None if self.error is None else round(self.error, 5),
            "bins": [
                {"from": low, "to": high, "count": one.count, "right": one.right,
                 "confidence": round(one.confidence / one.count, 5)}
                for (low, high), one in zip(pairwise(EDGES), self.bins, strict=True) if one.count
            ],
        }  # fmt: skip


NOTHING_READ = Calibration()
"""The calibration of no reading at all."""
