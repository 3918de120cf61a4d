"""Measure the duration of the processing stages."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter


class StageClock:
    """Milliseconds by stage, since its creation."""

    def __init__(self) -> None:
        self._began_s = self._last_s = perf_counter()
        self._laps: dict[str, float] = {}

    def lap(self, stage: str) -> None:
        """End a stage."""
        now_s = perf_counter()
        self._laps[stage] = round(1000 * (now_s - self._last_s), 2)
        self._last_s = now_s

    def elapsed_ms(self) -> Mapping[str, float]:
        """The duration of each stage, and ``total``."""
        return {**self._laps, "total": round(1000 * (perf_counter() - self._began_s), 2)}
