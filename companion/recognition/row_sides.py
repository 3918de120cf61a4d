"""Assign rows to sides: by where they lie, or by the meld that they continue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.hand.state import LaidMeld
from vision.geometry import F64
from vision.table_plan.zones import TableZone

TEAMS = {TableZone.OURS: 0, TableZone.THEIRS: 1}
"""The team that owns the melds in a zone."""
_SIDES: dict[int | None, TableZone] = {team: zone for zone, team in TEAMS.items()}
_FacesIn = tuple[Counter[str], TableZone | None]


def faces_in(meld: LaidMeld) -> Counter[str]:
    """The faces of a meld."""
    return Counter(map(str, meld.tiles))


def assign_sides(rows: Sequence[_FacesIn], melds: Sequence[LaidMeld]) -> tuple[TableZone | None, ...]:
    """The zone of each of the ``rows``, given as faces and observed zone.

    What was one of the ``melds`` keeps its side even where the row extends beyond it. Each meld is one row, preferably
    one on no side rather than on the other.
    """
    known = [(faces_in(meld), _SIDES.get(meld.team)) for meld in melds]
    astray = [(one, side) for one, side in known if not any(side is zone and one <= faces for faces, zone in rows)]
    zones = [zone for _, zone in rows]
    for at in sorted(range(len(rows)), key=lambda at: zones[at] in TEAMS):
        faces, zone = rows[at]
        was = next((stray for stray in astray if stray[1] and stray[0] <= faces), None)
        if was and not any(side is zone and one <= faces for one, side in known):
            astray.remove(was)
            zones[at] = was[1]
    return tuple(zones)


def nearer_side(spots_mm: F64, middle_mm: float) -> TableZone:
    """The side nearer to tiles at ``spots_mm`` (n, 2): theirs beyond the line at ``middle_mm``, else ours."""
    return TableZone.THEIRS if float(spots_mm[:, 1].mean()) < middle_mm else TableZone.OURS
