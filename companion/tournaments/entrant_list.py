"""Read entrants from any list: names, clubs, years of birth, and which lines are left out and why.

The column of the names is recognised by its heading, else by its position; titles, numbers and other columns are
ignored.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from companion.errors import Refused
from companion.files.spreadsheet import aligned, cells_of, separator_of
from companion.naming import LONGEST_NAME, one_line
from companion.printing.csv_files import as_typed
from companion.refusal import TournamentRefused
from companion.tournaments.age_category import are_two, born_of, is_born
from companion.tournaments.chat_lines import (
    as_compared,
    entrant_line,
    has_letters,
    is_of_messenger,
    is_struck,
    number_of,
    unturned,
)
from companion.tournaments.column_names import roles_named
from companion.view_models.entrant_list import ColumnRole, LeftOutReason, Roster, RosterLine

_NOTED = frozenset(
    ["total", "totales", "subtotal", "inscriptos", "inscriptas", "inscritos", "anotados", "jugadores", "participantes",
     "parejas", "cantidad", "cupo", "fecha", "hora", "horario", "lugar", "sede", "direccion", "precio", "inscripcion",
     "entrants", "entries", "players", "pairs", "date", "time", "venue", "place", "fee", "jogadores", "duplas", "local",
     "iscritti", "giocatori", "coppie", "luogo", "ora", "totale", "totali", "totais", "totals"]
)  # fmt: skip
"""The words of notes about a list, before a colon or alone."""
_SUM = re.compile(r"(?:sub)?total(?:es|s|e|i)?(?:(?: general| d[ei] \w+)?(?: \d+)?| \w+ \d+)")
_GUESSED: tuple[ColumnRole, ColumnRole] = ("name", "club")
"""The assumed roles of the first columns with words in a list without a heading."""
_Person = tuple[str, str, int | None]
_LOOKED_AT = 20
"""The heading is among so many lines."""


def likeliest_sheet(sheets: Mapping[str, str]) -> str:
    """The name of the sheet that holds the entrants: the first with known headings, else the one with most lines."""
    if len(sheets) == 1:
        return next(iter(sheets))
    read = {name: [cells for _, cells in _rows(text)] for name, text in sheets.items()}
    named = next((name for name, rows in read.items() if _heading(rows[:_LOOKED_AT]) is not None), None)
    return named if named is not None else max(read, key=lambda name: len(read[name]))


def read_roster(text: str, roles: Sequence[ColumnRole] | None = None) -> Roster:
    """The roster in the text of a list; ``roles`` are the roles of its columns where the user chose them.

    Raises TournamentRefused for unbalanced quotation marks.
    """
    text = aligned(text.lstrip("\ufeff"))
    rows = _rows(text)
    width = max((len(cells) for _, cells in rows), default=0)
    heading = _heading([cells for _, cells in rows[:_LOOKED_AT]])
    found = _as_wide(roles or _roles(rows, heading, width), width)
    begins = _begins(rows, heading)
    people = [_read(cells, found) for _, cells in rows[begins:]]
    if _are_turned(people):
        people = [(unturned(name), club, born) for name, club, born in people]
    lines = [RosterLine(line, cells, reason="heading" if at == heading else "title")
             for at, (line, cells) in enumerate(rows[:begins])]  # fmt: skip
    lines += _judged(rows[begins:], people)
    return Roster(text, tuple(lines), found, _is_plain(lines))


def _rows(text: str) -> list[tuple[int, tuple[str, ...]]]:
    """The lines with anything in them, by their numbers. Raises TournamentRefused."""
    try:
        rows = [
            (line, tuple(one_line(as_typed(cell)) for cell in cells))
            for line, cells in cells_of(text, separator_of(text))
        ]
    except Refused as refused:
        raise TournamentRefused.of(refused) from refused
    return [(line, cells) for line, cells in rows if any(cells)]


def _as_wide(roles: Sequence[ColumnRole], width: int) -> tuple[ColumnRole, ...]:
    """One role for each of ``width`` columns."""
    return tuple(roles[at] if at < len(roles) else "" for at in range(width))


def _heading(rows: Sequence[Sequence[str]]) -> int | None:
    """The place of the row that names most columns, the one of the people among them; None where there is none."""
    named = [[role for role in roles_named(cells) if role] for cells in rows]
    counts = [len(roles) if "name" in roles or "last" in roles else 0 for roles in named]
    return counts.index(max(counts)) if any(counts) else None


def _roles(rows: Sequence[tuple[int, tuple[str, ...]]], heading: int | None, width: int) -> tuple[ColumnRole, ...]:
    """What the columns hold by their names, else the first with letters is the name and the next the club."""
    if heading is not None:
        return roles_named(rows[heading][1])
    roles: list[ColumnRole] = [""] * width
    wordy = [at for at in range(width) if _is_wordy([cells[at] for _, cells in rows if at < len(cells)])]
    for at, guessed in zip(wordy, _GUESSED, strict=False):
        roles[at] = guessed
    years = [
        at for at in range(width) if roles[at] == "" and _are_years([cells[at] for _, cells in rows if at < len(cells)])
    ]
    for at in years[:1]:
        roles[at] = "born"
    return tuple(roles)


def _is_wordy(cells: Sequence[str]) -> bool:
    """Whether a column holds words more often than numbers."""
    filled = [cell for cell in cells if cell]
    return 2 * sum(has_letters(cell) and "@" not in cell for cell in filled) > len(filled)


def _are_years(cells: Sequence[str]) -> bool:
    """Whether a column holds only years and dates."""
    filled = [cell for cell in cells if cell]
    return bool(filled) and all(map(is_born, filled))


def _begins(rows: Sequence[tuple[int, tuple[str, ...]]], heading: int | None) -> int:
    """The index of the first line with an entrant: after the heading, or where numbering or full lines begin."""
    if heading is not None:
        return heading + 1
    numbers = [number_of(cells[0]) for _, cells in rows]
    if 1 in numbers[1:_LOOKED_AT] and not any(numbers[: numbers.index(1)]):
        first = numbers.index(1)
        if (
            5 * sum(number is not None for number in numbers[first:]) >= 4 * (len(rows) - first)
            and len(rows) > first + 1
        ):
            return first
    several = [sum(map(bool, cells)) > 1 for _, cells in rows]
    return several.index(True) if 2 * sum(several) > len(rows) and several.index(True) < 3 else 0


def _read(cells: Sequence[str], roles: Sequence[ColumnRole]) -> _Person:
    """Name, club and year of birth of a line."""
    said: dict[ColumnRole, list[str]] = {}
    for cell, role in zip(cells, roles, strict=False):
        if role and cell:
            said.setdefault(role, []).append(cell)
    together = said.get("name", [])
    if len(together) > 1:
        together = [unturned(entrant_line(line)[0]) for line in together]
    name = " y ".join(together) or " ".join((*said.get("first", ()), *said.get("last", ())))
    name, club = entrant_line(name)
    return name, " ".join(said.get("club", ())) or club, born_of(" ".join(said.get("born", ())))


def _are_turned(people: Sequence[_Person]) -> bool:
    """Whether a list gives family names first, with a comma: ``Muñoz, José``."""
    names = [name for name, _, _ in people if name]
    return bool(names) and 2 * sum(unturned(name) != name for name in names) >= len(names)


def _judged(rows: Sequence[tuple[int, tuple[str, ...]]], people: Sequence[_Person]) -> list[RosterLine]:
    lines, known = list[RosterLine](), dict[str, list[tuple[str, int | None]]]()
    for (number, cells), (name, club, born) in zip(rows, people, strict=True):
        there = known.setdefault(as_compared(name), [])
        reason = why_nobody(name, " ".join(cells))
        if reason is None and max(len(name), len(club)) > LONGEST_NAME:
            reason = "too long"
        if reason is None and not all(are_two(as_compared(club), born, *other) for other in there):
            reason = "twice"
        if reason is None:
            there.append((as_compared(club), born))
        lines.append(RosterLine(number, cells, name, club, reason, born))
    return lines


def why_nobody(name: str, line: str) -> LeftOutReason | None:
    """Why ``name`` in a ``line`` is no entrant; None where it may be one.

    >>> why_nobody("Total: 12", "Total: 12"), why_nobody("Ana", "Ana;Lobos")
    ('note', None)
    """
    if not has_letters(name):
        return "no name"
    if name.endswith(":"):
        return "title"
    if is_struck(line):
        return "struck"
    return "note" if _is_note(name) or is_of_messenger(line) else None


def _is_note(name: str) -> bool:
    """Whether a line is a total, a date or a venue instead of an entrant."""
    return as_compared(name.partition(":")[0]) in _NOTED or _SUM.fullmatch(as_compared(name)) is not None


def _is_plain(lines: Sequence[RosterLine]) -> bool:
    """Whether every line contains only a name and, optionally, club and year."""
    return all(line.reason is None and _said(line) == _filled(line.cells) for line in lines)


def _said(line: RosterLine) -> tuple[str, ...]:
    return _filled((line.name, line.club, str(line.born or "")))


def _filled(cells: Sequence[str]) -> tuple[str, ...]:
    """The cells without empty ones at the end."""
    return tuple(cells[: max((at for at, cell in enumerate(cells, 1) if cell), default=0)])
