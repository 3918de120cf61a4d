"""What vision says to people when the world fails it, by code and language. Words only; errors.py fills them in."""

from __future__ import annotations

from collections.abc import Mapping

DEFAULT_LANGUAGE = "es"

SENTENCES: Mapping[str, Mapping[str, str]] = {
    "missing_file": {
        "es": "Ese archivo no existe.",
        "en": "That file does not exist.",
    },
    "is_folder": {
        "es": "Eso es una carpeta, no una foto.",
        "en": "That is a folder, not a photograph.",
    },
    "not_permitted": {
        "es": "No hay permiso para leer ese archivo.",
        "en": "There is no permission to read that file.",
    },
    "unreadable": {
        "es": "El sistema no pudo leer ese archivo (error {errno}).",
        "en": "The system could not read that file (error {errno}).",
    },
    "empty": {
        "es": "El archivo está vacío: tiene 0 bytes.",
        "en": "The file is empty: it has 0 bytes.",
    },
    "too_heavy": {
        "es": "El archivo pesa más de {limit_mb} MB, que es el máximo: mandá una foto más liviana.",
        "en": "The file weighs more than {limit_mb} MB, which is the limit: send a lighter photograph.",
    },
    "too_many_pixels": {
        "es": "La imagen mide {width} × {height} píxeles y el máximo son {limit_mp} megapíxeles: achicala primero.",
        "en": "The image measures {width} × {height} pixels and the limit is {limit_mp} megapixels: shrink it first.",
    },
    "too_small": {
        "es": "La imagen mide {width} × {height} píxeles: es demasiado chica para ver una ficha.",
        "en": "The image measures {width} × {height} pixels: it is too small to show a tile.",
    },
    "not_an_image": {
        "es": "Eso no es una imagen que se pueda abrir: mandá una foto en JPEG, PNG o WebP.",
        "en": "That is not an image that can be opened: send a photograph as JPEG, PNG or WebP.",
    },
    "heic": {
        "es": "Es una foto HEIC de iPhone, que no se puede abrir acá: en Ajustes › Cámara › Formatos elegí "
        "«Más compatible» y sacala de nuevo, o mandala convertida a JPEG.",
        "en": "This is an iPhone HEIC photograph, which cannot be opened here: in Settings › Camera › Formats choose "
        "“Most Compatible” and take it again, or send it converted to JPEG.",
    },
    "foreign_format": {
        "es": "Es un archivo {format} y hace falta una foto en JPEG, PNG o WebP: guardala como JPEG y probá de nuevo.",
        "en": "This is a {format} file and a photograph as JPEG, PNG or WebP is needed: save it as JPEG and try again.",
    },
    "truncated": {
        "es": "La imagen llegó cortada, le falta el final: mandala de nuevo.",
        "en": "The image arrived cut short, its end is missing: send it again.",
    },
    "damaged": {
        "es": "La imagen está dañada y no se puede abrir: mandala de nuevo o sacá otra foto.",
        "en": "The image is damaged and cannot be opened: send it again or take another photograph.",
    },
    "manifest_missing": {
        "es": "Falta la lista de modelos ({path}): reinstalá el programa o revisá BURAKO_MODELS.",
        "en": "The list of models is missing ({path}): install the program again or check BURAKO_MODELS.",
    },
    "manifest_invalid": {
        "es": "La lista de modelos ({path}) no se entiende: {problem}.",
        "en": "The list of models ({path}) makes no sense: {problem}.",
    },
    "model_unlisted": {
        "es": "La lista de modelos no nombra «{name}»: reinstalá el programa o revisá BURAKO_MODELS.",
        "en": "The list of models does not name “{name}”: install the program again or check BURAKO_MODELS.",
    },
    "model_missing": {
        "es": "Falta el archivo del modelo «{name}» ({path}): reinstalá el programa o revisá BURAKO_MODELS.",
        "en": "The file of the model “{name}” is missing ({path}): install the program again or check BURAKO_MODELS.",
    },
    "model_altered": {
        "es": "El archivo del modelo «{name}» ({path}) no es el que figura en la lista (SHA-256 distinto): "
        "reinstalá el programa.",
        "en": "The file of the model “{name}” ({path}) is not the one listed (its SHA-256 differs): "
        "install the program again.",
    },
    "model_unopenable": {
        "es": "El modelo «{name}» ({path}) no se puede abrir: reinstalá el programa.",
        "en": "The model “{name}” ({path}) cannot be opened: install the program again.",
    },
    "camera_unopened": {
        "es": "No se puede abrir la cámara «{source}»: fijate que esté enchufada y que no la use otro programa.",
        "en": "The camera “{source}” cannot be opened: check that it is plugged in and that no other program uses it.",
    },
    "camera_silent": {
        "es": "La cámara «{source}» dejó de mandar imágenes: se vuelve a intentar.",
        "en": "The camera “{source}” stopped sending pictures: trying again.",
    },
}
