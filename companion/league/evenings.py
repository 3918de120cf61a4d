"""The evening of a league, computed from its tournament: who took part, who met whom, and statistics of their hands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from companion.naming import key_of, one_line
from companion.tournaments.final_ranking import placings
from companion.tournaments.tournament_state import TournamentState
from companion.tournaments.zone_standings import annulled

_PAIR = 4
_NTH = re.compile(r" \d+$")
_AND = re.compile(r"\s+(?:y|e|and)\s+|\s*[+&/]\s*")


@dataclass(frozen=True, slots=True)
class HandsMade:
    """Statistics of one side over the hands recorded in detail: numbers of hands, canastas, closes and muertos."""

    hands: int = 0
    puras: int = 0
    impuras: int = 0
    closes: int = 0
    muertos: int = 0

    def __add__(self, other: HandsMade) -> HandsMade:
        return HandsMade(
            self.hands + other.hands, self.puras + other.puras, self.impuras + other.impuras,
            self.closes + other.closes, self.muertos + other.muertos,
        )  # fmt: skip


MadeOf = Callable[[str, tuple[str, str]], tuple[HandsMade, HandsMade] | None]
"""Gives the statistics of two sides in a match by its name; None for one not recorded hand by hand."""


@dataclass(frozen=True, slots=True)
class EveningSide:
    """The players of a side: one player, or a pair."""

    name: str
    players: tuple[str, ...]
    club: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A finished match."""

    sides: tuple[EveningSide, EveningSide]
    points: tuple[int, int]
    score: tuple[float, float]
    """By side: 1 for a win, 0.5 for a tie, 0 for a loss."""
    was_played: bool
    """Whether it was played and counts for ratings; false for a walkover."""
    made: tuple[HandsMade, HandsMade] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """A tournament as an evening of a league."""

    tournament: str
    title: str
    began_s: float
    sides: tuple[EveningSide, ...]
    """The sides that took part."""
    games: tuple[Game, ...]
    """The finished matches that count."""
    places: tuple[str, ...]
    """The names of the sides from the first place on; empty before all is played, and without undecided places."""


def evening_of(state: TournamentState, made_of: MadeOf) -> Evening:
    """The evening of a tournament, as far as it was played."""
    sides = {number: _side(state, number) for number in state.entrants}
    games, of_nobody = dict(_games(state, sides, made_of)), annulled(state)
    came = {side.name for game in games.values() for side, there in zip(game.sides, _there(game), strict=True) if there}
    return Evening(
        tournament=state.tournament,
        title=state.plan.title,
        began_s=state.began_s,
        sides=tuple(side for side in sides.values() if side.name in came),
        games=tuple(game for number, game in games.items() if number not in of_nobody),
        places=tuple(sides[placed].name for placed in placings(state)),
    )


def _there(game: Game) -> tuple[bool, bool]:
    return (True, True) if game.was_played else (game.score[0] > 0, game.score[1] > 0)


def _side(state: TournamentState, number: int) -> EveningSide:
    """A side of an evening. Only under rules for pairs is a name split into the names of two players."""
    one, rules = state.entrants[number], state.plan.rules
    parts = parts_of(one.name) if _PAIR in rules.players else ()
    return EveningSide(state.name(number), parts if len(parts) > 1 else (state.name(number),), one.club)


def _games(state: TournamentState, sides: dict[int, EveningSide], made_of: MadeOf) -> Iterator[tuple[int, Game]]:
    """The finished matches by number, with those that count for nobody."""
    for fixture in state.fixtures.values():
        if (
            not fixture.is_over
            or fixture.is_unopposed
            or fixture.unplayed == "void"
            or fixture.home is None
            or fixture.away is None
        ):
            continue
        won = fixture.winner
        level = 0.0 if fixture.unplayed else 0.5
        score = (level, level) if won is None else (float(won == fixture.home), float(won == fixture.away))
        yield (
            fixture.number,
            Game(
                sides=(sides[fixture.home], sides[fixture.away]),
                points=(fixture.verdict.totals[0], fixture.verdict.totals[1]),
                score=score,
                was_played=not fixture.unplayed,
                made=made_of(fixture.match, (sides[fixture.home].name, sides[fixture.away].name))
                if fixture.match
                else None,
            ),
        )


def parts_of(name: str) -> tuple[str, ...]:
    """The names of the players in the name of a pair.

    >>> parts_of("Ana y Beto"), parts_of("Caro + Dani"), parts_of("Eva")
    (('Ana', 'Beto'), ('Caro', 'Dani'), ('Eva',))
    """
    return tuple(part for part in _AND.split(name) if part)


def without_club(label: str, club: str) -> str:
    """The name alone in the ``label`` of a namesake; the same label of anybody else.

    >>> without_club("Juan Pérez (Lobos)", "Lobos"), without_club("Juan Pérez 2 (Lobos)", "Lobos")
    ('Juan Pérez', 'Juan Pérez')
    """
    name = label.removesuffix(f" ({club})")
    return _NTH.sub("", name) if name != label else label


@lru_cache(maxsize=4096)
def person(name: str) -> str:
    """The normalised form of a name; equal for all spellings of one person's name."""
    return key_of(one_line(name))
