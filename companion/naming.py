"""Normalise typed names, and insert players' names into sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from operator import eq
from unicodedata import combining, normalize

LONGEST_NAME = 100
_PLAYER = re.compile(r"\b(?:(de|a)?l |el |o |il )?(?:jugador|player|jogador|giocatore) (\d+)\b", re.IGNORECASE)


def named(sentence: str, players: Sequence[str]) -> str:
    """``sentence`` with each “jugador 2” replaced by the player's name.

    >>> named("Es el turno del jugador 2.", ("Ana", "Beto"))
    'Es el turno de Beto.'
    """

    def name(match: re.Match[str]) -> str:
        seat = int(match[2]) - 1
        if not 0 <= seat < len(players):
            return match[0]
        before = f"{match[1]} " if match[1] else ""
        return before + players[seat]

    return _PLAYER.sub(name, sentence)


def without_accents(text: str) -> str:
    """``text`` in lower case without accents, for comparisons."""
    return "".join(sign for sign in normalize("NFKD", text.casefold()) if not combining(sign))


def points_said(points: int, language: str) -> str:
    """Points formatted for ``language``, with a true minus sign.

    >>> points_said(-1900, "es"), points_said(1900, "en")
    ('−1.900', '1,900')
    """
    grouped = f"{abs(points):,}"
    return ("−" if points < 0 else "") + (grouped if language == "en" else grouped.replace(",", "."))


def result_said(points: Iterable[int], language: str) -> str:
    """The points of both sides formatted for ``language``, or a dash where there are none.

    >>> result_said((1500, -40), "es"), result_said((), "es")
    ('1.500 : −40', '—')
    """
    return " : ".join(points_said(side, language) for side in points) or "—"


def one_line(text: str) -> str:
    """Typed text on one line, without invisible characters, of any length."""
    plain = text if text.isprintable() else "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(plain.split())


def is_turned(named: Sequence[str], sides: Sequence[str]) -> bool:
    """Whether two ``sides`` are those ``named``, or one of them, in the other order.

    >>> is_turned(("Ana", "Beto"), ("Beto", "Ana")), is_turned(("Ana", "Beto"), ("Ana", "Alberto"))
    (True, False)
    """
    known, wanted = ([key_of(one_line(name)) for name in names] for names in (named, sides))
    return any(map(eq, known, reversed(wanted))) and not any(map(eq, known, wanted))


def key_of(name: str) -> str:
    r"""The normalised form of a name: equal for different capitals, and for composed and decomposed accents.

    >>> key_of("MUN\N{COMBINING TILDE}OZ") == key_of("Muñoz")
    True
    """
    return normalize("NFC", name.casefold())
