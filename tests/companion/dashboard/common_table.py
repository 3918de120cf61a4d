"""A common table on the screen with eight melds: two people at rummikub, of whom one plays in a browser."""

from __future__ import annotations

from uuid import uuid4

from flask import Flask

from companion.match_commands import Sender
from companion.playing.command_handlers import RandomChoices
from companion.playing.game_commands import Move, SeatCommand
from tests.companion.dashboard.browser import Visit
from tests.companion.playing.sitting import bag_for

ANA = ("10k 10r 10y", "11k 11r 11y", "7b 8b 9b 10b", "1k 2k 3k")
BETO = ("13k 13r 13y", "4r 5r 6r 7r", "3b 3y 3r", "5k 6k 7k")
MAZO = "11b 1r 10b 2r 12y 2y 8k 4y 9k 5y 12r 6b 13y 6y 13b 9r J 3k 4b 4k"
BAG = bag_for("rummikub", " ".join([*ANA, "12k"]), " ".join([*BETO, "1y"]), mazo=MAZO, seed=2)
DEALT = RandomChoices(lambda _bag: BAG, lambda _count: 0)


class CommonTable:
    """Ana in the browser of ``visit``, and Beto, after both have opened and drawn ``turns`` times."""

    def __init__(self, app: Flask, visit: Visit, address: str, turns: int = 2) -> None:
        page = visit.page
        self.room, self.page = app.extensions["games"], page
        page.goto(f"{address}/play")
        page.locator('[name="seat.1"]').select_option("person")
        page.locator('.game-fresh [name="rules"]').select_option("rummikub")
        page.locator(".game-fresh button").click()
        page.wait_for_selector("[data-game]")
        self.game = page.url.rpartition("/")[2].partition("?")[0]
        self.address = f"{address}/api/play/{self.game}"
        self.beto = self.room.sit(self.game, 1, "Beto", self._sender()).token
        self.ana_plays(*(f"0 lay {meld}" for meld in ANA), "0 end")
        self.beto_plays(*(f"1 lay {meld}" for meld in BETO), "1 end")
        for _ in range(turns):
            self.ana_plays("0 draw", "0 end")
            self.beto_plays("1 draw", "1 end")
        page.reload()
        page.wait_for_selector('#part-verbs [value="lay"]')

    def ana_plays(self, *moves: str) -> None:
        """Makes moves by the cookie of the browser."""
        for move in moves:
            answer = self.page.request.post(f"{self.address}/orders", data={"order": "move", "move": move})
            assert answer.ok, answer.text()

    def beto_plays(self, *moves: str) -> None:
        """Makes moves from the other seat."""
        for move in moves:
            self.room.handle(self.game, SeatCommand(Move(move), self.beto), self._sender())

    def melds(self) -> list[str]:
        """The table as a program with the same cookie sees it, jokers without what they stand for."""
        hand = self.page.request.get(self.address).json()["hand"]
        return [" ".join(tile["face"] for tile in meld["tiles"]) for meld in hand["melds"]]

    def turn(self) -> int:
        """The seat whose turn it is."""
        return int(self.page.request.get(self.address).json()["hand"]["turn"])

    def taken(self, face: str, meld: str):
        """The tile of a meld of the page."""
        return self.meld(meld).locator(f'.game-taken:has(input[value$=":{face}"])').first

    def meld(self, meld: str):
        """The meld of the page that has these tiles."""
        return self.page.locator(f"#game-meld-{self.number(meld)}")

    def number(self, meld: str) -> int:
        """The number of the meld that has these tiles."""
        hand = self.page.request.get(self.address).json()["hand"]
        return next(
            laid["number"] for laid in hand["melds"] if " ".join(tile["face"] for tile in laid["tiles"]) == meld
        )

    def own(self, face: str):
        """A tile of the own rack that is not chosen."""
        return self.page.locator(f'#part-rack .rack-tile:has(input[value="{face}"]:not(:checked))').first

    @staticmethod
    def _sender() -> Sender:
        return Sender(author="Beto", key=uuid4().hex)
