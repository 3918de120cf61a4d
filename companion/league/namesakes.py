"""Namesakes of a season: who needed the club beside the name on one evening is told by it on all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.league.evenings import Evening, EveningSide, person, without_club


def told_apart(evenings: Sequence[Evening]) -> list[Evening]:
    """The evenings with the club beside every name that two had on one of them, where it is known.

    Else the one who came alone on another evening, or both, would be summed up with the other; and who was entered and
    did not come would be a third.
    """
    sides = [side for evening in evenings for side in _entered(evening)]
    shared = {person(without_club(side.name, side.club)) for side in sides if without_club(*_of(side)) != side.name}
    return [_named(evening, shared) for evening in evenings] if shared else list(evenings)


def _entered(evening: Evening) -> Iterator[EveningSide]:
    """The sides that came, and those that others won against without playing."""
    yield from evening.sides
    for game in evening.games:
        yield from game.sides


def _of(side: EveningSide) -> tuple[str, str]:
    return side.name, side.club


def _named(evening: Evening, shared: set[str]) -> Evening:
    names = {
        side.name: f"{side.name} ({side.club})"
        for side in _entered(evening)
        if side.club and person(side.name) in shared
    }
    if not names:
        return evening

    def named(side: EveningSide) -> EveningSide:
        name = names.get(side.name, side.name)
        return replace(side, name=name, players=(name,) if side.players == (side.name,) else side.players)

    games = (replace(game, sides=(named(game.sides[0]), named(game.sides[1]))) for game in evening.games)
    places = tuple(names.get(place, place) for place in evening.places)
    return replace(evening, sides=tuple(map(named, evening.sides)), games=tuple(games), places=places)
