"""Sentences about printing a game and counting a set."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import catalogue

PHRASES: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.phrases",
    {
        "printed": "{path}: para imprimir al 100 %, sin «ajustar a la página».",
        "print file": "«{path}» no termina en .pdf: es el nombre del archivo para imprimir.",
        "print paper": "No hay un papel «{said}»: puede ser {choices}.",
        "print ink": "No hay una tinta «{said}»: puede ser {choices}.",
        "print part": "El juego no tiene una parte «{said}»: puede ser {choices}.",
        "print size": "«{said}» no es el tamaño de una ficha: va en milímetros, como 26x37.",
        "print width": "Una ficha de {width} mm de ancho no se puede: va de {least} a {most} mm.",
        "print height": (
            "Una ficha de {width} mm de ancho tiene de {low} a {high} mm de alto, no {height}: la cámara no la "
            "reconocería."
        ),
        "print margin": "«{said}» no sirve de margen: va de {least} a {most} mm.",
        "print racks": "Con un margen de {margin} mm los atriles no entran en una hoja {paper}: hasta {most} mm sí.",
        "print many": "Son {count} fichas y se imprimen hasta {most} por vez.",
        "census complete": "El juego está completo: {seen} fichas.",
        "census seen": "Hay {seen} fichas.",
        "census unsettled": "Hay {seen} fichas, y antes de decir si está completo hay que mirar lo que sigue.",
        "census missing": "{count:No se ve|No se ven} {count}: {tiles}",
        "census surplus": "{count:Sobra|Sobran} {count}: {tiles}",
        "census overlap": (
            "¿Hay alguna ficha que esté en «{one}» y también en «{other}»? Si no hay ninguna, repetí la orden con "
            "--apart; "
            "si hay, sacalas de nuevo con más fichas en común."
        ),
        "census unsure": (
            "Duda {number}, «{image}», cerca de ({x}, {y}): puede ser {options}. Contestá con "
            "--answer {number}={answer}, o {number}=none si ahí no hay ficha."
        ),
        "census print": 'las que faltan se imprimen con: burako print --tiles "{tiles}"',
        "census picture": "«{path}»: {reason} Sin esa foto no se puede contar.",
        "census many": "Son {count} fotos y se cuentan hasta {most} por vez.",
    },
)
