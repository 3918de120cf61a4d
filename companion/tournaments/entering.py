"""Who enters: names and clubs as people type them or as a spreadsheet writes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.errors import Refused
from companion.files.spreadsheet import cells_of, separator_of
from companion.naming import LONGEST_NAME, key_of, one_line
from companion.refusal import TournamentRefused
from companion.tournaments.chat_lines import as_compared
from companion.tournaments.plan import Entrant
from companion.tournaments.roster import HEADINGS
from companion.tournaments.wording import refuse


def entering(lines: str, known: Mapping[int, Entrant]) -> tuple[Entrant, ...]:
    """Those in ``lines`` who are new, or whose club was not known. People of the same name and different clubs are
    two. Raises TournamentRefused.

    >>> entering("nombre;club\\nAna y Beto;Lobos\\nCaro", {})
    (Entrant(number=1, name='Ana y Beto', club='Lobos'), Entrant(number=2, name='Caro', club=''))
    """
    rows = _rows(lines)
    if not rows:
        refuse("no names")
    _check_twice(rows)
    called: dict[str, list[Entrant]] = {}
    for one in known.values():
        called.setdefault(key_of(one.name), []).append(one)
    following, entered = max(known, default=0) + 1, []
    for name, club in rows:
        same = called.get(key_of(name), [])
        clubless = next((one for one in same if not one.club), None)
        if not same or (club and not clubless and all(key_of(one.club) != key_of(club) for one in same)):
            entered.append(Entrant(following, name, club))
            following += 1
        elif club and clubless and len(same) == 1:
            entered.append(Entrant(clubless.number, clubless.name, club))
    return tuple(entered)


def within_limit(cell: str) -> str:
    """A cell in one line. Raises TournamentRefused for what would be cut."""
    plain = one_line(cell)
    return plain if len(plain) <= LONGEST_NAME else refuse("name long", name=plain, most=LONGEST_NAME)


def _check_twice(rows: Sequence[tuple[str, str]]) -> None:
    """Nothing, where nobody is there twice: people of one name have clubs, and not the same one."""
    clubs: dict[str, list[str]] = {}
    for name, club in rows:
        there = clubs.setdefault(key_of(name), [])
        there.append(key_of(club))
        if len(there) > 1 and ("" in there or there.count(key_of(club)) > 1):
            refuse("name twice", name=name)


def _rows(lines: str) -> list[tuple[str, str]]:
    text = lines.lstrip("\ufeff")
    try:
        cells = [[within_limit(cell) for cell in row] for _, row in cells_of(text, separator_of(text))]
    except Refused as refused:
        raise TournamentRefused.of(refused) from refused
    rows = [(row[0], row[1] if len(row) > 1 else "") for row in cells if row[0]]
    return rows[1:] if rows and HEADINGS.get(as_compared(rows[0][0])) == "name" else rows
