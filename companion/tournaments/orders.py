"""What people ask of a tournament: one frozen value for each thing, as a page or a program writes it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Announce a tournament, or change its plan. What is ``None`` is as the rules have it."""

    title: str
    format: str = "zones"
    rules: str = "torneo"
    overrides: tuple[str, ...] = ()
    """``key=value`` each."""
    tables: int | None = None
    zone_size: int | None = None
    qualifiers: int | None = None
    rounds: int | None = None
    delay_s: int = 0
    third_place: bool = False
    late: str = "play"
    """``play``, ``lose``, ``rest`` or ``redraw``: what becomes of the matches of who comes after the draw."""
    leaving: str = "lose"
    """``lose``, ``half`` or ``annul``: what becomes of the matches of who leaves."""
    nobody: str = "lose"
    """``lose`` or ``void``: what becomes of a match to which nobody came."""


@dataclass(frozen=True, slots=True)
class Enter:
    """Enter players or pairs: a line for each, or the text of a CSV file, with the name and perhaps the club."""

    lines: str


@dataclass(frozen=True, slots=True)
class Rename:
    """Put the name and the club of an entrant right."""

    entrant: int
    name: str
    club: str = ""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take an entrant out before anything was drawn."""

    entrant: int


@dataclass(frozen=True, slots=True)
class Join:
    """Enter players or pairs after the draw, into the smallest zone where none is named."""

    lines: str
    reason: str
    zone: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """Say that an entrant goes away: for good, or ``for_good`` is false and the matches wait."""

    entrant: int
    reason: str
    for_good: bool = False


@dataclass(frozen=True, slots=True)
class Return:
    """Say that an entrant is back; with ``plays`` the matches that were lost by leaving are played after all."""

    entrant: int
    plays: bool = False


@dataclass(frozen=True, slots=True)
class DrawZones:
    """Draw the zones, from a seed where somebody gives one."""

    seed: str = ""
    by_club: bool = False


@dataclass(frozen=True, slots=True)
class PairRound:
    """Pair the next Swiss round."""


@dataclass(frozen=True, slots=True)
class Lock:
    """Let two meet in the round that is paired next, or in the first of a bracket; or let the one rest in it."""

    home: int
    away: int | None = None


@dataclass(frozen=True, slots=True)
class Unlock:
    """Let an entrant be paired like everybody else."""

    entrant: int


@dataclass(frozen=True, slots=True)
class AddFixture:
    """Let two entrants meet."""

    home: int
    away: int
    round: int = 1


@dataclass(frozen=True, slots=True)
class DrawBracket:
    """Make the bracket of those who went through; where it begins the tournament, in an order that is drawn."""

    seed: str = ""


@dataclass(frozen=True, slots=True)
class DrawLots:
    """Draw lots in a zone; where people drew them, ``names`` has the luckiest first."""

    zone: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatFixtures:
    """Give a match a table, or every match that can be played one that is free."""

    fixture: int | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True)
class StartClock:
    """Let the clock of a match run, or those of all matches that have a table."""

    fixture: int | None = None


@dataclass(frozen=True, slots=True)
class StopClock:
    """Let the clock of a match stand, or those of all."""

    fixture: int | None = None


@dataclass(frozen=True, slots=True)
class Extend:
    """Give a match more minutes."""

    fixture: int
    minutes: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Propose:
    """Say what a hand scored; hand 0 is the whole match."""

    fixture: int
    hand: int
    side: str
    """``home`` or ``away``."""
    points: tuple[int, ...] = ()
    """Home first; none where the hand is void."""
    late_s: int = 0
    """How long ago that was said on a device that could not send it."""


@dataclass(frozen=True, slots=True)
class Agree:
    """Say so too."""

    fixture: int
    hand: int
    side: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """Say otherwise."""

    fixture: int
    hand: int
    side: str
    points: tuple[int, ...] = ()
    """What it should be; none where that is not said."""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Decide what a hand scored, or put it right. Hand 0 is the whole match."""

    fixture: int
    hand: int
    points: tuple[int, ...] = ()
    """None says that the hand is void."""
    seen: tuple[int, ...] = ()
    """The points that the judge had in view, none where there were none."""
    remove: bool = False
    """Whether the hand never was."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class WalkOver:
    """Only ``present`` was there; ``points`` are those of the rules where nobody says otherwise."""

    fixture: int
    present: str
    reason: str = ""
    points: int | None = None


@dataclass(frozen=True, slots=True)
class MissBoth:
    """Nobody came: both lose it, or it is ``void``, as the plan says where nobody says otherwise."""

    fixture: int
    reason: str
    void: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalise:
    """Take points from an entrant, or give some: in a match, else in the table of the zone."""

    entrant: int
    points: int
    reason: str
    fixture: int | None = None


@dataclass(frozen=True, slots=True)
class Admit:
    """Let a device speak for a table: for one side or for both."""

    table: int
    seat: str = "both"


@dataclass(frozen=True, slots=True)
class Revoke:
    """Let a device speak no more."""

    device: int


@dataclass(frozen=True, slots=True)
class Tie:
    """Note a match hand by hand at a table of the house."""

    fixture: int
    match: str


@dataclass(frozen=True, slots=True)
class Strike:
    """Say that an entry does not hold."""

    entry: int
    reason: str


@dataclass(frozen=True, slots=True)
class Shelve:
    """Put the tournament away."""


@dataclass(frozen=True, slots=True)
class Unshelve:
    """Bring the tournament back that was put away."""


Order = (
    Found | Enter | Rename | Withdraw | DrawZones | PairRound | AddFixture | DrawBracket | DrawLots | SeatFixtures
    | StartClock | StopClock | Extend | Propose | Agree | Dispute | Rule | WalkOver | Penalise | Admit | Revoke | Tie
    | Strike | Shelve | Unshelve | Join | Leave | Return | MissBoth | Lock | Unlock
)  # fmt: skip
