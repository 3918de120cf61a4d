"""Who meets whom: draws, rounds, brackets, lots, and what is fixed before any of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DrawZones:
    """Draw the zones, from a seed where somebody gives one."""

    seed: str = ""
    by_club: bool = False
    anyway: bool = False
    """Whether to draw though the year of birth of some is not known, or is none of the category."""


@dataclass(frozen=True, slots=True)
class PairRound:
    """Pair the next Swiss round."""

    anyway: bool = False


@dataclass(frozen=True, slots=True)
class Lock:
    """Let two meet in a round, or let the one rest in it, before it is drawn."""

    home: int
    away: int | None = None
    round: int | None = None
    """Without one it is the round that is drawn next; where zones are, the two stand in the same one."""


@dataclass(frozen=True, slots=True)
class Unlock:
    """Let an entrant be paired like everybody else, in all rounds where none is named."""

    entrant: int
    round: int | None = None


@dataclass(frozen=True, slots=True)
class AddFixture:
    """Let two entrants meet."""

    home: int
    away: int
    round: int = 1
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class DrawBracket:
    """Make the bracket of those who went through; where it begins the tournament, in an order that is drawn."""

    seed: str = ""
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class DrawLots:
    """Draw lots in a zone; where people drew them, ``names`` has the luckiest first."""

    zone: str
    names: tuple[str, ...] = ()
