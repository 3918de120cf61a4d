"""Somebody at a tournament who says things in few words."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from pathlib import Path
from uuid import uuid4

from companion.eventstore import Journal
from companion.match_commands import Outcome, Sender
from companion.tournaments import commands
from companion.tournaments.service import TournamentService
from companion.tournaments.tournament_state import TournamentState
from companion.view_models.tournament import TournamentSnapshot

NAMES = ("Ana", "Beto", "Caro", "Dani", "Eva", "Fede", "Gabi", "Hugo")


def opened(folder: Path, clock: Callable[[], float] | None = None) -> TournamentService:
    """The service whose journal is in ``folder``; its clock ticks a minute at every look, unless another is given."""
    ticking = itertools.count(1_000_000, 60).__next__
    return TournamentService(Journal.open(f"sqlite:///{folder / 'story.sqlite'}", clock or ticking))


class Visit:
    """Whoever speaks, each time under a new key."""

    def __init__(self, service: TournamentService, tournament: str = "", author: str = "Ana") -> None:
        self.service = service
        self.tournament = tournament
        self.author = author
        self._keys = iter(lambda: uuid4().hex, "")

    def sender(self, **changes: object) -> Sender:
        """Whoever speaks, under a new key."""
        return Sender(**({"author": self.author, "key": next(self._keys)} | changes))

    def founds(self, names: Sequence[str] = NAMES, **plan: object) -> Outcome:
        """Announces a tournament, and everybody in ``names`` enters."""
        outcome = self.service.found(commands.CreateTournament(**({"title": "Sábado"} | plan)), self.sender())
        self.tournament = outcome.match
        return self.says(commands.Enter("\n".join(names)))

    def says(self, *said: commands.Command, **sender: object) -> Outcome:
        """Gives orders, one after another; gives what became of the last."""
        return [self.service.handle(self.tournament, order, self.sender(**sender)) for order in said][-1]

    def plays(self, fixture: int, *hands: tuple[int, int]) -> None:
        """Both sides say what the hands of a match scored; one hand alone is the whole match."""
        first = 0 if len(hands) == 1 else 1
        for number, points in enumerate(hands, first):
            self.says(commands.Propose(fixture=fixture, hand=number, points=points, side="home"))
            self.says(commands.AcceptPoints(fixture, number, "away"))

    def plays_all(self, result: Callable[[int, int], tuple[int, int]]) -> int:
        """Seats and plays whatever can be played, by ``result`` of home and away, until nothing is left."""
        for count in itertools.count():
            ready = [fixture for fixture in self.state.fixtures.values() if fixture.standing in ("ready", "seated")]
            if not ready:
                return count
            self.says(commands.SeatFixtures())
            for seated in [fixture for fixture in self.state.fixtures.values() if fixture.standing == "seated"]:
                self.plays(seated.number, result(seated.home, seated.away))
        raise AssertionError

    @property
    def state(self) -> TournamentState:
        """The tournament as it stands."""
        return self.service.state(self.tournament)

    def shown(self, language: str = "es") -> TournamentSnapshot:
        """What a page shows."""
        return self.service.snapshot(self.tournament, language)

    def ranking(self, zone: str = "A") -> list[str]:
        """The names of a zone, the first first."""
        return [
            row.name for shown_zone in self.shown().zones if shown_zone.name == zone for row in shown_zone.standings
        ]
