"""Commands that draw and pair: zones, rounds, brackets, lots, and pairings fixed beforehand."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DrawZones:
    """Draw the zones; ``seed`` repeats a draw."""

    seed: str = ""
    by_club: bool = False
    anyway: bool = False
    """Whether to draw although years of birth are unknown or outside the category."""


@dataclass(frozen=True, slots=True)
class PairRound:
    """Pair the next Swiss round."""

    anyway: bool = False


@dataclass(frozen=True, slots=True)
class Lock:
    """Fix a pairing, or the rest of one entrant, before its round is drawn."""

    home: int
    away: int | None = None
    round: int | None = None
    """None: the next round drawn or, with zones, both entrants in one zone."""


@dataclass(frozen=True, slots=True)
class Unlock:
    """Free an entrant's fixed pairings; in all rounds where none is given."""

    entrant: int
    round: int | None = None


@dataclass(frozen=True, slots=True)
class AddFixture:
    """Add a match of two entrants."""

    home: int
    away: int
    round: int = 1
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class DrawBracket:
    """Make the bracket of those who qualified; a bracket that opens the tournament is drawn at random."""

    seed: str = ""
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class DrawLots:
    """Draw lots between tied entrants of a zone; ``names`` is the order where people drew them."""

    zone: str
    names: tuple[str, ...] = ()
