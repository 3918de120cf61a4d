"""A whole event of simulated players, told over HTTP by the devices of the tables."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any, Protocol

from engine import load_rules, simulate
from tests.companion.tournaments.oracle import TARGET

RULES = load_rules("torneo")
HANDS = 60
"""Hands that the simulated players play; every match deals from them in an order of its own."""


class Desk(Protocol):
    """Whatever answers: a server that is asked, perhaps after it was killed."""

    def post(self, address: str, sent: dict[str, Any], token: str = "") -> dict[str, Any]:
        """The answer to JSON that has to be granted."""

    def get(self, address: str) -> dict[str, Any]:
        """The JSON at an address."""


def scored(count: int = HANDS) -> list[tuple[int, int]]:
    """The points of hands that two simulated players play by the rules of a tournament, void ones left out."""
    hands = (simulate(RULES, seed, 2).score for seed in itertools.count())
    return list(itertools.islice((tuple(hand.totals.values()) for hand in hands if not hand.void), count))


class Players:
    """What happens where two of them meet: the same whenever somebody asks."""

    def __init__(self, hands: list[tuple[int, int]]) -> None:
        self._hands = hands

    def match(self, home: str, away: str) -> list[tuple[int, int]]:
        """The hands of a match, until somebody has the target and they are not level."""
        chance, played, home_total, away_total = random.Random(f"{home} {away}"), [], 0, 0
        while max(home_total, away_total) < TARGET or home_total == away_total:
            one, other = chance.choice(self._hands)
            if chance.random() < 0.5:
                one, other = other, one
            played.append((one, other))
            home_total, away_total = home_total + one, away_total + other
        return played


class Event:
    """An event under way. Every request has a key of its own that comes again when it is sent again."""

    def __init__(self, desk: Desk, players: Players, names: list[str], token_of: Callable[[str, int], str]) -> None:
        self.desk, self.players, self.names, self._token_of = desk, players, names, token_of
        self.tables = max(len(names) // 4, 1)
        plan = {"title": "Provincial", "rules": "torneo", "tables": self.tables, "key": f"event {len(names)}"}
        self.tournament = desk.post("/api/tournaments", plan)["match"]

    @property
    def address(self) -> str:
        """Where it is told."""
        return f"/api/tournaments/{self.tournament}"

    def runs(self) -> dict[str, Any]:
        """Everything, from the entrants to the champion; how it stands at the end."""
        for number in range(0, len(self.names), 50):
            self._tells("enter", f"enter {number}", lines="\n".join(self.names[number : number + 50]))
        for table in range(1, self.tables + 1):
            for seat in ("home", "away"):
                self._tells("admit", f"admit {table} {seat}", table=table, seat=seat)
        self._tells("draw", "draw", seed="provincial")
        self._plays()
        self._tells("bracket", "bracket")
        self._plays()
        return self.shown()

    def shown(self) -> dict[str, Any]:
        """How it stands."""
        return self.desk.get(self.address)

    def _plays(self) -> None:
        """Seats and plays until nothing is left."""
        for turn in itertools.count():
            seated = [fixture for fixture in self.shown()["fixtures"] if fixture["standing"] in ("seated", "playing")]
            for fixture in seated:
                self._play(fixture)
            before = self.shown()["revision"]
            if self._tells("seat", f"seat {turn} {before}")["standing"] == "nothing" and not seated:
                return

    def _play(self, fixture: dict[str, Any]) -> None:
        """One match, hand by hand: one side says it twice, the other says it too."""
        for number, points in enumerate(self.players.match(*fixture["names"]), 1):
            for times, (seat, order) in enumerate((("home", "propose"), ("home", "propose"), ("away", "agree"))):
                self._says(fixture, seat, order, number, list(points), times)

    def _says(self, fixture: dict[str, Any], seat: str, order: str, hand: int, points: list[int], times: int) -> None:
        device = 2 * fixture["table"] - (seat == "home")
        sent = {"order": order, "hand": hand, "key": f"{fixture['number']} {hand} {seat}", "meant": fixture["number"]}
        if order == "propose":
            sent["points"] = points
        self.desk.post(f"{self.address}/table", sent, self._token_of(self.tournament, device))

    def _tells(self, order: str, key: str, **fields: object) -> dict[str, Any]:
        return self.desk.post(f"{self.address}/orders", {"order": order, "key": key, **fields})
