"""Sentences about rules and rule queries."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import catalogue

PHRASES: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.phrases",
    {
        "general rules": "De todo el juego",
        "because text": "Lo dice el texto.",
        "because example": "Sale de un ejemplo del texto.",
        "because sibling": "Lo dice un texto hermano.",
        "because none": "Ningún texto dice otra cosa.",
        "because chosen": "El texto no lo dice: es el criterio del programa.",
        "because house": "Lo acordó la mesa o el club.",
        "booklet written": "El librito está en {path}.",
        "to be read": "Falta leer",
        "own rule set": "Un reglamento de esta casa.",
        "law unknown field": "No conozco «{one}»: acá van {known}.",
        "law expects": "«{field}» va así: {example}.",
        "law too many": "En «{field}» entran hasta {most}.",
        "law too long": "Un texto de «{field}» es demasiado largo: entran {most} letras.",
        "law too many tiles": "Un juego tiene hasta {most} fichas, y ése tiene {count}.",
        "law many tiles": "Son {count} fichas: entran hasta {most}.",
        "law no melds": "Falta decir qué juego.",
        "law no such rules": "No conozco el reglamento «{name}»; están: {known}.",
        "law one change": "Un cambio es de un solo juego.",
        "hidden tile": "La ficha cruzada tapa otra: correla un momento, o decí cuál es",
    },
)
