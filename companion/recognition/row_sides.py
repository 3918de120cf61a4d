"""On which side rows lie: where they are seen, or where the meld lay that they were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.hand.state import LaidMeld
from vision.table_plan.zones import TableZone

TEAMS = {TableZone.OURS: 0, TableZone.THEIRS: 1}
"""Whose melds lie in a zone."""
_SIDES: dict[int | None, TableZone] = {team: zone for zone, team in TEAMS.items()}
_FacesIn = tuple[Counter[str], TableZone | None]


def faces_in(meld: LaidMeld) -> Counter[str]:
    """The faces of a meld."""
    return Counter(map(str, meld.tiles))


def sided(rows: Sequence[_FacesIn], melds: Sequence[LaidMeld]) -> tuple[TableZone | None, ...]:
    """The zone of each of the ``rows``, which are faces and the zone where they are seen.

    What was one of the ``melds``, of those that lie nowhere on their side, stays on its side also where that seems to
    end. Each of them is one row, and rather one that lies on no side than one that lies on the other.
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
