"""The rule set service of the pages: forms, lists, files, and changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from companion.house_rules.form_controls import all_written
from companion.house_rules.form_parsing import FilledRules, filled
from companion.house_rules.form_view import sections_of, words_of
from companion.house_rules.import_export import file_of, read_file
from companion.house_rules.rule_set_state import RuleSet, Version
from companion.house_rules.rule_set_store import RuleSets
from companion.house_rules.wording import CONFLICT, MISSING, refuse, said
from companion.match_commands import Sender
from companion.refusal import RulesRefused
from companion.view_models import ProfileView
from companion.view_models.house_rules import RuleFile, RuleForm, RuleSetRequest, RuleSetView, RuleVersionView
from engine.rule_and_tile_words import rule_statement
from engine.rules.profiles import PROFILES, load_rules, profile_title
from engine.rules.rule_values import rule_types
from engine.rules.rules import Rules

Views = Callable[[Mapping[str, Rules]], tuple[ProfileView, ...]]


class RuleSetService:
    """The stored rule sets; every method raises RulesRefused where something is impossible."""

    presets = PROFILES
    """The names of possible base rule sets."""

    def __init__(self, rule_sets: RuleSets, views: Views) -> None:
        """``views`` provides the selectable profile views."""
        self._sets = rule_sets
        self._views = views
        self._offered: tuple[tuple[int, ...], tuple[ProfileView, ...]] = ((), ())

    def offered(self) -> tuple[ProfileView, ...]:
        """The sets selectable for a match; empty where they cannot be read."""
        try:
            known = tuple(rule_set.newest.number for rule_set in self._sets.kept())
        except RulesRefused:
            return ()
        if self._offered[0] != known:
            self._offered = (known, self._views(self._sets.laws()))
        return self._offered[1]

    def listed(self, language: str, *, removed: bool = False) -> tuple[RuleSetView, ...]:
        """The active or the archived sets. Raises RulesRefused."""
        there = self._sets.kept()
        gone = (rule_set for rule_set in self._sets.all() if rule_set.removed_s is not None)
        return tuple(_listed(rule_set, language) for rule_set in (gone if removed else there))

    def find(self, name: str, language: str) -> RuleSetView | None:
        """The set called ``name``, with its versions; None without one. Raises RulesRefused."""
        known = self._sets.find(name)
        return replace(_listed(known, language), versions=tuple(_versions(known, language))) if known else None

    def form(self, request: RuleSetRequest, language: str) -> RuleForm:
        """The form for a request, with its errors. Raises RulesRefused."""
        known = self._sets.called(request.name) if request.name else None
        form, title = _filled(request, known), _title(request, known)
        return RuleForm(
            extends=form.base.name,
            extends_title=profile_title(form.base.name, language),
            title=title,
            sections=sections_of(form, language),
            name=known.newest.name if known else "",
            revision=known.newest.number if known else 0,
            words=words_of(language),
        )

    def keep(self, request: RuleSetRequest, sender: Sender) -> str:
        """Store the requested set, and return its name. Raises RulesRefused."""
        known = self._sets.called(request.name) if request.name else None
        form, title = _filled(request, known), _title(request, known)
        for sentences in form.problems.values():
            raise RulesRefused(sentences)
        if known is None:
            return self._sets.make(title, form.base.name, form.changes, sender).newest.name
        if request.revision is not None and request.revision != known.newest.number:
            refuse("stale", CONFLICT)
        if (title, form.changes) == (known.newest.title, dict(known.newest.changes)):
            return known.newest.name
        return self._sets.change(known, title, form.changes, sender, request.revision).newest.name

    def remove(self, name: str, sender: Sender) -> RuleSetView:
        """Archive a set. Raises RulesRefused."""
        known = self._sets.called(name)
        self._sets.remove(known, sender)
        return _listed(known, "es")

    def restore(self, key: str, number: int, sender: Sender) -> str:
        """Restore a set's version from the entry ``number`` on, and return its name. Raises RulesRefused."""
        return self._sets.restore(key, number, sender).newest.name

    def write(self, name: str, language: str) -> RuleFile:
        """Export a set as a file. Raises RulesRefused."""
        return file_of(self._sets.called(name).newest, language)

    def take_in(self, contents: bytes, name: str, sender: Sender) -> str:
        """Import the rules of a file, and return their name. Raises RulesRefused."""
        title, extends, changes = read_file(contents, name)
        return self._sets.make(title, extends, changes, sender, numbered=True).newest.name


def _filled(request: RuleSetRequest, rule_set: RuleSet | None) -> FilledRules:
    """The requested form: as submitted, as stored, or as its profile has it."""
    extends = rule_set.newest.extends if rule_set else request.extends
    if extends not in PROFILES:
        refuse("no such profile", MISSING, name=extends[:40])
    base = load_rules(extends)
    if request.written is not None:
        return filled(base, request.written)
    rules = rule_set.newest.rules() if rule_set else base
    return filled(base, all_written({key: getattr(rules, key) for key in rule_types()}))


def _title(request: RuleSetRequest, rule_set: RuleSet | None) -> str:
    return request.title if request.title is not None else rule_set.newest.title if rule_set else ""


def _listed(rule_set: RuleSet, language: str) -> RuleSetView:
    newest = rule_set.newest
    return RuleSetView(
        key=rule_set.key,
        name=newest.name,
        title=newest.title,
        extends_title=profile_title(newest.extends, language),
        changed=len(newest.changes),
        number=newest.number,
        removed_s=rule_set.removed_s,
    )


def _versions(rule_set: RuleSet, language: str) -> Iterator[RuleVersionView]:
    """The versions, newest first, each with its changes."""
    before: tuple[Version | None, ...] = (None, *rule_set.versions[:-1])
    for version, former in reversed(tuple(zip(rule_set.versions, before, strict=True))):
        yield RuleVersionView(
            number=version.number,
            title=version.title,
            author=version.author,
            at_s=version.at_s,
            changes=tuple(_changes(version, former, language)),
        )


def _changes(version: Version, former: Version | None, language: str) -> Iterator[str]:
    if former and former.title != version.title:
        yield said("renamed", title=version.title)[language]
    rules = version.rules()
    base = former.rules() if former else load_rules(version.extends)
    for key in rule_types():
        if getattr(rules, key) != getattr(base, key):
            yield rule_statement(key, getattr(rules, key), language)
