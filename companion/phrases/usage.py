"""Sentences about the use of the command line."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import catalogue

PHRASES: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.phrases",
    {
        "no option": "No existe la opción {name}.",
        "no command": "No existe la orden «{name}».",
        "no command named": "Falta decir qué hacer.",
        "meant": "¿Quisiste decir {names}?",
        "usage": "Uso",
        "arguments": "Argumentos",
        "options": "Opciones",
        "commands": "Órdenes",
        "a command": "Orden",
        "help option": "Muestra esta ayuda.",
        "default": "por defecto: {value}",
        "from": "de {least} en adelante",
        "from to": "de {least} a {most}",
        "completion installed": "{shell} completa desde ahora, en la próxima ventana ({path}).",
        "missing": "Falta {name}.",
        "extra": "Sobra «{name}».",
        "no value": "A la opción {name} le falta su valor.",
        "a value": "La opción {name} no lleva valor.",
        "bad value": "Ese valor no sirve para {name}: va {values}.",
        "nothing wrong": "Nada anda mal.",
        "unwell": "Cosas que andan mal: {count}.",
        "bundle written": "El informe está en {path}: sin nombres, fotos ni claves. Miralo antes de mandarlo.",
        "no source": "Falta decir qué mirar: una cámara (0), un video, una carpeta de fotos, demo o simulate.",
        "two sources": "Se mira una sola cosa: «{one}» o «{other}».",
        "of": " de ",
        "time left": "faltan",
        "learning": "Aprendiendo",
        "learned so far": "Aprendiendo: {done} de {steps}, faltan {left}",
        "so far": "Leyendo: {done} de {steps}, faltan {left}",
    },
)
