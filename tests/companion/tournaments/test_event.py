"""A whole event over HTTP ends as an independent oracle says, also where the program is killed again and again."""

from __future__ import annotations

import http.client
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import URLSafeTimedSerializer

from companion.eventstore import find_data_folder
from tests.companion.dashboard.playing import playing_app
from tests.companion.running import WITH_A_FAKE_EYE, WITH_THE_EYE, Running
from tests.companion.tournaments import oracle, photographed
from tests.companion.tournaments.event import Event, Players, scored

KILLS = 10


class InHouse:
    """Asks the application in this very program."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client

    def post(self, address: str, sent: dict[str, Any], token: str = "") -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self.client.post(address, json=sent, headers=headers)
        assert answer.status_code in (200, 201), (sent, answer.get_json())
        return answer.get_json()

    def get(self, address: str) -> dict[str, Any]:
        return self.client.get(address).get_json()


class Mortal:
    """Asks a server that is killed in the middle of what it does, and begun again; what got no answer is sent again."""

    def __init__(self, folder: Path, kills: int, every: int, code: str = WITH_A_FAKE_EYE) -> None:
        self.folder, self.left, self.every, self._code = folder, kills, every, code
        self.chance, self.asked = random.Random(7), 0
        self.running = Running(folder=folder, code=code)

    def post(self, address: str, sent: dict[str, Any], token: str = "") -> dict[str, Any]:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        status, answer = self._asks("POST", address, json.dumps(sent), headers)
        assert status in (200, 201), (sent, answer)
        return answer

    def get(self, address: str) -> dict[str, Any]:
        return self._asks("GET", address, None, {})[1]

    def _asks(self, method: str, address: str, body: str | None, headers: dict[str, str]) -> tuple[int, Any]:
        self.asked += 1
        if method == "POST" and self.left and self.asked % self.every == 0:
            self._dies(method, address, body, headers)
        answer = self.running.ask(method, address, body, **headers)
        return answer.status, json.loads(answer.text)

    def _dies(self, method: str, address: str, body: str | None, headers: dict[str, str]) -> None:
        """Sends the request, waits for no answer, and kills the program at about that moment."""
        self.left -= 1
        connection = http.client.HTTPConnection("127.0.0.1", self.running.port, timeout=30)
        connection.request(method, address, body, headers)
        if self.chance.random() < 0.5:
            connection.getresponse().read()
        self.running.kill()
        connection.close()
        self.running = Running(folder=self.folder, code=self._code)


def names(count: int) -> list[str]:
    return [f"Jugador {number}" for number in range(1, count + 1)]


def check(shown: dict[str, Any], players: Players, count: int) -> None:
    """The zones, the bracket and the champion against the oracle; each hand is there once."""
    through = {}
    for zone in shown["zones"]:
        matches = [fixture for fixture in shown["fixtures"] if fixture["zone"] == zone["name"]]
        played = {tuple(match["names"]): oracle.totals(players.match(*match["names"])) for match in matches}
        ranking = [row["name"] for row in zone["standings"]]
        assert ranking == oracle.ranked(sorted(ranking), played), zone["name"]
        through |= dict.fromkeys(ranking[:2], zone["name"])
    for fixture in shown["fixtures"]:
        if not fixture["is_bye"]:
            assert [tuple(slip["points"]) for slip in fixture["slips"]] == players.match(*fixture["names"])
            assert {slip["standing"] for slip in fixture["slips"]} == {"agreed"}
    first = [fixture for fixture in shown["fixtures"] if fixture["stage"] == "bracket" and fixture["round"] == 1]
    field = [name for fixture in first for name in fixture["names"]]
    assert sorted(filter(None, field)) == sorted(through)
    assert all(
        through[fixture["names"][0]] != through[fixture["names"][1]] for fixture in first if not fixture["is_bye"]
    )
    assert shown["champion"] == oracle.champion(field, players.match)
    assert sum(len(zone["standings"]) for zone in shown["zones"]) == count


def token_in(app: Flask):
    from companion.dashboard.tournaments.device_tokens import device_token

    def token(tournament: str, device: int) -> str:
        with app.app_context():
            return device_token(tournament, device)

    return token


def token_of(folder: Path):
    """Tokens as the house in ``folder`` signs them."""
    signer = URLSafeTimedSerializer(find_data_folder(folder, environment={}).secret(), salt="tournament device")
    return lambda tournament, device: str(signer.dumps({"tournament": tournament, "device": device}))


def test_an_event_of_eight_ends_as_the_oracle_says(tmp_path: Path):
    players = Players(scored(12))
    with playing_app(tmp_path) as app:
        check(Event(InHouse(app.test_client()), players, names(8), token_in(app)).runs(), players, 8)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
@pytest.mark.parametrize("kills", [0, KILLS])
def test_an_event_of_sixty_four_ends_as_the_oracle_says(tmp_path: Path, kills: int):
    players = Players(scored())
    desk = Mortal(tmp_path, kills, every=100)
    try:
        check(Event(desk, players, names(64), token_of(tmp_path)).runs(), players, 64)
        assert desk.left == 0
    finally:
        desk.running.kill()


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
@pytest.mark.parametrize(("count", "hands", "kills"), [(8, 4, 0), (8, 12, 0), (64, 60, 0), (64, 60, KILLS)])
def test_an_event_counted_from_photographs_ends_as_the_oracle_says(tmp_path: Path, count: int, hands: int, kills: int):
    played = list(photographed.played_hands(hands))
    players = Players([fixture.totals for fixture in played])
    desk = Mortal(tmp_path, kills, every=100, code=WITH_THE_EYE)
    try:
        event = photographed.PhotographedEvent(
            desk, players, names(count), token_of(tmp_path), hands=played, port=lambda: desk.running.port
        )
        check(event.runs(), players, count)
        print(f"\n{dict(event.tally.most_common())}")
        assert event.tally["photographs"] == 2 * event.tally["hands"]
        in_view = event.tally["photographs"] - event.tally["hidden"]
        assert event.tally["typed though all is in view"] <= 0.2 * in_view
        assert event.tally["typed"] <= 0.2 * event.tally["photographs"]
        assert desk.left == 0
    finally:
        desk.running.kill()
