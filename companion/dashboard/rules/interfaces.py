"""The dependencies of the pages of stored rule sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from flask import current_app

from companion.match_commands import Sender
from companion.view_models import ProfileView
from companion.view_models.house_rules import RuleFile, RuleForm, RuleSetRequest, RuleSetView


class StoredRuleSets(Protocol):
    """The service of stored rule sets; raises ``RulesRefused``."""

    @property
    def presets(self) -> Sequence[str]:
        """The names of possible base rule sets."""

    def offered(self) -> tuple[ProfileView, ...]:
        """The sets selectable for a match."""

    def listed(self, language: str, *, removed: bool = False) -> tuple[RuleSetView, ...]:
        """The active or the archived sets."""

    def find(self, name: str, language: str) -> RuleSetView | None:
        """The set with that name, with its versions; None without one."""

    def form(self, request: RuleSetRequest, language: str) -> RuleForm:
        """The form for a request, with its errors."""

    def keep(self, request: RuleSetRequest, sender: Sender) -> str:
        """Store the requested set, and return its name."""

    def remove(self, name: str, sender: Sender) -> RuleSetView:
        """Archive a set."""

    def restore(self, key: str, number: int, sender: Sender) -> str:
        """Restore a version of a set, and return its name."""

    def write(self, name: str, language: str) -> RuleFile:
        """Export a set as a file."""

    def take_in(self, contents: bytes, name: str, sender: Sender) -> str:
        """Import the rules of a file, and return their name."""


def stored_rule_sets() -> StoredRuleSets:
    """The rule set service of this app."""
    found: StoredRuleSets = current_app.extensions["house rules"]
    return found


def stored_rule_set(name: str, language: str) -> RuleSetView | None:
    """The stored rule set with that name; None for a profile, and without the service."""
    rules: StoredRuleSets | None = current_app.extensions.get("house rules")
    return rules.find(name, language) if rules else None
