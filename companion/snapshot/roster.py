"""A list of people as it was understood, before anybody enters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from companion.naming import key_of

ColumnRole = Literal["name", "last", "first", "club", ""]
ROLES: tuple[ColumnRole, ...] = ("name", "last", "first", "club", "")
"""What a column may hold: names, or family and given names apart, clubs, or what is not needed."""
LeftOutReason = Literal["heading", "title", "no name", "twice", "too long"]
"""Why a line is left out."""


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A line of a list: who it enters, or why it does not."""

    number: int
    """Counts from 1, as the file has it."""
    cells: tuple[str, ...]
    name: str = ""
    club: str = ""
    reason: LeftOutReason | None = None

    @property
    def written(self) -> str:
        """Who enters, as a line that an order takes: a name and a club, in quotation marks."""
        name, club = (part.replace('"', '""') for part in (self.name, self.club))
        return f'"{name}";"{club}"'


@dataclass(frozen=True, slots=True)
class Roster:
    """A list as it was understood."""

    text: str
    """What it was read from."""
    lines: tuple[RosterLine, ...]
    roles: tuple[ColumnRole, ...]
    """What each column holds."""
    is_plain: bool
    """Whether nothing was left out or said otherwise than it is written."""

    @property
    def entering(self) -> tuple[RosterLine, ...]:
        """Those who enter."""
        return tuple(one for one in self.lines if one.reason is None)

    @property
    def left_out(self) -> tuple[RosterLine, ...]:
        """What enters nobody, with its reason."""
        return tuple(one for one in self.lines if one.reason is not None)

    def known(self, names: Iterable[str]) -> frozenset[str]:
        """Those names in the list that are among ``names``, as the list writes them."""
        keys = set(map(key_of, names))
        return frozenset(one.name for one in self.lines if key_of(one.name) in keys)
