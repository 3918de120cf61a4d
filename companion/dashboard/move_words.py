"""Moves as people write and read them: the words of the notation (`engine.move_notation`) in their language."""

from __future__ import annotations

import re
from collections.abc import Mapping

from companion.dashboard.language import current_language

SPOKEN = {
    "es": {
        "draw": "roba", "redraw": "cambia", "pozo leaving": "pozo y quedan", "lay": "baja", "extend": "agrega",
        "swap": "corre", "rearrange": "rearma", "discard": "tira", "muerto direct": "muerto directo",
        "muerto indirect": "muerto indirecto", "closing_tile": "ficha de cierre", "end": "pasa",
        "close discard": "cierra tirando", "close meld_out": "cierra bajando", "correct": "corrige", "new": "nuevo",
        "aside": "aparta", "turn": "turno", "rack": "atril", "show_pozo": "pozo a la vista",
        "stock_out": "mazo agotado", "go_on": "la mano sigue",
    }
}  # fmt: skip
"""By language, what is said for words of the notation, which is English; no two are said alike."""


def spoken(moves: str) -> str:
    """The lines of ``moves`` in the visitor's language."""
    return _in_words(moves, SPOKEN.get(current_language(), {}))


def written(moves: str) -> str:
    """The lines that somebody wrote in any of the languages, in the notation; what is in none of them stays."""
    for words in SPOKEN.values():
        moves = _in_words(moves, {said: word for word, said in words.items()})
    return moves


def _in_words(moves: str, words: Mapping[str, str]) -> str:
    """``moves`` with each of the phrases that are keys of ``words``, in capitals or not, put as its value."""
    longest_first = sorted(words, key=len, reverse=True)
    phrases = "|".join(r"[ \t]+".join(map(re.escape, phrase.split())) for phrase in longest_first)
    if not phrases:
        return moves
    alone = re.compile(rf"(?<![\w=])(?:{phrases})(?![\w=])", re.IGNORECASE)
    return alone.sub(lambda found: words[" ".join(found[0].lower().split())], moves)
