"""The first game: what is said to somebody who learns, a sentence at a time, as the rules of that game are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.playing.teaching_ends import Said, canasta, close, count, muerto
from engine.rules.rules import Rules

LEARNERS = 2
"""How many play a first game."""


def lessons(rules: Rules, language: str) -> Mapping[str, str]:
    """The sentences of a first game under ``rules`` by their key, in the order in which they come up.

    There is none of what these rules do not have. In Spanish unless ``language`` is ``en``.
    """
    return {key: said[language == "en"] for key, said in _sentences(rules, language == "en")}


def _sentences(rules: Rules, is_english: bool) -> Iterator[tuple[str, Said]]:
    yield from _beginning(rules)
    yield from _melds(rules)
    yield from _playing(rules)
    if rules.canasta_len is not None:
        yield "canasta", canasta(rules)
    if rules.muertos:
        yield "muerto", muerto(rules)
    yield "close", close(rules)
    yield "count", count(rules, is_english)


def _beginning(rules: Rules) -> Iterator[tuple[str, Said]]:
    dealt = dict(rules.deal)[LEARNERS]
    yield (
        "rack",
        (
            f"Abajo están tus {dealt} fichas, que nadie más ve: ordenalas por color, por número o arrastrándolas.",
            f"Your rack has {dealt} tiles, which nobody else sees: sort it by colour, by number or by dragging.",
        ),
    )
    if rules.draw_or_play:
        yield (
            "draw",
            (
                "En tu turno bajás fichas, o robás una: si robás, el turno termina.",
                "In your turn you lay tiles, or draw one: drawing ends the turn.",
            ),
        )
    else:
        yield (
            "draw",
            (
                "Cada turno empieza robando una ficha: tocá Robar.",
                "Each turn begins by drawing a tile: tap Draw.",
            ),
        )


def _melds(rules: Rules) -> Iterator[tuple[str, Said]]:
    least = rules.min_meld_len
    yield (
        "run",
        (
            f"Se juega con escaleras: {least} o más fichas seguidas de un color, como {_numbers(least)}.",
            f"You play runs: {least} or more consecutive tiles of one colour, such as {_numbers(least)}.",
        ),
    )
    if rules.piernas_allowed:
        yield "group", _group(rules)
    else:
        yield (
            "group",
            (
                "Sólo valen escaleras: fichas del mismo número no hacen juego.",
                "Only runs count: tiles of the same number are no meld.",
            ),
        )
    if rules.first_meld_min:
        yield "opening", _opening(rules)
    yield (
        "try",
        (
            "Elegí las fichas de un juego y tocá Bajar juego. Si no ves ninguno, preguntá: ¿Qué puedo bajar?",
            "Choose the tiles of a meld and tap Lay meld. If you see none, ask: What can I lay?",
        ),
    )
    if rules.twos_wild or rules.jokers:
        yield "wild", _wild(rules)


def _numbers(least: int) -> str:
    return ", ".join(str(number) for number in range(4, 4 + least))


def _group(rules: Rules) -> Said:
    least, most = rules.min_meld_len, rules.pierna_max_len
    counted = (f"{least} o más", f"{least} or more") if most is None else (f"de {least} a {most}", f"{least} to {most}")
    colours = (
        ("de colores distintos", "of different colours")
        if rules.pierna_distinct_colours
        else ("de los colores que sean", "of any colours")
    )
    lacking = [number for number in range(1, 14) if number not in rules.piernas_allowed]
    numbers = ", ".join(map(str, lacking))
    without = (f" De {numbers} no hay.", f" There are none of {numbers}.") if lacking else ("", "")
    return (
        f"Y con piernas: {counted[0]} fichas del mismo número, {colours[0]}.{without[0]}",
        f"And with groups: {counted[1]} tiles of the same number, {colours[1]}.{without[1]}",
    )


def _opening(rules: Rules) -> Said:
    least = rules.first_meld_min
    if rules.first_meld_counts == "numbers":
        return (
            f"Lo que bajás por primera vez tiene que sumar {least} o más, cada ficha por su número.",
            f"What you lay for the first time has to make {least} or more, each tile by its number.",
        )
    return (
        f"Lo que tu lado baja por primera vez tiene que sumar {least} puntos o más.",
        f"What your side lays for the first time has to make {least} points or more.",
    )


def _wild(rules: Rules) -> Said:
    if rules.twos_wild and rules.jokers:
        who = "El comodín y los 2 reemplazan", "The joker and the 2s stand for"
    elif rules.twos_wild:
        who = "Los 2 reemplazan", "The 2s stand for"
    else:
        who = "El comodín reemplaza", "The joker stands for"
    most = (f": {rules.max_wilds} por juego como mucho", f": {rules.max_wilds} in a meld at most")
    return f"{who[0]} a cualquier ficha{most[0]}.", f"{who[1]} any tile{most[1]}."


def _playing(rules: Rules) -> Iterator[tuple[str, Said]]:
    if rules.meld_owner == "table":
        yield from _common_table()
    else:
        yield (
            "extend",
            (
                "A tus juegos se les agregan fichas: elegí una, y el juego en el que entra se ilumina.",
                "Tiles are added to your melds: choose one, and the meld where it fits lights up.",
            ),
        )
    if rules.discard_ends_turn:
        yield (
            "discard",
            (
                "El turno termina tirando una ficha al pozo: elegí una y tocá Tirar. Que no le sirva al otro.",
                "The turn ends with a discard on the pozo: choose a tile of no use to the other and tap Discard.",
            ),
        )
    else:
        yield (
            "end",
            (
                "Cuando ya no bajes más, tocá Terminar el turno.",
                "When you lay no more, tap End the turn.",
            ),
        )
    if rules.meld_owner == "side":
        yield (
            "theirs",
            (
                "Ahora juega el otro: lo que baja es suyo, y lo que tira queda en el pozo.",
                "Now the other plays: what they lay is theirs, and what they throw stays on the pozo.",
            ),
        )
    else:
        yield (
            "theirs",
            (
                "Ahora juega el otro: lo que baja queda en la mesa, para todos.",
                "Now the other plays: what they lay stays on the table, for everybody.",
            ),
        )
    if "pozo" in rules.draw_sources and rules.pozo_take != "never":
        yield "pozo", _pozo(rules)


def _common_table() -> Iterator[tuple[str, Said]]:
    yield (
        "extend",
        (
            "Los juegos son de todos: elegí una ficha, y se iluminan los juegos en los que entra.",
            "The melds are everybody's: choose a tile, and the melds where it fits light up.",
        ),
    )
    yield (
        "rearrange",
        (
            "También se rearman: elegí fichas de varios y bajalas. Al terminar el turno todos tienen que valer.",
            "They may be laid anew: choose tiles of several and lay them. When the turn ends all have to be lawful.",
        ),
    )


def _pozo(rules: Rules) -> Said:
    what = ("entero", "whole") if rules.pozo_take == "whole" else ("de arriba", "from its top")
    uses = {
        "free": ("conviene cuando te sirven varias", "it pays when you can use several"),
        "lay": ("la ficha de arriba hay que bajarla en ese turno", "its top tile has to be laid in that turn"),
        "with_two": (
            "la ficha de arriba hay que bajarla en un juego nuevo con dos de tu atril",
            "its top tile has to be laid in a new meld with two of your rack",
        ),
    }[rules.pozo_top_use]
    return (
        f"En vez de robar podés levantar el pozo, {what[0]}: {uses[0]}.",
        f"Instead of drawing you may take the pozo, {what[1]}: {uses[1]}.",
    )
