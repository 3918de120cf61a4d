"""How a tournament is to be played and who plays: it is announced, people enter, leave, come back and come late."""

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
    born_from: int | None = None
    born_until: int | None = None
    """The category: the first and the last year of birth of those who may enter; ``None`` where any may."""


@dataclass(frozen=True, slots=True)
class Enter:
    """Enter players or pairs: a line for each, or the text of a CSV file, with the name and perhaps the club and the
    year of birth."""

    lines: str


@dataclass(frozen=True, slots=True)
class Rename:
    """Put the name, the club and the year of birth of an entrant right."""

    entrant: int
    name: str
    club: str = ""
    born: str | None = None
    """A year or a date; an empty one takes away what is known, ``None`` leaves it."""


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
    anyway: bool = False
    """Whether they enter though the year of birth of some is not known, or is none of the category."""


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
