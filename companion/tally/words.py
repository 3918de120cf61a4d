"""What the account of many photographs says, in Spanish and English."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, tuple[str, str]] = {
    "title": ("Tanteo de las fotos", "Count of the photographs"),
    "summary": (
        "Fotos contadas: {counted} de {photographs} ({new} ahora); sin leer: {failed}; sin nada a la vista: {empty}; "
        "fichas en duda: {doubts}.",
        "Photographs counted: {counted} of {photographs} ({new} now); unread: {failed}; nothing in sight: {empty}; "
        "tiles in doubt: {doubts}.",
    ),
    "written": ("El tanteo está en {page}.", "The score sheets are in {page}."),
    "ask": (
        "Respondé las dudas en esa página, guardá las respuestas y repetí la orden con --answers {file}.",
        "Answer the doubts on that page, save the answers, and repeat the command with --answers {file}.",
    ),
    "doubts": ("Dudas", "Doubts"),
    "hands": ("Manos", "Hands"),
    "failures": ("Fotos sin leer", "Unread photographs"),
    "photographs": ("Fotos, con lo que se leyó en cada una", "Photographs, with what was read on each"),
    "count points": ("{points} puntos", "{points} points"),
    "count doubts": (" · en duda: {count}", " · in doubt: {count}"),
    "in the photograph": ("Ver en la foto", "See it in the photograph"),
    "remarks": ("Fotos para mirar", "Photographs to look at"),
    "empty melds": (
        "no se ve ningún juego: sacala de nuevo o dejala afuera",
        "no meld is in sight: take it again or leave it out",
    ),
    "empty tiles": (
        "no se ve ninguna ficha: sacala de nuevo o dejala afuera",
        "no tile is in sight: take it again or leave it out",
    ),
    "left out": ("fuera de los juegos, sin contar: {tiles}", "outside the melds, not counted: {tiles}"),
    "burnt_out": (
        "un reflejo tapa una parte de la mesa: si ahí hay fichas, no se ven",
        "glare hides a part of the table: tiles that lie there are not seen",
    ),
    "cut_off": (
        "el borde corta alguna ficha: si más allá hay otras, no se cuentan",
        "the edge cuts a tile off: others that lie beyond it are not counted",
    ),
    "faint": (
        "cerca de las fichas puede haber otra que no se llega a ver bien: no se cuenta",
        "near the tiles there may be one more that cannot be made out: it is not counted",
    ),
    "no doubts": ("No hay dudas.", "There are no doubts."),
    "how": (
        "Elegí qué ficha es cada una y guardá las respuestas. Después: burako tally … --answers {file}",
        "Choose which tile each one is and save the answers. Then: burako tally … --answers {file}",
    ),
    "file": ("respuestas.txt", "answers.txt"),
    "save": ("Guardar respuestas", "Save answers"),
    "chosen": ("Respuestas", "Answers"),
    "other": ("otra:", "another:"),
    "no tile": ("no es una ficha", "no tile"),
    "photo": ("Foto", "Photograph"),
    "table": ("Mesa", "Table"),
    "hand": ("Mano", "Hand"),
    "team": ("Equipo", "Team"),
    "points": ("Puntos", "Points"),
    "lines": ("Renglones", "Lines"),
    "state": ("Estado", "State"),
    "done": ("contada", "counted"),
    "open": ("falta resolver: {what}", "still open: {what}"),
    "open doubts": ("fichas en duda ({count})", "tiles in doubt ({count})"),
    "open unread": ("fotos sin leer ({count})", "unread photographs ({count})"),
    "open empty": ("fotos sin nada a la vista ({count})", "photographs with nothing in sight ({count})"),
    "void": ("no vale: se juega de nuevo", "void: played again"),
    "impossible": ("no puede ser: {why}", "impossible: {why}"),
    "scheduler": (
        "Coordinador en {address} (Ctrl+C para cerrar). Para sumar una máquina: burako cluster worker {address}",
        "Scheduler at {address} (Ctrl+C to stop). To add a machine: burako cluster worker {address}",
    ),
    "worker": (
        "{readers} lectores para {address} (Ctrl+C para cerrar).",
        "{readers} readers for {address} (Ctrl+C to stop).",
    ),
    "waits": (
        "el coordinador no contesta, o es de otra casa; sigo probando ({reason})",
        "the scheduler does not answer, or is of another house; trying on ({reason})",
    ),
    "pass": (
        "Pase guardado en {path}: quien lo tenga puede usar estas máquinas. Llevalo en mano, no por mensaje.",
        "Pass saved in {path}: whoever has it can use these machines. Carry it by hand, do not send it.",
    ),
}


def word(language: str, key: str, **parts: object) -> str:
    """The phrase called ``key``, with its blanks filled in."""
    return WORDS[key][language == "en"].format(**parts)
