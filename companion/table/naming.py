"""Sentences of the law with the names of those who play."""

from __future__ import annotations

import re
from collections.abc import Sequence

_PLAYER = re.compile(r"\b(?:(de|a)?l |el )?(?:jugador|player) (\d+)\b", re.IGNORECASE)


def named(sentence: str, players: Sequence[str]) -> str:
    """``sentence`` with each “jugador 2” under its name.

    >>> named("Es el turno del jugador 2.", ("Ana", "Beto"))
    'Es el turno de Beto.'
    """

    def name(found: re.Match[str]) -> str:
        seat = int(found[2]) - 1
        if not 0 <= seat < len(players):
            return found[0]
        before = f"{found[1]} " if found[1] else ""
        return before + players[seat]

    return _PLAYER.sub(name, sentence)
