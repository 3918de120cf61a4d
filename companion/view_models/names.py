"""Join names of people in a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.sentences import catalogue

_SOUNDS_LIKE_I = re.compile(r"h?[ií](?![aeou])", re.IGNORECASE)
"""How a name begins before which Spanish says "e"; "hielo" and "Iara" begin with another sound."""

_AND = catalogue("companion.names", {"and": "y", "before i": "e"})


def listed(names: Sequence[str], language: str) -> str:
    """Join ``names`` in ``language``: "Ana, Beto y Caro", "Marta e Inés", "Ana and Beto"."""
    if len(names) < 2:
        return "".join(names)
    joined = _AND["before i" if _SOUNDS_LIKE_I.match(names[-1]) else "and"][language]
    return f"{', '.join(names[:-1])} {joined} {names[-1]}"
