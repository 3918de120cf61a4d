"""Why something cannot be done in a game on the screen, in Spanish first and English second."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from companion.refusal import GameRefused
from engine.wording import LANGUAGES

CONFLICT, MISSING, FORBIDDEN, TOO_MANY = 409, 404, 403, 429


def said(key: str, **parts: object) -> dict[str, str]:
    """The sentence called ``key`` by language."""
    return {language: words.format(**parts) for language, words in zip(LANGUAGES, SENTENCES[key], strict=True)}


def refuse(key: str, status: int = 422, **parts: object) -> NoReturn:
    """Ends with the sentence called ``key``."""
    raise GameRefused(said(key, **parts), status)


SENTENCES: Mapping[str, tuple[str, str]] = {
    "no such game": ("Ese juego no está, o terminó hace rato.", "There is no such game, or it ended a while ago."),
    "no seat": (
        "No estás sentado en este juego: elegí un lugar libre.",
        "You do not sit at this game: take a free seat.",
    ),
    "no such seat": ("No hay un lugar {seat}.", "There is no seat {seat}."),
    "seat taken": ("Ese lugar ya está ocupado.", "That seat is taken already."),
    "sits already": ("Ya estás sentado en este juego.", "You sit at this game already."),
    "not your seat": ("Esa jugada es de otro lugar.", "That move is another seat's."),
    "nobody away": ("No se espera a nadie más.", "Nobody else is being waited for."),
    "host decides": (
        "Eso lo decide {name}, que abrió el juego.",
        "{name}, who opened the game, decides that.",
    ),
    "wait still": (
        "Esperá {seconds} segundos más a {name}: puede estar pensando.",
        "Wait {seconds} seconds more for {name}, who may be thinking.",
    ),
    "no person": ("Tiene que haber al menos una persona.", "At least one person has to play."),
    "many seats": ("Son cuatro lugares como mucho.", "There are four seats at most."),
    "long name": ("Un nombre lleva {most} letras como mucho.", "A name has {most} letters at most."),
    "no name": ("Poné un nombre.", "Give a name."),
    "same names": ("Dos tienen el mismo nombre: poné nombres distintos.", "Two have the same name: choose others."),
    "many games": (
        "Ya hay {most} juegos abiertos: terminá uno antes de empezar otro.",
        "There are {most} games open already: finish one before you begin another.",
    ),
    "bad pace": (
        "La pausa va de 0 a {most} milésimas de segundo.",
        "The pause is between 0 and {most} thousandths of a second.",
    ),
    "not begun": ("Todavía falta que se siente alguien.", "Somebody has still to sit down."),
    "hand over": ("La mano terminó.", "The hand is over."),
    "hand goes on": ("La mano todavía se está jugando.", "The hand is still being played."),
    "game over": ("El juego terminó.", "The game is over."),
    "not a play": ("Eso no es una jugada de este juego: «{move}».", "That is no move of this game: “{move}”."),
    "nothing to undo": (
        "No se puede deshacer: después de esa jugada ya se vio una ficha nueva, o pasó el turno.",
        "It cannot be undone: a new tile has been seen since, or the turn has passed.",
    ),
    "stale": (
        "Mientras tanto el juego siguió: mirá cómo quedó y probá de nuevo.",
        "Meanwhile the game went on: look at it and try again.",
    ),
    "not your turn": ("No es tu turno.", "It is not your turn."),
    "no advice": ("En este juego no se aconseja.", "No advice is given in this game."),
    "not your tiles": ("Esas fichas no están en tu atril.", "Those tiles are not on your rack."),
    "many tiles": ("Son {most} fichas como mucho.", "That takes {most} tiles at most."),
    "no such meld": ("Ese juego no está en la mesa.", "That meld is not on the table."),
    "ended by close": ("Cerró {name}.", "{name} closed."),
    "ended by stock": ("Se acabó el mazo.", "The stock ran out."),
    "broken game": ("Este juego no se puede continuar.", "This game cannot go on."),
}
PROGRAM_NAMES: Mapping[str, str] = {"es": "Máquina {number}", "en": "Machine {number}"}
