"""Words in lines: between words where it can be, within a word only where it is wider than a line."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator

Fits = Callable[[str], bool]
"""Whether words are no wider than a line."""


def wrapped(text: str, fits: Fits) -> list[str]:
    """Break ``text`` into lines, at least one; only spaces between words are dropped.

    >>> wrapped("Ana María Wolf", lambda line: len(line) <= 9), wrapped("Ana", lambda line: len(line) <= 2)
    (['Ana María', 'Wolf'], ['An', 'a'])
    """
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and fits(longer):
            lines[-1] = longer
        else:
            lines += _pieces(word, fits)
    return lines or [""]


def _pieces(word: str, fits: Fits) -> Iterator[str]:
    while not fits(word) and len(word) > 1:
        kept = bisect_right(range(2, len(word)), 0, key=lambda end: not fits(word[:end])) + 1
        yield word[:kept]
        word = word[kept:]
    yield word
