"""Commands of a tournament: one frozen dataclass for each, as sent by a page or a program."""

from __future__ import annotations

from collections.abc import Mapping

from companion.match_commands import Archive, RestoreArchived
from companion.tournaments.commands.pairing import AddFixture, DrawBracket, DrawLots, DrawZones, Lock, PairRound, Unlock
from companion.tournaments.commands.planning import CreateTournament, Enter, Join, Leave, Rename, Return, Withdraw
from companion.tournaments.commands.playing import (
    AcceptPoints,
    Admit,
    Dispute,
    ExtendTime,
    LinkMatch,
    MissBoth,
    Penalise,
    Propose,
    ProposeAlone,
    Revoke,
    Rule,
    SeatFixtures,
    StartClock,
    StopClock,
    VoidEntry,
    WalkOver,
)

__all__ = [
    "LED_TO",
    "AcceptPoints",
    "AddFixture",
    "Admit",
    "Archive",
    "CreateTournament",
    "Dispute",
    "DrawBracket",
    "DrawLots",
    "DrawZones",
    "Enter",
    "ExtendTime",
    "Join",
    "Leave",
    "LinkMatch",
    "Lock",
    "MissBoth",
    "Order",
    "PairRound",
    "Penalise",
    "Propose",
    "ProposeAlone",
    "Rename",
    "RestoreArchived",
    "Return",
    "Revoke",
    "Rule",
    "SeatFixtures",
    "StartClock",
    "StopClock",
    "Unlock",
    "VoidEntry",
    "WalkOver",
    "Withdraw",
]
Command = (
    CreateTournament | Enter | Rename | Withdraw | DrawZones | PairRound | AddFixture | DrawBracket | DrawLots
    | SeatFixtures | StartClock | StopClock | ExtendTime | Propose | AcceptPoints | Dispute | Rule | WalkOver | Penalise
    | Admit | Revoke | LinkMatch | VoidEntry | Archive | RestoreArchived | Join | Leave | Return | MissBoth | Lock
    | Unlock
)  # fmt: skip

LED_TO: Mapping[str, type[Command]] = {
    "entered": Enter,
    "drawn": DrawZones,
    "paired": PairRound,
    "bracketdrawn": DrawBracket,
    "lotsdrawn": DrawLots,
    "joined": Join,
    "left": Leave,
    "returned": Return,
    "tied": LinkMatch,
    "extended": ExtendTime,
    "penalised": Penalise,
    "walkedover": WalkOver,
    "unattended": MissBoth,
}
"""The command that leads to each kind of entry that may be struck out; the same role is needed to strike it."""
