"""The stored rule sets of a journal, shared by several servers and included in backups."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from threading import RLock
from typing import Any

from companion.errors import TruncatedStream
from companion.eventstore import RULE_SETS, Draft, Journal, StaleStream
from companion.eventstore.service_errors import errors_as_refusals, metadata_of
from companion.house_rules.events import Event, RuleSetKept, RuleSetRemoved, kind_of, text_of
from companion.house_rules.naming import RESERVED, name_of, title_of
from companion.house_rules.rule_set_state import RuleSet, folded
from companion.house_rules.wording import CONFLICT, MISSING, refuse
from companion.match_commands import Sender
from companion.naming import LONGEST_NAME
from companion.refusal import RulesRefused
from engine.rules.rule_values import rule_conflicts
from engine.rules.rules import Rules

MOST_SETS, TRIES = 60, 5
_KEY_LETTERS, _NUMBERED_LETTERS = 10, 34


class RuleSets:
    """All rule sets of a journal; thread-safe."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._sets: dict[str, RuleSet] = {}
        self._read, self._mark = 0, ""
        self._lock = RLock()

    @errors_as_refusals(RulesRefused)
    def all(self) -> tuple[RuleSet, ...]:
        """Every rule set, including archived ones, the last changed first. Raises RulesRefused."""
        return tuple(sorted(self._newest().values(), key=lambda kept: -kept.newest.number))

    def kept(self) -> tuple[RuleSet, ...]:
        """The active rule sets, by title. Raises RulesRefused."""
        there = (rule_set for rule_set in self.all() if rule_set.removed_s is None)
        return tuple(sorted(there, key=lambda kept: kept.newest.name))

    def find(self, name: str) -> RuleSet | None:
        """The rule set with the present or a former ``name``; None without one. Raises RulesRefused."""
        wanted = name_of(name)
        kept = self.kept() if wanted else ()
        former = (rule_set for rule_set in kept if any(version.name == wanted for version in rule_set.versions))
        return next((rule_set for rule_set in kept if rule_set.newest.name == wanted), None) or next(former, None)

    def called(self, name: str) -> RuleSet:
        """The rule set with that name. Raises RulesRefused without one."""
        return self.find(name) or refuse("no such set", MISSING)

    def laws(self) -> Mapping[str, Rules]:
        """The rules of the active and valid sets, by name. Raises RulesRefused."""
        found = {rule_set.newest.name: rule_set.newest.rules() for rule_set in self.kept()}
        return {name: rules for name, rules in found.items() if not any(rule_conflicts(rules))}

    def make(
        self, title: str, extends: str, changes: Mapping[str, Any], sender: Sender, *, numbered: bool = False
    ) -> RuleSet:
        """A new rule set, its title ``numbered`` where another has it; the same key twice is one, and refused with
        other rules. Raises RulesRefused."""
        key = sha256(f"rules {sender.key}".encode()).hexdigest()[:_KEY_LETTERS]
        known = self._newest().get(key)
        if known:
            first = known.versions[0]
            same_title = title_of(title) == first.title or (numbered and _is_numbered(first.title, title))
            asked, kept = (
                text_of(RuleSetKept(set=key, title="", extends=one, changes=dict(others)))
                for one, others in ((extends, changes), (first.extends, first.changes))
            )
            if not same_title or asked != kept:
                refuse("sent before", CONFLICT)
            return known

        def made() -> RuleSetKept:
            if len(self.kept()) >= MOST_SETS:
                refuse("many", CONFLICT, most=MOST_SETS)
            called = self.free_title(title) if numbered else title
            return RuleSetKept(set=key, title=called, extends=extends, changes=dict(changes))

        return self._keep(key, made, sender)

    def change(
        self, rule_set: RuleSet, title: str, changes: Mapping[str, Any], sender: Sender, version: int | None = None
    ) -> RuleSet:
        """Change ``rule_set`` to ``title`` with ``changes``, restoring it if archived; refused where ``version``
        is not its newest entry. Raises RulesRefused."""

        def changed() -> RuleSetKept:
            if version is not None and self._newest()[rule_set.key].newest.number != version:
                refuse("stale", CONFLICT)
            return RuleSetKept(set=rule_set.key, title=title, extends=rule_set.newest.extends, changes=dict(changes))

        return self._keep(rule_set.key, changed, sender)

    def restore(self, key: str, number: int, sender: Sender) -> RuleSet:
        """Restore the version from the entry ``number`` on, also of an archived one. Raises RulesRefused."""
        known = self._newest().get(key) or refuse("no such set", MISSING)
        version = known.version(number) or refuse("no such version", MISSING)

        def restored() -> RuleSetKept:
            title = version.title if self._is_free(version.title, key) else self.free_title(version.title)
            return RuleSetKept(set=key, title=title, extends=version.extends, changes=version.changes)

        return self._keep(key, restored, sender)

    @errors_as_refusals(RulesRefused)
    def remove(self, rule_set: RuleSet, sender: Sender) -> None:
        """Archive a rule set. Raises RulesRefused."""
        self._write(lambda: RuleSetRemoved(rule_set.key), sender)

    def free_title(self, title: str) -> str:
        """``title``, with a number where it is taken; a long one is shortened for it."""
        tried, number = title, 1
        while not self._is_free(tried, ""):
            number += 1
            ending = f" {number}"
            tried = title[: LONGEST_NAME - len(ending)] + ending
        return tried

    @errors_as_refusals(RulesRefused)
    def _keep(self, key: str, make_event: Callable[[], RuleSetKept], sender: Sender) -> RuleSet:
        """The rule set ``key`` after storing the event of ``make_event``, called with the sets up to date."""
        self._write(lambda: self._checked(make_event()), sender)
        return self._newest()[key]

    def _checked(self, event: RuleSetKept) -> RuleSetKept:
        title = title_of(event.title)
        if not name_of(title):
            refuse("no title")
        if len(title) > LONGEST_NAME:
            refuse("title long", most=LONGEST_NAME)
        if not self._is_free(title, event.set):
            refuse("title taken", CONFLICT)
        return RuleSetKept(set=event.set, title=title, extends=event.extends, changes=event.changes)

    def _is_free(self, title: str, key: str) -> bool:
        name = name_of(title)
        return name not in RESERVED and all(
            rule_set.key == key or rule_set.newest.name != name for rule_set in self.kept()
        )

    def _write(self, make_event: Callable[[], Event], sender: Sender) -> None:
        """Store the event of ``make_event``, called with the sets up to date; repeated where another writer came
        first."""
        for _ in range(TRIES):
            try:
                with self._lock:
                    self._newest()
                    event, last = make_event(), self._read
                draft = Draft(
                    match=RULE_SETS, kind=kind_of(event), text=text_of(event), rules="", said=metadata_of(sender)
                )
                entry = self._journal.append(draft, last)
            except StaleStream:
                continue
            if (entry.kind, entry.text) != (draft.kind, draft.text):
                refuse("sent before", CONFLICT)
            return
        refuse("stale", CONFLICT)

    def _newest(self) -> dict[str, RuleSet]:
        with self._lock:
            try:
                fresh = self._journal.following(RULE_SETS, self._read, self._mark)
            except TruncatedStream:  # put back from a backup meanwhile
                self._sets, self._read, self._mark = {}, 0, ""
                fresh = self._journal.entries(RULE_SETS)
            if fresh:
                self._sets, self._read, self._mark = folded(self._sets, fresh), fresh[-1].number, fresh[-1].checksum
            return self._sets


def _is_numbered(title: str, given: str) -> bool:
    """Whether ``title`` is ``given`` followed by a number."""
    before, _, number = title.rpartition(" ")
    return number.isdecimal() and title_of(given[:_NUMBERED_LETTERS]) == before
