"""The sentences of vision for people, by code and language."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.sentences import catalogue
from vision.camera_wording import SENTENCES as OF_CAMERAS

DEFAULT_LANGUAGE = "es"

SENTENCES: Mapping[str, Mapping[str, str]] = {
    **OF_CAMERAS,
    **catalogue(
        "vision.wording",
        {
            "missing_file": "Ese archivo no existe.",
            "is_folder": "Eso es una carpeta, no una foto.",
            "not_permitted": "No hay permiso para leer ese archivo.",
            "unreadable": "El sistema no pudo leer ese archivo (error {errno}).",
            "empty": "El archivo está vacío: tiene 0 bytes.",
            "too_heavy": "El archivo pesa más de {limit_mb} MB, que es el máximo: mandá una foto más liviana.",
            "too_many_pixels": (
                "La imagen mide {width} × {height} píxeles y el máximo son {limit_mp} megapíxeles: achicala primero."
            ),
            "too_much_memory": (
                "Abrir esta imagen lleva {needs_mb} MB de memoria y el máximo son {limit_mb}: guardala como JPEG."
            ),
            "too_hard": (
                "Esta imagen pide más memoria o tiempo que una foto, y no se abrió: guardala como JPEG o sacá otra."
            ),
            "too_small": "La imagen mide {width} × {height} píxeles: es demasiado chica para ver una ficha.",
            "not_an_image": "Eso no es una imagen que se pueda abrir: mandá una foto en JPEG, PNG o WebP.",
            "heic": (
                "Es una foto HEIC de iPhone, y acá falta el programa que las abre (pip install pi-heif): en Ajustes › "
                "Cámara › Formatos elegí «Más compatible» y sacala de nuevo, o mandala convertida a JPEG."
            ),
            "foreign_format": (
                "Es un archivo {format} y hace falta una foto en JPEG, PNG o WebP: guardala como JPEG y probá de nuevo."
            ),
            "truncated": "La imagen llegó cortada, le falta el final: mandala de nuevo.",
            "damaged": "La imagen está dañada y no se puede abrir: mandala de nuevo o sacá otra foto.",
            "manifest_missing": "Falta la lista de modelos ({path}): reinstalá el programa o revisá BURAKO_MODELS.",
            "manifest_invalid": "La lista de modelos ({path}) no se entiende: {problem}.",
            "model_unlisted": "La lista de modelos no nombra «{name}»: reinstalá el programa o revisá BURAKO_MODELS.",
            "model_missing": (
                "Falta el archivo del modelo «{name}» ({path}): reinstalá el programa o revisá BURAKO_MODELS."
            ),
            "model_altered": (
                "El archivo del modelo «{name}» ({path}) no es el que figura en la lista (SHA-256 distinto): "
                "reinstalá el programa."
            ),
            "model_unopenable": "El modelo «{name}» ({path}) no se puede abrir: reinstalá el programa.",
            "set_profile_unusable": (
                "El archivo «{name}» no guarda un juego de fichas: volvé a sacarle una foto con burako adapt."
            ),
            "set_profile_unreadable": "No se puede leer el juego de fichas «{name}»: fijate que el archivo exista.",
            "set_profile_outdated": (
                "El juego «{name}» se aprendió con otra versión del lector: volvé a sacarle una foto con burako adapt."
            ),
            "source_turn": "«{turn}» no es un giro: va 90, 180 o 270, y «mirrored» si la imagen está espejada.",
            "source_blank": (
                "Falta decir de dónde vienen las imágenes: el número de una cámara, un video, una carpeta, una "
                "dirección, phone, picamera o demo."
            ),
            "source_unknown": (
                "«{source}» no es una cámara de esta máquina, ni un video ni una carpeta que exista: probá con 0, "
                "phone "
                "o demo."
            ),
            "source_photograph": (
                "«{source}» es una foto y acá va un video o una carpeta: para una foto sola está «burako read»."
            ),
            "source_scheme": (
                "Las direcciones «{scheme}://» no se pueden mirar: tiene que empezar con http, https o rtsp."
            ),
            "source_address": (
                "«{source}» no es una dirección completa: tendría que ser como http://192.168.0.7:8080/video."
            ),
            "source_pushed": "El celular manda las imágenes desde su navegador: no hay ninguna cámara que abrir.",
            "source_live": "«{source}» es una cámara en vivo y acá va una grabación: un video o una carpeta de fotos.",
            "second_same": "«{source}» ya es la primera cámara: la segunda tiene que ser otra.",
            "second_drawn": (
                "La demostración y la mano simulada se ven con una sola cámara: para usar dos, elegí otras, como una "
                "webcam y un teléfono."
            ),
            "second_phone": (
                "Un teléfono ya es la primera cámara, y se usa uno solo: la segunda puede ser una webcam o una cámara "
                "de red."
            ),
            "second_other": (
                "Las dos cámaras tienen que ser grabaciones, o las dos en vivo: «{first}» y «{second}» no van juntas."
            ),
            "no_simulation": "La mesa simulada viene sólo con el código fuente del programa: acá no está.",
            "no_picamera": (
                "Para la cámara de la Raspberry Pi falta picamera2: instalá python3-picamera2 con apt, y hacé el "
                "entorno "
                "de este programa con --system-site-packages."
            ),
            "picamera_unopened": (
                "No se puede abrir la cámara de la Raspberry Pi: fijate que la cinta esté bien puesta y que no la use "
                "otro programa."
            ),
            "picamera_silent": "La cámara de la Raspberry Pi no manda imágenes: se vuelve a intentar.",
            "no_demo": "Falta la mano de demostración: reinstalá el programa.",
            "zone_unknown": (
                "«{zone}» no es una zona de la mesa, o está dos veces: son ours, theirs, pozo, mazo y muertos."
            ),
            "zone_shapeless": (
                "La zona «{zone}» tiene que tener entre 3 y 24 esquinas, como -300,40 en milímetros, que encierren "
                "algo."
            ),
            "camera_opening": "Abriendo la cámara «{source}», un momento.",
            "camera_seeing": "La cámara «{source}» anda bien.",
            "camera_impaired": "La cámara «{source}» anda, pero no del todo bien.",
            "camera_lost": "Se perdió la cámara «{source}»: se vuelve a intentar.",
            "camera_ended": "La grabación «{source}» terminó.",
            "camera_unopened": (
                "No se puede abrir la cámara «{source}»: fijate que esté enchufada y que no la use otro programa."
            ),
            "camera_silent": "La cámara «{source}» no manda imágenes: se vuelve a intentar.",
            "camera_garbage": (
                "Lo que manda la cámara «{source}» no son imágenes que se puedan abrir: revisá la dirección o el cable."
            ),
            "camera_tiny": (
                "La cámara «{source}» manda imágenes de {width} × {height}, demasiado chicas para leer las fichas: "
                "elegí "
                "1920 × 1080, o 1280 × 720 por lo menos."
            ),
            "camera_black": "La cámara «{source}» no muestra nada: fijate que no esté tapada y prendé la luz.",
            "camera_frozen": (
                "La cámara «{source}» quedó congelada en la misma imagen: desenchufala y volvé a enchufarla."
            ),
            "camera_slow": (
                "La cámara «{source}» manda una imagen cada {seconds} segundos: las jugadas se van a ver con demora."
            ),
            "camera_huge": (
                "La cámara «{source}» manda imágenes de {width} × {height}, más grandes de lo que sirve: con 1920 × "
                "1080 "
                "va a andar más liviano."
            ),
            "address_unopened": (
                "La dirección «{source}» no contesta: fijate que esté bien escrita, y que la cámara esté prendida y "
                "en la misma red."
            ),
            "phone_opening": "Esperando al celular: escaneá el código y dejá abierta la página que aparece.",
            "phone_seeing": "La cámara del celular anda bien.",
            "phone_silent": (
                "El celular dejó de mandar imágenes: fijate que no se haya bloqueado y que la página siga abierta."
            ),
            "phone_frozen": "El celular manda siempre la misma imagen: recargá la página en el celular.",
            "sight_still": "La mesa está quieta.",
            "sight_moving": "Algo se mueve en la mesa.",
            "sight_hand": "Hay una mano sobre la mesa.",
            "burnt_out": (
                "Un reflejo o demasiada luz tapa una parte de la mesa, al lado de las fichas: "
                "si ahí hay fichas, no se ven."
            ),
            "faint": "Cerca de las fichas puede haber otra que no se llega a ver bien.",
            "cut_off": "El borde de la imagen corta alguna ficha: si más allá hay otras, no se ven.",
            "sight_unseen": "No veo la mesa.",
        },
    ),
}


def sentence(
    wordings: Mapping[str, str], language: str, parameters: Mapping[str, str | int] = MappingProxyType({})
) -> str:
    """The sentence for a code in ``language`` (Spanish unless ``es`` or ``en``), with its blanks filled in."""
    return wordings.get(language, wordings[DEFAULT_LANGUAGE]).format_map(parameters)
