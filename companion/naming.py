"""Names as people type them, and sentences of the law with the names of those who play."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import combining, normalize

LONGEST_NAME = 100
_PLAYER = re.compile(r"\b(?:(de|a)?l |el |o |il )?(?:jugador|player|jogador|giocatore) (\d+)\b", re.IGNORECASE)


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


def without_accents(text: str) -> str:
    """``text`` in small letters without accents, as it is compared where somebody looks for it."""
    return "".join(sign for sign in normalize("NFKD", text.casefold()) if not combining(sign))


def points_said(points: int, language: str) -> str:
    """Points as people write them in ``language``, with a true minus sign.

    >>> points_said(-1900, "es"), points_said(1900, "en")
    ('−1.900', '1,900')
    """
    grouped = f"{abs(points):,}"
    return ("−" if points < 0 else "") + (grouped if language == "en" else grouped.replace(",", "."))


def one_line(said: str) -> str:
    """What was typed in one line, without characters that nobody sees, at any length."""
    plain = said if said.isprintable() else "".join(letter if letter.isprintable() else " " for letter in said)
    return " ".join(plain.split())


def key_of(name: str) -> str:
    r"""What is the same for two ways to write one name: capitals, and accents of one code or of two.

    >>> key_of("MUN\N{COMBINING TILDE}OZ") == key_of("Muñoz")
    True
    """
    return normalize("NFC", name.casefold())


def tidy(name: str) -> str:
    """A name in one line, cut where it is too long."""
    return one_line(name)[:LONGEST_NAME]
