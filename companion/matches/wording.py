"""Why something cannot be done at a table, in Spanish first and English second."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from companion.refusal import TableRefused
from engine.sentences import SpokenError
from engine.wording import LANGUAGES


def refusal(key: str, **parts: object) -> dict[str, str]:
    """The sentence called ``key`` by language."""
    return {language: said.format(**parts) for language, said in zip(LANGUAGES, SENTENCES[key], strict=True)}


@contextmanager
def of_field(field: str) -> Iterator[None]:
    """What somebody wrote wrong in one ``field`` of an order is refused with its name."""
    try:
        yield
    except SpokenError as error:
        raise TableRefused.about(field, error) from error


SENTENCES: Mapping[str, tuple[str, str]] = {
    "same names": ("Dos tienen el mismo nombre: poné nombres distintos.", "Two have the same name: choose others."),
    "no such match": ("Esa partida no está.", "There is no such match."),
    "no such hand": ("Esa mano no se jugó.", "That hand was not played."),
    "no hand": ("Todavía no empezó ninguna mano.", "No hand has begun yet."),
    "stale": (
        "Mientras tanto alguien anotó otra cosa: mirá cómo quedó y probá de nuevo.",
        "Meanwhile somebody noted something else: look at it and try again.",
    ),
    "hand goes on": (
        "La mano {hand} no está confirmada: terminala, o anulala, antes de empezar otra.",
        "Hand {hand} is not confirmed: finish it, or strike it out, before you begin another.",
    ),
    "match over": ("La partida ya terminó.", "The match is over."),
    "no such seat": ("No hay un jugador {seat}.", "There is no player {seat}."),
    "no tiles": ("Primero tocá las fichas que bajó.", "First tap the tiles that were laid down."),
    "one tile": ("Eso se hace con una sola ficha: dejá una.", "That takes a single tile: leave one."),
    "not asked": ("Esa pregunta ya no está abierta.", "That question is not open any more."),
    "no such answer": ("Esa pregunta no tiene esa respuesta.", "That question has no such answer."),
    "nothing to undo": ("No hay nada para deshacer.", "There is nothing to undo."),
    "nothing to redo": ("No hay nada para rehacer.", "There is nothing to redo."),
    "not over": (
        "La mano no terminó: decí quién cerró, o que se acabó el mazo.",
        "The hand is not over: say who closed, or that the stock ran out.",
    ),
    "rack unknown": ("Falta decir con qué fichas quedó {names}.", "Say first what tiles {names} had left."),
    "racks unknown": ("Falta decir con qué fichas quedaron {names}.", "Say first what tiles {names} had left."),
    "cannot be counted": ("Así no se puede contar: {reason}", "It cannot be counted so: {reason}"),
    "points by team": (
        "Hay que anotar los puntos de cada uno: son {count}.",
        "Note the points of each: there are {count}.",
    ),
    "two closed": ("Cierra uno solo: fijate quién.", "Only one side closes: check which."),
    "no such muerto": (
        "«{muerto}» no dice qué pasó con el muerto.",
        "“{muerto}” does not say what became of the muerto.",
    ),
    "not to revise": ("Esa anotación no se puede cambiar así.", "That entry cannot be changed so."),
}
