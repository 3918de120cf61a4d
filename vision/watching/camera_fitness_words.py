"""Sentences about a camera's position and light, by finding and language."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import Translated, catalogue

TITLES: Mapping[str, Mapping[str, str]] = catalogue(
    "vision.fit_titles",
    {
        "size": "Tamaño",
        "sway": "Firmeza",
        "focus": "Foco",
        "light": "Luz",
        "glare": "Reflejos",
        "rate": "Imágenes",
        "turn": "Giro",
    },
)
TROUBLES: Mapping[str, Mapping[str, str]] = catalogue(
    "vision.fit_troubles",
    {
        "size": "las fichas se ven chicas",
        "sway": "la cámara se mueve",
        "focus": "se ve borroso",
        "light": "falta luz",
        "glare": "un reflejo tapa fichas",
        "rate": "llegan pocas imágenes",
        "turn": "la imagen está girada",
    },
)
"""The problem where a check is bad, in a few words."""
ASKED: Mapping[str, str] = Translated("vision.fit_asked", "Así va a leer mal: {troubles}. ¿Seguir igual?")
_FEW_TILES = Translated(
    "vision.fit_few_tiles", "Poné tres o más fichas boca arriba en las esquinas de la mesa y te digo."
)
_BLURRED = Translated(
    "vision.fit_blurred",
    (
        "Se ve borroso: la mancha mide el {value} % del ancho de una ficha y no tendría que pasar del {wanted} %. "
        "Limpiá el lente, esperá que enfoque y dejá la cámara quieta."
    ),
)
_DARK = Translated(
    "vision.fit_dark",
    "Hay poca luz: las fichas llegan a un brillo de {value} y hace falta {wanted}. Prendé otra lámpara.",
)
_NOISY = Translated(
    "vision.fit_noisy",
    (
        "La imagen tiene grano, un {value} %, y no tendría que pasar del {wanted} %: falta luz. Prendé otra lámpara "
        "o acercá la cámara."
    ),
)
_BRIGHT = Translated(
    "vision.fit_bright",
    (
        "Hay demasiada luz: el {value} % de cada ficha se ve blanco, y no tendría que pasar del {wanted} %. Bajá la "
        "exposición de la cámara o apagá una lámpara."
    ),
)
_SHINING = Translated(
    "vision.fit_shining",
    "Un reflejo tapa el {value} % de las fichas. Corré la lámpara o la cámara, o bajá la persiana.",
)
_SMALL = Translated(
    "vision.fit_small", "Acercá la cámara: las fichas del fondo miden {value} píxeles de ancho y hacen falta {wanted}."
)
_SWAYING = Translated(
    "vision.fit_swaying", "Afirmá el soporte: la imagen se mueve {value} píxeles y no tendría que pasar de {wanted}."
)
_SLOW = Translated(
    "vision.fit_slow",
    (
        "Llegan {value} imágenes por segundo y hacen falta {wanted}. Cerrá otros programas o bajá el tamaño de la "
        "imagen; si es un celular, acercalo al router."
    ),
)
SENTENCES: Mapping[str, Mapping[str, str]] = {
    "size_unknown": _FEW_TILES,
    "size_weak": _SMALL,
    "size_bad": _SMALL,
    "sway_weak": _SWAYING,
    "sway_bad": _SWAYING,
    "focus_unknown": _FEW_TILES,
    "focus_weak": _BLURRED,
    "focus_bad": _BLURRED,
    "light_unknown": _FEW_TILES,
    "light_weak": _DARK,
    "light_bad": _DARK,
    "noise_weak": _NOISY,
    "noise_bad": _NOISY,
    "bright_weak": _BRIGHT,
    "bright_bad": _BRIGHT,
    "glare_unknown": _FEW_TILES,
    "glare_weak": _SHINING,
    "glare_bad": _SHINING,
    "rate_weak": _SLOW,
    "rate_bad": _SLOW,
    **catalogue(
        "vision.fit",
        {
            "size_good": "Las fichas más lejanas miden {value} píxeles de ancho: alcanza.",
            "size_edges": (
                "Las que veo miden {value} píxeles de ancho. Poné unas fichas en las esquinas y te digo si alcanza."
            ),
            "size_picture": (
                "La imagen es chica: con la mesa entera a la vista una ficha mide {value} píxeles de ancho como mucho, "
                "y "
                "hacen falta {wanted}. Elegí una imagen más grande en la cámara."
            ),
            "sway_good": "La cámara está firme.",
            "sway_unknown": "Todavía no sé si está firme: esperá un momento sin mover nada.",
            "focus_good": "Las fichas se ven nítidas.",
            "light_good": "Hay luz suficiente.",
            "glare_good": "Ningún reflejo tapa las fichas.",
            "rate_good": "Llegan {value} imágenes por segundo: alcanza.",
            "turn_bad": (
                "Las fichas de los dos lados se ven giradas: la cámara cuelga al revés o de costado, y así se cambia "
                "quién jugó cada cosa. Girá la imagen {value}° más a la derecha: en la página «Cámara», o con --turn "
                "en la terminal."
            ),
            "mirror_bad": (
                "La cámara muestra la mesa como en un espejo, y así los números se leen mal. Espejá la imagen: en la "
                "página «Cámara», o con --turn mirrored en la terminal."
            ),
            "rate_unknown": "Todavía no sé cuántas imágenes llegan por segundo.",
        },
    ),
}
