"""What is settled before a tournament begins: how it is played, by which rules, on how many tables; and who enters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from companion.house_rules.kept_rules import read_rules, rules_as_json, version_of
from engine.rules.rules import Rules

Format = Literal["zones", "round_robin", "elimination", "double", "swiss", "free"]
"""Zones and then a bracket, everybody against everybody, a bracket alone, one in which only the second loss puts out,
rounds between equals, or pairs by hand."""
FORMATS: tuple[Format, ...] = ("zones", "round_robin", "elimination", "double", "swiss", "free")

_PLAIN = ("title", "format", "tables", "zone_size", "qualifiers", "rounds", "delay_s", "third_place", "late",
          "leaving", "nobody", "born_from", "born_until")  # fmt: skip
Late = Literal["play", "lose", "rest", "redraw"]
"""Who comes after the draw plays everything, has lost what was missed, rests in it, or all is drawn anew."""
LATE: tuple[Late, ...] = ("play", "lose", "rest", "redraw")
Leaving = Literal["lose", "half", "annul"]
"""Who leaves loses what is left; or has no match counted where fewer than half were played, or in any case."""
LEAVING: tuple[Leaving, ...] = ("lose", "half", "annul")
Nobody = Literal["lose", "void"]
"""A match to which nobody came is lost by both, or counts for nobody."""
NOBODY: tuple[Nobody, ...] = ("lose", "void")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How a tournament is played. The rules are kept value by value."""

    title: str
    format: Format
    rules: Rules
    overrides: tuple[str, ...] = ()
    """What was changed of the profile, as ``key=value``."""
    tables: int
    """How many tables there are; they are numbered from 1."""
    zone_size: int
    qualifiers: int
    """How many of each zone go through to the bracket."""
    rounds: int
    """How many rounds a Swiss tournament has."""
    delay_s: int = 0
    """How long after it happened something is shown on the public board."""
    third_place: bool = False
    """Whether those who lost the semi-finals meet."""
    late: Late = "play"
    leaving: Leaving = "lose"
    nobody: Nobody = "lose"
    born_from: int | None = None
    born_until: int | None = None
    """The category: the first and the last year of birth of those who may enter, as far as there are any."""

    @property
    def has_category(self) -> bool:
        """Whether the year of birth says who may enter."""
        return self.born_from is not None or self.born_until is not None

    def admits(self, born: int) -> bool:
        """Whether somebody who was born in that year is of the category."""
        return (self.born_from or born) <= born <= (self.born_until or born)

    @property
    def version(self) -> str:
        """A short name of exactly these rules."""
        return version_of(self.rules)

    def as_json(self) -> dict[str, Any]:
        """A JSON object that ``read_plan`` reads back."""
        return {key: getattr(self, key) for key in _PLAIN} | rules_as_json(self.rules, self.overrides)


def read_plan(contents: Mapping[str, Any]) -> Plan:
    """The plan that ``as_json`` wrote."""
    return Plan(
        **{key: contents[key] for key in _PLAIN if key in contents},
        rules=read_rules(contents),
        overrides=tuple(contents["overrides"]),
    )


@dataclass(frozen=True, slots=True)
class Entrant:
    """Un inscripto: a player, or a pair, who enters a tournament."""

    number: int
    """Counts from 1; it stays when the name is put right."""
    name: str
    club: str = ""
    born: int | None = None
    """The year of birth; of a pair, that of the one who decides whether it may enter. Shown to organisers alone."""


@dataclass(frozen=True, slots=True)
class DrawnZone:
    """A zone as it was drawn: the numbers of its entrants in the order of the draw."""

    name: str
    entrants: tuple[int, ...]


Stage = Literal["zone", "round", "bracket", "lower", "third", "final"]
"""``lower`` is for those who lost once, ``third`` for the third place, ``final`` the last where two losses put out."""
KNOCKOUT: tuple[Stage, ...] = ("bracket", "lower", "third", "final")
"""The stages in which somebody goes on and somebody does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPairing:
    """Un cruce: who meets whom, and in which round. Without ``away`` and ``feeds`` the home entrant goes through."""

    number: int
    """Counts from 1 within the tournament."""
    stage: Stage
    round: int
    """Counts from 1 within its stage."""
    zone: str = ""
    home: int | None = None
    away: int | None = None
    feeds: tuple[int, int] | None = None
    """The matches whose winners meet here, in a bracket; one match twice is a final that may be played again."""
    losers: tuple[bool, bool] = (False, False)
    """Whether the loser of such a match comes here instead, home first."""

    @property
    def is_knockout(self) -> bool:
        """Whether it has to have a winner, and is in no table."""
        return self.stage in KNOCKOUT

    @property
    def is_bye(self) -> bool:
        """Whether the home entrant has nobody to play."""
        return self.home is not None and self.away is None and self.feeds is None


def entrant_as_json(entrant: Entrant) -> dict[str, Any]:
    """A JSON object whose names are those of the fields; a year that is not known is left out."""
    said: dict[str, Any] = {"number": entrant.number, "name": entrant.name, "club": entrant.club}
    return said if entrant.born is None else said | {"born": entrant.born}


def pairing_as_json(pairing: PlannedPairing) -> dict[str, Any]:
    """A JSON object that ``read_pairing`` reads back; what says nothing is left out."""
    said: dict[str, Any] = {"number": pairing.number, "stage": pairing.stage, "round": pairing.round}
    optional = {"zone": pairing.zone, "home": pairing.home, "away": pairing.away, "feeds": pairing.feeds}
    if any(pairing.losers):
        said["losers"] = pairing.losers
    return said | {key: value for key, value in optional.items() if value}


def read_pairing(contents: Mapping[str, Any]) -> PlannedPairing:
    """The pairing that ``pairing_as_json`` wrote."""
    feeds, losers = contents.get("feeds"), contents.get("losers") or (False, False)
    return PlannedPairing(
        **{**contents, "feeds": (feeds[0], feeds[1]) if feeds else None, "losers": (losers[0], losers[1])}
    )
