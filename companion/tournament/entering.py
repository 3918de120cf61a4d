"""Who enters: names and clubs as people type them or as a spreadsheet writes them."""

from __future__ import annotations

from collections.abc import Mapping

from companion.errors import Refused
from companion.refusal import TournamentRefused
from companion.spreadsheet import cells_of, first_line
from companion.table.naming import tidy
from companion.tournament.plan import Entrant
from companion.tournament.wording import refuse

HEADINGS = frozenset({"nombre", "name", "jugador", "player", "pareja", "pair", "inscripto", "entrant"})
_SEPARATORS = (";", "\t", ",")


def entering(lines: str, known: Mapping[int, Entrant]) -> tuple[Entrant, ...]:
    """Those in ``lines`` who are new or have another club now. Raises TournamentRefused.

    >>> entering("nombre;club\\nAna y Beto;Lobos\\nCaro", {})
    (Entrant(number=1, name='Ana y Beto', club='Lobos'), Entrant(number=2, name='Caro', club=''))
    """
    rows = _rows(lines)
    if not rows:
        refuse("no names")
    names = [name.casefold() for name, _ in rows]
    for (name, _), folded in zip(rows, names, strict=True):
        if names.count(folded) > 1:
            refuse("name twice", name=name)
    numbers = {one.name.casefold(): one.number for one in known.values()}
    following = max(known, default=0) + 1
    entered = []
    for name, club in rows:
        number = numbers.get(name.casefold())
        if number is None:
            entered.append(Entrant(following, name, club))
            following += 1
        elif club and known[number].club != club:
            entered.append(Entrant(number, known[number].name, club))
    return tuple(entered)


def _rows(lines: str) -> list[tuple[str, str]]:
    text = lines.lstrip("\ufeff")
    heading = first_line(text.lstrip())
    separator = next((one for one in _SEPARATORS if one in heading), ";")
    try:
        cells = [[tidy(cell) for cell in row] for _, row in cells_of(text, separator)]
    except Refused as refused:
        raise TournamentRefused.of(refused) from refused
    rows = [(row[0], row[1] if len(row) > 1 else "") for row in cells if row[0]]
    return rows[1:] if rows and rows[0][0].casefold() in HEADINGS else rows
