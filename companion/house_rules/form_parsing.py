"""Parse a submitted form: the resulting rules, and the errors rule by rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.house_rules.form_controls import value_in
from companion.house_rules.rule_set_state import changed, changes_between
from companion.refusal import RulesRefused
from companion.view_models.house_rules import FormFields
from engine.rule_and_tile_words import LANGUAGES
from engine.rules.rule_values import rule_conflicts, rule_types
from engine.rules.rules import Rules


@dataclass(frozen=True, slots=True)
class FilledRules:
    """A submitted form over the rules of a profile."""

    base: Rules
    written: FormFields
    values: Mapping[str, Any]
    """The valid values."""
    problems: Mapping[str, Mapping[str, str]]
    """Why a rule cannot be so, in every language, by its key."""

    @property
    def changes(self) -> dict[str, Any]:
        """The overridden rules, in profile format."""
        return changes_between(self.base, changed(self.base, self.values, self.base.name))


def filled(base: Rules, written: FormFields) -> FilledRules:
    """Apply the fields ``written`` to ``base``."""
    values: dict[str, Any] = {}
    problems: dict[str, Mapping[str, str]] = {}
    for key in rule_types():
        try:
            values[key] = value_in(key, written, getattr(base, key))
        except RulesRefused as refused:
            problems[key] = refused.sentences
    if not problems:
        problems = _clashing(base, values)
    return FilledRules(base, written, values, problems)


def _clashing(base: Rules, values: Mapping[str, Any]) -> dict[str, Mapping[str, str]]:
    """The contradictions, reported at an overridden rule."""
    found: dict[str, Mapping[str, str]] = {}
    rules = changed(base, values, base.name)
    differing_keys = [key for key in values if values[key] != getattr(base, key)]
    for clash in rule_conflicts(rules, differing_keys):
        differing = (key for key in clash.keys if values[key] != getattr(base, key))
        key = next(differing, clash.keys[0])
        found.setdefault(key, {language: clash.sentence(language) for language in LANGUAGES})
    return found
