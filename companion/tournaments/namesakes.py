"""Entrants with the same name, and how they are distinguished."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.naming import key_of
from companion.tournaments.plan import Entrant


def namesakes_of(entrants: Iterable[Entrant]) -> Mapping[int, int]:
    """By number of an entrant with a shared name: the rank by age within the same club, from 1; 0 for the only one
    of a club."""
    called: dict[str, list[Entrant]] = {}
    for entrant in sorted(entrants, key=lambda entrant: (entrant.born or 0, entrant.number)):
        called.setdefault(key_of(entrant.name), []).append(entrant)
    found: dict[int, int] = {}
    for same in (some for some in called.values() if len(some) > 1):
        clubs = [key_of(namesake.club) for namesake in same]
        for at, entrant in enumerate(same):
            found[entrant.number] = clubs[: at + 1].count(clubs[at]) if clubs.count(clubs[at]) > 1 else 0
    return found
