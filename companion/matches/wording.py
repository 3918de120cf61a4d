"""The refusals of match commands, in every language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from companion.refusal import RefusalReason, TableRefused, filled, refusing
from engine.sentences import TranslatableError, catalogue


def refusal(key: str, **parts: object) -> RefusalReason:
    """The sentence for ``key`` by language."""
    return filled(SENTENCES[key], **parts)


@contextmanager
def of_field(field: str) -> Iterator[None]:
    """A context that turns input errors of one ``field`` of a command into refusals with its name."""
    try:
        yield
    except TranslatableError as error:
        raise TableRefused.about(field, error) from error


SENTENCES: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.matches",
    {
        "same names": "Dos tienen el mismo nombre: poné nombres distintos.",
        "name long": "«{name}» tiene más de {most} letras: acortalo.",
        "no such match": "Esa partida no está.",
        "no such hand": "Esa mano no se jugó.",
        "no hand": "Todavía no empezó ninguna mano.",
        "stale": "Mientras tanto alguien anotó otra cosa: mirá cómo quedó y probá de nuevo.",
        "agreement changed": (
            "Mientras tanto alguien cambió los nombres o las reglas. Si guardás de nuevo, queda lo que ves acá."
        ),
        "zones changed": "Mientras tanto alguien cambió las zonas: mirá cómo quedaron y dibujalas de nuevo.",
        "sent before": "Eso ya se mandó antes y decía otra cosa: mirá cómo quedó y mandalo de nuevo.",
        "hand to be named": (
            "La mano {hand} ya está confirmada y no se juega ninguna: decí el número de la mano si hay que cambiarla, "
            "o empezá otra."
        ),
        "hand goes on": "La mano {hand} no está confirmada: terminala, o anulala, antes de empezar otra.",
        "put away": "Esa partida está archivada: para anotar algo hay que sacarla primero del archivo.",
        "hand annulled": "La mano {hand} está anulada: lo que se anote ahí no cuenta. Anotalo en otra mano.",
        "dealt on the screen": "Esa partida se juega en la pantalla: las manos se reparten ahí.",
        "match over": "La partida ya terminó.",
        "no such seat": "No hay un jugador {seat}.",
        "no tiles": "Primero tocá las fichas que bajó.",
        "one tile": "Eso se hace con una sola ficha: dejá una.",
        "not asked": "Esa pregunta ya no está abierta.",
        "no such answer": "Esa pregunta no tiene esa respuesta.",
        "nothing to undo": "No hay nada para deshacer.",
        "nothing to redo": "No hay nada para rehacer.",
        "not over": "La mano no terminó: decí quién cerró, o que se acabó el mazo.",
        "rack unknown": "Falta decir con qué fichas quedó {names}.",
        "racks unknown": "Falta decir con qué fichas quedaron {names}.",
        "cannot be counted": "Así no se puede contar: {reason}",
        "points by team": "Hay que anotar los puntos de cada uno: son {count}.",
        "points of so many": (
            "Ya hay puntos anotados de {count} bandos: para jugar con otra cantidad hay que empezar otra partida."
        ),
        "two closed": "Cierra uno solo: fijate quién.",
        "no such muerto": "«{muerto}» no dice qué pasó con el muerto.",
        "not to revise": "Esa anotación no se puede cambiar así.",
    },
)
refuse = refusing(TableRefused, SENTENCES)
