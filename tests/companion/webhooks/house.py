"""A house with a hook: matches and tournaments that are told, and somebody who hears."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from companion.eventstore import EvidenceStore, Journal
from companion.match_commands import Agree, Confirm, DealHand, Note, Sender
from companion.match_commands import Command as MatchOrder
from companion.matches.service import MatchService
from companion.tournaments import commands
from companion.tournaments.service import TournamentService
from companion.webhooks.delivery_queue import Deliverer
from companion.webhooks.hook import Hook
from companion.webhooks.sending import HookAnswer, answered
from companion.webhooks.store import Delivery, HookStore

NAME = "w123456789"


@dataclass
class Heard:
    """Takes the place of the other side: answers a word or a status each, the last one for all that follow."""

    answers: list[str] = field(default_factory=lambda: ["200"])
    deliveries: list[Delivery] = field(default_factory=list)

    def __call__(self, _hook: Hook, delivery: Delivery) -> HookAnswer:
        self.deliveries.append(delivery)
        return answered(self.answers.pop(0) if len(self.answers) > 1 else self.answers[0], 5)


class HookHouse:
    """A journal, a hook, and a clock that stands until it is moved."""

    def __init__(self, folder: Path, database: str = "", **fields: Any) -> None:
        self.now_s, self.keys = 1_800_000_000.0, count()
        self.journal = Journal.open(database or f"sqlite:///{folder / 'story.sqlite'}", lambda: self.now_s)
        self.service = TournamentService(self.journal)
        self.tables = MatchService(self.journal, EvidenceStore(folder / "pictures"))
        self.store, self.heard = HookStore(folder / "hooks"), Heard()
        self.hook = Hook(**({"name": NAME, "address": "http://127.0.0.1:1/", "secret": "x"} | fields))
        self.store.add(self.hook, self.journal.newest())
        self.begins_anew()

    def begins_anew(self) -> None:
        """A program that starts and knows nothing but what is on the disk."""
        withheld = self.service.withheld
        self.deliverer = Deliverer(self.journal, self.store, self.heard, lambda: self.now_s, withheld)

    def turns(self) -> list[str]:
        """What is told in one turn."""
        before = len(self.heard.deliveries)
        self.deliverer.turn(self.hook)
        return [delivery.kind for delivery in self.heard.deliveries[before:]]

    def sender(self) -> Sender:
        return Sender(author="Ana", key=f"k{next(self.keys)}")

    def tournament(self, names: tuple[str, ...] = ("Ana", "Beto", "Caro", "Dani"), **plan: Any) -> str:
        """A Swiss tournament, its first round paired."""
        found = commands.CreateTournament(title="Sábado", **({"format": "swiss", "rounds": 2} | plan))
        name = self.service.found(found, self.sender()).match
        self.asks(name, commands.Enter("\n".join(names)))
        self.asks(name, commands.PairRound())
        return name

    def asks(self, tournament: str, order: commands.Command) -> None:
        self.service.handle(tournament, order, self.sender())

    def rules(self, tournament: str, fixture: int, home: int, away: int) -> None:
        """The result of a whole match."""
        self.asks(tournament, commands.Rule(fixture=fixture, hand=0, points=(home, away)))

    def match(self) -> str:
        """A match of two, its first hand dealt."""
        match = self.tables.agree(Agree(players=("Ana", "Beto"), rules="torneo"), self.sender()).match
        self.send(match, DealHand(starter=0))
        return match

    def send(self, match: str, order: MatchOrder) -> None:
        self.tables.handle(match, order, self.sender())

    def plays(self, match: str, points: tuple[int, ...]) -> None:
        """The hand that was dealt, noted by its points and agreed on."""
        self.send(match, Note(points=points))
        self.send(match, Confirm())
