"""The sentences of the command line and of annotated pictures."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from companion.phrases import advice, films, printing, rules, storage, teaching, usage
from engine.rule_and_tile_words import LANGUAGES, tile_name
from engine.sentences import catalogue
from engine.tiles import Tile


def preferred_language(environment: Mapping[str, str] = os.environ) -> str:
    """The default language: ``BURAKO_LANG``, else that of the locale, else Spanish."""
    for variable in ("BURAKO_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(variable, ""):
            return next((language for language in LANGUAGES if value.lower().startswith(language)), LANGUAGES[0])
    return "es"


def say(language: str, key: str, **parts: object) -> str:
    """The sentence for ``key``, with its blanks filled in."""
    return PHRASES[key][language].format(**parts)


def signed(points: int) -> str:
    """Points with a true minus sign for negative ones."""
    return f"{points}".replace("-", "−")


def spoken_names(names: Iterable[str], language: str) -> str:
    """Names of a reading as alternatives: ``el 6 rojo o el 9 rojo``."""
    return say(language, "or").join(_spoken(name, language) for name in names)


def _spoken(name: str, language: str) -> str:
    return say(language, name) if name in PHRASES else tile_name(Tile.parse(name), language)


PHRASES: Mapping[str, Mapping[str, str]] = {
    **rules.PHRASES,
    **advice.PHRASES,
    **films.PHRASES,
    **teaching.PHRASES,
    **storage.PHRASES,
    **usage.PHRASES,
    **printing.PHRASES,
    **catalogue(
        "companion.phrases",
        {
            "run": "Escalera",
            "group": "Pierna",
            "pure": "canasta pura",
            "impure": "canasta impura",
            "small_tiles": (
                "Las fichas se ven chicas, de {height} píxeles de alto: se leen mejor con la cámara más cerca."
            ),
            "no meld": "No es un juego",
            "lawful": "Vale",
            "unlawful": "No vale",
            "unknown": "Sin leer",
            "repaired": "completado por las reglas",
            "meld": "Juego",
            "kind": "Tipo",
            "verdict": "Veredicto",
            "points": "Puntos",
            "total": "Total",
            "loose": "Sueltas",
            "no tiles": "No se ven fichas.",
            "in doubt": "En duda",
            "may be": "{seen} puede ser {options}",
            "back": "dada vuelta",
            "unread tile": "No se lee con seguridad la {position}.ª ficha: puede ser {options}",
            "surplus tile": "La {position}.ª ficha se lee como {seen}, pero ya hay otras dos iguales en la foto",
            "face down": "La {position}.ª ficha está dada vuelta",
            "or": " o ",
            "reading": "Leyendo",
            "reordered": "En otro orden valdría.",
            "change": "El cambio",
            "opening": "La primera bajada",
            "other profiles": "Otros reglamentos: {names}",
            "valid rules": "{path} es un reglamento válido.",
            "void hand": "La mano no vale: se acabó el mazo, nadie tiene canasta y se juega de nuevo.",
            "more": "(y {count} más)",
            "simulated": "Mano simulada, {rules}, semilla {seed}",
            "league": (
                "{rules}, {first} contra {second}: {hands} manos, {won} ganadas y {lost} perdidas; gana el {share} % "
                "(intervalo de 95 %: {low} a {high}), {lead} puntos por mano."
            ),
            "league players": "Con ese reglamento juegan: {known}.",
            "league hands": "Las manos se juegan de a dos: decí un número par hasta {most}.",
            "league strength": "«{word}» no es ninguna fuerza: son {known}.",
            "league file": "No se puede escribir la tabla en {path}.",
            "reason": "Concepto",
            "zone": "Zona {name}",
            "player": "Jugador",
            "played": "PJ",
            "victory": "PV",
            "won": "PG",
            "difference": "Dif.",
            "points for": "A favor",
            "lots": "{player} (a sorteo)",
            "not text": "«{path}» no es un archivo de texto en UTF-8.",
            "too long": "«{path}» es demasiado largo: se leen hasta {most} kB de texto.",
            "one change": "--before juzga el cambio de un solo juego.",
            "no such player": "No hay un jugador {number}: juegan {players}.",
            "no such file": "No existe «{path}».",
            "empty folder": "No hay fotos en la carpeta «{path}».",
            "no set": "Falta un juego de fichas con su foto en «{path}».",
            "unreadable file": "No se puede leer «{path}»: {reason}.",
            "unwritable": "No se puede escribir «{path}»: {reason}.",
            "one drawing": "«{path}» es un solo archivo para varias fotos: dá una carpeta.",
            "own drawing": "«{path}» es la foto misma: elegí otro nombre para el dibujo.",
            "drawing kind": "«{path}» no termina en .png ni .jpg: es el nombre de un dibujo, o una carpeta.",
            "not json": "«{path}» no es JSON.",
            "not coco": "«{path}» no son anotaciones COCO ({reason}).",
            "no tile name": "«{path}»: la categoría «{name}» no nombra ninguna ficha.",
            "no crops": "«{path}» no tiene subcarpetas con nombres de fichas.",
            "other size": (
                "La imagen mide {found[0]} × {found[1]} píxeles y se anotó una de {labelled[0]} × {labelled[1]}."
            ),
            "nothing to evaluate": "Falta decir qué medir: un archivo de anotaciones, o --crops con una carpeta.",
            "session": "Sesión",
            "all": "todas",
            "pictures": "Fotos",
            "recall": "Lugares hallados",
            "precision": "Lugares ciertos",
            "number": "Número",
            "color": "Color",
            "both": "Ficha",
            "exact": "Fotos exactas",
            "silently_wrong": "Fotos mal, sin avisar",
            "silent": "Errores callados",
            "asked": "Preguntas",
            "rows": "Filas",
            "hidden": "Faltas no vistas",
            "calibration": "Error de calibración",
            "doubted": "Juegos buenos puestos en duda",
            "elapsed": "ms p50 / p95 / p99",
            "authority unusable": "No se pueden usar los certificados de «{folder}»: {reason}.",
            "empty listing": "La lista no nombra ninguna foto.",
            "no picture column": (
                "La lista necesita una columna «{wanted}» con los nombres de las fotos; tiene: {found}."
            ),
            "no such cell": "Línea {line} de la lista: no entiendo «{said}»; puede ser: {choices}.",
            "open cell": "Línea {line} de la lista: una celda no termina ahí; fijate si sobra una comilla.",
            "long cell": "Línea {line} de la lista: hay una celda demasiado larga; fijate si sobra una comilla.",
            "no answer": "Línea {line} de las respuestas: no entiendo «{said}»; va como 3fa9c01b22d4:5 7r.",
            "reader lost": "Quien la leía se cayó {times} veces: revisá la foto, o repetí la orden con --again.",
            "other networks": (
                "Una máquina tiene otras redes ({found} en vez de {wanted}): instalá la misma versión en todas."
            ),
            "cluster address": (
                "«{address}» no es la dirección de un coordinador: va como tls://192.168.1.10:8786, siempre con "
                "certificados."
            ),
            "cluster lost": (
                "El coordinador {address} no contesta, o es de otra casa ({reason}): lo contado hasta acá queda."
            ),
            "cluster port": "No se puede escuchar en {host}, puerto {port}: {reason}.",
            "no cluster extra": "Para trabajar con varias máquinas falta Dask: pip install distributed",
            "bug": "Falla del programa ({failure}); con BURAKO_DEBUG=1 se ve dónde.",
        },
    ),
}
