"""Parse the entries to a tournament: names, clubs and years of birth, as typed or as CSV."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.errors import Refused
from companion.files.spreadsheet import cells_of, separator_of
from companion.naming import LONGEST_NAME, key_of, one_line
from companion.refusal import TournamentRefused
from companion.tournaments.age_category import are_two, born_of, is_born
from companion.tournaments.column_names import role_of
from companion.tournaments.entrant_list import why_nobody
from companion.tournaments.plan import Entrant
from companion.tournaments.wording import refuse

_Row = tuple[str, str, int | None]
"""A name, a club and a year of birth."""


def entering(lines: str, entrants: Mapping[int, Entrant], *, anyway: bool = False) -> tuple[Entrant, ...]:
    """The new entrants in ``lines``, and known ones whose club or year of birth was missing.

    People of the same name are different where their clubs or their years of birth differ. Raises TournamentRefused,
    also for a line such as a total, which is nobody's name, unless it is to enter ``anyway``.

    >>> entering("nombre;club\\nAna y Beto;Lobos\\nCaro", {})
    (Entrant(number=1, name='Ana y Beto', club='Lobos', born=None), Entrant(number=2, name='Caro', club='', born=None))
    """
    rows = _rows(lines)
    if not rows:
        refuse("no names")
    _check_twice(rows)
    nobody = next((name for name, club, _ in rows if why_nobody(name, f"{name} {club}") not in (None, "no name")), None)
    if nobody and not anyway:
        refuse("nobody", name=nobody)
    called: dict[str, list[Entrant]] = {}
    for entrant in entrants.values():
        called.setdefault(key_of(entrant.name), []).append(entrant)
    following, entered = max(entrants, default=0) + 1, []
    for name, club, born in rows:
        same = called.setdefault(key_of(name), [])
        if all(are_two(club, born, namesake.club, namesake.born) for namesake in same):
            entered.append(Entrant(following, name, club, born))
            same.append(entered[-1])
            following += 1
        elif changed := _completed(same, club, born):
            entered.append(changed)
            same[:] = [changed if namesake.number == changed.number else namesake for namesake in same]
    return tuple(entered)


def _completed(same: Sequence[Entrant], club: str, born: int | None) -> Entrant | None:
    """The namesake completed with ``club`` and ``born``; None where both were known already, or where several match."""
    found = (
        [namesake for namesake in same if not are_two(club, born, namesake.club, namesake.born)]
        if club or len(same) == 1
        else []
    )
    if len(found) > 1:
        found = [namesake for namesake in found if key_of(namesake.club) == key_of(club) and namesake.born == born]
    if len(found) != 1:
        return None
    if born and found[0].born not in (None, born):
        refuse("born otherwise", name=found[0].name)
    changed = replace(found[0], club=found[0].club or club, born=found[0].born or born)
    return changed if changed != found[0] else None


def year_of(cell: str) -> int | None:
    """The year of birth in a cell; None for an empty one. Raises TournamentRefused for anything else."""
    return born_of(cell) or (refuse("no year", name=one_line(cell)[:LONGEST_NAME]) if cell.strip() else None)


def within_limit(cell: str) -> str:
    """The cell as one line. Raises TournamentRefused where it is too long."""
    plain = one_line(cell)
    return plain if len(plain) <= LONGEST_NAME else refuse("name long", name=plain, most=LONGEST_NAME)


def _check_twice(rows: Sequence[_Row]) -> None:
    """Refuse a list that names an entrant twice; namesakes must differ in club or year of birth."""
    there: dict[str, list[tuple[str, int | None]]] = {}
    for name, club, born in rows:
        others = there.setdefault(key_of(name), [])
        if not all(are_two(club, born, *other) for other in others):
            refuse("name twice", name=name)
        others.append((club, born))


def _rows(lines: str) -> list[_Row]:
    text = lines.lstrip("\ufeff")
    try:
        cells = [[within_limit(cell) for cell in row] for _, row in cells_of(text, separator_of(text))]
    except Refused as refused:
        raise TournamentRefused.of(refused) from refused
    rows = [row for row in cells if row[0]]
    heading = [role_of(cell) for cell in rows[0]] if rows else []
    if heading[:1] != ["name"]:
        return [(row[0], _cell(row, 1), born_of(_cell(row, 2)) if is_born(_cell(row, 2)) else None) for row in rows]
    born = heading.index("born") if "born" in heading else None
    club = heading.index("club") if "club" in heading else 1 if born != 1 else None
    return [(row[0], _cell(row, club), year_of(_cell(row, born))) for row in rows[1:]]


def _cell(row: Sequence[str], place: int | None) -> str:
    return row[place] if place is not None and place < len(row) else ""
