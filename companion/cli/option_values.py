"""The names of option values, and the values that an option takes, in every language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from companion.phrases.wording import say
from engine.sentences import catalogue

METAVARS: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.metavars",
    {
        "ADDRESS": "DIRECCIÓN",
        "ANNOTATIONS": "ANOTACIONES",
        "CAPTION": "LEYENDA",
        "DIR": "CARPETA",
        "EVENT": "SUCESO",
        "FILE": "ARCHIVO",
        "FOLDER": "CARPETA",
        "FORMAT": "FORMATO",
        "HAND": "MANO",
        "HOST": "MÁQUINA",
        "IMAGE": "FOTO",
        "INK": "TINTA",
        "KEY": "REGLA",
        "LIST": "LISTA",
        "MATCH": "PARTIDA",
        "MELD": "JUEGO",
        "MELDS": "JUEGOS",
        "MM": "MM",
        "NAME": "NOMBRE",
        "NUMBER": "NÚMERO",
        "OUT": "DIBUJO",
        "PAPER": "PAPEL",
        "PART": "PARTE",
        "PHOTO": "FOTO",
        "POINTS": "PUNTOS",
        "PROFILE": "REGLAMENTO",
        "REASON": "MOTIVO",
        "SCENE": "ESCENA",
        "SECONDS": "SEGUNDOS",
        "SHELL": "SHELL",
        "SITTING": "HISTORIA",
        "SOURCE": "CÁMARA",
        "STRENGTH": "FUERZA",
        "TILE": "FICHA",
        "TILES": "FICHAS",
        "TITLE": "TÍTULO",
        "TOURNAMENT": "TORNEO",
        "TURN": "GIRO",
        "URL": "URL",
        "VALUE": "VALOR",
        "WORD": "PALABRA",
        "YEAR": "AÑO",
    },
)
"""The words in capitals that stand for a value."""
_WORD = re.compile(r"\b[A-Z]{2,}\b")


def named(metavar: str, language: str) -> str:
    """A metavariable such as ``FOLDER|LIST.csv``, in ``language``; unknown words are unchanged."""
    return _WORD.sub(lambda found: METAVARS[found[0]][language] if found[0] in METAVARS else found[0], metavar)


def wanted(parameter: Any, language: str) -> str:
    """The values that a parameter takes: ``NUMBER, from 0.1 to 60``."""
    name = named(getattr(parameter, "metavar", None) or "", language)
    return ", ".join(filter(None, [name, limits(parameter, language)]))


def limits(parameter: Any, language: str) -> str:
    """The range of a numeric parameter; empty where it is unlimited."""
    where = parameter if hasattr(parameter, "min") else getattr(parameter, "type", None)  # versions of typer differ
    least, most = getattr(where, "min", None), getattr(where, "max", None)
    if least is None:
        return ""
    key = "from" if most is None else "from to"
    return say(language, key, least=f"{least:g}", most=f"{most or 0:g}")
