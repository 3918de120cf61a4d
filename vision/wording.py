"""What vision says to people, by code and language."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from vision.camera_wording import SENTENCES as OF_CAMERAS

DEFAULT_LANGUAGE = "es"

SENTENCES: Mapping[str, Mapping[str, str]] = {
    **OF_CAMERAS,
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
    "too_much_memory": {
        "es": "Abrir esta imagen lleva {needs_mb} MB de memoria y el máximo son {limit_mb}: guardala como JPEG.",
        "en": "To open this image takes {needs_mb} MB of memory and the limit is {limit_mb}: save it as JPEG.",
    },
    "too_hard": {
        "es": "Esta imagen pide más memoria o tiempo que una foto, y no se abrió: guardala como JPEG o sacá otra.",
        "en": "This takes more memory or time than a photograph and was not opened: save it as JPEG, or take another.",
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
        "es": "Es una foto HEIC de iPhone, y acá falta el programa que las abre (pip install pi-heif): en Ajustes › "
        "Cámara › Formatos elegí «Más compatible» y sacala de nuevo, o mandala convertida a JPEG.",
        "en": "This is an iPhone HEIC photograph, and what opens them is missing here (pip install pi-heif): in "
        "Settings › Camera › Formats choose “Most Compatible” and take it again, or send it converted to JPEG.",
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
    "set_profile_unusable": {
        "es": "El archivo «{name}» no guarda un juego de fichas: volvé a sacarle una foto con burako adapt.",
        "en": "The file “{name}” holds no set of tiles: photograph it again with burako adapt.",
    },
    "set_profile_unreadable": {
        "es": "No se puede leer el juego de fichas «{name}»: fijate que el archivo exista.",
        "en": "The set of tiles “{name}” cannot be read: see that the file exists.",
    },
    "set_profile_outdated": {
        "es": "El juego «{name}» se aprendió con otra versión del lector: volvé a sacarle una foto con burako adapt.",
        "en": "The set “{name}” was learned with another version of the reader: photograph it again with burako adapt.",
    },
    "source_turn": {
        "es": "«{turn}» no es un giro: va 90, 180 o 270, y «mirrored» si la imagen está espejada.",
        "en": "“{turn}” is no turn: write 90, 180 or 270, and “mirrored” for a mirror image.",
    },
    "source_blank": {
        "es": "Falta decir de dónde vienen las imágenes: el número de una cámara, un video, una carpeta, una "
        "dirección, phone, picamera o demo.",
        "en": "Say where the pictures come from: the number of a webcam, a video, a folder, an address, phone, "
        "picamera or demo.",
    },
    "source_unknown": {
        "es": "«{source}» no es una cámara de esta máquina, ni un video ni una carpeta que exista: probá con 0, phone "
        "o demo.",
        "en": "“{source}” is no camera of this machine, and no video or folder that exists: try 0, phone or demo.",
    },
    "source_photograph": {
        "es": "«{source}» es una foto y acá va un video o una carpeta: para una foto sola está «burako read».",
        "en": "“{source}” is a photograph where a video or a folder is needed: for one photograph there is "
        "“burako read”.",
    },
    "source_scheme": {
        "es": "Las direcciones «{scheme}://» no se pueden mirar: tiene que empezar con http, https o rtsp.",
        "en": "Addresses that begin with “{scheme}://” cannot be watched: it has to be http, https or rtsp.",
    },
    "source_address": {
        "es": "«{source}» no es una dirección completa: tendría que ser como http://192.168.0.7:8080/video.",
        "en": "“{source}” is not a whole address: it should look like http://192.168.0.7:8080/video.",
    },
    "source_pushed": {
        "es": "El celular manda las imágenes desde su navegador: no hay ninguna cámara que abrir.",
        "en": "The phone sends its pictures from its browser: there is no camera to open.",
    },
    "source_live": {
        "es": "«{source}» es una cámara en vivo y acá va una grabación: un video o una carpeta de fotos.",
        "en": "“{source}” is a live camera where a recording is needed: a video or a folder of pictures.",
    },
    "no_simulation": {
        "es": "La mesa simulada viene sólo con el código fuente del programa: acá no está.",
        "en": "The simulated table comes with the program's source code alone: it is not here.",
    },
    "no_picamera": {
        "es": "Para la cámara de la Raspberry Pi falta picamera2: instalá python3-picamera2 con apt, y hacé el entorno "
        "de este programa con --system-site-packages.",
        "en": "The Raspberry Pi's camera needs picamera2: install python3-picamera2 with apt, and make this program's "
        "environment with --system-site-packages.",
    },
    "picamera_unopened": {
        "es": "No se puede abrir la cámara de la Raspberry Pi: fijate que la cinta esté bien puesta y que no la use "
        "otro programa.",
        "en": "The Raspberry Pi's camera cannot be opened: check its ribbon, and that no other program uses it.",
    },
    "picamera_silent": {
        "es": "La cámara de la Raspberry Pi no manda imágenes: se vuelve a intentar.",
        "en": "The Raspberry Pi's camera sends no pictures: trying again.",
    },
    "no_demo": {
        "es": "Falta la mano de demostración: reinstalá el programa.",
        "en": "The demo hand is missing: install the program again.",
    },
    "zone_unknown": {
        "es": "«{zone}» no es una zona de la mesa, o está dos veces: son ours, theirs, pozo, mazo y muertos.",
        "en": "“{zone}” is no zone of the table, or is there twice: they are ours, theirs, pozo, mazo and muertos.",
    },
    "zone_shapeless": {
        "es": "La zona «{zone}» tiene que tener entre 3 y 24 esquinas, como -300,40 en milímetros, que encierren algo.",
        "en": "The zone “{zone}” has to have 3 to 24 corners, such as -300,40 in millimetres, that enclose something.",
    },
    "camera_opening": {
        "es": "Abriendo la cámara «{source}», un momento.",
        "en": "Opening the camera “{source}”, one moment.",
    },
    "camera_seeing": {
        "es": "La cámara «{source}» anda bien.",
        "en": "The camera “{source}” works well.",
    },
    "camera_impaired": {
        "es": "La cámara «{source}» anda, pero no del todo bien.",
        "en": "The camera “{source}” works, though not quite well.",
    },
    "camera_lost": {
        "es": "Se perdió la cámara «{source}»: se vuelve a intentar.",
        "en": "The camera “{source}” is lost: trying again.",
    },
    "camera_ended": {
        "es": "La grabación «{source}» terminó.",
        "en": "The recording “{source}” is over.",
    },
    "camera_unopened": {
        "es": "No se puede abrir la cámara «{source}»: fijate que esté enchufada y que no la use otro programa.",
        "en": "The camera “{source}” cannot be opened: check that it is plugged in and that no other program uses it.",
    },
    "camera_silent": {
        "es": "La cámara «{source}» no manda imágenes: se vuelve a intentar.",
        "en": "The camera “{source}” sends no pictures: trying again.",
    },
    "camera_garbage": {
        "es": "Lo que manda la cámara «{source}» no son imágenes que se puedan abrir: revisá la dirección o el cable.",
        "en": "What the camera “{source}” sends are no pictures that can be opened: check the address or the cable.",
    },
    "camera_tiny": {
        "es": "La cámara «{source}» manda imágenes de {width} × {height}, demasiado chicas para leer las fichas: elegí "
        "1920 × 1080, o 1280 × 720 por lo menos.",
        "en": "The camera “{source}” sends pictures of {width} × {height}, too small to read the tiles: choose "
        "1920 × 1080, or 1280 × 720 at the least.",
    },
    "camera_black": {
        "es": "La cámara «{source}» no muestra nada: fijate que no esté tapada y prendé la luz.",
        "en": "The camera “{source}” shows nothing: check that it is not covered and switch on the light.",
    },
    "camera_frozen": {
        "es": "La cámara «{source}» quedó congelada en la misma imagen: desenchufala y volvé a enchufarla.",
        "en": "The camera “{source}” is frozen on one picture: unplug it and plug it in again.",
    },
    "camera_slow": {
        "es": "La cámara «{source}» manda una imagen cada {seconds} segundos: las jugadas se van a ver con demora.",
        "en": "The camera “{source}” sends a picture every {seconds} seconds: moves will be noticed late.",
    },
    "camera_huge": {
        "es": "La cámara «{source}» manda imágenes de {width} × {height}, más grandes de lo que sirve: con 1920 × 1080 "
        "va a andar más liviano.",
        "en": "The camera “{source}” sends pictures of {width} × {height}, larger than is of use: 1920 × 1080 will run "
        "lighter.",
    },
    "address_unopened": {
        "es": "La dirección «{source}» no contesta: fijate que esté bien escrita, y que la cámara esté prendida y "
        "en la misma red.",
        "en": "The address “{source}” does not answer: check that it is right, and that the camera is on and in the "
        "same network.",
    },
    "phone_opening": {
        "es": "Esperando al celular: escaneá el código y dejá abierta la página que aparece.",
        "en": "Waiting for the phone: scan the code and leave open the page that appears.",
    },
    "phone_seeing": {
        "es": "La cámara del celular anda bien.",
        "en": "The phone's camera works well.",
    },
    "phone_silent": {
        "es": "El celular dejó de mandar imágenes: fijate que no se haya bloqueado y que la página siga abierta.",
        "en": "The phone stopped sending pictures: check that it is not locked and that the page is still open.",
    },
    "phone_frozen": {
        "es": "El celular manda siempre la misma imagen: recargá la página en el celular.",
        "en": "The phone keeps sending the same picture: reload the page on the phone.",
    },
    "sight_still": {
        "es": "La mesa está quieta.",
        "en": "The table is still.",
    },
    "sight_moving": {
        "es": "Algo se mueve en la mesa.",
        "en": "Something moves on the table.",
    },
    "sight_hand": {
        "es": "Hay una mano sobre la mesa.",
        "en": "A hand is over the table.",
    },
    "burnt_out": {
        "es": "Un reflejo o demasiada luz tapa una parte de la mesa, al lado de las fichas: "
        "si ahí hay fichas, no se ven.",
        "en": "Glare or too much light hides a part of the table, beside the tiles: tiles that lie there are not seen.",
    },
    "faint": {
        "es": "Cerca de las fichas puede haber otra que no se llega a ver bien.",
        "en": "Near the tiles there may be one more that cannot be made out.",
    },
    "cut_off": {
        "es": "El borde de la imagen corta alguna ficha: si más allá hay otras, no se ven.",
        "en": "The edge of the picture cuts a tile off: others that lie beyond it are not seen.",
    },
    "sight_unseen": {
        "es": "No veo la mesa.",
        "en": "The table is not in sight.",
    },
}


def sentence(
    wordings: Mapping[str, str], language: str, parameters: Mapping[str, str | int] = MappingProxyType({})
) -> str:
    """The wording in ``language``, Spanish for any other than ``es`` and ``en``, with its blanks filled in."""
    return wordings.get(language, wordings[DEFAULT_LANGUAGE]).format_map(parameters)
