"""Remember the reported places of the tiles, to report them again after camera motion."""

from __future__ import annotations

import numpy as np

from vision.geometry import F64, side_lengths
from vision.tracking.tracked_table import TrackedTable, Visibility, places_of

_OFF = 0.08
"""The tolerance of an outline, in longer tile sides."""


class ReportedPlaces:
    """Stores the places reported last."""

    def __init__(self) -> None:
        self._reported: dict[int, F64] = {}

    def keep(self, table: TrackedTable) -> None:
        """Remember the places of ``table``, which are being reported."""
        self._reported = dict(_seen(table))

    def are_elsewhere(self, table: TrackedTable) -> bool:
        """Whether most tiles have moved in the picture since the report."""
        both = [(self._reported[number], quad) for number, quad in _seen(table) if number in self._reported]
        if table.is_lost or not both:
            return False
        reported, now = (np.array([pair[which] for pair in both]) for which in (0, 1))
        off = np.linalg.norm(now - reported, axis=2).max(axis=1)
        return bool(np.median(off / side_lengths(reported).max(axis=1)) > _OFF)


def _seen(table: TrackedTable) -> list[tuple[int, F64]]:
    """The visible tiles by number, with their corners (4, 2)."""
    tracks = [track for track in table.tracks if track.standing is Visibility.SEEN]
    return list(zip((track.number for track in tracks), places_of(tracks).astype(np.float64), strict=True))
