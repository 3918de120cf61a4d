"""A tournament on the pages: an organiser at the machine, devices at the tables, judges and onlookers elsewhere."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from companion.dashboard.tournaments.device_tokens import device_token, entrant_pin
from tests.companion.dashboard.playing import ELSEWHERE

NAMES = ("Ana", "Beto", "Caro", "Dani", "Eva", "Fede", "Gabi", "Hugo")


class Organiser:
    """An organiser who speaks JSON, and devices that do."""

    def __init__(self, app: Flask, **plan: object) -> None:
        self.app = app
        self.client = app.test_client()
        sent = {"title": "Sábado", "tables": 3} | plan
        self.tournament = self.client.post("/api/tournaments", json=sent).get_json()["match"]

    @property
    def address(self) -> str:
        """Where its pages are."""
        return f"/tournaments/{self.tournament}"

    def begins(self, names: tuple[str, ...] = NAMES) -> None:
        """Everybody enters, the zones are drawn, and the first matches are seated."""
        self.send("enter", lines="\n".join(names))
        self.send("draw", seed="x")
        self.send("seat")

    def asks(self, order: str, **fields: object):
        """The answer to an order of the organiser."""
        return self.client.post(f"/api{self.address}/orders", json={"order": order, **fields})

    def send(self, order: str, **fields: object) -> dict:
        """Gives an order that has to be granted."""
        answer = self.asks(order, **fields)
        assert answer.status_code == 200, answer.get_json()
        return answer.get_json()

    def device(self, table: int = 1, seat: str = "both") -> str:
        """The token of a new device."""
        self.send("admit", table=table, seat=seat)
        number = max(device["number"] for device in self.shown()["devices"])
        with self.app.app_context():
            return device_token(self.tournament, number)

    def pin(self, side: int, table: int = 1) -> str:
        """The PIN of who plays at a table."""
        fixture = next(listed for listed in self.shown()["fixtures"] if listed["table"] == table)
        with self.app.app_context():
            return entrant_pin(self.tournament, fixture["entrants"][side])

    def says(self, token: str, order: str, **fields: object):
        """The answer to what a device says."""
        headers = {"Authorization": f"Bearer {token}"}
        return self.elsewhere().post(f"/api{self.address}/table", json={"order": order, **fields}, headers=headers)

    def elsewhere(self) -> FlaskClient:
        """A browser on another machine."""
        client = self.app.test_client()
        client.environ_base.update(ELSEWHERE)
        return client

    def comes_in(self, token: str) -> FlaskClient:
        """A browser on another machine that scanned the code of a table."""
        client = self.elsewhere()
        assert client.post(f"/tournaments/device/{token}").status_code == 303
        return client

    def shown(self) -> dict:
        """How the tournament stands."""
        return self.client.get(f"/api{self.address}").get_json()

    def slip(self, hand: int = 1, table: int = 1) -> dict:
        """What is said of a hand at a table."""
        fixture = next(listed for listed in self.shown()["fixtures"] if listed["table"] == table)
        return next(slip for slip in fixture["slips"] if slip["hand"] == hand)
