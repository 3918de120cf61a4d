"""What was agreed before the first deal: who plays, on which side, and by which rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from companion.refusal import TableRefused
from companion.table.wording import refusal
from engine.profiles import DEFAULT_PROFILE, PROFILES, load_rules
from engine.rule_values import NONE, rule_types, typed
from engine.rules import Origin, Rules
from engine.state import TableState, dealt_table

LONGEST_NAME = 40
_VERSION_LETTERS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Lo acordado. The rules are kept value by value, so that a match is counted by what was agreed then."""

    title: str
    players: tuple[str, ...]
    """Names by seat, in the order of play."""
    sides: tuple[str, ...]
    """Names of the teams, by index; where each plays alone, those of the players."""
    rules: Rules
    overrides: tuple[str, ...] = ()
    """What the table changed of the profile, as ``key=value``."""

    @property
    def version(self) -> str:
        """A short name of exactly these rules."""
        return sha256(repr(self.rules).encode()).hexdigest()[:_VERSION_LETTERS]

    def dealt(self, starter: int) -> TableState:
        """The table before the first turn of a hand, the sides under their names."""
        state = dealt_table(len(self.players), self.rules, starter=starter)
        teams = tuple(replace(team, name=name) for team, name in zip(state.teams, self.sides, strict=True))
        return replace(state, teams=teams)

    def as_json(self) -> dict[str, Any]:
        """A JSON object that ``read_agreement`` reads back."""
        return {
            "title": self.title,
            "players": list(self.players),
            "sides": list(self.sides),
            "rules": self.rules.name,
            "overrides": list(self.overrides),
            "values": {key: _plain(getattr(self.rules, key)) for key in rule_types()},
        }


def agree(
    players: Sequence[str], rules: str, overrides: Sequence[str] = (), sides: Sequence[str] = (), title: str = ""
) -> Agreement:
    """The agreement of these players. Raises RulesError for rules that cannot be, TableRefused for bad names."""
    names = tuple(_tidy(name) or f"{number}" for number, name in enumerate(players, 1))
    law = load_rules(rules, overrides)
    state = dealt_table(len(names), law)
    given = [_tidy(side) for side in sides]
    teams = tuple(
        (given[index] if index < len(given) else "") or " + ".join(names[seat] for seat in team.seats)
        for index, team in enumerate(state.teams)
    )
    for each in (names, teams):
        if len({name.casefold() for name in each}) < len(each):
            raise TableRefused(refusal("same names"))
    return Agreement(
        title=_tidy(title) or " · ".join(teams), players=names, sides=teams, rules=law, overrides=tuple(overrides)
    )


def read_agreement(contents: Mapping[str, Any]) -> Agreement:
    """The agreement that ``as_json`` wrote; rules that it does not know yet are those of its profile."""
    name = str(contents["rules"])
    base = load_rules(name if name in PROFILES else DEFAULT_PROFILE)
    kinds = rule_types()
    values = {key: typed(kinds[key], value) for key, value in contents["values"].items() if key in kinds}
    overrides = tuple(contents["overrides"])
    changed = {override.split("=")[0].strip(): Origin("house", override) for override in overrides}
    origins = tuple((key, changed.get(key, origin)) for key, origin in base.origins)
    return Agreement(
        title=contents["title"],
        players=tuple(contents["players"]),
        sides=tuple(contents["sides"]),
        rules=replace(base, name=name, origins=origins, **values),
        overrides=overrides,
    )


def _plain(value: object) -> object:
    """A rule's value as a profile writes it."""
    if value is None:
        return NONE
    if isinstance(value, tuple):
        pairs = [one for one in value if isinstance(one, tuple)]
        return {str(key): one for key, one in pairs} if pairs else list(value)
    return value


def _tidy(name: str) -> str:
    """A name in one line, without characters that nobody sees."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[:LONGEST_NAME]
