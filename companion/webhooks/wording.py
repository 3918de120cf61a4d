"""Sentences about hooks in Spanish: refusals and the results of attempts; the other languages are in the catalogues."""

from __future__ import annotations

from collections.abc import Mapping

from companion.refusal import HookRefused, refusing
from engine.sentences import catalogue

UNLAWFUL, CONFLICT, MISSING, FULL = 422, 409, 404, 507


def answer_words(says: str, language: str) -> str:
    """The result of an attempt in words; a status is unchanged.

    >>> answer_words("204", "es"), answer_words("nobody there", "en")
    ('204', 'nobody listens there')
    """
    return ANSWERS[says][language] if says in ANSWERS else says


ANSWERS: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.hook_answers",
    {
        "unknown": "no se encontró esa máquina",
        "near": "es de esta casa, y se puso desde otra máquina: ponelo de nuevo en ésta",
        "never": "a esa dirección no se manda nada",
        "nobody there": "ahí no escucha nadie",
        "too slow": "no contestó a tiempo",
        "cut off": "cortó antes de contestar",
        "certificate": "su certificado no es de fiar",
        "shown": "se mostró",
        "wrong password": "la contraseña no es",
        "no such source": "OBS no tiene ese texto",
        "no such scene": "OBS no tiene esa escena",
        "no extra": "falta instalar el agregado: pip install 'burako-companion[obs]'",
    },
)
"""The sentences for failures without a status."""

SENTENCES: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.hooks",
    {
        "no such hook": "Ese aviso no está.",
        "no address": "La dirección empieza con http:// o https:// y no lleva usuario ni contraseña.",
        "no obs address": "La dirección de OBS empieza con ws://, como ws://127.0.0.1:4455.",
        "unknown": "No se encontró {host}: fijate cómo se escribe.",
        "never": "A {host} no se manda nada: esa dirección es de la red misma, no de un programa.",
        "near": "{host} está en esta casa: se pone en la máquina que sirve las páginas, con «burako hooks add».",
        "too many": "Hay hasta {most} avisos.",
        "no event": "Elegí qué se avisa.",
        "no such event": "No se avisa «{name}»; se avisa: {known}.",
        "no source": "Escribí cómo se llama el texto en OBS, de hasta {most} letras.",
        "no such match": "No hay partida ni torneo «{name}»: va lo último de la dirección de su página.",
        "too long": "Eso es demasiado largo: hasta {most} letras.",
        "sent before": "Eso ya se mandó antes y decía otra cosa: mirá cómo quedó y mandalo de nuevo.",
        "not kept": "No se pudo guardar: {reason}.",
    },
)
refuse = refusing(HookRefused, SENTENCES)
