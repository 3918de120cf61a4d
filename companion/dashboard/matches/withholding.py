"""The matches that somebody who only looks may not see yet: those of tournaments that are shown with a delay."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from flask import current_app
from flask_babel import gettext as _

from companion.dashboard.auth.access import may
from companion.dashboard.error_pages import Refusal
from companion.view_models import MatchCard

WITHHELD = "withheld"
"""Extension key of the function that names them; without tournaments there is none."""


def withheld() -> Collection[str]:
    """The names of the matches that are withheld from the visitor of this request."""
    names: Callable[[], Collection[str]] | None = current_app.extensions.get(WITHHELD)
    return () if names is None or may("player") else names()


def check_shown(match: str | None) -> None:
    """Refuse what tells of a match that is withheld from the visitor."""
    if match and match in withheld():
        sentence = _("Esta partida es de un torneo que se muestra con demora: por ahora se sigue en el tablero.")
        raise Refusal(403, sentence, may_come_in=True)


def visible(cards: Iterable[MatchCard]) -> tuple[MatchCard, ...]:
    """The cards of a list that the visitor may see."""
    hidden = withheld()
    return tuple(card for card in cards if card.match not in hidden)
