"""What is said about printing a game, in Spanish and English."""

from __future__ import annotations

from collections.abc import Mapping

PHRASES: Mapping[str, tuple[str, str]] = {
    "printed": (
        "{path}: para imprimir al 100 %, sin «ajustar a la página».",
        "{path}: to be printed at 100 %, without “fit to page”.",
    ),
    "print file": (
        "«{path}» no termina en .pdf: es el nombre del archivo para imprimir.",
        "“{path}” does not end in .pdf: name the file to print.",
    ),
    "print paper": (
        "No hay un papel «{said}»: puede ser {choices}.",
        "There is no paper “{said}”: it may be {choices}.",
    ),
    "print ink": ("No hay una tinta «{said}»: puede ser {choices}.", "There is no ink “{said}”: it may be {choices}."),
    "print part": (
        "El juego no tiene una parte «{said}»: puede ser {choices}.",
        "The game has no part “{said}”: it may be {choices}.",
    ),
    "print size": (
        "«{said}» no es el tamaño de una ficha: va en milímetros, como 26x37.",
        "“{said}” is no size of a tile: write it in millimetres, such as 26x37.",
    ),
    "print width": (
        "Una ficha de {width} mm de ancho no se puede: va de {least} a {most} mm.",
        "A tile {width} mm wide cannot be made: it may be {least} to {most} mm.",
    ),
    "print height": (
        "Una ficha de {width} mm de ancho tiene de {low} a {high} mm de alto, no {height}: la cámara no la "
        "reconocería.",
        "A tile {width} mm wide is {low} to {high} mm high, not {height}: the camera would not know it.",
    ),
    "print margin": (
        "«{said}» no sirve de margen: va de {least} a {most} mm.",
        "“{said}” is no margin: it may be {least} to {most} mm.",
    ),
    "print racks": (
        "Con un margen de {margin} mm los atriles no entran en una hoja {paper}: hasta {most} mm sí.",
        "With a margin of {margin} mm the racks do not fit on a sheet of {paper}: up to {most} mm they do.",
    ),
    "print many": (
        "Son {count} fichas y se imprimen hasta {most} por vez.",
        "That is {count} tiles and at most {most} are printed at a time.",
    ),
}
