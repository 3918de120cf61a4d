"""Rounds, clocks and tie-breaks in words; whole sentences stand in the templates."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext as _

from companion.dashboard.wording import signed_words, tally_words
from companion.snapshot.tournament import FixtureView, TieView

MINUTE_S = 60


def format_words(name: str) -> str:
    """How a tournament is played."""
    words = {
        "zones": _("Zonas y llave"),
        "round_robin": _("Todos contra todos"),
        "elimination": _("Eliminación directa"),
        "swiss": _("Suizo"),
        "free": _("Cruces a mano"),
    }
    return str(words[name])


def clock_words(left_s: float | None) -> str:
    """What is left on a clock, in minutes and seconds."""
    if left_s is None:
        return ""
    if left_s <= 0:
        return str(_("tiempo"))
    minutes, seconds = divmod(int(left_s), MINUTE_S)
    return f"{minutes}:{seconds:02}"


def round_words(matches: int) -> str:
    """A round of a bracket, by how many matches it has."""
    names = {1: _("Final"), 2: _("Semifinales"), 4: _("Cuartos de final"), 8: _("Octavos de final")}
    return str(names.get(matches) or _("Ronda de %(count)s", count=2 * matches))


def hand_words(hand: int) -> str:
    """A hand by its number; 0 is the whole match."""
    return str(_("Mano %(number)s", number=hand) if hand else _("El partido"))


def pair_words(points: Sequence[int] | None) -> str:
    """Points of both sides."""
    return " : ".join(tally_words(one) for one in points) if points else str(_("nula"))


def seat_words(seat: str) -> str:
    """For whom a device speaks."""
    words = {"home": _("el primero"), "away": _("el segundo"), "both": _("los dos")}
    return str(words[seat])


def tie_words(tie: TieView) -> str:
    """What a step of the ranking asked."""
    words = {
        "victory": _("Puntos de victoria"),
        "won": _("Partidos ganados"),
        "head_to_head": _("El partido entre ellos"),
        "complete": _("Jugó todos sus partidos"),
        "difference": _("Diferencia de puntos"),
        "points_for": _("Puntos a favor"),
        "lots": _("Sorteo"),
    }
    return str(words[tie.by])


def value_words(value: int, tie: TieView) -> str:
    """What somebody has in a step of the ranking."""
    if tie.by == "complete":
        return str(_("sí") if value else _("no"))
    if tie.by == "lots":
        return str(_("%(place)s.º", place=value)) if value else str(_("falta sortear"))
    return signed_words(value) if tie.by == "difference" else tally_words(value)


def reason_words(reason: str) -> str:
    """Why a line of a list enters nobody."""
    words = {
        "heading": _("encabezado"),
        "title": _("título"),
        "no name": _("sin nombre"),
        "twice": _("está dos veces: si son dos personas, poneles el club"),
        "too long": _("nombre demasiado largo"),
    }
    return str(words[reason])


def role_words(role: str) -> str:
    """What a column of a list holds."""
    words = {
        "name": _("Nombre"),
        "last": _("Apellido"),
        "first": _("Nombre de pila"),
        "club": _("Club"),
        "": _("No se usa"),
    }
    return str(words[role])


def standing_words(fixture: FixtureView) -> str:
    """How far a match is."""
    if fixture.standing == "over":
        return str(_("terminado"))
    if fixture.is_disputed:
        return str(_("lo ve el juez"))
    words = {
        "waiting": _("se espera a quien gane"),
        "ready": _("espera mesa"),
        "seated": _("por empezar"),
        "playing": _("se juega"),
    }
    return str(words[fixture.standing])


FILTERS = {
    "format_words": format_words,
    "clock": clock_words,
    "round_words": round_words,
    "hand": hand_words,
    "pair": pair_words,
    "seat": seat_words,
    "tie": tie_words,
    "value_of": value_words,
    "standing": standing_words,
    "reason": reason_words,
    "role_words": role_words,
}
"""What templates call them."""
