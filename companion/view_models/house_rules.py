"""Stored rule sets in the editor: every rule with its input control, sentence and base value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

FormFields = Mapping[str, Sequence[str]]
"""The values of form fields by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleInput:
    """One input field of a rule."""

    name: str
    kind: str
    """``check``, ``number``, ``text`` or ``select``."""
    label: str = ""
    """Its label, where a rule has several fields."""
    value: str = ""
    """Its value; of a check box the value submitted when checked."""
    is_checked: bool = False
    preset: str = ""
    """Its value in the base rule set; of a check box ``1`` or empty."""
    options: tuple[tuple[str, str], ...] = ()
    """The options with their labels."""
    word: str = ""
    """The words that a checked box adds to the rule's sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleControl:
    """The control of one rule."""

    key: str
    kind: str
    """``switch``, ``number``, ``limit``, ``choice``, ``fixed``, ``several``, ``ranking``, ``values``, ``by_players`` or
    ``by_points``."""
    settles: str
    says: str
    """The rule's sentence with the present values; empty where they are invalid."""
    was: str
    """The rule's sentence in the base rule set."""
    inputs: tuple[RuleInput, ...]
    hint: str = ""
    """The meaning of an empty field."""
    is_changed: bool = False
    problem: str = ""
    """Why it cannot be so; empty where it can."""
    statements: Mapping[str, str] = field(default_factory=dict)
    """Its sentence for each value, or ``any`` with blanks."""


@dataclass(frozen=True, slots=True)
class RuleSection:
    """Rules edited together."""

    name: str
    title: str
    controls: tuple[RuleControl, ...]

    @property
    def changed(self) -> int:
        """The number of overridden rules."""
        return sum(control.is_changed for control in self.controls)

    @property
    def is_open(self) -> bool:
        """Whether it is initially expanded."""
        return any(control.is_changed or control.problem for control in self.controls)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleForm:
    """A rule set in the editor."""

    extends: str
    extends_title: str
    title: str
    """The value of the title field."""
    sections: tuple[RuleSection, ...]
    name: str = ""
    """The name in addresses; empty for a rule set not stored yet."""
    revision: int = 0
    """The version that is edited."""
    problem: str = ""
    """Why it cannot be kept, where no rule is at fault."""
    words: Mapping[str, str] = field(default_factory=dict)
    """The words that join the parts of a sentence."""

    @property
    def faulty(self) -> tuple[RuleControl, ...]:
        """The rules with invalid values."""
        return tuple(control for section in self.sections for control in section.controls if control.problem)

    @property
    def changed(self) -> int:
        """The number of overridden rules."""
        return sum(section.changed for section in self.sections)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSetRequest:
    """The requested content of a rule set."""

    extends: str = ""
    """The profile of which it changes some rules, where it is new."""
    name: str = ""
    """The name of a stored rule set."""
    title: str | None = None
    written: FormFields | None = None
    """The submitted fields; None for the stored values."""
    revision: int | None = None
    """The version that was in view."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleVersionView:
    """A version of a rule set."""

    number: int
    title: str
    author: str
    at_s: float
    changes: tuple[str, ...]
    """The changes since the version before, a sentence each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSetView:
    """A rule set in a list, or with all its versions."""

    key: str
    name: str
    title: str
    extends_title: str
    changed: int
    """The number of rules that differ from the profile."""
    number: int
    """Its newest version."""
    removed_s: float | None = None
    versions: tuple[RuleVersionView, ...] = ()
    """The newest first; empty where they were not requested."""


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A rule set as a file."""

    name: str
    text: str
