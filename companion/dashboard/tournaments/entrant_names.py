"""Entrants looked up by what somebody types of their names."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext as _

from companion.dashboard.rules.rule_search import folded
from companion.view_models.tournament import EntrantView, TournamentSnapshot

MOST_CHOICES, MOST_OFFERED, MOST_NAMED = 30, 2000, 5
"""Entrants in a list to choose from; of more, a name is typed: so many are offered while it is, and so many told where
it may be any of them."""


class EntrantNameError(ValueError):
    """Nobody is called so, or more than one; what it says is for people to read."""


def entrants_named(entrants: Sequence[EntrantView], wanted: str) -> Sequence[EntrantView]:
    """Those whose name and club have every word that is ``wanted``, whatever its capitals and accents."""
    words = folded(wanted).split()
    return [who for who in entrants if all(word in folded(f"{who.name} {who.club}") for word in words)]


def number_named(shown: TournamentSnapshot, typed: str) -> int:
    """The number of the only one who is called so, or of whom so much was typed. Raises EntrantNameError."""
    wanted = folded(typed).strip()
    exact = [who for who in shown.entrants if wanted in (folded(shown.called(who.number)), folded(who.name))]
    found = exact or entrants_named(shown.entrants, typed)
    if len(found) == 1:
        return found[0].number
    if not found:
        raise EntrantNameError(_("No hay nadie que se llame «%(name)s».", name=typed))
    names = ", ".join(shown.called(who.number) for who in found[:MOST_NAMED])
    raise EntrantNameError(_("«%(name)s» puede ser más de uno (%(names)s): escribí el nombre entero, con su club.",
                        name=typed, names=names))  # fmt: skip
