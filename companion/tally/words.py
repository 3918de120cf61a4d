"""What the account of many photographs says, in Spanish and English."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, tuple[str, str]] = {
    "title": ("Tanteo de {count} fotos", "Count of {count} photographs"),
    "summary": (
        "{counted} de {count} fotos contadas ({new} ahora), {failed} sin leer, {doubts} fichas en duda.",
        "{counted} of {count} photographs counted ({new} now), {failed} unread, {doubts} tiles in doubt.",
    ),
    "written": ("El tanteo está en {page}.", "The score sheets are in {page}."),
    "ask": (
        "Respondé las dudas en esa página, guardá las respuestas y repetí la orden con --answers {file}.",
        "Answer the doubts on that page, save the answers, and repeat the command with --answers {file}.",
    ),
    "doubts": ("Dudas", "Doubts"),
    "hands": ("Manos", "Hands"),
    "failures": ("Fotos sin leer", "Unread photographs"),
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
    "open": ("faltan {doubts} dudas y {unread} fotos", "{doubts} doubts and {unread} photographs are missing"),
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
