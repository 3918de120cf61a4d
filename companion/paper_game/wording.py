"""The words on the sheets, in every language."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import catalogue

WORDS: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.paper_game",
    {
        "file": "juego-para-imprimir",
        "file of tiles": "fichas-que-faltan",
        "title": "Burako para imprimir",
        "sheet": "hoja {number} de {count}",
        "ruler": "Esta regla mide {length} mm: si no, imprimí al 100 %, sin «ajustar a la página».",
        "joker": "COMODÍN",
        "tiles r": "Fichas rojas",
        "tiles k": "Fichas negras",
        "tiles b": "Fichas azules",
        "tiles y": "Fichas amarillas",
        "jokers and spares": "Comodines (dos van al juego, dos son de repuesto) y fichas en blanco",
        "some tiles": "Fichas sueltas",
        "rack left": "Atril {number}: mitad izquierda",
        "rack right": "Atril {number}: mitad derecha",
        "lip": "borde: va hacia arriba",
        "base": "base",
        "back": "espalda",
        "rest": "acá se apoyan las fichas",
        "ledge": "piso: se pega sobre la base",
        "inner lip": "se pega por dentro del borde",
        "tongue": "se pega dentro de la otra mitad",
        "model": "Cómo se arman los atriles",
        "step 1": "1. Pegá la hoja sobre cartulina y recortá por la línea llena.",
        "step 2": (
            "2. Marcá los dobleces con una regla y una lapicera sin tinta: la línea de rayas se dobla hacia atrás, "
            "la de puntos hacia adelante."
        ),
        "step 3": "3. Doblá: la base queda abajo, la espalda sube y el respaldo baja hasta el piso.",
        "step 4": "4. Pegá el piso sobre la base, y la solapa por dentro del borde.",
        "step 5": "5. Meté las lengüetas de la mitad izquierda dentro de la derecha y pegá: es un atril.",
        "dashed": "rayas: hacia atrás",
        "dotted": "puntos: hacia adelante",
        "mat": "Tapete: {what}",
        "muertos": "muertos",
        "mazo": "mazo",
        "pozo": "pozo",
        "mat muertos": "MUERTOS",
        "mat mazo": "MAZO",
        "mat pozo": "POZO",
        "theirs": "de este lado, los juegos de ellos",
        "ours": "de este lado, los juegos nuestros",
        "everybody": "alrededor, los juegos de todos",
        "mat hint": (
            "Poné las hojas en fila al medio de la mesa: muertos, mazo, pozo. La cámara mira desde arriba, "
            "con lo nuestro abajo."
        ),
        "mat hint alone": "Poné esta hoja donde va el mazo, a un costado: el resto de la mesa es para los juegos.",
        "card": "Las reglas en una hoja: {title}",
        "card values": "Los valores",
        "black set": (
            "El disco es rojo, el rombo azul, el triángulo amarillo y el cuadrado negro. Para jugar sin cámara, "
            "que lee los colores."
        ),
    },
)


def word(language: str, key: str, **parts: object) -> str:
    """The words for ``key``, with their blanks filled in."""
    return WORDS[key][language].format(**parts)
