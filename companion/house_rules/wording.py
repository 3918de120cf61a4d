"""The sentences about stored rule sets, in every language."""

from __future__ import annotations

from collections.abc import Mapping

from companion.refusal import RefusalReason, RulesRefused, filled, refusing
from engine.sentences import catalogue

UNLAWFUL, CONFLICT, MISSING = 422, 409, 404


def said(key: str, **parts: object) -> RefusalReason:
    """The sentence for ``key`` by language."""
    return filled(SENTENCES[key], **parts)


SENTENCES: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.house_rules",
    {
        "no such set": "Ese reglamento no está en esta casa.",
        "no such profile": "«{name}» no es un reglamento.",
        "no such version": "Esa versión no está.",
        "no title": "Ponele un nombre al reglamento.",
        "title long": "El nombre del reglamento tiene más de {most} letras: acortalo.",
        "title taken": "Ya hay un reglamento que se llama así: ponele otro nombre.",
        "stale": "Mientras tanto alguien cambió este reglamento. Si guardás de nuevo, queda lo que ves acá.",
        "sent before": "Eso ya se mandó antes y decía otra cosa: mirá cómo quedó y mandalo de nuevo.",
        "many": "Ya hay {most} reglamentos: borrá alguno primero.",
        "whole number": "Poné un número entero, desde 0.",
        "too large": "Es un número demasiado grande: hasta {most}.",
        "number missing": "Falta un número.",
        "no such choice": "Elegí una de las opciones.",
        "too long": "Es demasiado largo: entran {most} letras.",
        "renamed": "Se llama «{title}».",
        "by players": "De a {players}",
        "from points": "Desde",
        "to points": "son",
        "file empty": "Elegí primero el archivo.",
        "file too large": "Ese archivo es demasiado grande para un reglamento: hasta {most} kB.",
        "file no text": "Ese archivo no es un texto.",
        "file header": "{title}: reglas de la casa, sobre {extends}.",
        "file use": "Sirve en cualquier lado donde va un reglamento: burako meld --rules {name} …",
    },
)
refuse = refusing(RulesRefused, SENTENCES)
