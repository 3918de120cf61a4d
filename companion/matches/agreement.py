"""The agreements of a match: players, sides and rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.eventstore.change_marks import mark_of
from companion.house_rules.naming import name_of
from companion.house_rules.rules_codec import OpenRules, read_rules, rules_as_json, version_of
from companion.match_commands import Agree
from companion.matches.wording import refusal
from companion.naming import LONGEST_NAME, key_of, one_line
from companion.refusal import TableRefused
from engine.hand.state import TableState, dealt_table
from engine.rules.profiles import PROFILES, load_rules, overridden, profile_title
from engine.rules.rules import Rules

LONGEST = 2 * LONGEST_NAME + 10
"""Letters of a name: at a tournament the club may stand beside it, and two may be a side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """The agreement of a match: rules, players and teams.

    The rules are stored value by value, so that a later version of the profile does not change the score.
    """

    title: str
    players: tuple[str, ...]
    """Names by seat, in the order of play."""
    sides: tuple[str, ...]
    """Names of the teams, by index; where each plays alone, those of the players."""
    rules: Rules
    overrides: tuple[str, ...] = ()
    """The changes to the profile, as ``key=value``."""

    @property
    def version(self) -> str:
        """A hash of exactly these rules."""
        return version_of(self.rules)

    def rules_title(self, language: str) -> str:
        """The name of the rules; a house's own as it is."""
        name = self.rules.name
        return profile_title(name, language) if name in PROFILES else name

    @property
    def mark(self) -> str:
        """A short digest of everything in it."""
        return mark_of(self.as_json())

    def dealt(self, starter: int, totals: Sequence[int] = ()) -> TableState:
        """The table before the first turn of a hand, with the names of the sides and their ``totals`` so far."""
        state = dealt_table(len(self.players), self.rules, starter=starter)
        so_far = totals or [0] * len(self.sides)
        sides = zip(state.teams, self.sides, so_far, strict=True)
        teams = tuple(replace(team, name=name, total=total) for team, name, total in sides)
        return replace(state, teams=teams)

    def as_json(self) -> dict[str, Any]:
        """A JSON object for ``read_agreement``."""
        return {
            "title": self.title,
            "players": list(self.players),
            "sides": list(self.sides),
        } | rules_as_json(self.rules, self.overrides)


def agree(command: Agree, open_rules: OpenRules = load_rules, before: Agreement | None = None) -> Agreement:
    """The agreement that ``command`` creates; ``before`` is the one it replaces. Raises RulesError and TableRefused.

    Rules agreed on again under their old name stay as they were, even if the profile has changed since. So do a title
    and names of sides that somebody gave before, where ``command`` gives none.
    """
    names = tuple(_whole(name) or f"{number}" for number, name in enumerate(command.players, 1))
    law = _kept(command, open_rules, before) if before else open_rules(command.rules, command.overrides)
    state = dealt_table(len(names), law)
    made = _made_of(names, state)
    title, sides = _given(before, len(made))
    told = [_whole(side) for side in command.sides[: len(made)]]
    told += [""] * (len(made) - len(told))
    teams = tuple(new or old or own for new, old, own in zip(told, sides, made, strict=True))
    for each in (names, teams):
        if len({key_of(name) for name in each}) < len(each):
            raise TableRefused(refusal("same names"))
    return Agreement(
        title=_whole(command.title) or title or " · ".join(teams),
        players=names,
        sides=teams,
        rules=law,
        overrides=command.overrides,
    )


def _made_of(names: Sequence[str], state: TableState) -> tuple[str, ...]:
    """The names of the teams where nobody gave them others."""
    return tuple(" + ".join(names[seat] for seat in team.seats) for team in state.teams)


def _given(before: Agreement | None, sides: int) -> tuple[str, tuple[str, ...]]:
    """The title and the names of ``sides`` teams that somebody gave; empty what was made of other names."""
    if before is None:
        return "", ("",) * sides
    title = before.title if before.title != " · ".join(before.sides) else ""
    made = _made_of(before.players, dealt_table(len(before.players), before.rules))
    given = tuple(side if side != own else "" for side, own in zip(before.sides, made, strict=True))
    return title, given if len(given) == sides else ("",) * sides


def _whole(name: str) -> str:
    """A name in one line. Raises TableRefused where it is too long."""
    plain = one_line(name)
    if len(plain) > LONGEST:
        raise TableRefused(refusal("name long", name=plain, most=LONGEST))
    return plain


def _kept(command: Agree, open_rules: OpenRules, before: Agreement) -> Rules:
    """The rules of ``before``, with overrides, where they are agreed on again; else newly loaded ones."""
    if name_of(command.rules) != name_of(before.rules.name):
        return open_rules(command.rules, command.overrides)
    if command.overrides == before.overrides:
        return before.rules
    if not before.overrides:
        return overridden(before.rules, command.overrides)
    now = open_rules(command.rules, ())
    changed = {override.split("=")[0].strip() for override in before.overrides}
    origins = tuple((key, dict(now.origins)[key] if key in changed else origin) for key, origin in before.rules.origins)
    base = replace(before.rules, origins=origins, **{key: getattr(now, key) for key in changed})
    return overridden(base, command.overrides)


def read_agreement(contents: Mapping[str, Any]) -> Agreement:
    """Parse the JSON object of ``as_json``."""
    return Agreement(
        title=contents["title"],
        players=tuple(contents["players"]),
        sides=tuple(contents["sides"]),
        rules=read_rules(contents),
        overrides=tuple(contents["overrides"]),
    )
