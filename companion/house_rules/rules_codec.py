"""Serialise rules value by value, so that past matches keep the rules agreed on."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from typing import Any

from engine.rules.profiles import DEFAULT_PROFILE, PROFILES, load_rules
from engine.rules.rule_values import NONE, rule_types, typed
from engine.rules.rules import Origin, Rules

_VERSION_LETTERS = 12
OpenRules = Callable[[str, Sequence[str]], Rules]
"""The rules of a name with each ``key=value`` applied; raises RulesError."""


def version_of(rules: Rules) -> str:
    """A hash of exactly these rules."""
    return sha256(repr(rules).encode()).hexdigest()[:_VERSION_LETTERS]


def rules_as_json(rules: Rules, overrides: Sequence[str]) -> dict[str, Any]:
    """A JSON object for ``read_rules``; ``overrides`` are the changes to the profile."""
    kept: dict[str, Any] = {
        "rules": rules.name,
        "overrides": list(overrides),
        "values": {key: plain_value(getattr(rules, key)) for key in rule_types()},
    }
    if rules.name not in PROFILES:  # nobody else could tell any more what they extended
        kept["origins"] = {key: [origin.basis, origin.source] for key, origin in rules.origins}
    return kept


def read_rules(contents: Mapping[str, Any]) -> Rules:
    """Parse the output of ``rules_as_json``; rules missing from it have the value of the profile."""
    wanted = ("rules", "overrides", "values", "origins")
    return _read(json.dumps({key: contents[key] for key in wanted if key in contents}))


@lru_cache(maxsize=64)
def _read(written: str) -> Rules:
    """The same, cached by text, since many matches share their rules."""
    contents = json.loads(written)
    name = str(contents["rules"])
    base = load_rules(name if name in PROFILES else DEFAULT_PROFILE)
    kinds = rule_types()
    values = {key: typed(kinds[key], value) for key, value in contents["values"].items() if key in kinds}
    stated = {key: Origin(*one) for key, one in contents.get("origins", {}).items()}
    changed = {override.split("=")[0].strip(): Origin("house", override) for override in contents["overrides"]}
    origins = tuple((key, changed.get(key) or stated.get(key, origin)) for key, origin in base.origins)
    return replace(base, name=name, origins=origins, **values)


def plain_value(value: object) -> object:
    """A rule's value in profile format."""
    if value is None:
        return NONE
    if isinstance(value, tuple):
        pairs = [pair for pair in value if isinstance(pair, tuple)]
        return {str(key): stored for key, stored in pairs} if pairs else list(value)
    return value
