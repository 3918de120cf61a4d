"""A room where games are played on the screen, with the tiles in an order that a test chose."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4

from companion.match_commands import Sender
from companion.matches.service import MatchService
from companion.playing.bots import Bots
from companion.playing.command_handlers import RandomChoices
from companion.playing.game_commands import Move, Open, SeatAction, SeatCommand, SeatPlan, SeatTicket, Tiles
from companion.playing.service import GameService
from companion.view_models.game import GameView, Targets
from engine import load_rules, parse_tiles
from engine.hand.deal import deal
from engine.tiles import Tile, without
from tests.companion.matches.visit import opened

ANA, BETO = "Ana", "Beto"


def bag_for(rules: str, *racks: str, mazo: str = "", seed: int = 1) -> Sequence[Tile]:
    """A bag that deals ``racks``, filled up with tiles drawn by lot, and has the tiles of ``mazo`` drawn first."""
    law = load_rules(rules)
    share = deal(2, law)
    given = [parse_tiles(rack) for rack in racks]
    first = parse_tiles(mazo)
    rest = list(without(law.bag, (tile for tiles in (*given, first) for tile in tiles)))
    random.Random(seed).shuffle(rest)
    dealt: list[Tile] = []
    for tiles in (*given, *[()] * (2 - len(given))):
        dealt += [*tiles, *(rest.pop() for _ in range(share.each - len(tiles)))]
    aside = [rest.pop() for _ in range(share.muertos + share.closing + share.pozo)]
    return tuple(reversed([*dealt, *aside, *first, *rest]))


class Sitting:
    """People at one game, each by their seat."""

    def __init__(self, folder: Path, bag: Sequence[Tile] = (), service: MatchService | None = None) -> None:
        self.service = service or opened(folder)
        rng = random.Random(1)
        self.chance = RandomChoices(lambda tiles: bag or rng.sample(tiles, len(tiles)), lambda _count: 0)
        self.room = GameService(self.service, chance=self.chance)
        self.tickets: dict[int, SeatTicket] = {}
        self._keys = iter(lambda: uuid4().hex, "")

    @property
    def game(self) -> str:
        """The name of the game."""
        return next(iter(self.tickets.values())).game

    def sender(self, **changes: object) -> Sender:
        """Somebody, under a new key."""
        return Sender(**({"author": ANA, "key": next(self._keys)} | changes))

    def opens(self, *seats: SeatPlan, rules: str = "clasico", **more: object) -> SeatTicket:
        """Begins a game; by default Ana plays against Beto, who still has to come."""
        plan = seats or (SeatPlan(ANA), SeatPlan())
        order = Open(rules=rules, seats=plan, **({"pace_ms": 0} | more))
        ticket = self.room.open(order, self.sender(), ANA, "es")
        self.tickets[ticket.seat] = ticket
        return ticket

    def begins(self, *seats: SeatPlan, **more: object) -> Sitting:
        """The same, and Beto has come."""
        self.opens(*seats, **more)
        if not seats:
            self.sits(1, BETO)
        return self

    def sits(self, seat: int, name: str) -> SeatTicket:
        """Somebody sits down."""
        self.tickets[seat] = self.room.sit(self.game, seat, name, self.sender())
        return self.tickets[seat]

    def says(self, seat: int, *said: SeatAction) -> int:
        """Gives orders from a seat."""
        token = self.tickets[seat].token
        return [self.room.handle(self.game, SeatCommand(order, token), self.sender()).revision for order in said][-1]

    def plays(self, *moves: str) -> None:
        """Makes moves, each from the seat that it names."""
        for move in moves:
            self.says(int(move.split()[0]), Move(move))

    def view(self, seat: int | None = 0, language: str = "es") -> GameView:
        """The game as a seat sees it."""
        return self.room.view(self.game, "" if seat is None else self.tickets[seat].token, language)

    def targets(self, tiles: str, seat: int = 0, **more: object) -> Targets:
        """Where tiles may go."""
        return self.room.targets(self.game, self.tickets[seat].token, Tiles(rack=tiles, **more), "es")

    def machines_play(self) -> None:
        """Programs play until it is a person's turn."""
        Bots(self.room).play_on(self.game)
