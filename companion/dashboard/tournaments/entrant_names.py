"""Find entrants by part of their names."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext as _

from companion.dashboard.rules.rule_search import folded
from companion.view_models.tournament import EntrantView, TournamentSnapshot

MOST_CHOICES, MOST_OFFERED, MOST_NAMED = 30, 2000, 5
"""The entrants in a list of choices (beyond that, names are typed), those suggested while typing, and those named in
a message about an ambiguous name."""


class EntrantNameError(ValueError):
    """No entrant or several entrants fit the name; the message is for people."""


def entrants_named(entrants: Sequence[EntrantView], wanted: str) -> Sequence[EntrantView]:
    """The entrants whose name or club has every word of ``wanted``, ignoring case and accents."""
    words = folded(wanted).split()
    return [who for who in entrants if all(word in folded(f"{who.name} {who.club}") for word in words)]


def number_named(snapshot: TournamentSnapshot, typed: str) -> int:
    """The number of the only entrant that fits ``typed``. Raises EntrantNameError."""
    wanted = folded(typed).strip()
    exact = [who for who in snapshot.entrants if wanted in (folded(snapshot.called(who.number)), folded(who.name))]
    found = exact or entrants_named(snapshot.entrants, typed)
    if len(found) == 1:
        return found[0].number
    if not found:
        raise EntrantNameError(_("No hay nadie que se llame «%(name)s».", name=typed))
    names = ", ".join(snapshot.called(who.number) for who in found[:MOST_NAMED])
    raise EntrantNameError(_("«%(name)s» puede ser más de uno (%(names)s): escribí el nombre entero, con su club.",
                        name=typed, names=names))  # fmt: skip
