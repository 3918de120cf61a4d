"""Create the plan of a tournament from a command and the rules it names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from companion.house_rules.naming import name_of
from companion.house_rules.rules_codec import OpenRules
from companion.tournaments.age_category import FIRST_YEAR, LAST_YEAR
from companion.tournaments.commands import CreateTournament
from companion.tournaments.commands.planning import USUAL_DELAY_S, USUAL_ROUNDS, USUAL_TABLES
from companion.tournaments.entry_parsing import within_limit
from companion.tournaments.plan import FORMATS, LATE, LEAVING, NOBODY, Plan
from companion.tournaments.wording import refuse
from engine.rules.profiles import load_rules

MOST_TABLES, LARGEST_ZONE, MOST_QUALIFIERS, MOST_ROUNDS, LONGEST_DELAY_S = 1000, 32, 16, 30, 3600
_SIDES = 2
_Choice = TypeVar("_Choice", bound=str)


_WITHOUT_BRACKET = ("round_robin", "swiss", "free")
"""Formats without elimination, in which a match may end level where victory points are shared."""


def plan_of(command: CreateTournament, open_rules: OpenRules = load_rules, before: Plan | None = None) -> Plan:
    """The plan that ``command`` describes, or the plan ``before`` changed by it.

    Rules named again as before keep their values, even where the profile has changed since. Raises RulesError and
    TournamentRefused.
    """
    kind = next((format_name for format_name in FORMATS if format_name == command.format), None)
    same_name = before is not None and name_of(command.rules) == name_of(before.rules.name)
    stays = before is not None and same_name and command.overrides == before.overrides
    rules = before.rules if before and stays else open_rules(command.rules, command.overrides)
    if rules.sides != _SIDES and _SIDES not in rules.players:
        refuse("two sides")
    if rules.tie != "extra_hand" and not (rules.victory_points and kind in _WITHOUT_BRACKET):
        refuse("needs winner")
    born_from, born_until = _year(command.born_from), _year(command.born_until)
    if (born_from or FIRST_YEAR) > (born_until or LAST_YEAR):
        refuse("no such category", first=born_from, last=born_until)
    return Plan(
        title=within_limit(command.title) or refuse("no title"),
        format=kind or refuse("no such format", name=command.format),
        rules=rules,
        overrides=command.overrides,
        tables=_within("mesas", command.tables, USUAL_TABLES, 1, MOST_TABLES),
        zone_size=_within("jugadores por zona", command.zone_size, rules.zone_size, 2, LARGEST_ZONE),
        qualifiers=_within("clasificados", command.qualifiers, rules.qualifiers, 1, MOST_QUALIFIERS),
        rounds=_within("rondas", command.rounds, USUAL_ROUNDS, 1, MOST_ROUNDS),
        delay_s=_within("demora", command.delay_s, USUAL_DELAY_S, 0, LONGEST_DELAY_S),
        third_place=command.third_place,
        late=_one_of(LATE, command.late),
        leaving=_one_of(LEAVING, command.leaving),
        nobody=_one_of(NOBODY, command.nobody),
        born_from=born_from,
        born_until=born_until,
        dated_pins=before.dated_pins if before else True,
    )


def _one_of(choices: Sequence[_Choice], written: str) -> _Choice:
    return next((choice for choice in choices if choice == written), None) or refuse("no such choice", name=written)


def _year(year: int | None) -> int | None:
    return None if year is None else _within("año de nacimiento", year, year, FIRST_YEAR, LAST_YEAR)


def _within(what: str, number: int | None, usual: int, least: int, most: int) -> int:
    chosen = usual if number is None else number
    is_whole = isinstance(chosen, int)  # in a file from elsewhere it may be anything
    return chosen if is_whole and least <= chosen <= most else refuse("not so many", what=what, least=least, most=most)
