"""The sentences of the tutorial, and their building blocks."""

from __future__ import annotations

from collections.abc import Mapping

from engine.sentences import catalogue


def say(language: str, key: str, **parts: object) -> str:
    """The sentence for ``key`` in ``language``, with its blanks filled in."""
    return SENTENCES[key][language].format(**parts)


SENTENCES: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.teaching",
    {
        "goal": "Ganás si te quedás sin fichas antes que los demás: bajalas todas en juegos.",
        "goal with canastas": (
            "Ganás si sumás más puntos: bajá tus fichas en juegos, hacelos crecer hasta una canasta y quedate sin "
            "fichas."
        ),
        "rack": ("Abajo están tus {dealt} fichas, que nadie más ve: ordenalas por color, por número o arrastrándolas."),
        "draw or lay": "En tu turno bajás fichas, o robás una: si robás, el turno termina.",
        "draw": "Cada turno empieza robando una ficha: tocá Robar.",
        "run": "Se juega con escaleras: {least} o más fichas seguidas de un color, como {numbers}.",
        "no groups": "Sólo valen escaleras: fichas del mismo número no hacen juego.",
        "group": "Y con piernas: {counted} fichas del mismo número, {colours}.{without}",
        "or more": "{least} o más",
        "from to": "de {least} a {most}",
        "other colours": "de colores distintos",
        "any colours": "de los colores que sean",
        "none of": " De {numbers} no hay.",
        "opening by numbers": ("Lo que bajás por primera vez tiene que sumar {least} o más, cada ficha por su número."),
        "opening": "Lo que tu lado baja por primera vez tiene que sumar {least} puntos o más.",
        "try": ("Elegí las fichas de un juego y tocá Bajar juego. Si no ves ninguno, preguntá: ¿Qué puedo bajar?"),
        "joker and twos": "El comodín y los 2 reemplazan a cualquier ficha: {most} por juego como mucho.",
        "twos": "Los 2 reemplazan a cualquier ficha: {most} por juego como mucho.",
        "joker": "El comodín reemplaza a cualquier ficha: {most} por juego como mucho.",
        "extend own": ("A tus juegos se les agregan fichas: elegí una, y el juego en el que entra se ilumina."),
        "extend any": ("Los juegos son de todos: elegí una ficha, y se iluminan los juegos en los que entra."),
        "rearrange": (
            "También se rearman: elegí fichas de varios y bajalas. Al terminar el turno todos tienen que valer."
        ),
        "discard": ("El turno termina tirando una ficha al pozo: elegí una y tocá Tirar. Que no le sirva al otro."),
        "end": "Cuando ya no bajes más, tocá Terminar el turno.",
        "theirs": "Ahora juega el otro: lo que baja es suyo, y lo que tira queda en el pozo.",
        "everybody's": "Ahora juega el otro: lo que baja queda en la mesa, para todos.",
        "pozo": "En vez de robar podés levantar el pozo, {what}: {use}.",
        "whole": "entero",
        "from the top": "de arriba",
        "use free": "conviene cuando te sirven varias",
        "use lay": "la ficha de arriba hay que bajarla en ese turno",
        "use with_two": "la ficha de arriba hay que bajarla en un juego nuevo con dos de tu atril",
        "canasta": (
            "Un juego de {length} fichas o más es una canasta: pura, sin comodín, suma {pure}; impura, {impure}."
        ),
        "muerto": "Cuando te quedás sin fichas comprás el muerto, {size} fichas más{gains}.{costs}",
        "scoring": ", y sumás {points}",
        "untaken": " Quien no lo compra pierde {points}.",
        "first out": "Gana la mano quien se queda primero sin fichas.",
        "close": "Con {needs} se cierra: quedate sin fichas{by}{gains}.",
        "and": "{one} y {other}",
        "the muerto": "el muerto",
        "a canasta": "una canasta",
        "a pure canasta": "una canasta pura",
        "canastas": "{count} canastas",
        "canastas, one pure": "{count} canastas, una pura",
        "throwing": ", tirando la última",
        "winner takes": ("Quien ganó suma lo que les quedó a los demás en el atril, y ellos lo pierden."),
        "losers note": "Cada uno anota lo que le quedó en el atril; quien ganó, nada.",
        "laid less left": ("Suman las fichas bajadas y las canastas, y restan las que quedaron en el atril."),
        "without zero": " Sin canasta lo bajado no cuenta.",
        "without zero pure": " Sin canasta pura lo bajado no cuenta.",
        "without negative": " Sin canasta lo bajado resta.",
        "without negative pure": " Sin canasta pura lo bajado resta.",
        "hands, fewest": "Son {hands} manos, y gana quien menos suma.",
        "hands": "Son {hands} manos.",
        "target": "Se juega a {target}.",
    },
)
