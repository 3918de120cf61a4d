"""What was agreed before the first deal: who plays, on which side, and by which rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.kept_rules import read_rules, rules_as_json, version_of
from companion.refusal import TableRefused
from companion.table.naming import tidy
from companion.table.wording import refusal
from engine.profiles import load_rules
from engine.rules import Rules
from engine.state import TableState, dealt_table


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
        return version_of(self.rules)

    def dealt(self, starter: int, totals: Sequence[int] = ()) -> TableState:
        """The table before the first turn of a hand, the sides under their names, with their ``totals`` so far."""
        state = dealt_table(len(self.players), self.rules, starter=starter)
        so_far = totals or [0] * len(self.sides)
        sides = zip(state.teams, self.sides, so_far, strict=True)
        teams = tuple(replace(team, name=name, total=total) for team, name, total in sides)
        return replace(state, teams=teams)

    def as_json(self) -> dict[str, Any]:
        """A JSON object that ``read_agreement`` reads back."""
        return {
            "title": self.title,
            "players": list(self.players),
            "sides": list(self.sides),
        } | rules_as_json(self.rules, self.overrides)


def agree(
    players: Sequence[str], rules: str, overrides: Sequence[str] = (), sides: Sequence[str] = (), title: str = ""
) -> Agreement:
    """The agreement of these players. Raises RulesError for rules that cannot be, TableRefused for bad names."""
    names = tuple(tidy(name) or f"{number}" for number, name in enumerate(players, 1))
    law = load_rules(rules, overrides)
    state = dealt_table(len(names), law)
    given = [tidy(side) for side in sides]
    teams = tuple(
        (given[index] if index < len(given) else "") or " + ".join(names[seat] for seat in team.seats)
        for index, team in enumerate(state.teams)
    )
    for each in (names, teams):
        if len({name.casefold() for name in each}) < len(each):
            raise TableRefused(refusal("same names"))
    return Agreement(
        title=tidy(title) or " · ".join(teams), players=names, sides=teams, rules=law, overrides=tuple(overrides)
    )


def read_agreement(contents: Mapping[str, Any]) -> Agreement:
    """The agreement that ``as_json`` wrote."""
    return Agreement(
        title=contents["title"],
        players=tuple(contents["players"]),
        sides=tuple(contents["sides"]),
        rules=read_rules(contents),
        overrides=tuple(contents["overrides"]),
    )
