"""Why a command about a league is refused, in Spanish; the other languages are in the catalogues."""

from __future__ import annotations

from collections.abc import Mapping

from companion.refusal import LeagueRefused, refusing
from engine.sentences import Translated, catalogue

UNLAWFUL, CONFLICT, MISSING, FULL = 422, 409, 404, 507
NOBODY = Translated("companion.nobody", "(sin nombre)")
"""The name shown for a person whose name is hidden."""


SENTENCES: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.league",
    {
        "no such league": "Esa liga no está.",
        "no title": "Poné un nombre a la liga, de hasta {most} letras.",
        "no such tournament": "Ese torneo no está.",
        "too many": "Una liga tiene hasta {most} noches.",
        "points": "Los puntos van de 0 a {most}, y los puestos son hasta {places}, separados por comas.",
        "no name": "Escribí el nombre como está en la tabla.",
        "sent before": "Eso ya se mandó antes y decía otra cosa: mirá cómo quedó y mandalo de nuevo.",
        "changed": "Mientras tanto alguien cambió la liga: mirá cómo quedó y cambiala de nuevo.",
        "not kept": "No se pudo guardar: {reason}.",
    },
)
refuse = refusing(LeagueRefused, SENTENCES)
