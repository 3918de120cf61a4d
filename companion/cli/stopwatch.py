"""Stage durations over many frames, in milliseconds: median and a high percentile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import median

_MOST = 200_000
"""Frames that are remembered by stage; after them every second one is forgotten."""


@dataclass(slots=True)
class StageTimes:
    """The durations of every stage."""

    by_stage: dict[str, list[float]] = field(default_factory=dict)

    def add(self, elapsed_ms: Mapping[str, float]) -> None:
        """Add a frame."""
        for stage, ms in elapsed_ms.items():
            laps = self.by_stage.setdefault(stage, [])
            laps.append(ms)
            if len(laps) > _MOST:
                del laps[::2]

    def as_json(self) -> dict[str, dict[str, float]]:
        """By stage: the number of frames, and the median, high percentile and maximum in milliseconds."""
        return {stage: _summary(sorted(laps)) for stage, laps in self.by_stage.items()}


def _summary(laps: list[float]) -> dict[str, float]:
    return {
        "frames": len(laps),
        "p50": round(median(laps), 2),
        "p95": round(laps[int(0.95 * (len(laps) - 1) + 0.5)], 2),
        "max": round(laps[-1], 2),
    }
