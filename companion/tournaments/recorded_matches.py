"""The tournaments that are recorded in a match of the house, found by its name."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

LinksOf = Callable[[Sequence[str]], Mapping[str, Sequence[str]]]
"""By tournament, the events that link its matches to those of the house, each as one line of JSON."""


class RecordedMatches:
    """Thread-safe. A tournament is read again only once it has a new entry."""

    def __init__(self, links: LinksOf) -> None:
        self._links = links
        self._known: Mapping[str, tuple[str, frozenset[str]]] = {}

    def of(self, match: str, names: Sequence[str], marks: Mapping[str, str]) -> tuple[str, ...]:
        """Those of the tournaments ``names``, with the ``marks`` of their newest entries, that ever named ``match``."""
        kept = {name: known for name, known in self._known.items() if known[0] == marks.get(name)}
        fresh = [name for name in names if name not in kept]
        kept |= {name: (marks[name], _matches(texts)) for name, texts in self._links(fresh).items()}
        self._known = kept
        return tuple(name for name in names if match in kept[name][1])


def _matches(texts: Sequence[str]) -> frozenset[str]:
    """The matches in links; none where they cannot be read."""
    try:
        return frozenset(str(json.loads(text)["match"]) for text in texts)
    except (ValueError, TypeError, KeyError):
        return frozenset()
