"""The rules of a table for reading: grouped, each with its statement and source."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class BookRule:
    """One rule, in the viewer's language."""

    key: str
    says: str
    """The rule with its value, in a player's words."""
    settles: str
    """What the rule decides."""
    value: str
    """The value in the format of rule files."""
    article: str
    """Source text and article or line; in words where no text is the source."""
    because: str
    """The basis of the rule: its source."""
    is_changed: bool = False
    """Whether the club or the table changed it."""
    was: str = ""
    """The rule in the base rule set; empty where unknown."""


@dataclass(frozen=True, slots=True)
class BookChapter:
    """Rules under one heading."""

    name: str
    title: str
    rules: tuple[BookRule, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleBook:
    """Reglamento: all the rules of a table."""

    name: str
    """The name of the rule set in commands and addresses."""
    title: str
    about: str
    """Two lines on whose rules they are and how the game goes."""
    chapters: tuple[BookChapter, ...]
    texts: tuple[tuple[str, str], ...]
    """The texts that are cited: their short names, and what each is."""

    @property
    def changes(self) -> tuple[BookRule, ...]:
        """The overridden rules."""
        return tuple(rule for chapter in self.chapters for rule in chapter.rules if rule.is_changed)


@dataclass(frozen=True, slots=True)
class RuleCard:
    """A list entry of a rule set."""

    name: str
    title: str
    about: str
    common_table: bool
    """Whether melds are shared by all."""
    muertos: int
    sides: int
    """The number of scores kept with the most players."""
    racks: int
    """The largest number of racks of one side."""
