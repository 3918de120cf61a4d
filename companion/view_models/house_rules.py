"""Stored rule sets in the editor: every rule with its input control, sentence and base value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

FormFields = Mapping[str, Sequence[str]]
"""What stands in the fields of a form, by their names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleInput:
    """One input field of a rule."""

    name: str
    kind: str
    """``check``, ``number``, ``text`` or ``select``."""
    label: str = ""
    """What it stands for, where the rule has several."""
    value: str = ""
    """What stands in it, or what it sends when it is checked."""
    is_checked: bool = False
    preset: str = ""
    """What stands in it in the rule set that is changed; of a check ``1`` or nothing."""
    options: tuple[tuple[str, str], ...] = ()
    """What may be chosen, and how it is called."""
    word: str = ""
    """What a check adds to the sentence of its rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleControl:
    """The control of one rule."""

    key: str
    kind: str
    """``switch``, ``number``, ``limit``, ``choice``, ``fixed``, ``several``, ``ranking``, ``values``, ``by_players`` or
    ``by_points``."""
    settles: str
    says: str
    """What it says with the value that stands in its fields; empty where none does."""
    was: str
    """What it says in the rule set that is changed."""
    inputs: tuple[RuleInput, ...]
    hint: str = ""
    """What a field that is left empty means."""
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
    """What stands in the field of its title."""
    sections: tuple[RuleSection, ...]
    name: str = ""
    """What it is called in addresses; empty for one that is not kept yet."""
    revision: int = 0
    """The version that is edited."""
    problem: str = ""
    """Why it cannot be kept, where no rule is at fault."""
    words: Mapping[str, str] = field(default_factory=dict)
    """How the parts of a sentence are joined."""

    @property
    def faulty(self) -> tuple[RuleControl, ...]:
        """The rules with invalid values."""
        return tuple(control for section in self.sections for control in section.controls if control.problem)

    @property
    def changed(self) -> int:
        """The number of overridden rules."""
        return sum(section.changed for section in self.sections)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedRules:
    """The requested content of a rule set."""

    extends: str = ""
    """The profile of which it changes some rules, where it is new."""
    name: str = ""
    """What it is called, where it is kept already."""
    title: str | None = None
    written: FormFields | None = None
    """The fields of its form; as it is kept where they are None."""
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
    """What is different from the version before, a sentence each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSetView:
    """A rule set in a list, or with all its versions."""

    key: str
    name: str
    title: str
    extends_title: str
    changed: int
    """How many rules differ from those of the profile."""
    number: int
    """Its newest version."""
    removed_s: float | None = None
    versions: tuple[RuleVersionView, ...] = ()
    """The newest first; only where they were asked for."""


@dataclass(frozen=True, slots=True)
class RuleFile:
    """A rule set as a file."""

    name: str
    text: str
