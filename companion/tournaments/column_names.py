"""Recognise the columns of a list of entrants by their headings, in every language of the program."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from companion.tournaments.chat_lines import as_compared
from companion.view_models.entrant_list import ColumnRole

_GIVEN = ("nombre", "nombres", "name", "names", "nome", "nomes", "nomi", "nombre de pila")
"""A given name where another column has the family name."""
_WHOLE = (
    "apellido y nombre", "apellidos y nombres", "apellido y nombres", "apellidos y nombre", "nombre y apellido",
    "nombres y apellidos", "nombre y apellidos", "nombre completo", "full name", "apellido nombre", "nombre apellido",
    "nome completo", "nome e sobrenome", "nome e cognome", "cognome e nome", "cognome nome", "nome cognome",
    "nominativo", "name and surname", "surname and name",
)  # fmt: skip
_PEOPLE = (
    "jugador", "jugadores", "jugadora", "jugadoras", "player", "players", "inscripto", "inscriptos", "inscripta",
    "inscriptas", "inscrito", "inscritos", "entrant", "entrants", "participante", "participantes", "integrante",
    "integrantes", "socio", "socia", "persona", "jogador", "jogadora", "jogadores", "atleta", "giocatore",
    "giocatrice", "giocatori", "iscritto", "iscritti", "partecipante", "partecipanti",
)  # fmt: skip
_PAIRS = ("pareja", "parejas", "pair", "pairs", "dupla", "duplas", "coppia", "coppie")
_PARTNER = ("companero", "companera", "partner", "parceiro", "parceira", "compagno", "compagna")
HEADINGS: Mapping[str, ColumnRole] = {
    **dict.fromkeys((*_GIVEN, *_WHOLE, *_PEOPLE, *_PAIRS), "name"),
    **dict.fromkeys(("apellido", "apellidos", "surname", "last name", "family name", "sobrenome", "sobrenomes",
                     "cognome", "cognomi"), "last"),
    **dict.fromkeys(("first name", "given name", "primer nombre", "primeiro nome"), "first"),
    **dict.fromkeys(("club", "clubes", "institucion", "entidad", "centro", "localidad", "ciudad", "team", "equipo",
                     "town", "city", "procedencia", "delegacion", "clube", "cidade", "equipe", "instituicao",
                     "associacao", "circolo", "squadra", "citta", "associazione", "provenienza"), "club"),
    **dict.fromkeys(
        ("ano", "ano de nacimiento", "ano nacimiento", "ano nac", "ano de nac", "nacimiento", "fecha de nacimiento",
         "fecha nacimiento", "fecha nac", "fecha de nac", "f nac", "f de nac", "f nacimiento", "fec nac", "nac",
         "nacido", "nacida", "nacido en", "nacidos", "clase", "born", "year", "year of birth", "birth year",
         "date of birth", "birth date", "birthdate", "birthday", "birth", "dob", "yob", "ano de nascimento",
         "data de nascimento", "nascimento", "nascido em", "anno", "anno di nascita", "data di nascita", "nascita",
         "anno nascita", "data nascita", "nato", "nata"), "born"),
}  # fmt: skip
"""Known headings by role, in lower case without accents."""
_ENDINGS = re.compile(r"(?<=\w)[/(](?:as|os|es|a|o|s|x|e|i)\b\)?")
"""The endings of "Jugador/a" or "Nombre(s)"."""
_NAMES = frozenset((*_PEOPLE, *_GIVEN, *_WHOLE))
_COUNTED = re.compile(r"(?P<what>.+?) ?(?:n|no|nro)? ?(?P<number>[1-4])")


def role_of(heading: str) -> ColumnRole:
    """The role of a column with this heading; an empty one where the heading is unknown."""
    return HEADINGS.get(_called(heading), "")


def roles_named(headings: Sequence[str]) -> tuple[ColumnRole, ...]:
    """The roles of columns by their headings; each role once, except the names of partners.

    Partners are columns such as “Jugador 1” and “Jugador 2”, or “Jugador” and “Compañero”. “Jugador 1” alone is one
    name.
    """
    pair = _of_pair(headings)
    found: list[ColumnRole] = []
    for at, heading in enumerate(headings):
        role: ColumnRole = "name" if at in pair else role_of(heading)
        is_more = at not in pair and (role in found or (role == "name" and bool(pair)))
        found.append("" if is_more else role)
    if "last" in found and "name" in found:
        _parted(found, headings)
    return tuple(found)


def _of_pair(headings: Sequence[str]) -> Sequence[int]:
    """The places of the names of those who enter together; none where one column has both."""
    called = [_called(heading) for heading in headings]
    counted = [_COUNTED.fullmatch(name) for name in called]
    numbered = [at for at, found in enumerate(counted) if found and found["what"] in _NAMES]
    if len(numbered) > 1:
        return numbered
    partners = [at for at, name in enumerate(called) if name in _PARTNER]
    first = [at for at, name in enumerate(called) if name in _NAMES][:1]
    return [*first, *numbered, *partners] if partners else ()


def _parted(roles: list[ColumnRole], headings: Sequence[str]) -> None:
    """Assign the given-name column next to a family-name column, unless one column holds full names."""
    whole = next((at for at, heading in enumerate(headings) if _called(heading) in _WHOLE), None)
    if whole is None:
        roles[roles.index("name")] = "first"
        return
    for at, role in enumerate(roles):
        if role in ("name", "first", "last"):
            roles[at] = "name" if at == whole else ""


def _called(heading: str) -> str:
    return as_compared(_ENDINGS.sub("", heading))
