"""The matches that somebody who only looks may not see yet: those of tournaments that are shown with a delay."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from flask import current_app

from companion.dashboard.auth.access import may
from companion.view_models import MatchCard

WITHHELD = "withheld"
"""Extension key of the function that names them; without tournaments there is none."""


def withheld() -> Collection[str]:
    """The names of the matches that are withheld from the visitor of this request."""
    names: Callable[[], Collection[str]] | None = current_app.extensions.get(WITHHELD)
    return () if names is None or may("player") else names()


def visible(cards: Iterable[MatchCard]) -> tuple[MatchCard, ...]:
    """The cards of a list that the visitor may see."""
    hidden = withheld()
    return tuple(card for card in cards if card.match not in hidden)
