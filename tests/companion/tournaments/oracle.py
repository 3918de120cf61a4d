"""A slow second opinion on a whole event: who stands where and who wins, worked out from bare results.

Nothing of the program is used: a match is who, who, and the points of their hands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise, permutations

TARGET = 1500
Hands = Sequence[tuple[int, int]]
Played = dict[tuple[str, str], tuple[int, int]]


def totals(hands: Hands) -> tuple[int, int]:
    """What a match ended with, adding hands until somebody has 1500 and they are not level."""
    home = away = 0
    for one, other in hands:
        home, away = home + one, away + other
        if max(home, away) >= TARGET and home != away:
            return home, away
    raise AssertionError(hands)


def ranked(players: Sequence[str], played: Played) -> list[str]:
    """The only order of ``players`` in which nobody stands before somebody who beats them by the rules of a zone.

    Tries every order, so zones are small. Nothing where lots would have to be drawn.
    """
    lawful = [order for order in permutations(players) if _holds(order, played)]
    return list(lawful[0]) if len(lawful) == 1 else []


def champion(field: list[str], match: Callable[[str, str], Hands]) -> str:
    """Who is left of ``field``, a bracket from top to bottom whose empty names are byes."""
    while len(field) > 1:
        field = [_winner(*pair, match) for pair in zip(field[::2], field[1::2], strict=True)]
    return field[0]


def _winner(home: str, away: str, match: Callable[[str, str], Hands]) -> str:
    if not (home and away):
        return home or away
    one, other = totals(match(home, away))
    return home if one > other else away


def _holds(order: Sequence[str], played: Played) -> bool:
    return all(_before(one, other, order, played) for one, other in pairwise(order))


def _before(one: str, other: str, players: Iterable[str], played: Played) -> bool:
    """Whether ``one`` may stand just before ``other``."""
    wins = {player: sum(_won(player, match, points) for match, points in played.items()) for player in players}
    if wins[one] != wins[other]:
        return wins[one] > wins[other]
    level = [player for player in wins if wins[player] == wins[one]]
    if len(level) == 2:
        return any(_won(one, match, points) and other in match for match, points in played.items())
    return _points(one, played) >= _points(other, played)


def _won(player: str, match: tuple[str, str], points: tuple[int, int]) -> bool:
    return player == match[points[1] > points[0]]


def _points(player: str, played: Played) -> tuple[int, int]:
    """Difference and points for."""
    own = [points if match[0] == player else points[::-1] for match, points in played.items() if player in match]
    return sum(one - other for one, other in own), sum(one for one, _ in own)
