"""The points by category, side by side: table rows with bars; lengths are hundredths of a cell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from flask_babel import gettext as _

from companion.view_models import MatchSnapshot, SheetView

_WIDTH = 100
PointsByPart = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Bar:
    """The points of a side, and the start of its bar; ``zero`` is the origin of all bars."""

    points: int
    x: float
    width: float
    zero: float


@dataclass(frozen=True, slots=True)
class PartRow:
    """A category, and its points of every side."""

    says: str
    bars: tuple[Bar, ...]


def match_parts(snapshot: MatchSnapshot) -> tuple[PartRow, ...]:
    """The rows of a match, over all confirmed hands; empty before the first."""
    return _rows(
        [hand.parts for hand in snapshot.hands if hand.standing == "confirmed" and hand.parts], len(snapshot.teams)
    )


def sheet_parts(sheets: Iterable[SheetView], snapshot: MatchSnapshot) -> tuple[PartRow, ...]:
    """The rows of one hand; empty where nothing is counted."""
    found: list[dict[str, int]] = [{} for _team in snapshot.teams]
    for sheet in sheets:
        for line in sheet.lines:
            found[sheet.team][line.part] = found[sheet.team].get(line.part, 0) + line.points
    return _rows([found], len(snapshot.teams))


def part_words() -> Mapping[str, str]:
    """The words for each category, in display order."""
    return {
        "tiles": _("Fichas bajadas"),
        "canastas": _("Canastas"),
        "close": _("Cierre"),
        "muerto": _("Muerto"),
        "racks": _("Fichas que quedaron"),
        "wrong": _("Juegos mal bajados"),
        "noted": _("Anotado a mano"),
    }


def _rows(hands: Sequence[Sequence[PointsByPart]], teams: int) -> tuple[PartRow, ...]:
    words = part_words()
    sums = {part: [sum(hand[team].get(part, 0) for hand in hands) for team in range(teams)] for part in words}
    filled = {part: row for part, row in sums.items() if any(row)}
    values = [points for row in filled.values() for points in row]
    low, high = min((0, *values)), max((0, *values))
    scale = _WIDTH / max(high - low, 1)
    zero = round(-low * scale, 1)

    def bar(points: int) -> Bar:
        width = round(abs(points) * scale, 1)
        return Bar(points, round(zero - width, 1) if points < 0 else zero, width, zero)

    return tuple(PartRow(words[part], tuple(map(bar, row))) for part, row in filled.items())
