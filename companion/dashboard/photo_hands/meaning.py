"""Which of the answers about the photographs of a hand mean something at its match: a form may say anything, and the
players may be agreed on anew while it is counted."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from companion.dashboard.photo_hands.hand_lots import EACH, NOBODY, NOT_PART
from companion.dashboard.photo_hands.hand_photos import HandPhotos
from companion.view_models import MatchSnapshot

MUERTOS = frozenset({"untaken", "played", "unplayed"})


def meaningful(draft: HandPhotos, shown: MatchSnapshot) -> HandPhotos:
    """The same without the answers that mean nothing there: what they were given for is asked again."""
    values = _values(shown)
    return replace(
        draft,
        said=tuple((name, value) for name, value in draft.said if not value or _is_one(name, value, values)),
    )


def near_there(near: str, shown: MatchSnapshot) -> str:
    """Whose melds lay near the last time, where that is a side of the match."""
    return near if near in _values(shown)["near"] else ""


def _is_one(name: str, value: str, values: dict[str, Set[str]]) -> bool:
    known = values.get(name.partition(".")[0])
    return known is None or value in known


def _values(shown: MatchSnapshot) -> dict[str, Set[str]]:
    """What may be answered, by the kind of question; of the others any answer is one."""
    seats = {str(player.seat) for player in shown.players}
    teams = {str(team.index) for team in shown.teams}
    racks = {f"rack.{seat}" for seat in seats}
    muertos = {f"muerto.{team}" for team in teams} if shown.rules.muertos else set[str]()
    sides = set[str]() if shown.rules.common_table else {f"side.{team}" for team in teams}
    table = {"table"} if shown.rules.common_table else set[str]()
    return {
        "shows": {"table", "racks"} | racks | muertos | sides,
        "near": teams | {EACH},
        "place": {NOT_PART} | racks | muertos | sides | table,
        "closer": seats | {NOBODY},
        "muerto": MUERTOS,
    }
