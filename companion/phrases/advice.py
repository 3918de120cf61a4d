"""Sentences about advised plays."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import catalogue

PHRASES: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.phrases",
    {
        "advice lacks rack": "Falta decir qué fichas hay en el atril.",
        "rack picture": "De {path} no se puede leer el atril: {reason}",
        "rack empty": "En {path} no se ve ninguna ficha.",
        "rack both": "El atril se dice con --rack o se saca de una foto con --rack-photo, no las dos cosas.",
        "rack answer": (
            "«{answer}» no contesta ninguna de las {count} fichas dudosas: escribí 1=7r, o 1=none si ahí no hay ficha."
        ),
        "rack read": "Leí en el atril: {tiles}",
        "rack doubt": (
            "Duda {number}, fila {row}, ficha {place} desde la izquierda: puede ser {likely}. "
            "Contestá con --answer {number}={answer}."
        ),
        "rack any": "cualquiera",
        "advice many tiles": "En el atril entran hasta {most} fichas, y ahí hay {count}.",
        "advice theirs": "En este juego la mesa es de todos: los juegos van en «table».",
        "advice no pozo": "En este juego no hay pozo.",
        "advice none": "No hay nada que se pueda hacer.",
        "advice best": "No hay jugada mejor: las probó todas.",
        "advice found": "Son las mejores que encontró; puede haber otra mejor.",
        "step draw": "Robá una ficha del mazo",
        "step pozo": "Levantá el pozo",
        "step lay": "Bajá un juego nuevo",
        "step extend": "Agregá al juego {numbers}",
        "step one": "Desarmá el juego {numbers} y dejalo así",
        "step several": "Desarmá los juegos {numbers} y dejalos así",
        "step discard": "Tirá",
        "step muerto": "Comprá el muerto",
        "step close": "Cerrá la mano",
        "step end": "Pasá el turno",
        "plays": "Jugadas",
        "steps": "Pasos",
        "why": "Por qué",
    },
)
