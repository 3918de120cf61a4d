"""What the command line and drawn pictures say, in Spanish first and English second."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping

from companion.phrases import advice, films, law, printing, stories, teaching, usage
from engine.tiles import Tile
from engine.wording import LANGUAGES, tile_name


def preferred_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language of somebody who names none: ``BURAKO_LANG``, else English in an English locale, else Spanish."""
    for variable in ("BURAKO_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(variable, ""):
            return "en" if value.lower().startswith("en") else "es"
    return "es"


def say(language: str, key: str, **parts: object) -> str:
    """The phrase called ``key``, with its blanks filled in."""
    return PHRASES[key][LANGUAGES.index(language)].format(**parts)


def signed(points: int) -> str:
    """Points with a true minus sign where they are below nothing."""
    return f"{points}".replace("-", "−")


def spoken_names(names: Iterable[str], language: str) -> str:
    """Names of a reading as alternatives: ``el 6 rojo o el 9 rojo``."""
    return say(language, "or").join(_spoken(name, language) for name in names)


def _spoken(name: str, language: str) -> str:
    return say(language, name) if name in PHRASES else tile_name(Tile.parse(name), language)


PHRASES: Mapping[str, tuple[str, str]] = {
    **law.PHRASES,
    **advice.PHRASES,
    **films.PHRASES,
    **teaching.PHRASES,
    **stories.PHRASES,
    **usage.PHRASES,
    **printing.PHRASES,
    "run": ("Escalera", "Run"),
    "group": ("Pierna", "Group"),
    "pure": ("canasta pura", "pure canasta"),
    "impure": ("canasta impura", "impure canasta"),
    "small_tiles": (
        "Las fichas se ven chicas, de {height} píxeles de alto: se leen mejor con la cámara más cerca.",
        "The tiles look small, {height} pixels high: they are read better with the camera nearer.",
    ),
    "no meld": ("No es un juego", "Not a meld"),
    "lawful": ("Vale", "Lawful"),
    "unlawful": ("No vale", "Not lawful"),
    "unknown": ("Sin leer", "Unread"),
    "repaired": ("completado por las reglas", "completed by the rules"),
    "meld": ("Juego", "Meld"),
    "kind": ("Tipo", "Kind"),
    "verdict": ("Veredicto", "Verdict"),
    "points": ("Puntos", "Points"),
    "total": ("Total", "Total"),
    "loose": ("Sueltas", "Loose"),
    "no tiles": ("No se ven fichas.", "No tiles in sight."),
    "in doubt": ("En duda", "In doubt"),
    "may be": ("{seen} puede ser {options}", "{seen} may be {options}"),
    "back": ("dada vuelta", "face down"),
    "unread tile": (
        "No se lee con seguridad la {position}.ª ficha: puede ser {options}",
        "Tile {position} cannot be read with certainty: it may be {options}",
    ),
    "surplus tile": (
        "La {position}.ª ficha se lee como {seen}, pero ya hay otras dos iguales en la foto",
        "Tile {position} reads as {seen}, but two others like it are already in the picture",
    ),
    "face down": ("La {position}.ª ficha está dada vuelta", "Tile {position} lies face down"),
    "or": (" o ", " or "),
    "reading": ("Leyendo", "Reading"),
    "reordered": ("En otro orden valdría.", "In another order it would be lawful."),
    "change": ("El cambio", "The change"),
    "opening": ("La primera bajada", "The first exposure"),
    "other profiles": ("Otros reglamentos: {names}", "Other rule sets: {names}"),
    "valid rules": ("{path} es un reglamento válido.", "{path} is a valid rule set."),
    "void hand": (
        "La mano no vale: se acabó el mazo, nadie tiene canasta y se juega de nuevo.",
        "The hand is void: the stock ran out, nobody has a canasta, and it is played again.",
    ),
    "more": ("(y {count} más)", "(and {count} more)"),
    "simulated": ("Mano simulada, {rules}, semilla {seed}", "Simulated hand, {rules}, seed {seed}"),
    "league": (
        "{rules}, {first} contra {second}: {hands} manos, {won} ganadas y {lost} perdidas; gana el {share} % "
        "(intervalo de 95 %: {low} a {high}), {lead} puntos por mano.",
        "{rules}, {first} against {second}: {hands} hands, {won} won and {lost} lost; wins {share} % "
        "(95 % interval: {low} to {high}), {lead} points a hand.",
    ),
    "league players": (
        "Con ese reglamento juegan: {known}.",
        "With those rules the number of players is: {known}.",
    ),
    "league hands": (
        "Las manos se juegan de a dos: decí un número par hasta {most}.",
        "Hands are played in twos: give an even number up to {most}.",
    ),
    "league strength": ("«{word}» no es ninguna fuerza: son {known}.", "“{word}” is no strength: they are {known}."),
    "league file": ("No se puede escribir la tabla en {path}.", "The table cannot be written to {path}."),
    "reason": ("Concepto", "Reason"),
    "zone": ("Zona {name}", "Zone {name}"),
    "player": ("Jugador", "Player"),
    "played": ("PJ", "Played"),
    "won": ("PG", "Won"),
    "difference": ("Dif.", "Diff."),
    "points for": ("A favor", "For"),
    "lots": ("{player} (a sorteo)", "{player} (by lots)"),
    "not text": ("«{path}» no es un archivo de texto en UTF-8.", "“{path}” is not a text file in UTF-8."),
    "too long": (
        "«{path}» es demasiado largo: se leen hasta {most} kB de texto.",
        "“{path}” is too long: at most {most} kB of text are read.",
    ),
    "one change": ("--before juzga el cambio de un solo juego.", "--before judges the change of one meld."),
    "no such player": ("No hay un jugador {number}: juegan {players}.", "There is no player {number}: {players} play."),
    "no such file": ("No existe «{path}».", "There is no “{path}”."),
    "empty folder": ("No hay fotos en la carpeta «{path}».", "There are no pictures in the folder “{path}”."),
    "no set": ("Falta un juego de fichas con su foto en «{path}».", "A set with its picture is missing at “{path}”."),
    "unreadable file": ("No se puede leer «{path}»: {reason}.", "“{path}” cannot be read: {reason}."),
    "unwritable": ("No se puede escribir «{path}»: {reason}.", "“{path}” cannot be written: {reason}."),
    "one drawing": (
        "«{path}» es un solo archivo para varias fotos: dá una carpeta.",
        "“{path}” is one file for several pictures: name a folder.",
    ),
    "own drawing": (
        "«{path}» es la foto misma: elegí otro nombre para el dibujo.",
        "“{path}” is the picture itself: choose another name for the drawing.",
    ),
    "drawing kind": (
        "«{path}» no termina en .png ni .jpg: es el nombre de un dibujo, o una carpeta.",
        "“{path}” ends neither in .png nor in .jpg: name a picture, or a folder.",
    ),
    "not json": ("«{path}» no es JSON.", "“{path}” is not JSON."),
    "not coco": ("«{path}» no son anotaciones COCO ({reason}).", "“{path}” does not hold COCO annotations ({reason})."),
    "no tile name": (
        "«{path}»: la categoría «{name}» no nombra ninguna ficha.",
        "“{path}”: the category “{name}” names no tile.",
    ),
    "no crops": (
        "«{path}» no tiene subcarpetas con nombres de fichas.",
        "“{path}” has no subfolders named after tiles.",
    ),
    "other size": (
        "La imagen mide {found[0]} × {found[1]} píxeles y se anotó una de {labelled[0]} × {labelled[1]}.",
        "The picture measures {found[0]} × {found[1]} pixels and one of {labelled[0]} × {labelled[1]} was labelled.",
    ),
    "nothing to evaluate": (
        "Falta decir qué medir: un archivo de anotaciones, o --crops con una carpeta.",
        "Say what to measure: a file of annotations, or --crops with a folder.",
    ),
    "session": ("Sesión", "Session"),
    "all": ("todas", "all"),
    "pictures": ("Fotos", "Pictures"),
    "recall": ("Lugares hallados", "Places found"),
    "precision": ("Lugares ciertos", "Places true"),
    "number": ("Número", "Number"),
    "color": ("Color", "Colour"),
    "both": ("Ficha", "Tile"),
    "exact": ("Fotos exactas", "Exact pictures"),
    "silently_wrong": ("Fotos mal, sin avisar", "Pictures silently wrong"),
    "silent": ("Errores callados", "Silent errors"),
    "asked": ("Preguntas", "Questions"),
    "rows": ("Filas", "Rows"),
    "hidden": ("Faltas no vistas", "Hidden offences"),
    "calibration": ("Error de calibración", "Calibration error"),
    "doubted": ("Juegos buenos puestos en duda", "Lawful melds doubted"),
    "elapsed": ("ms p50 / p95 / p99", "ms p50 / p95 / p99"),
    "authority unusable": (
        "No se pueden usar los certificados de «{folder}»: {reason}.",
        "The certificates in “{folder}” cannot be used: {reason}.",
    ),
    "empty listing": ("La lista no nombra ninguna foto.", "The list names no photograph."),
    "no picture column": (
        "La lista necesita una columna «{wanted}» con los nombres de las fotos; tiene: {found}.",
        "The list needs a column “{wanted}” with the names of the photographs; it has: {found}.",
    ),
    "no such cell": (
        "Línea {line} de la lista: no entiendo «{said}»; puede ser: {choices}.",
        "Line {line} of the list: “{said}” is not understood; it may be: {choices}.",
    ),
    "open cell": (
        "Línea {line} de la lista: una celda no termina ahí; fijate si sobra una comilla.",
        "Line {line} of the list: a cell does not end there; see whether a quotation mark is too many.",
    ),
    "long cell": (
        "Línea {line} de la lista: hay una celda demasiado larga; fijate si sobra una comilla.",
        "Line {line} of the list: a cell is too long; see whether a quotation mark is too many.",
    ),
    "no answer": (
        "Línea {line} de las respuestas: no entiendo «{said}»; va como 3fa9c01b22d4:5 7r.",
        "Line {line} of the answers: “{said}” is not understood; write it as 3fa9c01b22d4:5 7r.",
    ),
    "reader lost": (
        "Quien la leía se cayó {times} veces: revisá la foto, o repetí la orden con --again.",
        "Whoever read it went down {times} times: look at the picture, or repeat the command with --again.",
    ),
    "other networks": (
        "Una máquina tiene otras redes ({found} en vez de {wanted}): instalá la misma versión en todas.",
        "A machine has other networks ({found}, not {wanted}): install the same version on all.",
    ),
    "cluster address": (
        "«{address}» no es la dirección de un coordinador: va como tls://192.168.1.10:8786, siempre con certificados.",
        "“{address}” is no address of a scheduler: write it as tls://192.168.1.10:8786, always with certificates.",
    ),
    "cluster lost": (
        "El coordinador {address} no contesta, o es de otra casa ({reason}): lo contado hasta acá queda.",
        "The scheduler {address} does not answer, or is of another house ({reason}): what was counted stays.",
    ),
    "cluster port": (
        "No se puede escuchar en {host}, puerto {port}: {reason}.",
        "Cannot listen on {host}, port {port}: {reason}.",
    ),
    "no cluster extra": (
        "Para trabajar con varias máquinas falta Dask: pip install distributed",
        "Working with several machines needs Dask: pip install distributed",
    ),
    "bug": (
        "Falla del programa ({failure}); con BURAKO_DEBUG=1 se ve dónde.",
        "The program failed ({failure}); BURAKO_DEBUG=1 shows where.",
    ),
}
