"""A stored rule set, folded from its events: its versions, the newest last."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.eventstore import Entry
from companion.house_rules.events import RuleSetKept, RuleSetRemoved, read_event
from companion.house_rules.naming import name_of
from companion.house_rules.rules_codec import plain_value
from engine.rules.profiles import PROFILES, load_rules
from engine.rules.rule_values import rule_types, typed
from engine.rules.rules import Origin, Rules
from engine.sentences import TranslatableError


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A version of a rule set."""

    number: int
    """The number of its entry."""
    title: str
    extends: str
    changes: Mapping[str, Any]
    author: str
    at_s: float

    @property
    def name(self) -> str:
        """Its name in commands and URLs."""
        return name_of(self.title)

    def rules(self) -> Rules:
        """Its rules, under its title. Unknown or invalid overrides are left out."""
        base = load_rules(self.extends)
        values = dict(_readable(self.changes))
        return changed(base, {key: value for key, value in values.items() if value != getattr(base, key)}, self.title)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """Un reglamento de la casa."""

    key: str
    """The permanent key of the rule set; titles may change."""
    versions: tuple[Version, ...]
    removed_s: float | None = None
    """When it was archived, in seconds since 1970; None for an active set."""

    @property
    def newest(self) -> Version:
        """The present version."""
        return self.versions[-1]

    def version(self, number: int) -> Version | None:
        """The version from the entry ``number`` on."""
        return next((kept_version for kept_version in self.versions if kept_version.number == number), None)


def changed(base: Rules, values: Mapping[str, Any], title: str) -> Rules:
    """``base`` with typed ``values`` replaced, under ``title``; contradictions are not checked."""
    by_house = Origin("house", title)
    origins = tuple((key, by_house if key in values else origin) for key, origin in base.origins)
    return replace(base, name=title, origins=origins, **values)


def changes_between(base: Rules, rules: Rules) -> dict[str, Any]:
    """The overrides of ``rules`` over ``base``, in profile format."""
    different = (key for key in rule_types() if getattr(rules, key) != getattr(base, key))
    return {key: plain_value(getattr(rules, key)) for key in different}


def folded(sets: Mapping[str, RuleSet], entries: Iterable[Entry]) -> dict[str, RuleSet]:
    """Fold ``entries`` into rule sets by key. Raises NewerJournal for unknown events."""
    found = dict(sets)
    for entry in entries:
        event = read_event(entry.kind, entry.text)
        known = found.get(event.set)
        if isinstance(event, RuleSetKept) and event.extends in PROFILES:
            versions = (*(known.versions if known else ()), _version(event, entry))
            found[event.set] = RuleSet(key=event.set, versions=versions)
        elif isinstance(event, RuleSetRemoved) and known:
            found[event.set] = replace(known, removed_s=entry.at_s)
    return found


def _version(event: RuleSetKept, entry: Entry) -> Version:
    return Version(
        number=entry.number,
        title=event.title,
        extends=event.extends,
        changes=event.changes,
        author=entry.said.author,
        at_s=entry.at_s,
    )


def _readable(changes: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    """The typed values of the valid ones of ``changes``."""
    kinds = rule_types()
    for key, value in changes.items():
        try:
            yield key, typed(kinds[key], value)
        except (KeyError, TranslatableError):
            continue
