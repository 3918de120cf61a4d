"""The sentences of the bulk report, in every language."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import catalogue

WORDS: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.tally",
    {
        "title": "Tanteo de las fotos",
        "summary": (
            "Fotos contadas: {counted} de {photographs} ({new} ahora); sin leer: {failed}; sin nada a la vista: "
            "{empty}; "
            "fichas en duda: {doubts}."
        ),
        "written": "El tanteo está en {page}.",
        "ask": "Respondé las dudas en esa página, guardá las respuestas y repetí la orden con --answers {file}.",
        "doubts": "Dudas",
        "hands": "Manos",
        "failures": "Fotos sin leer",
        "photographs": "Fotos, con lo que se leyó en cada una",
        "count points": "{points} puntos",
        "count doubts": " · en duda: {count}",
        "in the photograph": "Ver en la foto",
        "remarks": "Fotos para mirar",
        "empty melds": "no se ve ningún juego: sacala de nuevo o dejala afuera",
        "empty tiles": "no se ve ninguna ficha: sacala de nuevo o dejala afuera",
        "left out": "fuera de los juegos, sin contar: {tiles}",
        "burnt_out": "un reflejo tapa una parte de la mesa: si ahí hay fichas, no se ven",
        "cut_off": "el borde corta alguna ficha: si más allá hay otras, no se cuentan",
        "faint": "cerca de las fichas puede haber otra que no se llega a ver bien: no se cuenta",
        "no doubts": "No hay dudas.",
        "how": "Elegí qué ficha es cada una y guardá las respuestas. Después: burako tally … --answers {file}",
        "file": "respuestas.txt",
        "save": "Guardar respuestas",
        "chosen": "Respuestas",
        "other": "otra:",
        "no tile": "no es una ficha",
        "photo": "Foto",
        "table": "Mesa",
        "hand": "Mano",
        "team": "Equipo",
        "points": "Puntos",
        "lines": "Renglones",
        "state": "Estado",
        "done": "contada",
        "open": "falta resolver: {what}",
        "open doubts": "fichas en duda ({count})",
        "open unread": "fotos sin leer ({count})",
        "open empty": "fotos sin nada a la vista ({count})",
        "void": "no vale: se juega de nuevo",
        "impossible": "no puede ser: {why}",
        "scheduler": (
            "Coordinador en {address} (Ctrl+C para cerrar). Para sumar una máquina: burako cluster worker {address}"
        ),
        "worker": "{readers} lectores para {address} (Ctrl+C para cerrar).",
        "waits": "el coordinador no contesta, o es de otra casa; sigo probando ({reason})",
        "pass": "Pase guardado en {path}: quien lo tenga puede usar estas máquinas. Llevalo en mano, no por mensaje.",
    },
)


def word(language: str, key: str, **parts: object) -> str:
    """The sentence for ``key``, with its blanks filled in."""
    return WORDS[key][language].format(**parts)
