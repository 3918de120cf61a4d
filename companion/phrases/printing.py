"""What is said about printing a game and about counting a set, in Spanish and English."""

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
    "census complete": ("El juego está completo: {seen} fichas.", "The set is complete: {seen} tiles."),
    "census seen": ("Hay {seen} fichas.", "There are {seen} tiles."),
    "census unsettled": (
        "Hay {seen} fichas, y antes de decir si está completo hay que mirar lo que sigue.",
        "There are {seen} tiles, and before it can be said whether the set is complete, look at what follows.",
    ),
    "census missing": ("No se ven {count}: {tiles}", "Not seen, {count}: {tiles}"),
    "census surplus": ("Sobran {count}: {tiles}", "Too many, {count}: {tiles}"),
    "census overlap": (
        "¿Hay alguna ficha que esté en «{one}» y también en «{other}»? Si no hay ninguna, repetí la orden con --apart; "
        "si hay, sacalas de nuevo con más fichas en común.",
        "Is any tile in “{one}” and also in “{other}”? If there is none, repeat the command with --apart; "
        "if there is, take them again with more tiles in common.",
    ),
    "census unsure": (
        "«{image}», cerca de ({x}, {y}): puede ser {options}.",
        "“{image}”, near ({x}, {y}): it may be {options}.",
    ),
    "census print": (
        'las que faltan se imprimen con: burako print --tiles "{tiles}"',
        'the missing ones are printed by: burako print --tiles "{tiles}"',
    ),
    "census picture": (
        "«{path}»: {reason} Sin esa foto no se puede contar.",
        "“{path}”: {reason} Without that picture there is no count.",
    ),
    "census many": (
        "Son {count} fotos y se cuentan hasta {most} por vez.",
        "That is {count} pictures and at most {most} are counted at a time.",
    ),
}
