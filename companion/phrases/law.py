"""What is said of rules, and to those who ask the law: Spanish first and English second."""

from __future__ import annotations

from collections.abc import Mapping

PHRASES: Mapping[str, tuple[str, str]] = {
    "general rules": ("De todo el juego", "Of the game itself"),
    "because text": ("Lo dice el texto.", "The text says so."),
    "because example": ("Sale de un ejemplo del texto.", "An example of the text shows it."),
    "because sibling": ("Lo dice un texto hermano.", "A kindred text says so."),
    "because none": ("Ningún texto dice otra cosa.", "No text says otherwise."),
    "because chosen": ("El texto no lo dice: es el criterio del programa.", "The text is silent: the program chose."),
    "because house": ("Lo acordó la mesa o el club.", "The table or the club agreed on it."),
    "booklet written": ("El librito está en {path}.", "The booklet is in {path}."),
    "to be read": ("Falta leer", "Not read yet"),
    "own rule set": ("Un reglamento de esta casa.", "A rule set of this house."),
    "law unknown field": (
        "No conozco «{one}»: acá van {known}.",
        "“{one}” is not known: what goes here is {known}.",
    ),
    "law expects": ("«{field}» va así: {example}.", "“{field}” is written so: {example}."),
    "law too many": ("En «{field}» entran hasta {most}.", "“{field}” holds at most {most}."),
    "law too long": (
        "Un texto de «{field}» es demasiado largo: entran {most} letras.",
        "A text of “{field}” is too long: {most} letters fit.",
    ),
    "law too many tiles": (
        "Un juego tiene hasta {most} fichas, y ése tiene {count}.",
        "A meld has at most {most} tiles, and that one has {count}.",
    ),
    "law many tiles": ("Son {count} fichas: entran hasta {most}.", "That is {count} tiles: at most {most} fit."),
    "law no melds": ("Falta decir qué juego.", "Say which meld."),
    "law no such rules": (
        "No conozco el reglamento «{name}»; están: {known}.",
        "There is no rule set “{name}”; there are: {known}.",
    ),
    "law one change": ("Un cambio es de un solo juego.", "A change is of one meld."),
    "hidden tile": (
        "La ficha cruzada tapa otra: correla un momento, o decí cuál es",
        "The tile laid across hides another: move it for a moment, or say which one it is",
    ),
}
