"""What is said to people of a camera's place and light, by what was found and language."""

from __future__ import annotations

from collections.abc import Mapping

TITLES: Mapping[str, Mapping[str, str]] = {
    "size": {"es": "Tamaño", "en": "Size"},
    "sway": {"es": "Firmeza", "en": "Steadiness"},
    "focus": {"es": "Foco", "en": "Focus"},
    "light": {"es": "Luz", "en": "Light"},
    "glare": {"es": "Reflejos", "en": "Glare"},
    "rate": {"es": "Imágenes", "en": "Pictures"},
}
TROUBLES: Mapping[str, Mapping[str, str]] = {
    "size": {"es": "las fichas se ven chicas", "en": "the tiles look small"},
    "sway": {"es": "la cámara se mueve", "en": "the camera moves"},
    "focus": {"es": "se ve borroso", "en": "the picture is blurred"},
    "light": {"es": "falta luz", "en": "light is missing"},
    "glare": {"es": "un reflejo tapa fichas", "en": "glare hides tiles"},
    "rate": {"es": "llegan pocas imágenes", "en": "few pictures arrive"},
}
"""What is wrong where a check is bad, in a few words."""
ASKED: Mapping[str, str] = {
    "es": "Así va a leer mal: {troubles}. ¿Seguir igual?",
    "en": "It will be read wrongly: {troubles}. Go on all the same?",
}
_FEW_TILES = {
    "es": "Poné tres o más fichas boca arriba en las esquinas de la mesa y te digo.",
    "en": "Put three or more tiles face up at the corners of the table, and you will be told.",
}
_BLURRED = {
    "es": "Se ve borroso: la mancha mide el {value} % del ancho de una ficha y no tendría que pasar del {wanted} %. "
    "Limpiá el lente, esperá que enfoque y dejá la cámara quieta.",
    "en": "The picture is blurred, by {value} % of a tile's width where {wanted} % is the most. Clean the lens, let it "
    "focus, and keep the camera still.",
}
_DARK = {
    "es": "Hay poca luz: las fichas llegan a un brillo de {value} y hace falta {wanted}. Prendé otra lámpara.",
    "en": "There is little light: the tiles reach a brightness of {value} and {wanted} is needed. Switch on a lamp.",
}
_NOISY = {
    "es": "La imagen tiene grano, un {value} %, y no tendría que pasar del {wanted} %: falta luz. Prendé otra lámpara "
    "o acercá la cámara.",
    "en": "The picture is grainy, by {value} % where {wanted} % is the most: light is missing. Switch on a lamp or "
    "bring the camera nearer.",
}
_BRIGHT = {
    "es": "Hay demasiada luz: el {value} % de cada ficha se ve blanco, y no tendría que pasar del {wanted} %. Bajá la "
    "exposición de la cámara o apagá una lámpara.",
    "en": "There is too much light: {value} % of each tile is white where {wanted} % is the most. Lower the exposure "
    "of the camera, or switch a lamp off.",
}
_SHINING = {
    "es": "Un reflejo tapa el {value} % de las fichas. Corré la lámpara o la cámara, o bajá la persiana.",
    "en": "Glare hides {value} % of the tiles. Move the lamp or the camera, or lower the blind.",
}
_SMALL = {
    "es": "Acercá la cámara: las fichas del fondo miden {value} píxeles de ancho y hacen falta {wanted}.",
    "en": "Bring the camera nearer: the farthest tiles are {value} pixels wide and {wanted} are needed.",
}
_SWAYING = {
    "es": "Afirmá el soporte: la imagen se mueve {value} píxeles y no tendría que pasar de {wanted}.",
    "en": "Steady the stand: the picture moves by {value} pixels where {wanted} is the most.",
}
_SLOW = {
    "es": "Llegan {value} imágenes por segundo y hacen falta {wanted}. Cerrá otros programas o bajá el tamaño de la "
    "imagen; si es un celular, acercalo al router.",
    "en": "{value} pictures a second arrive and {wanted} are needed. Close other programs or choose smaller pictures; "
    "a phone should be nearer to the router.",
}
SENTENCES: Mapping[str, Mapping[str, str]] = {
    "size_good": {
        "es": "Las fichas más lejanas miden {value} píxeles de ancho: alcanza.",
        "en": "The farthest tiles are {value} pixels wide: that is enough.",
    },
    "size_edges": {
        "es": "Las que veo miden {value} píxeles de ancho. Poné unas fichas en las esquinas y te digo si alcanza.",
        "en": "Those in view are {value} pixels wide. Put a few tiles at the corners, and you will be told whether "
        "that is enough.",
    },
    "size_unknown": _FEW_TILES,
    "size_picture": {
        "es": "La imagen es chica: con la mesa entera a la vista una ficha mide {value} píxeles de ancho como mucho, y "
        "hacen falta {wanted}. Elegí una imagen más grande en la cámara.",
        "en": "The picture is small: with the whole table in view a tile is {value} pixels wide at most, and {wanted} "
        "are needed. Choose larger pictures in the camera.",
    },
    "size_weak": _SMALL,
    "size_bad": _SMALL,
    "sway_good": {"es": "La cámara está firme.", "en": "The camera is steady."},
    "sway_unknown": {
        "es": "Todavía no sé si está firme: esperá un momento sin mover nada.",
        "en": "It is not known yet whether it is steady: wait a moment without moving anything.",
    },
    "sway_weak": _SWAYING,
    "sway_bad": _SWAYING,
    "focus_good": {"es": "Las fichas se ven nítidas.", "en": "The tiles look sharp."},
    "focus_unknown": _FEW_TILES,
    "focus_weak": _BLURRED,
    "focus_bad": _BLURRED,
    "light_good": {"es": "Hay luz suficiente.", "en": "There is enough light."},
    "light_unknown": _FEW_TILES,
    "light_weak": _DARK,
    "light_bad": _DARK,
    "noise_weak": _NOISY,
    "noise_bad": _NOISY,
    "bright_weak": _BRIGHT,
    "bright_bad": _BRIGHT,
    "glare_good": {"es": "Ningún reflejo tapa las fichas.", "en": "No glare hides the tiles."},
    "glare_unknown": _FEW_TILES,
    "glare_weak": _SHINING,
    "glare_bad": _SHINING,
    "rate_good": {
        "es": "Llegan {value} imágenes por segundo: alcanza.",
        "en": "{value} pictures a second arrive: that is enough.",
    },
    "rate_unknown": {
        "es": "Todavía no sé cuántas imágenes llegan por segundo.",
        "en": "It is not known yet how many pictures a second arrive.",
    },
    "rate_weak": _SLOW,
    "rate_bad": _SLOW,
}
