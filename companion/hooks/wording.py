"""What is said of hooks, in Spanish first and English second: why something cannot be done, and what came of a try."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from companion.refusal import HookRefused
from engine.wording import LANGUAGES

UNLAWFUL, MISSING, FULL = 422, 404, 507


def refuse(key: str, status: int = UNLAWFUL, **parts: object) -> NoReturn:
    """Ends with the sentence called ``key``."""
    said = zip(LANGUAGES, SENTENCES[key], strict=True)
    raise HookRefused({language: sentence.format(**parts) for language, sentence in said}, status)


def answer_words(says: str, language: str) -> str:
    """What came of a try, in words: a status stays as it is.

    >>> answer_words("204", "es"), answer_words("nobody there", "en")
    ('204', 'nobody listens there')
    """
    return ANSWERS[says][language == "en"] if says in ANSWERS else says


ANSWERS: Mapping[str, tuple[str, str]] = {
    "unknown": ("no se encontró esa máquina", "no such machine was found"),
    "near": (
        "es de esta casa, y se puso desde otra máquina: ponelo de nuevo en ésta",
        "it is of this house, and was set up from another machine: set it up again at this one",
    ),
    "never": ("a esa dirección no se manda nada", "nothing is sent to that address"),
    "nobody there": ("ahí no escucha nadie", "nobody listens there"),
    "too slow": ("no contestó a tiempo", "it did not answer in time"),
    "cut off": ("cortó antes de contestar", "it hung up before it answered"),
    "certificate": ("su certificado no es de fiar", "its certificate is not to be trusted"),
    "shown": ("se mostró", "shown"),
    "wrong password": ("la contraseña no es", "the password is wrong"),
    "no such source": ("OBS no tiene ese texto", "OBS has no such text"),
    "no such scene": ("OBS no tiene esa escena", "OBS has no such scene"),
    "no extra": (
        "falta instalar el agregado: pip install 'burako-companion[obs]'",
        "the extra is missing: pip install 'burako-companion[obs]'",
    ),
}
"""Why there was no status."""

SENTENCES: Mapping[str, tuple[str, str]] = {
    "no such hook": ("Ese aviso no está.", "There is no such hook."),
    "no address": (
        "La dirección empieza con http:// o https:// y no lleva usuario ni contraseña.",
        "The address begins with http:// or https:// and has no user or password in it.",
    ),
    "no obs address": (
        "La dirección de OBS empieza con ws://, como ws://127.0.0.1:4455.",
        "The address of OBS begins with ws://, as in ws://127.0.0.1:4455.",
    ),
    "unknown": ("No se encontró {host}: fijate cómo se escribe.", "{host} was not found: see how it is written."),
    "never": (
        "A {host} no se manda nada: esa dirección es de la red misma, no de un programa.",
        "Nothing is sent to {host}: that address is the network's own, not a program's.",
    ),
    "near": (
        "{host} está en esta casa: se pone en la máquina que sirve las páginas, con «burako hooks add».",
        "{host} is in this house: it is set up at the machine that serves the pages, with `burako hooks add`.",
    ),
    "too many": ("Hay hasta {most} avisos.", "There are up to {most} hooks."),
    "no event": ("Elegí qué se avisa.", "Choose what is told."),
    "no such event": ("No se avisa «{name}»; se avisa: {known}.", "`{name}` is not told; what is: {known}."),
    "no source": (
        "Escribí cómo se llama el texto en OBS, de hasta {most} letras.",
        "Write what the text is called in OBS, in up to {most} letters.",
    ),
    "no such match": (
        "No hay partida ni torneo «{name}»: va lo último de la dirección de su página.",
        "There is no match or tournament `{name}`: it is the end of the address of its page.",
    ),
    "too long": ("Eso es demasiado largo: hasta {most} letras.", "That is too long: up to {most} letters."),
    "not kept": ("No se pudo guardar: {reason}.", "It could not be kept: {reason}."),
}
