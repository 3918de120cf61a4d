"""Convert tiles as people type them to the notation: ``5 rojo 6 rojo``, ``5R6R7R``, ``5r-6r, comodín``.

Words that are not understood stay unchanged, so that the error names them. ``5 y 6 rojo`` may be tiles of one colour or
of two, and ``5 a 7`` a range: a letter that is also a word is not read where it stands alone.
"""

from __future__ import annotations

import re

LETTERS = {"r": "r", "b": "b", "y": "y", "k": "k", "o": "y", "g": "y", "a": "b", "n": "k"}
"""The colour that each letter means: beside its own, orange and green ink, *azul* and *negro*."""
_COLOURS = (
    ("r", r"roj[oa]s?|reds?"),
    ("b", r"azul(?:es)?|blues?"),
    ("y", r"amarill[oa]s?|naranjas?|verdes?|yellows?|oranges?|greens?"),
    ("k", r"negr[oa]s?|blacks?"),
    ("r", r"ross[oaie]"),
    ("b", r"blu|azzurr[oaie]"),
    ("y", r"giall[oaie]|arancion[ei]|verdi"),
    ("k", r"ner[oaie]"),
    ("r", r"vermelh[oa]s?"),
    ("b", r"azuis"),
    ("y", r"amarel[oa]s?|laranjas?"),
    ("k", r"pret[oa]s?"),
)
_NAME = "|".join(words for _, words in _COLOURS)
_END = r"(?![^\W\d_])"
"""No letter goes on after it."""
_BETWEEN = re.compile(rf"(?:[\s,;.:+/·()\[\]–—-]|(?:y|e|and|el|la|los|las|the|il|lo|i|gli|le|os|as){_END}(?=\s))+")
_JOKER = re.compile(rf"(?:comod[ií]n(?:es)?|coringas?|curingas?|jokers?|jolly|j){_END}|j(?=j)|\*")
_TILE = re.compile(
    rf"(?P<number>[0-9]{{1,2}})(?:\s*(?:de\s+)?(?P<name>{_NAME})|\s*(?P<letter>[rbkng])|(?P<close>[yoa])){_END}"
    rf"|(?P<first>{_NAME})\s+(?P<then>[0-9]{{1,2}})(?![0-9])"
)
_GLUED = re.compile(r"(?P<number>[0-9]{1,2})(?P<letter>[rbykogan])(?=j)")
_NUMBERS = re.compile(rf"(?P<numbers>(?:[0-9]{{1,2}}[\s,-]+)+)(?=[0-9]{{1,2}}\s*(?:de\s+)?(?P<name>{_NAME}){_END})")
_EQUALS = re.compile(r"\s*=\s*")
_OTHER = re.compile(r"[^\s,;|]+")


def tile_words(text: str) -> list[str]:
    """The typed tiles in notation; each word that is none, unchanged."""
    words, at = [], 0
    while at < len(text):
        if between := _BETWEEN.match(text.lower(), at):
            at = between.end()
            continue
        found, at = _words_at(text, at)
        words += found
    return words


def _words_at(text: str, at: int) -> tuple[list[str], int]:
    """The words that begin at a place of ``text``, and where they end."""
    lower = text.lower()
    if listed := _NUMBERS.match(lower, at):
        numbers = re.findall("[0-9]+", listed["numbers"])
        return [f"{number}{_letter(listed['name'])}" for number in numbers], listed.end()
    tile, end = _tile_at(lower, at)
    if not tile:
        other = _OTHER.match(text, at)
        return ([other[0]], other.end()) if other else ([text[at]], at + 1)
    equals = _EQUALS.match(lower, end)
    if not equals:
        return [tile], end
    role, end = _tile_at(lower, equals.end())
    return [f"{tile}={role}"], max(end, equals.end())


def _tile_at(lower: str, at: int) -> tuple[str, int]:
    """The tile whose name begins at a place, in notation, and where that ends; an empty text where none does."""
    if joker := _JOKER.match(lower, at):
        return "J", joker.end()
    found = _TILE.match(lower, at) or _GLUED.match(lower, at)
    if not found:
        return "", at
    said = found.groupdict()
    number = said["number"] or said["then"]
    letter = said["letter"] or said.get("close") or _letter(said.get("name") or said["first"])
    return f"{number}{letter}", found.end()


def _letter(name: str) -> str:
    """The letter of a colour that was spelled out."""
    return next(letter for letter, words in _COLOURS if re.fullmatch(words, name))
