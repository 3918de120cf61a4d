"""What the pages of a house's own rule sets are handed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from flask import current_app

from companion.match_commands import Sender
from companion.view_models import ProfileView
from companion.view_models.house_rules import AskedRules, HouseSet, RuleFile, RuleForm


class HouseRules(Protocol):
    """The rule sets of a house; whatever cannot be done raises ``RulesRefused``."""

    @property
    def presets(self) -> Sequence[str]:
        """The names of the rule sets of which one of the house may be made."""

    def offered(self) -> tuple[ProfileView, ...]:
        """Those that may be chosen for a match."""

    def listed(self, language: str, *, removed: bool = False) -> tuple[HouseSet, ...]:
        """Those that are there, or those that were put away."""

    def find(self, name: str, language: str) -> HouseSet | None:
        """The one called so, with its versions; None where there is none."""

    def form(self, asked: AskedRules, language: str) -> RuleForm:
        """What is asked for as it stands in its form, with what cannot be so."""

    def keep(self, asked: AskedRules, sender: Sender) -> str:
        """Keeps what is asked for, and gives its name."""

    def remove(self, name: str, sender: Sender) -> HouseSet:
        """Puts one away."""

    def restore(self, key: str, number: int, sender: Sender) -> str:
        """Makes one what it was in a version of it, and gives its name."""

    def write(self, name: str, language: str) -> RuleFile:
        """One as a file."""

    def take_in(self, contents: bytes, name: str, sender: Sender) -> str:
        """Keeps the rules of a file, and gives their name."""


def house_rules() -> HouseRules:
    """The rule sets of this house."""
    found: HouseRules = current_app.extensions["house rules"]
    return found


def house_set(name: str, language: str) -> HouseSet | None:
    """The rule set of this house called so; None for a profile, and where a house keeps none."""
    rules: HouseRules | None = current_app.extensions.get("house rules")
    return rules.find(name, language) if rules else None
