"""Look up rules by name: profiles, the command line's, and stored rule sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from companion.house_rules.rule_set_store import RuleSets
from companion.refusal import RulesRefused
from engine.rules.profiles import PROFILES, load_rules, overridden
from engine.rules.rules import Rules


class RulesByName:
    """Rules by name; stored sets in their current version."""

    def __init__(self, rule_sets: RuleSets, given: Mapping[str, Rules] | None = None) -> None:
        """``given`` are the further selectable rules; by default the profiles."""
        self._rule_sets = rule_sets
        self._given = given if given is not None else {name: load_rules(name) for name in PROFILES}

    def all(self) -> Mapping[str, Rules]:
        """All selectable rules by name; of stored sets the valid ones."""
        return {**self._rule_sets.laws(), **self._given}

    def find(self, name: str) -> Rules | None:
        """The selectable rules called ``name``; None without any. Raises RulesRefused."""
        if name in self._given:
            return self._given[name]
        known = self._rule_sets.find(name)
        return known.newest.rules() if known else None

    def past(self, name: str) -> Rules | None:
        """The archived rule set called ``name``; None for others. Raises RulesRefused."""
        gone = (rule_set for rule_set in self._rule_sets.all() if rule_set.removed_s is not None)
        return next((rule_set.newest.rules() for rule_set in gone if rule_set.newest.name == name), None)

    def base_of(self, name: str) -> Rules | None:
        """The base profile of the stored rule set ``name``; None for others. Raises RulesRefused."""
        known = self._rule_sets.find(name) if name not in self._given else None
        return load_rules(known.newest.extends) if known else None

    def open(self, name: str, overrides: Sequence[str] = ()) -> Rules:
        """The rules with that name, or of a user's file, with each ``key=value`` applied. Raises RulesError."""
        found: Rules | None = None
        with suppress(RulesRefused):  # where the journal cannot be read, profiles and files can
            found = self.find(name)
        return overridden(found, overrides) if found else load_rules(name, overrides)
