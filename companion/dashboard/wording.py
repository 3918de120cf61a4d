"""Verdicts, sums and shares in words; whole sentences are in the templates."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime

from flask_babel import format_datetime, format_decimal, format_percent, get_locale, ngettext
from flask_babel import gettext as _

from companion.dashboard.auth.roles import Role
from companion.view_models import MatchSnapshot, RowView
from companion.view_models.names import listed

_THOUSAND = 1000
NAMELESS: Mapping[Role, str] = {
    Role.ORGANISER: "Quien organiza",
    Role.JUDGE: "El juez",
    Role.SCORER: "Quien anota",
    Role.PLAYER: "Un jugador",
    Role.VIEWER: "Alguien",
}
"""The authors that the journal records for visitors without a name."""
_OF_A_TABLE = re.compile(r"(?:Mesa|Table|Tavolo) (\d+)( · .+)?", re.DOTALL)
"""A device of a table; earlier programs wrote it in the language of its page."""


def device_author(table: int, name: str) -> str:
    """The author name of a table's device in the journal, independent of language."""
    return f"Mesa {table} · {name}" if name else f"Mesa {table}"


def author_words(author: str, *, at_home: bool = True) -> str:
    """The author of an entry: the name given, or a word for a visitor without a name.

    With ``at_home`` the nameless organiser is the person at this computer.
    """
    known = {
        "Quien organiza": _("En la computadora") if at_home else _("Quien organiza"),
        "El juez": _("El juez"),
        "Quien anota": _("Quien anota"),
        "Un jugador": _("Un jugador"),
        "Alguien": _("Alguien"),
        "cámara": _("cámara"),
    }
    if found := _OF_A_TABLE.fullmatch(author):
        return str(_("Mesa %(table)s", table=found[1])) + found[2]
    return str(known.get(author, author))


def kind_words(row: RowView) -> str:
    """The kind of a row: ``Escalera``, ``Pierna · canasta pura``, or that it is no meld."""
    kinds: dict[str, str] = {"run": _("Escalera"), "group": _("Pierna")}
    kind = _("Sin leer del todo") if row.meld is None else kinds.get(row.kind or "", _("No es un juego"))
    canasta: str | None = {"pure": _("canasta pura"), "impure": _("canasta impura")}.get(row.canasta or "")
    return f"{kind} · {canasta}" if canasta else str(kind)


def verdict_words(row: RowView) -> str:
    """The verdict on a row."""
    if row.meld is None:
        return str(_("Falta leer"))
    return str(_("Vale") if row.lawful else _("No vale"))


def points_words(points: int) -> str:
    """A number of points."""
    return str(ngettext("%(shown)s punto", "%(shown)s puntos", points, shown=format_decimal(points)))


def percent_words(share: float) -> str:
    """A share between 0 and 1; rounded neither to certain nor to impossible."""
    if 0 < share < 0.01:
        return str(_("menos del 1 %"))
    shown = min(share, 0.999) if share < 1 else share
    return str(format_percent(shown, "#,##0.# %"))


def milliseconds_words(elapsed_ms: float) -> str:
    """A duration."""
    return str(_("%(shown)s ms", shown=format_decimal(round(elapsed_ms))))


def signed_words(points: int) -> str:
    """Points with a sign."""
    return f"{'+' if points > 0 else '−' if points < 0 else ''}{_grouped(abs(points))}"


def role_words(role: str) -> str:
    """The permissions of a role; ``role`` is its word in addresses."""
    words = {"player": _("juega"), "scorer": _("anota"), "judge": _("juez"), "organiser": _("organiza")}
    return str(words.get(role, _("mira")))


def tally_words(points: int) -> str:
    """A total, possibly negative."""
    return f"{'−' if points < 0 else ''}{_grouped(abs(points))}"


def _grouped(count: int) -> str:
    """A number with digit grouping; cached, since a page of standings has many."""
    return str(count) if count < _THOUSAND else str(format_decimal(count))


def end_words(match: MatchSnapshot) -> str:
    """The end of a match and its winner: the players' names, or the side's where it has its own."""
    sides = [team for team in match.teams if team.has_won]
    names = [match.players[seat].name for team in sides for seat in team.seats]
    return str(ngettext("Terminó la partida. Ganó %(names)s.", "Terminó la partida. Ganaron %(names)s.", len(names),
                        names=listed(names, str(get_locale()))))  # fmt: skip


def winner_words(match: MatchSnapshot) -> str:
    """The winner, as a headline; empty before the end."""
    names = [match.players[seat].name for team in match.teams if team.has_won for seat in team.seats]
    said = listed(names, str(get_locale()))
    return str(ngettext("Ganó %(names)s", "Ganaron %(names)s", len(names), names=said)) if names else ""


def clock_words(passed_s: float) -> str:
    """The time since a start, as a stopwatch shows it."""
    minutes, seconds = divmod(round(passed_s), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def day_words(at_s: float) -> str:
    """A local date; ``at_s`` is in seconds since 1970."""
    return str(format_datetime(datetime.fromtimestamp(at_s, UTC).astimezone().replace(tzinfo=None), "d MMM y"))


def moment_words(at_s: float) -> str:
    """A local time; ``at_s`` is in seconds since 1970."""
    here = datetime.fromtimestamp(at_s, UTC).astimezone()
    return str(format_datetime(here.replace(tzinfo=None), "d MMM HH:mm"))
