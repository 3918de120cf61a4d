"""Filter the answers about a hand's photographs by their validity in its match.

Forms are untrusted, and the players may be changed while a hand is being counted.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from companion.dashboard.photo_hands.hand_drafts import HandPhotos
from companion.dashboard.photo_hands.row_owners import EACH, NOBODY, NOT_PART
from companion.view_models import MatchSnapshot

MUERTOS = frozenset({"untaken", "played", "unplayed"})


def meaningful(draft: HandPhotos, snapshot: MatchSnapshot) -> HandPhotos:
    """The draft without invalid answers, which are asked again."""
    values = _values(snapshot)
    return replace(
        draft,
        said=tuple((name, value) for name, value in draft.said if not value or _is_one(name, value, values)),
    )


def near_there(near: str, snapshot: MatchSnapshot) -> str:
    """The side that was near the photographer last time, where it is a side of the match."""
    return near if near in _values(snapshot)["near"] else ""


def _is_one(name: str, value: str, values: dict[str, Set[str]]) -> bool:
    known = values.get(name.partition(".")[0])
    return known is None or value in known


def _values(snapshot: MatchSnapshot) -> dict[str, Set[str]]:
    """The valid answers by kind of question; other kinds accept any."""
    seats = {str(player.seat) for player in snapshot.players}
    teams = {str(team.index) for team in snapshot.teams}
    racks = {f"rack.{seat}" for seat in seats}
    muertos = {f"muerto.{team}" for team in teams} if snapshot.rules.muertos else set[str]()
    sides = set[str]() if snapshot.rules.common_table else {f"side.{team}" for team in teams}
    table = {"table"} if snapshot.rules.common_table else set[str]()
    return {
        "shows": {"table", "racks"} | racks | muertos | sides,
        "near": teams | {EACH},
        "place": {NOT_PART} | racks | muertos | sides | table,
        "closer": seats | {NOBODY},
        "muerto": MUERTOS,
    }
