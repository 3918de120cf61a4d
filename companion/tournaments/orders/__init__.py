"""Commands of a tournament: one frozen dataclass for each, as sent by a page or a program."""

from __future__ import annotations

from collections.abc import Mapping

from companion.match_commands import Shelve, Unshelve
from companion.tournaments.orders.pairing import (
    AddFixture,
    DrawBracket,
    DrawLots,
    DrawZones,
    Lock,
    PairRound,
    Unlock,
)
from companion.tournaments.orders.planning import (
    Enter,
    Found,
    Join,
    Leave,
    Rename,
    Return,
    Withdraw,
)
from companion.tournaments.orders.playing import (
    AcceptPoints,
    Admit,
    Dispute,
    ExtendTime,
    MissBoth,
    Penalise,
    Propose,
    ProposeAlone,
    Revoke,
    Rule,
    SeatFixtures,
    StartClock,
    StopClock,
    Strike,
    Tie,
    WalkOver,
)

__all__ = [
    "LED_TO",
    "AcceptPoints",
    "AddFixture",
    "Admit",
    "Dispute",
    "DrawBracket",
    "DrawLots",
    "DrawZones",
    "Enter",
    "ExtendTime",
    "Found",
    "Join",
    "Leave",
    "Lock",
    "MissBoth",
    "Order",
    "PairRound",
    "Penalise",
    "Propose",
    "ProposeAlone",
    "Rename",
    "Return",
    "Revoke",
    "Rule",
    "SeatFixtures",
    "Shelve",
    "StartClock",
    "StopClock",
    "Strike",
    "Tie",
    "Unlock",
    "Unshelve",
    "WalkOver",
    "Withdraw",
]
Order = (
    Found | Enter | Rename | Withdraw | DrawZones | PairRound | AddFixture | DrawBracket | DrawLots | SeatFixtures
    | StartClock | StopClock | ExtendTime | Propose | AcceptPoints | Dispute | Rule | WalkOver | Penalise | Admit
    | Revoke | Tie | Strike | Shelve | Unshelve | Join | Leave | Return | MissBoth | Lock | Unlock
)  # fmt: skip

LED_TO: Mapping[str, type[Order]] = {
    "entered": Enter,
    "drawn": DrawZones,
    "paired": PairRound,
    "bracketdrawn": DrawBracket,
    "lotsdrawn": DrawLots,
    "joined": Join,
    "left": Leave,
    "returned": Return,
    "tied": Tie,
    "extended": ExtendTime,
    "penalised": Penalise,
    "walkedover": WalkOver,
    "unattended": MissBoth,
}
"""The command that leads to each kind of entry that may be struck out; the same role is needed to strike it."""
