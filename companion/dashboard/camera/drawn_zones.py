"""The zones of a table in the picture, and in a form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from flask_babel import gettext as _

from companion.dashboard.error_pages import refuse
from companion.dashboard.language import current_language
from companion.dashboard.matches.command_forms import tables
from companion.view_models import ZONES, LiveView

Corners = tuple[tuple[float, float], ...]
SIDES = "ours", "theirs"
MOST_CORNERS = 12
USUAL_ZONES: Mapping[str, tuple[float, float, float, float]] = {
    "ours": (0.02, 0.65, 0.98, 0.98),
    "theirs": (0.02, 0.02, 0.98, 0.35),
    "muertos": (0.02, 0.4, 0.36, 0.6),
    "mazo": (0.4, 0.4, 0.6, 0.6),
    "pozo": (0.64, 0.4, 0.98, 0.6),
}
"""Left, top, right and bottom of each zone before anything was seen, as parts of the picture."""


class ZoneOutline(NamedTuple):
    """A zone as displayed."""

    name: str
    says: str
    corners: Corners
    """Parts of the picture."""

    @property
    def written(self) -> str:
        """Its corners in hundredths, in the format of the form."""
        return " ".join(f"{100 * x:.1f},{100 * y:.1f}" for x, y in self.corners)


def found_zones(live: LiveView) -> list[ZoneOutline]:
    """The zones in use, with names in the viewer's language."""
    says = _names(live)
    return [ZoneOutline(name, says[name], corners) for name in ZONES if (corners := live.outlines.get(name))]


def drawn_zones(live: LiveView) -> list[ZoneOutline]:
    """Every zone as drawn, or its default."""
    says = _names(live)
    return [ZoneOutline(name, says[name], live.outlines.get(name) or _box(*USUAL_ZONES[name])) for name in ZONES]


def _names(live: LiveView) -> Mapping[str, str]:
    """What each zone is called: its side by who plays there, where the camera follows a match."""
    ours, theirs = _("Nosotros"), _("Ellos")
    if live.match:
        shown = tables().snapshot(live.match, current_language())
        is_common = shown.rules.common_table or len(shown.teams) != len(SIDES)
        ours, theirs = (_("La mesa"),) * 2 if is_common else (team.name for team in shown.teams)
    return {"ours": ours, "theirs": theirs, "pozo": _("Pozo"), "mazo": _("Mazo"), "muertos": _("Muertos")}


def swapped(drawn: Mapping[str, Corners], names: str) -> Mapping[str, Corners]:
    """The zones where the two with these ``names`` change places; as they are for other names."""
    pair = names.split()
    if len(pair) != 2 or not drawn.keys() >= set(pair):
        return drawn
    one, other = pair
    return {**drawn, one: drawn[other], other: drawn[one]}


def _box(left: float, top: float, right: float, bottom: float) -> Corners:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def corners_written(written: str) -> Corners:
    """Parse the corners of a form field; empty for an empty one."""
    try:
        corners = tuple((float(x) / 100, float(y) / 100) for x, y in (pair.split(",") for pair in written.split()))
    except ValueError:
        refuse(422, _("Las esquinas de una zona se escriben como «10,60 90,60 90,95 10,95»."))
    if corners and not (
        2 < len(corners) <= MOST_CORNERS and all(-0.5 <= share <= 1.5 for xy in corners for share in xy)
    ):
        refuse(422, _("Las esquinas de una zona se escriben como «10,60 90,60 90,95 10,95»."))
    return corners
