"""How much film of tables is stored, and for how long, unless the command ``serve`` says otherwise."""

from __future__ import annotations

from dataclasses import dataclass

TABLE_MB, TOTAL_MB = 500, 2000
KEPT_HOURS = 12.0


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmLimits:
    """Limits on the size and the age of film."""

    table_mb: int = TABLE_MB
    total_mb: int = TOTAL_MB
    hours: float = KEPT_HOURS
    """The age at which film is deleted unless it is kept."""
