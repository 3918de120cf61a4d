"""Evenings in few words: who met whom, and the points."""

from __future__ import annotations

from companion.league.evenings import Evening, EveningSide, Game, HandsMade

CLUBS = {"Ana": "Lobos", "Beto": "Lobos", "Caro": "Roque", "Dani": "Roque"}


def side(name: str) -> EveningSide:
    """A player, or a pair joined by a plus."""
    players = tuple(name.split(" + "))
    return EveningSide(name, players, CLUBS.get(players[0], ""))


def game(home: str, away: str, points: tuple[int, int], made: tuple[HandsMade, HandsMade] | None = None) -> Game:
    """A match that was played."""
    score = (0.5, 0.5) if points[0] == points[1] else (float(points[0] > points[1]), float(points[0] < points[1]))
    return Game(sides=(side(home), side(away)), points=points, score=score, was_played=True, made=made)


def evening(number: int, *games: Game, places: tuple[str, ...] = ()) -> Evening:
    """An evening with these matches."""
    names = dict.fromkeys(side.name for played in games for side in played.sides)
    return Evening(
        tournament=f"t{number}",
        title=f"Noche {number}",
        began_s=86_400.0 * number,
        sides=tuple(map(side, names)),
        games=games,
        places=places,
    )
