"""What is said of plays that are advised: Spanish first and English second."""

from __future__ import annotations

from collections.abc import Mapping

PHRASES: Mapping[str, tuple[str, str]] = {
    "advice lacks rack": ("Falta decir qué fichas hay en el atril.", "Say which tiles are on the rack."),
    "rack picture": ("De {path} no se puede leer el atril: {es}", "The rack cannot be read from {path}: {en}"),
    "rack empty": ("En {path} no se ve ninguna ficha.", "No tile can be seen on {path}."),
    "rack both": (
        "El atril se dice con --rack o se saca de una foto con --rack-photo, no las dos cosas.",
        "The rack is written with --rack or taken from a picture with --rack-photo, not both.",
    ),
    "rack answer": (
        "«{answer}» no contesta ninguna de las {count} fichas dudosas: escribí 1=7r, o 1=none si ahí no hay ficha.",
        "“{answer}” answers none of the {count} doubtful tiles: write 1=7r, or 1=none where there is no tile.",
    ),
    "rack read": ("Leí en el atril: {tiles}", "Read on the rack: {tiles}"),
    "rack doubt": (
        "Duda {number}, fila {row}, ficha {place} desde la izquierda: puede ser {likely}. "
        "Contestá con --answer {number}={answer}.",
        "Doubt {number}, row {row}, tile {place} from the left: it may be {likely}. "
        "Answer with --answer {number}={answer}.",
    ),
    "rack any": ("cualquiera", "anything"),
    "advice many tiles": (
        "En el atril entran hasta {most} fichas, y ahí hay {count}.",
        "A rack holds at most {most} tiles, and there are {count}.",
    ),
    "advice theirs": (
        "En este juego la mesa es de todos: los juegos van en «table».",
        "In this game the table is everybody's: the melds go into “table”.",
    ),
    "advice no pozo": ("En este juego no hay pozo.", "This game has no pozo."),
    "advice none": ("No hay nada que se pueda hacer.", "There is nothing that can be done."),
    "advice best": ("No hay jugada mejor: las probó todas.", "There is no better play: all were tried."),
    "advice found": (
        "Son las mejores que encontró; puede haber otra mejor.",
        "These are the best that were found; there may be a better one.",
    ),
    "step draw": ("Robá una ficha del mazo", "Draw a tile from the stock"),
    "step pozo": ("Levantá el pozo", "Take the pozo"),
    "step lay": ("Bajá un juego nuevo", "Lay a new meld"),
    "step extend": ("Agregá al juego {numbers}", "Add to meld {numbers}"),
    "step one": ("Desarmá el juego {numbers} y dejalo así", "Take meld {numbers} apart and leave it so"),
    "step several": ("Desarmá los juegos {numbers} y dejalos así", "Take melds {numbers} apart and leave them so"),
    "step discard": ("Tirá", "Discard"),
    "step muerto": ("Comprá el muerto", "Take the muerto"),
    "step close": ("Cerrá la mano", "Close the hand"),
    "step end": ("Pasá el turno", "Pass the turn"),
    "plays": ("Jugadas", "Plays"),
    "steps": ("Pasos", "Steps"),
    "why": ("Por qué", "Why"),
}
