"""Commands about plan and entrants: the tournament is created, people enter, leave, return and enter late."""

from __future__ import annotations

from dataclasses import dataclass, field

USUAL_TABLES, USUAL_ROUNDS = 16, 5
USUAL_DELAY_S = 0
"""The delay of the public board, in seconds; what else a plan leaves open comes from its rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateTournament:
    """Create a tournament, or change its plan. None takes the value of the rules."""

    title: str
    format: str = "zones"
    rules: str = "torneo"
    overrides: tuple[str, ...] = ()
    """``key=value`` each."""
    tables: int | None = None
    zone_size: int | None = None
    qualifiers: int | None = None
    rounds: int | None = None
    delay_s: int = USUAL_DELAY_S
    third_place: bool = False
    late: str = "play"
    """The matches that a late entrant missed: ``play``, ``lose``, ``rest`` or ``redraw``."""
    leaving: str = "lose"
    """The matches of an entrant who leaves: ``lose``, ``half`` or ``annul``."""
    nobody: str = "lose"
    """A match to which nobody came: ``lose`` or ``void``."""
    born_from: int | None = None
    born_until: int | None = None
    """The category: the first and the last year of birth allowed; None without a limit."""
    seen: str = field(default="", repr=False)
    """The mark of the plan that was in view; empty where it does not matter what it has become since."""


@dataclass(frozen=True, slots=True)
class Enter:
    """Enter players or pairs: one per line, or CSV with the name and perhaps the club and the year of birth."""

    lines: str
    anyway: bool = False
    """Whether a line that looks like a total or a title is somebody's name."""


@dataclass(frozen=True, slots=True)
class Rename:
    """Correct the name, the club or the year of birth of an entrant."""

    entrant: int
    name: str
    club: str = ""
    born: str | None = None
    """A year or a date; empty removes the known year, None keeps it."""
    seen: str = field(default="", repr=False)
    """The mark of the entrant that was in view, as ``CategoryView`` has it; empty where none was."""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Withdraw an entrant before the draw."""

    entrant: int


@dataclass(frozen=True, slots=True)
class Join:
    """Enter players or pairs after the draw; into the smallest zone where none is given."""

    lines: str
    reason: str
    zone: str = ""
    anyway: bool = False
    """Whether they enter although years of birth are unknown or outside the category, or a line looks like a title."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Record that an entrant leaves, for good or for a while; in the second case the matches wait."""

    entrant: int
    reason: str
    for_good: bool = False


@dataclass(frozen=True, slots=True)
class Return:
    """Record that an entrant returns; ``plays`` restores the matches lost by leaving."""

    entrant: int
    plays: bool = False
