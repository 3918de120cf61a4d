"""Why something cannot be done with a league, in Spanish first and English second."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from companion.refusal import LeagueRefused
from engine.wording import LANGUAGES

UNLAWFUL, MISSING, FULL = 422, 404, 507
NOBODY = {"es": "(sin nombre)", "en": "(no name)"}
"""Whoever asked not to be shown."""


def refuse(key: str, status: int = UNLAWFUL, **parts: object) -> NoReturn:
    """Ends with the sentence called ``key``."""
    said = zip(LANGUAGES, SENTENCES[key], strict=True)
    raise LeagueRefused({language: sentence.format(**parts) for language, sentence in said}, status)


SENTENCES: Mapping[str, tuple[str, str]] = {
    "no such league": ("Esa liga no está.", "There is no such league."),
    "no title": (
        "Poné un nombre a la liga, de hasta {most} letras.",
        "Give the league a name, of up to {most} letters.",
    ),
    "no such tournament": ("Ese torneo no está.", "There is no such tournament."),
    "too many": ("Una liga tiene hasta {most} noches.", "A league has up to {most} evenings."),
    "points": (
        "Los puntos van de 0 a {most}, y los puestos son hasta {places}, separados por comas.",
        "Points go from 0 to {most}, and places are up to {places}, with commas between.",
    ),
    "no name": ("Escribí el nombre como está en la tabla.", "Write the name as the table has it."),
    "not kept": ("No se pudo guardar: {reason}.", "It could not be kept: {reason}."),
}
