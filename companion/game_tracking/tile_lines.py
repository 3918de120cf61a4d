"""Tiles in one line with irregular gaps, as on a rack and unlike a meld."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.game_tracking.muertos import Spots
from vision.geometry import TILE_MM

F64 = NDArray[np.float64]
RACK = 7
"""The number of tiles in a line that form no meld from which it counts as a rack."""
_GAP_MM, _BEYOND_MM, _OFF_MM = 4.5 * TILE_MM[0], 1.5 * TILE_MM[0], 0.55 * TILE_MM[1]
"""The largest gap in a line, and the distances beyond its end and beside it within which an object belongs to it."""

_ALIKE = 0.6
"""A row of which so many tiles have one colour, or one number, was meant to be a meld."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePart:
    """A face-up row or single tile outside the pozo."""

    spots: Spots
    """The places of its tiles, in their order."""
    faces: tuple[str, ...]
    may_be_meld: bool
    """Whether some plausible reading of it is lawful."""

    @property
    def is_motley(self) -> bool:
        """Whether it is too mixed to be an intended meld."""
        known = [face for face in self.faces if face[0].isdigit()]
        kinds = ([face[:-1] for face in known], [face[-1] for face in known])
        return max(Counter(kind).most_common(1)[0][1] for kind in kinds) < _ALIKE * len(known) if known else True


@dataclass(frozen=True, slots=True, eq=False)
class LineSegment:
    """A line segment on the table."""

    ends: F64
    """(2, 2) in millimetres."""

    @staticmethod
    def through(spots: Sequence[F64]) -> LineSegment:
        """The segment from the first of ``spots`` to the last."""
        return LineSegment(np.array([spots[0], spots[-1]], np.float64))

    def place_of(self, spot: F64) -> tuple[float, float]:
        """The distance of a point beyond the nearer end (negative between the ends), and from the line."""
        start, end = self.ends
        length = float(np.hypot(*(end - start)))
        along = (end - start) / length if length else np.array([1.0, 0.0])
        far = float((spot - start) @ along)
        off = abs(float((spot - start) @ np.array([-along[1], along[0]])))
        return max(-far, far - length), off

    def holds(self, spot: F64) -> bool:
        """Whether a point is on the segment."""
        beyond, off = self.place_of(spot)
        return beyond < _BEYOND_MM and off < _OFF_MM

    def goes_on(self, spot: F64) -> bool:
        """Whether a point may continue the segment after a gap."""
        beyond, off = self.place_of(spot)
        return beyond < _GAP_MM and off < _OFF_MM

    def with_all(self, spots: Iterable[F64]) -> LineSegment:
        """The segment extended to everything on it."""
        start, end = self.ends
        length = float(np.hypot(*(end - start)))
        if not length:
            return self
        along = (end - start) / length
        far = [float((spot - start) @ along) for spot in spots if self.place_of(spot)[1] < _OFF_MM]
        first, last = min([0.0, *far]), max([length, *far])
        return LineSegment(np.array([start + first * along, start + last * along]))


@dataclass(frozen=True, slots=True)
class TilesOutsidePozo:
    """The classified tiles outside the pozo."""

    racks: list[TablePart]
    """Long rows that are no melds, each with all its groups."""
    strange: list[TablePart]
    """Isolated tiles, and rows too short to be melds."""
    melds: list[TablePart]
    """Rows that are melds, or may be."""


def classify_parts(parts: Sequence[TablePart]) -> TilesOutsidePozo:
    """Classify ``parts``: a line is a rack where most of its tiles form no meld."""
    found, left = TilesOutsidePozo([], [], []), sorted(parts, key=lambda part: -len(part.faces))
    while left:
        line = [left.pop(0)]
        while more := next((part for part in left if len(line[0].faces) > 2 and _is_in(part, line)), None):
            left.remove(more)
            line.append(more)
        odd = [part for part in line if len(part.faces) == 1 or not part.may_be_meld]
        strange = [part for part in odd if len(part.faces) == 1 or part.is_motley]
        if _is_rack(line, strange if len(odd) < len(line) else odd):
            found.racks.append(_joined(line))
        else:
            found.strange.extend(strange)
            found.melds.extend(part for part in line if len(part.faces) > 1 and part.may_be_meld)
    return found


def _is_rack(line: Sequence[TablePart], odd: Sequence[TablePart]) -> bool:
    """Whether a line is long, mixed, and mostly ``odd``: on a rack some tiles lie as in a meld."""
    whole, count = _joined(line), sum(len(part.faces) for part in odd)
    return len(whole.faces) >= RACK and 2 * count > len(whole.faces) and whole.is_motley


def _is_in(part: TablePart, line: Sequence[TablePart]) -> bool:
    """Whether a part continues a line."""
    whole = LineSegment.through(list(_joined(line).spots.values()))
    spots = list(part.spots.values())
    return all(whole.place_of(spot)[1] < TILE_MM[1] / 2 for spot in spots) and any(map(whole.goes_on, spots))


def _joined(line: Sequence[TablePart]) -> TablePart:
    """The parts of a line joined along the longest of them."""
    if len(line) == 1:
        return line[0]
    first, *_, last = line[0].spots.values()
    ordered = sorted(
        ((number, spot, face) for part in line for (number, spot), face in zip(part.spots.items(), part.faces,
                                                                             strict=True)),
        key=lambda item: float((item[1] - first) @ (last - first)),
    )  # fmt: skip
    spots = {number: spot for number, spot, _ in ordered}
    return TablePart(spots=spots, faces=tuple(face for *_, face in ordered), may_be_meld=False)
