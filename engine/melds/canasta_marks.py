"""The mark of a canasta: one of its tiles laid across the others, whole for pure and half for impure (004:31).

That tile belongs to the canasta and is written among its tiles; the mark is a word before them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.melds.melds import Purity
from engine.placed_tile import PlacedTile, parse_meld
from engine.tiles import words_of

MARKS: dict[str, Purity] = {"pure": "pure", "impure": "impure", "pura": "pure", "impura": "impure"}
"""The kind of canasta for each word that writes a mark."""
MarkedMeld = tuple[tuple[PlacedTile, ...], Purity | None]


def parse_marked(text: str) -> MarkedMeld:
    """Parse a meld and its mark, if any: ``pura 3r 4r 5r 6r 7r 8r 9r``.

    Raises NotationError as ``parse_meld`` does.
    """
    words = words_of(text)
    mark = MARKS.get(words[0].lower()) if words else None
    return (parse_meld(" ".join(words[1:]) if mark else text), mark)


def parse_marked_table(text: str) -> Iterator[MarkedMeld]:
    """Parse several such melds, separated by ``|``."""
    return map(parse_marked, text.split("|"))


def marks_of(melds: Sequence[MarkedMeld]) -> tuple[Purity | None, ...]:
    """The marks of several melds, one each; empty where no meld has one."""
    marks = tuple(mark for _, mark in melds)
    return marks if any(marks) else ()
