"""What the sheets say, in Spanish and English."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, tuple[str, str]] = {
    "file": ("juego-para-imprimir", "game-to-print"),
    "file of tiles": ("fichas-que-faltan", "missing-tiles"),
    "title": ("Burako para imprimir", "Burako to print"),
    "sheet": ("hoja {number} de {count}", "sheet {number} of {count}"),
    "ruler": (
        "Esta regla mide {length} mm: si no, imprimí al 100 %, sin «ajustar a la página».",
        "This ruler is {length} mm long: if not, print at 100 %, without “fit to page”.",
    ),
    "joker": ("COMODÍN", "JOKER"),
    "tiles r": ("Fichas rojas", "Red tiles"),
    "tiles k": ("Fichas negras", "Black tiles"),
    "tiles b": ("Fichas azules", "Blue tiles"),
    "tiles y": ("Fichas amarillas", "Yellow tiles"),
    "jokers and spares": (
        "Comodines (dos van al juego, dos son de repuesto) y fichas en blanco",
        "Jokers (two for the set, two to spare) and blank tiles",
    ),
    "some tiles": ("Fichas sueltas", "Single tiles"),
    "rack left": ("Atril {number}: mitad izquierda", "Rack {number}: left half"),
    "rack right": ("Atril {number}: mitad derecha", "Rack {number}: right half"),
    "lip": ("borde: va hacia arriba", "lip: goes up"),
    "base": ("base", "base"),
    "back": ("espalda", "back"),
    "rest": ("acá se apoyan las fichas", "the tiles lean here"),
    "ledge": ("piso: se pega sobre la base", "floor: glued onto the base"),
    "inner lip": ("se pega por dentro del borde", "glued inside the lip"),
    "tongue": ("se pega dentro de la otra mitad", "glued inside the other half"),
    "model": ("Cómo se arman los atriles", "How the racks are made"),
    "step 1": (
        "1. Pegá la hoja sobre cartulina y recortá por la línea llena.",
        "1. Glue the sheet onto card and cut along the solid line.",
    ),
    "step 2": (
        "2. Marcá los dobleces con una regla y una lapicera sin tinta: la línea de rayas se dobla hacia atrás, "
        "la de puntos hacia adelante.",
        "2. Score the folds with a ruler and an empty pen: the dashed line folds away from you, "
        "the dotted line towards you.",
    ),
    "step 3": (
        "3. Doblá: la base queda abajo, la espalda sube y el respaldo baja hasta el piso.",
        "3. Fold: the base lies below, the back goes up, and the rest comes down to the floor.",
    ),
    "step 4": (
        "4. Pegá el piso sobre la base, y la solapa por dentro del borde.",
        "4. Glue the floor onto the base, and the flap inside the lip.",
    ),
    "step 5": (
        "5. Meté las lengüetas de la mitad izquierda dentro de la derecha y pegá: es un atril.",
        "5. Slide the tongues of the left half into the right one and glue: that is one rack.",
    ),
    "dashed": ("rayas: hacia atrás", "dashed: away from you"),
    "dotted": ("puntos: hacia adelante", "dotted: towards you"),
    "mat": ("Tapete: {what}", "Mat: {what}"),
    "muertos": ("muertos", "muertos"),
    "mazo": ("mazo", "stock (mazo)"),
    "pozo": ("pozo", "discards (pozo)"),
    "mat muertos": ("MUERTOS", "MUERTOS"),
    "mat mazo": ("MAZO", "MAZO"),
    "mat pozo": ("POZO", "POZO"),
    "theirs": ("de este lado, los juegos de ellos", "on this side, their melds"),
    "ours": ("de este lado, los juegos nuestros", "on this side, our melds"),
    "everybody": ("alrededor, los juegos de todos", "all around, everybody's melds"),
    "mat hint": (
        "Poné las hojas en fila al medio de la mesa: muertos, mazo, pozo. La cámara mira desde arriba, "
        "con lo nuestro abajo.",
        "Lay the sheets in a line across the middle of the table: muertos, mazo, pozo. The camera looks from above, "
        "with our side below.",
    ),
    "mat hint alone": (
        "Poné esta hoja donde va el mazo, a un costado: el resto de la mesa es para los juegos.",
        "Lay this sheet where the stock goes, to one side: the rest of the table is for the melds.",
    ),
    "card": ("Las reglas en una hoja: {title}", "The rules on one page: {title}"),
    "black set": (
        "El disco es rojo, el rombo azul, el triángulo amarillo y el cuadrado negro. Para jugar sin cámara, "
        "que lee los colores.",
        "A disc is red, a diamond blue, a triangle yellow and a square black. To play without a camera, "
        "which reads the colours.",
    ),
}


def word(language: str, key: str, **parts: object) -> str:
    """The words called ``key``, with their blanks filled in."""
    return WORDS[key][language == "en"].format(**parts)
