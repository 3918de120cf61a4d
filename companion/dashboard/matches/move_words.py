"""Translate between the move notation (`engine.hand.notation`) and words of the user's language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

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
"""By language, the word for each word of the (English) notation; each is unique."""


def spoken(moves: str) -> str:
    """The lines of ``moves`` in the visitor's language."""
    translated = _SPEAKERS.get(current_language())
    return translated(moves) if translated else moves


def written(moves: str) -> str:
    """Typed lines in any language, converted to notation; unknown lines are unchanged."""
    for translated in _WRITERS:
        moves = translated(moves)
    return moves


def without_tiles(sentence: str, move: str) -> tuple[str, str]:
    """The sentence of a ``move`` without its tiles in notation, and its face-up tiles."""
    tiles = " ".join(word for word in move.split() if _TILE.fullmatch(word))
    return (_TILES.sub("", sentence).strip(" .:|") if tiles else sentence), tiles


def _translator(words: Mapping[str, str]) -> Callable[[str], str]:
    """A function that replaces the phrases that are keys of ``words``, ignoring case."""
    longest_first = sorted(words, key=len, reverse=True)
    phrases = "|".join(r"[ \t]+".join(map(re.escape, phrase.split())) for phrase in longest_first)
    alone = re.compile(rf"(?<![\w=])(?:{phrases})(?![\w=])", re.IGNORECASE)
    return lambda moves: alone.sub(lambda found: words[" ".join(found[0].lower().split())], moves)


_TILE = re.compile(r"(?:\d{1,2}[rbyk]|J)(?:=\d{1,2}[rbyk])?")
_TILES = re.compile(rf"(?:[ |]+{_TILE.pattern})+(?![\w=])")
_SPEAKERS = {language: _translator(words) for language, words in SPOKEN.items()}
_WRITERS = [_translator({said: word for word, said in words.items()}) for words in SPOKEN.values()]
