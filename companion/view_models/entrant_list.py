"""A parsed list of entrants, before registration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.naming import key_of

ColumnRole = Literal["name", "last", "first", "club", "born", ""]
ROLES: tuple[ColumnRole, ...] = ("name", "last", "first", "club", "born", "")
"""The roles of columns: name, family and given name apart, club, year of birth, or unused."""
LeftOutReason = Literal["heading", "title", "note", "no name", "struck", "twice", "too long"]
"""Why a line is left out."""


@dataclass(frozen=True, slots=True)
class RosterLine:
    """A line of a list: the entrant, or the reason why it has none."""

    number: int
    """Counts from 1, as the file has it."""
    cells: tuple[str, ...]
    name: str = ""
    club: str = ""
    reason: LeftOutReason | None = None
    born: int | None = None
    """The year of birth; None where the line has none."""

    @property
    def written(self) -> str:
        """The entrant as a command line: a name, a club and a year, quoted where necessary."""
        name, club = (part.replace('"', '""') for part in (self.name, self.club))
        return f'"{name}";"{club}"' + (f';"{self.born}"' if self.born else "")


@dataclass(frozen=True, slots=True)
class Roster:
    """A parsed list."""

    text: str
    """The text that was read."""
    lines: tuple[RosterLine, ...]
    roles: tuple[ColumnRole, ...]
    """The role of each column."""
    is_plain: bool
    """Whether every line was read exactly as written."""
    sheet: str = ""
    """The sheet of a workbook that it is."""
    others: Mapping[str, str] = field(default_factory=dict)
    """The texts of its other sheets, by name."""

    @property
    def entering(self) -> tuple[RosterLine, ...]:
        """The entrants."""
        return tuple(line for line in self.lines if line.reason is None)

    @property
    def left_out(self) -> tuple[RosterLine, ...]:
        """The lines without an entrant, with reasons."""
        return tuple(line for line in self.lines if line.reason is not None)

    def there(self, people: Iterable[tuple[str, str]]) -> frozenset[int]:
        """The numbers of lines that add nothing: name and club are among ``people``, without a new year of birth."""
        keys = {(key_of(name), key_of(club)) for name, club in people}
        alike = (line for line in self.entering if (key_of(line.name), key_of(line.club)) in keys)
        return frozenset(line.number for line in alike if line.born is None)

    def known(self, names: Iterable[str]) -> frozenset[str]:
        """The names in the list that are among ``names``, as the list spells them."""
        keys = set(map(key_of, names))
        return frozenset(line.name for line in self.lines if key_of(line.name) in keys)


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryView:
    """Years of birth, shown to organisers only."""

    born: Mapping[int, int]
    """The year of each entrant of whom it is known."""
    unknown: tuple[str, ...]
    """Entrants in no match yet whose year of birth is unknown."""
    outside: tuple[str, ...]
    """Entrants in no match yet whose year of birth is outside the category."""
    marks: Mapping[int, str]
    """By entrant the mark of name, club and year as they stand, to be sent along with others."""
