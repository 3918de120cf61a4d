"""Whoever watches a match hears of what is said there."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.companion.dashboard.playing import Player, playing_app


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """A house where two screens may watch, and none of them long."""
    with playing_app(tmp_path, listeners=2, heartbeat_s=0.05, stream_s=0.2) as app:
        yield app


@pytest.fixture
def player(app: Flask) -> Player:
    """Somebody who dealt a hand: the revision is 2."""
    player = Player(app.test_client())
    player.begins()
    return player


def heard(player: Player, address: str = "/events", **options: object) -> str:
    """Everything that one stream says."""
    with player.client.get(f"/api/matches/{player.match}{address}", **options) as answer:
        assert answer.content_type.startswith("text/event-stream")
        return answer.get_data(as_text=True)


EVENT = 'id: 2\nevent: revision\ndata: {"revision": 2}\n\n'


@pytest.mark.parametrize(
    ("address", "headers", "is_told"),
    [
        ("/events", {}, True),
        ("/events?after=1", {}, True),
        ("/events?after=2", {}, False),
        ("/events?after=1", {"Last-Event-ID": "2"}, False),
        ("/events?after=2", {"Last-Event-ID": "1"}, True),
        ("/events?after=x", {"Last-Event-ID": "x"}, True),
    ],
)
def test_a_screen_hears_what_it_has_not_seen(player: Player, address: str, headers: dict[str, str], is_told: bool):
    said = heard(player, address, headers=headers)
    assert said.startswith("retry: 2000\n\n")
    assert said.count(EVENT) == is_told
    assert ": still here\n\n" in said


def test_a_screen_hears_of_a_move_as_it_is_told(tmp_path: Path):
    with playing_app(tmp_path, heartbeat_s=0.05, stream_s=60) as app:
        player = Player(app.test_client())
        player.begins()
        with player.client.get(f"/api/matches/{player.match}/events?after=2") as answer:
            said = (part.decode() for part in answer.iter_encoded())
            assert next(said) == "retry: 2000\n\n"
            telling = threading.Thread(target=player.taps, args=("draw", 0))
            telling.start()
            news = next(part for part in said if "revision" in part)
        telling.join()
    assert news == 'id: 3\nevent: revision\ndata: {"revision": 3}\n\n'


def test_more_screens_than_there_is_room_for_come_back(player: Player):
    address = f"/api/matches/{player.match}/events"
    first, second = player.client.get(address), player.client.get(address)
    third = player.client.get(address)
    assert third.status_code == 503
    assert third.headers["Retry-After"] == "2"
    first.close()
    with player.client.get(address) as again:
        assert again.status_code == 200
    second.close()


def test_a_match_that_is_not_there_has_no_stream(player: Player):
    assert player.client.get("/api/matches/nope/events").status_code == 404


def test_a_tournament_is_no_match_to_listen_to(player: Player):
    tournament = player.client.post("/api/tournaments", json={"title": "Copa", "tables": 3}).json["match"]
    answers = [player.client.get(f"/api/matches/{tournament}{rest}").status_code for rest in ("", "/events")]
    assert answers == [404, 404]
