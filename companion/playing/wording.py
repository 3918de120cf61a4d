"""The refusals of a screen game, in every language."""

from __future__ import annotations

from collections.abc import Mapping

from companion.refusal import GameRefused, RefusalReason, filled, refusing
from engine.sentences import Translated, catalogue

CONFLICT, MISSING, FORBIDDEN, TOO_MANY = 409, 404, 403, 429


def said(key: str, **parts: object) -> RefusalReason:
    """The sentence for ``key`` by language."""
    return filled(SENTENCES[key], **parts)


SENTENCES: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.playing",
    {
        "no such game": "Ese juego no está, o terminó hace rato.",
        "no seat": "No estás sentado en este juego: elegí un lugar libre.",
        "no such seat": "No hay un lugar {seat}.",
        "seat taken": "Ese lugar ya está ocupado.",
        "sits already": "Ya estás sentado en este juego.",
        "not your seat": "Esa jugada es de otro lugar.",
        "nobody away": "No se espera a nadie más.",
        "host decides": "Eso lo decide {name}, que abrió el juego.",
        "wait still": "Esperá {seconds} segundos más a {name}: puede estar pensando.",
        "no person": "Tiene que haber al menos una persona.",
        "many seats": "Son cuatro lugares como mucho.",
        "long name": "Un nombre lleva {most} letras como mucho.",
        "no name": "Poné un nombre.",
        "same names": "Dos tienen el mismo nombre: poné nombres distintos.",
        "many games": "Ya hay {most} juegos abiertos: terminá uno antes de empezar otro.",
        "bad pace": "La pausa va de 0 a {most} milésimas de segundo.",
        "not begun": "Todavía falta que se siente alguien.",
        "hand over": "La mano terminó.",
        "hand goes on": "La mano todavía se está jugando.",
        "game over": "El juego terminó.",
        "not a play": "Eso no es una jugada de este juego: «{move}».",
        "nothing to undo": "No se puede deshacer: después de esa jugada ya se vio una ficha nueva, o pasó el turno.",
        "stale": "Mientras tanto el juego siguió: mirá cómo quedó y probá de nuevo.",
        "sent before": "Eso ya se mandó antes y decía otra cosa: mirá cómo quedó y mandalo de nuevo.",
        "not your turn": "No es tu turno.",
        "no advice": "En este juego no se aconseja.",
        "not your tiles": "Esas fichas no están en tu atril.",
        "many tiles": "Son {most} fichas como mucho.",
        "no such meld": "Ese juego no está en la mesa.",
        "ended by close": "Cerró {name}.",
        "ended by stock": "Se acabó el mazo.",
        "broken game": "Este juego no se puede continuar.",
    },
)
refuse = refusing(GameRefused, SENTENCES)
PROGRAM_NAMES: Mapping[str, str] = Translated("companion.program_name", "Máquina {number}")
