"""Rounds, clocks and tie-breaks in words; whole sentences stand in the templates."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext as _

from companion.dashboard.language import current_language
from companion.dashboard.wording import signed_words, tally_words
from companion.view_models.names import listed
from companion.view_models.tournament import FixtureView, TieView, TournamentSnapshot

MINUTE_S = 60


def format_words(name: str) -> str:
    """The format of a tournament, in words."""
    words = {
        "zones": _("Zonas y llave"),
        "round_robin": _("Todos contra todos"),
        "elimination": _("Eliminación directa"),
        "double": _("Doble eliminación"),
        "swiss": _("Suizo"),
        "free": _("Cruces a mano"),
    }
    return str(words[name])


def clock_words(left_s: float | None) -> str:
    """The time left on a clock, in minutes and seconds."""
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


def round_title(snapshot: TournamentSnapshot, stage: str, number: int, matches: int) -> str:
    """The title of a round of a stage, by its number of matches."""
    if stage == "bracket" and snapshot.format == "double":
        return str(_("Ganadores, ronda %(round)s", round=number))
    words = {
        "bracket": round_words(matches),
        "lower": _("Repechaje, ronda %(round)s", round=number),
        "third": _("Tercer puesto"),
        "final": _("Final") if number == 1 else _("Final de desempate"),
    }
    return str(words.get(stage) or _("Ronda %(round)s", round=number))


def side_words(fixture: FixtureView, side: int) -> str:
    """The entrant of a side, or the match that decides it."""
    if fixture.names[side]:
        return fixture.names[side]
    if fixture.is_bye:
        return str(_("descansa"))
    if fixture.vacant[side] or not fixture.feeds:
        return str(_("nadie"))
    feed = fixture.feeds[side]
    return str(_("perdedor del %(number)s", number=feed) if fixture.losers[side]
               else _("ganador del %(number)s", number=feed))  # fmt: skip


def unplayed_words(fixture: FixtureView) -> str:
    """Why a match has no course of play, in words; empty where it has one."""
    if fixture.is_unopposed:
        return str(_("no hizo falta") if fixture.stage == "final" else _("pasa"))
    words = {"one": _("no jugado"), "both": _("no vino nadie"), "void": _("anulado")}
    return str(words[fixture.unplayed]) if fixture.unplayed else ""


def late_words(name: str) -> str:
    """The rule for matches missed by late entrants, in words."""
    words = {
        "play": _("juega todos sus partidos"),
        "lose": _("pierde los de las rondas que ya se jugaron"),
        "rest": _("los de las rondas que ya se jugaron no cuentan"),
        "redraw": _("se sortea de nuevo, si todavía no se jugó"),
    }
    return str(words[name])


def leaving_words(name: str) -> str:
    """The rule for matches of entrants who leave, in words."""
    words = {
        "lose": _("pierde los que le quedaban"),
        "half": _("si jugó menos de la mitad no cuenta ninguno; si no, pierde los que le quedaban"),
        "annul": _("no cuenta ninguno de sus partidos"),
    }
    return str(words[name])


def nobody_words(name: str) -> str:
    """The rule for matches in which neither side appeared, in words."""
    return str(_("lo pierden los dos") if name == "lose" else _("no cuenta para nadie"))


def category_words(snapshot: TournamentSnapshot) -> str:
    """The years of birth allowed, in words; empty without a limit."""
    first, last = snapshot.born_from, snapshot.born_until
    if first is None or last is None:
        until = last and _("nacidos en %(year)s y antes", year=last)
        return str(until or (first and _("nacidos en %(year)s y después", year=first)) or "")
    return str(_("nacidos de %(first)s a %(last)s", first=first, last=last))


def hand_words(hand: int) -> str:
    """The name of a hand by its number; 0 is the whole match."""
    return str(_("Mano %(number)s", number=hand) if hand else _("El partido"))


def pair_words(points: Sequence[int] | None) -> str:
    """Points of both sides."""
    return " : ".join(tally_words(point) for point in points) if points else str(_("nula"))


def seat_words(seat: str) -> str:
    """The side that a device represents, in words."""
    words = {"home": _("el primero"), "away": _("el segundo"), "both": _("los dos")}
    return str(words[seat])


def tie_words(tie: TieView) -> str:
    """The criterion of a tie-break step, in words."""
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
    """An entrant's value in a tie-break step, in words."""
    if tie.by == "complete":
        return str(_("sí") if value else _("no"))
    if tie.by == "lots":
        return str(_("%(place)s.º", place=value)) if value else str(_("falta sortear"))
    return signed_words(value) if tie.by == "difference" else tally_words(value)


def reason_words(reason: str) -> str:
    """Why a line of a list was left out, in words."""
    words = {
        "heading": _("encabezado"),
        "title": _("título"),
        "note": _("un dato de la lista, no una persona"),
        "no name": _("sin nombre"),
        "struck": _("tachado"),
        "twice": _("está dos veces: si son dos personas, poneles el club"),
        "too long": _("nombre demasiado largo"),
    }
    return str(words[reason])


def awaited_words(snapshot: TournamentSnapshot, fixture: FixtureView) -> str:
    """The absent entrants for whom a playable match waits, in words; empty where it only waits for a table."""
    if fixture.standing != "ready":
        return ""
    there = (snapshot.known.get(number) for number in fixture.entrants if number is not None)
    away = [snapshot.called(who.number) for who in there if who and who.standing == "away"]
    return str(_("espera a %(names)s", names=listed(away, current_language()))) if away else ""


def role_words(role: str) -> str:
    """The role of a list's column, in words."""
    words = {
        "name": _("Nombre"),
        "last": _("Apellido"),
        "first": _("Nombre de pila"),
        "club": _("Club"),
        "born": _("Año de nacimiento"),
        "": _("No se usa"),
    }
    return str(words[role])


def standing_words(fixture: FixtureView) -> str:
    """The progress of a match, in words."""
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
    "round_title": round_title,
    "side_of": side_words,
    "unplayed": unplayed_words,
    "late": late_words,
    "leaving": leaving_words,
    "nobody": nobody_words,
    "category": category_words,
    "hand": hand_words,
    "pair": pair_words,
    "seat": seat_words,
    "tie": tie_words,
    "value_of": value_words,
    "standing": standing_words,
    "reason": reason_words,
    "awaited": awaited_words,
    "role_words": role_words,
}
"""The template filters by name."""
