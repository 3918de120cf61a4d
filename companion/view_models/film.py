"""The film of a match as shown on pages and in commands."""

from __future__ import annotations

from dataclasses import dataclass

BEFORE_S, BEYOND_S = 20.0, 5.0
"""The seconds of film shown before and after a moment; an entry is made only when the table rests again."""


def around_ms(at_s: float) -> tuple[int, int]:
    """The time span of film shown around a moment, in milliseconds since 1970."""
    return round(1000 * (at_s - BEFORE_S)), round(1000 * (at_s + BEYOND_S))


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmView:
    """The state of a match's film."""

    is_on: bool
    """Whether its table is filmed now."""
    says: str
    """The notice of filming for everybody who views the match; empty where it is not filmed."""
    size_mb: float
    kept_mb: float
    """How much of that people keep."""
    limit_mb: int
    hours: float
    """The age in hours at which film is deleted unless it is kept."""
    spans: tuple[tuple[int, int], ...]
    """The recorded intervals, in milliseconds since 1970."""

    def has_film_at(self, at_s: float) -> bool:
        """Whether there may be film around a moment."""
        since_ms, until_ms = around_ms(at_s)
        return any(began <= until_ms and since_ms <= ended for began, ended in self.spans)
