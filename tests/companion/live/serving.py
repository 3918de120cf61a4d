"""The whole program with a camera, whose table is read by a watcher that knows the hand; photographs show 13 tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from time import monotonic, sleep

from companion.evaluation.film_truth import plain
from engine.hand.notation import parse_move
from tests.companion.live.acted import DIRECTED, KNOWING
from tests.companion.running import Running

PROGRAM = """
import sys
from companion import bootstrap
from companion.server import server_process
from companion.__main__ import main
from tests.companion.builders import reading
from tests.companion.taught import SetRecognizer
blue = reading(" ".join(f"{{number}}b" for number in range(1, 14)))
bootstrap.open_recognizer = lambda own_set=None: SetRecognizer(seen=blue, own_set=own_set)
server_process.WATCHER = "{watcher}"
sys.exit(main(["serve", "--port", "0", *sys.argv[1:]]))
"""
WITH_A_FILM, WITH_A_DIRECTOR = PROGRAM.format(watcher=KNOWING), PROGRAM.format(watcher=DIRECTED)
PATIENCE_S = 90.0


def until(holds: Callable[[], object], patience_s: float = PATIENCE_S) -> float:
    """Waits until something holds; how long that took, in seconds."""
    began_s = monotonic()
    while not holds():
        assert monotonic() - began_s < patience_s, "it never came to hold"
        sleep(0.05)
    return monotonic() - began_s


class Table:
    """A match at a running program, which the camera follows."""

    def __init__(self, running: Running, players: str = "AB", rules: str = "clasico", starter: int = 0) -> None:
        self.running = running
        self.match = running.json("POST", "/api/matches", {"players": [*players], "rules": rules})["match"]
        self.send("deal", starter=starter)

    def send(self, order: str, **fields: object) -> dict:
        """Gives an order."""
        return self.running.json("POST", f"/api/matches/{self.match}/orders", {"order": order, **fields})

    def is_followed(self) -> None:
        """Ties the camera to the match with one tap."""
        answer = self.running.ask(
            "POST", "/camera/match", f"match={self.match}", **{"Content-Type": "application/x-www-form-urlencoded"}
        )
        assert answer.status == 303, answer.status

    @property
    def shown(self) -> dict:
        """How the match stands."""
        return self.running.json("GET", f"/api/matches/{self.match}")

    @property
    def melds(self) -> list[str]:
        """What lies on the table, without what wilds stand for."""
        return [" ".join(tile["face"] for tile in meld["tiles"]) for meld in self.shown["hand"]["melds"]]

    def told_by(self, author: str) -> Counter[str]:
        """The moves that somebody told and nobody took back, without what only players know."""
        log = self.running.json("GET", f"/api/matches/{self.match}/log")["log"]
        return Counter(
            plain(parse_move(move))
            for line in log
            if line["holds"] and line["author"] == author
            for move in line["moves"]
        )
