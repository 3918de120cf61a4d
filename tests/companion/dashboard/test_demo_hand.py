"""The whole hand that the demo camera shows: one tap begins it, the next goes there, and its rack is counted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.dashboard import add_demo_hand
from tests.companion.dashboard import table
from tests.companion.dashboard.camera import ActedLookout
from tests.companion.dashboard.playing import ELSEWHERE, Player, playing_app
from tests.companion.dashboard.test_rack_photos import field

WON = """0 correct new : 4r 5r 6r 7r 8r 9r 10r
1 draw
1 discard 9k
0 draw
0 discard 3b
0 close discard"""
BUTTON = 'action="/demo/hand"'


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """A house with a hand to watch, whose rack is the drawn table."""
    with playing_app(tmp_path / "kept", demo=table.demo_folder(tmp_path)) as app:
        app.extensions["cameras"].choose("demo")
        yield add_demo_hand(app, table.demo_hand(tmp_path))


@pytest.fixture
def lookout(app: Flask) -> ActedLookout:
    """Its camera."""
    return app.extensions["lookout"]


@pytest.fixture
def watcher(app: Flask) -> Player:
    """Somebody who taps once."""
    player = Player(app.test_client())
    player.match = watched(player)
    return player


def watched(player: Player, **form: str) -> str:
    """The match that a tap leads to."""
    answer = player.client.post("/demo/hand", data=form)
    assert answer.status_code == 303
    return answer.headers["Location"].removeprefix("/matches/")


def listed(player: Player) -> list[str]:
    """The matches that somebody finds."""
    return [match["match"] for match in player.client.get("/api/matches").get_json()["matches"]]


def test_one_tap_deals_the_hand_and_ties_the_camera_to_it(watcher: Player, lookout: ActedLookout):
    shown = watcher.shown()
    assert [player["name"] for player in shown["players"]] == ["Ana", "Beto"]
    assert (shown["rules"]["name"], shown["hand"]["number"], shown["hand"]["turn"]) == ("clasico", 1, 1)
    assert lookout.changes["match"] == watcher.match
    assert "La mesa está quieta." in watcher.page()


def test_the_same_tap_goes_to_the_hand_until_it_is_confirmed(watcher: Player):
    assert watched(watcher) == watcher.match
    watcher.send("play", moves=WON)
    assert watched(watcher) == watcher.match
    watcher.send("count", closer=0, racks={"0": "", "1": ""}, muertos=["played", "untaken"], partial=True)
    watcher.send("confirm")
    assert watcher.shown()["hands"][0]["standing"] == "confirmed"
    assert watched(watcher) != watcher.match
    assert len(listed(watcher)) == 2


def test_from_the_beginning_the_hand_that_was_left_is_put_away(watcher: Player, lookout: ActedLookout):
    again = watched(watcher, again="1", key="one tap")
    assert listed(watcher) == [again] == [lookout.changes["match"]]
    assert watched(watcher, again="1", key="one tap") == again
    assert listed(watcher) == [again]


def test_the_rack_that_was_left_is_read_from_its_photograph(watcher: Player):
    assert "quedaron estas fichas" not in watcher.page("/hands/1/count")
    watcher.send("play", moves=WON)
    page = watcher.page("/hands/1/count")
    assert "En la demostración quedaron estas fichas." in page
    assert "Se leyeron 24 fichas" in page
    assert field(page, "left.1").split()[:4] == ["4r", "5r", "6r", "7r"]
    assert field(page, "left.0") == ""
    assert (
        watcher.client.get(page.split('<a href="/photos/')[1].split('"')[0].join(("/photos/", ""))).status_code == 200
    )


def test_the_rack_is_read_once_however_often_the_count_is_looked_at(watcher: Player, app: Flask):
    watcher.send("play", moves=WON)
    pages = [watcher.page("/hands/1/count") for _ in range(3)]
    assert len({page.split('<a href="/photos/')[1].split('"')[0] for page in pages}) == 1
    assert len(app.extensions["photo service"].album) == 1


def test_another_match_finds_no_camera_of_its_own_and_no_rack(watcher: Player):
    watcher.begins(players=("Caro", "Dani"))
    for page in (watcher.page(), watcher.client.get("/camera").text):
        assert "siempre la misma mano filmada" in page
        assert 'name="match" value="' not in page.replace('name="match" value=""', "")
        assert BUTTON in page
    watcher.send("play", moves=WON)
    assert "quedaron estas fichas" not in watcher.page("/hands/1/count")


def test_a_hand_that_another_camera_follows_is_given_no_rack_of_the_demonstration(watcher: Player, app: Flask):
    watcher.send("play", moves=WON)
    app.extensions["cameras"].choose("0")
    page = watcher.page("/hands/1/count")
    assert "quedaron estas fichas" not in page
    assert field(page, "left.1") == ""


def test_the_home_page_opens_with_it(watcher: Player):
    page = watcher.client.get("/").text
    assert page.index(BUTTON) < page.index('action="/photos"') < page.index("Ir a las partidas") < page.index("/demo/1")
    assert watcher.client.get("/demo/hand/picture").data == table.picture()
    watcher.client.set_cookie("language", "en")
    assert "Watch a whole hand" in watcher.client.get("/").text


def test_who_only_looks_begins_nothing(watcher: Player):
    for address in ("/", f"/matches/{watcher.match}", "/camera"):
        assert BUTTON not in watcher.client.get(address, environ_overrides=ELSEWHERE).text
    assert watcher.client.post("/demo/hand", environ_overrides=ELSEWHERE).status_code == 403
    assert watcher.client.get("/demo/hand/picture", environ_overrides=ELSEWHERE).status_code == 200
