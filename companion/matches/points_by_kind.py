"""Break down the points of a hand: tiles, canastas, the close, the muerto, racks."""

from __future__ import annotations

from collections.abc import Mapping

from companion.matches.hand_scoring import count
from companion.matches.hand_state import HandState
from companion.matches.paper_sheet import sum_sheets
from engine.scoring.score_sheets import Reason

TILES, CANASTAS, CLOSE, MUERTO, RACKS, WRONG, NOTED = "tiles", "canastas", "close", "muerto", "racks", "wrong", "noted"
_PARTS: Mapping[Reason, str] = {
    Reason.UNLAWFUL: WRONG,
    Reason.SET_ASIDE: WRONG,
    Reason.SEMI_PURA: CANASTAS,
    Reason.CLOSE: CLOSE,
    Reason.WON_THE_HAND: CLOSE,
    Reason.STOCK_OUT: CLOSE,
    Reason.MUERTO_TAKEN: MUERTO,
    Reason.MUERTO_UNTAKEN: MUERTO,
    Reason.MUERTO_UNPLAYED: MUERTO,
    Reason.UNPLAYED_TILES: MUERTO,
    Reason.RACK: RACKS,
    Reason.RACKS_OF_OTHERS: RACKS,
}


def part_of(reason: Reason) -> str:
    """The category of a score line: ``tiles``, ``canastas``, ``close``, ``muerto``, ``racks`` or ``wrong``."""
    return _PARTS.get(reason, CANASTAS if reason.startswith("CANASTA") else TILES)


def parts(hand: HandState) -> tuple[Mapping[str, int], ...]:
    """The points of a hand by team and category; points entered as a total are ``noted``."""
    if hand.noted is not None and not hand.noted_sums:
        return tuple({NOTED: points} for points in hand.noted)
    sheets = count(hand).sheets if hand.noted is None else sum_sheets(hand)
    found: list[dict[str, int]] = []
    for sheet in sheets:
        by_part: dict[str, int] = {}
        for line in sheet.lines:
            by_part[part_of(line.reason)] = by_part.get(part_of(line.reason), 0) + line.points
        found.append(by_part)
    return tuple(found)
