"""The plan of a tournament (format, rules, tables), its entrants, zones and pairings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.eventstore.change_marks import mark_of
from companion.house_rules.rules_codec import read_rules, rules_as_json, version_of
from companion.tournaments.commands.planning import USUAL_DELAY_S
from engine.rules.rules import Rules

Format = Literal["zones", "round_robin", "elimination", "double", "swiss", "free"]
"""Zones and a bracket, round robin, single elimination, double elimination, Swiss rounds, or pairings by hand."""
FORMATS: tuple[Format, ...] = ("zones", "round_robin", "elimination", "double", "swiss", "free")

_PLAIN = ("title", "format", "tables", "zone_size", "qualifiers", "rounds", "delay_s", "third_place", "late",
          "leaving", "nobody", "born_from", "born_until", "dated_pins")  # fmt: skip
Late = Literal["play", "lose", "rest", "redraw"]
"""The matches that a late entrant missed are played, lost, or rests; or everything is drawn again."""
LATE: tuple[Late, ...] = ("play", "lose", "rest", "redraw")
Leaving = Literal["lose", "half", "annul"]
"""Who leaves loses the remaining matches; or no match counts, where fewer than half were played, or in any case."""
LEAVING: tuple[Leaving, ...] = ("lose", "half", "annul")
Nobody = Literal["lose", "void"]
"""A match to which nobody came is lost by both, or void."""
NOBODY: tuple[Nobody, ...] = ("lose", "void")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The plan of a tournament: its format, categories, tables, and rules value by value."""

    title: str
    format: Format
    rules: Rules
    overrides: tuple[str, ...] = ()
    """The changes to the profile, as ``key=value``."""
    tables: int
    """The number of tables, numbered from 1."""
    zone_size: int
    qualifiers: int
    """How many of each zone qualify for the bracket."""
    rounds: int
    """The number of rounds of a Swiss tournament."""
    delay_s: int = USUAL_DELAY_S
    """The delay of the public board, in seconds."""
    third_place: bool = False
    """Whether the losers of the semi-finals play for the third place."""
    late: Late = "play"
    leaving: Leaving = "lose"
    nobody: Nobody = "lose"
    born_from: int | None = None
    born_until: int | None = None
    """The category: the first and the last year of birth allowed; None without a limit."""
    dated_pins: bool = field(default=False, compare=False)
    """Whether PINs are by the time of entering, so that after a backup was restored nobody has that of another; false
    where an earlier version created the tournament."""

    @property
    def has_category(self) -> bool:
        """Whether entrants are limited by year of birth."""
        return self.born_from is not None or self.born_until is not None

    def admits(self, born: int) -> bool:
        """Whether the category includes that year of birth."""
        return (self.born_from or born) <= born <= (self.born_until or born)

    @property
    def version(self) -> str:
        """A short digest of exactly these rules."""
        return version_of(self.rules)

    @property
    def mark(self) -> str:
        """A short digest of everything in it."""
        return mark_of(self.as_json())

    def as_json(self) -> dict[str, Any]:
        """A JSON object that ``read_plan`` reads."""
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
    """A player or a pair (inscripto) entered in a tournament."""

    number: int
    """Counts from 1; it stays when the name is corrected."""
    name: str
    club: str = ""
    born: int | None = None
    """The year of birth; of a pair, of the partner who decides the category. Shown to organisers only."""

    @property
    def mark(self) -> str:
        """A short digest of everything known of them; for organisers only, as the year of birth is."""
        return mark_of(entrant_as_json(self))


@dataclass(frozen=True, slots=True)
class DrawnZone:
    """A drawn zone: the numbers of its entrants, in the order of the draw."""

    name: str
    entrants: tuple[int, ...]


Stage = Literal["zone", "round", "bracket", "lower", "third", "final"]
"""``lower`` is the lower bracket, ``third`` the match for the third place, ``final`` the final of a double
elimination."""
KNOCKOUT: tuple[Stage, ...] = ("bracket", "lower", "third", "final")
"""The stages whose matches must have a winner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPairing:
    """A pairing (cruce): who meets whom, in which round. Without ``away`` and ``feeds`` the home entrant has a bye."""

    number: int
    """Counts from 1 within the tournament."""
    stage: Stage
    round: int
    """Counts from 1 within its stage."""
    zone: str = ""
    home: int | None = None
    away: int | None = None
    feeds: tuple[int, int] | None = None
    """In a bracket: the matches whose winners meet here; the same one twice is the second match of a final."""
    losers: tuple[bool, bool] = (False, False)
    """By side, home first: whether the loser of the feeding match comes instead of the winner."""

    @property
    def is_knockout(self) -> bool:
        """Whether it must have a winner and counts in no standings."""
        return self.stage in KNOCKOUT

    @property
    def is_bye(self) -> bool:
        """Whether the home entrant has no opponent."""
        return self.home is not None and self.away is None and self.feeds is None


def entrant_as_json(entrant: Entrant) -> dict[str, Any]:
    """A JSON object with the fields by name; without an unknown year of birth."""
    said: dict[str, Any] = {"number": entrant.number, "name": entrant.name, "club": entrant.club}
    return said if entrant.born is None else said | {"born": entrant.born}


def pairing_as_json(pairing: PlannedPairing) -> dict[str, Any]:
    """A JSON object that ``read_pairing`` reads; empty fields are left out."""
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
