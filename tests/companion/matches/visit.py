"""A client of the match service that gives orders in few words."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4

from companion import match_commands
from companion.eventstore import EvidenceStore, Journal
from companion.match_commands import Outcome, Sender
from companion.matches.match_state import MatchState
from companion.matches.service import MatchService
from companion.matches.table_observation import MatchCommand
from companion.matches.view import snapshot
from companion.view_models import MatchSnapshot

PLAYERS = ("Ana", "Beto", "Caro", "Dani")


def opened(folder: Path) -> MatchService:
    """The house whose journal is in ``folder``; its clock ticks a minute an entry."""
    clock = itertools.count(1_000_000, 60).__next__
    return MatchService(Journal.open(f"sqlite:///{folder / 'story.sqlite'}", clock), EvidenceStore(folder / "pictures"))


class Visit:
    """Whoever speaks, each time under a new key."""

    def __init__(self, service: MatchService, match: str = "") -> None:
        self.service = service
        self.match = match
        self._keys = iter(lambda: uuid4().hex, "")

    def sender(self, **changes: object) -> Sender:
        """Ana, under a new key."""
        return Sender(**({"author": "Ana", "key": next(self._keys)} | changes))

    def agrees(self, players: Sequence[str] = PLAYERS, rules: str = "clasico", **more: object) -> Outcome:
        """Begins a match."""
        outcome = self.service.agree(match_commands.Agree(players=tuple(players), rules=rules, **more), self.sender())
        self.match = outcome.match
        return outcome

    def says(self, *said: MatchCommand) -> Outcome:
        """Gives orders, one after another; gives what became of the last."""
        return [self.service.handle(self.match, order, self.sender()) for order in said][-1]

    def deals(self) -> Outcome:
        """Begins the next hand."""
        return self.says(match_commands.DealHand())

    def plays(self, moves: str) -> Outcome:
        """Types moves."""
        return self.says(match_commands.Play(moves))

    def taps(self, verb: str, seat: int, tiles: str = "", meld: int | None = None) -> Outcome:
        """Taps a move."""
        return self.says(match_commands.Tap(verb=verb, seat=seat, tiles=tiles, meld=meld))

    @property
    def state(self) -> MatchState:
        """The match as it stands."""
        return self.service.state(self.match)

    @property
    def moves(self) -> str:
        """Every move of the hand being played, one a line."""
        return "\n".join(str(event.move) for event in self.state.current.events)

    @property
    def codes(self) -> list[str]:
        """Every offence of the hand."""
        return [fault.code for event in self.state.current.events for fault in event.violations]

    def shown(self, language: str = "es", hand: int | None = None) -> MatchSnapshot:
        """What a page shows."""
        return snapshot(self.state, language, hand)
