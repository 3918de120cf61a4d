"""What the command line says of its own use, in Spanish and English."""

from __future__ import annotations

from collections.abc import Mapping

PHRASES: Mapping[str, tuple[str, str]] = {
    "no option": ("No existe la opción {name}.", "There is no option {name}."),
    "no command": ("No existe la orden «{name}».", "There is no command “{name}”."),
    "no command named": ("Falta decir qué hacer.", "Say what to do."),
    "meant": ("¿Quisiste decir {names}?", "Did you mean {names}?"),
    "usage": ("Uso", "Usage"),
    "arguments": ("Argumentos", "Arguments"),
    "options": ("Opciones", "Options"),
    "commands": ("Órdenes", "Commands"),
    "a command": ("Orden", "Command"),
    "help option": ("Muestra esta ayuda.", "Shows this help."),
    "default": ("por defecto: {value}", "default: {value}"),
    "from": ("de {least} en adelante", "from {least} on"),
    "from to": ("de {least} a {most}", "from {least} to {most}"),
    "completion installed": (
        "{shell} completa desde ahora, en la próxima ventana ({path}).",
        "{shell} completes from now on, in the next window ({path}).",
    ),
    "missing": ("Falta {name}.", "{name} is missing."),
    "extra": ("Sobra «{name}».", "“{name}” is one too many."),
    "no value": ("A la opción {name} le falta su valor.", "The option {name} lacks its value."),
    "a value": ("La opción {name} no lleva valor.", "The option {name} takes no value."),
    "bad value": ("Ese valor no sirve para {name}: va {values}.", "That value does not suit {name}: give {values}."),
    "nothing wrong": ("Nada anda mal.", "Nothing is wrong."),
    "unwell": ("Cosas que andan mal: {count}.", "Things that are wrong: {count}."),
    "bundle written": (
        "El informe está en {path}: sin nombres, fotos ni claves. Miralo antes de mandarlo.",
        "The report is in {path}, without names, pictures or secrets. Look at it before you send it.",
    ),
    "no source": (
        "Falta decir qué mirar: una cámara (0), un video, una carpeta de fotos, demo o simulate.",
        "Say what to watch: a camera (0), a video, a folder of pictures, demo or simulate.",
    ),
    "two sources": (
        "Se mira una sola cosa: «{one}» o «{other}».",
        "One thing is watched at a time: “{one}” or “{other}”.",
    ),
    "of": (" de ", " of "),
    "time left": ("faltan", "time left"),
    "learning": ("Aprendiendo", "Learning"),
    "learned so far": (
        "Aprendiendo: {done} de {steps}, faltan {left}",
        "Learning: {done} of {steps}, time left {left}",
    ),
    "so far": ("Leyendo: {done} de {steps}, faltan {left}", "Reading: {done} of {steps}, time left {left}"),
}
