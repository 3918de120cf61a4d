"""What is said of the rule sets of a house, in Spanish first and English second."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from companion.refusal import RulesRefused
from engine.wording import LANGUAGES

UNLAWFUL, CONFLICT, MISSING = 422, 409, 404


def said(key: str, **parts: object) -> dict[str, str]:
    """The sentence called ``key`` by language."""
    return {language: one.format(**parts) for language, one in zip(LANGUAGES, SENTENCES[key], strict=True)}


def refuse(key: str, status: int = UNLAWFUL, **parts: object) -> NoReturn:
    """Ends with the sentence called ``key``."""
    raise RulesRefused(said(key, **parts), status)


SENTENCES: Mapping[str, tuple[str, str]] = {
    "no such set": ("Ese reglamento no está en esta casa.", "There is no such rule set in this house."),
    "no such profile": ("«{name}» no es un reglamento.", "“{name}” is no rule set."),
    "no such version": ("Esa versión no está.", "There is no such version."),
    "no title": ("Ponele un nombre al reglamento.", "Give the rule set a name."),
    "title taken": (
        "Ya hay un reglamento que se llama así: ponele otro nombre.",
        "There is a rule set of that name already: choose another.",
    ),
    "stale": (
        "Mientras tanto alguien cambió este reglamento. Si guardás de nuevo, queda lo que ves acá.",
        "Meanwhile somebody changed this rule set. Save again, and what you see here is kept.",
    ),
    "many": ("Ya hay {most} reglamentos: borrá alguno primero.", "There are {most} rule sets: delete one first."),
    "whole number": ("Poné un número entero, desde 0.", "Write a whole number, from 0 up."),
    "too large": ("Es un número demasiado grande: hasta {most}.", "Too large a number: at most {most}."),
    "number missing": ("Falta un número.", "A number is missing."),
    "no such choice": ("Elegí una de las opciones.", "Choose one of those offered."),
    "too long": ("Es demasiado largo: entran {most} letras.", "Too long: {most} letters fit."),
    "renamed": ("Se llama «{title}».", "It is called “{title}”."),
    "by players": ("De a {players}", "{players} players"),
    "from points": ("Desde", "From"),
    "to points": ("son", "it is"),
    "file empty": ("Elegí primero el archivo.", "Choose the file first."),
    "file too large": (
        "Ese archivo es demasiado grande para un reglamento: hasta {most} kB.",
        "That file is too large for a rule set: at most {most} kB.",
    ),
    "file no text": ("Ese archivo no es un texto.", "That file is no text."),
    "file header": ("{title}: reglas de la casa, sobre {extends}.", "{title}: rules of the house, over {extends}."),
    "file use": (
        "Sirve en cualquier lado donde va un reglamento: burako meld --rules {name} …",
        "It serves wherever a rule set does: burako meld --rules {name} …",
    ),
}
