"""What a tournament shows with a delay, whoever only looks finds nowhere earlier."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.dashboard.auth.roles import ENDPOINTS, Role
from companion.eventstore.steady_clock import SteadyClock
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import playing_app
from tests.companion.dashboard.test_tournaments import come_in

DELAY_S = 600
LISTS = ("/matches", "/api/matches", "/camera")


def addresses(app: Flask, match: str) -> list[str]:
    """Where anybody sees something of a match."""
    rules = [
        rule
        for rule in app.url_map.iter_rules()
        if "match" in rule.arguments and "GET" in (rule.methods or ()) and ENDPOINTS[rule.endpoint] == Role.VIEWER
    ]
    parts = {name: "1" for rule in rules for name in rule.arguments} | {"match": match}
    built = [rule.build({name: parts[name] for name in rule.arguments}) for rule in rules]
    return [found[1] for found in built if found]


class Clock:
    """The clock of the house."""

    ahead_s = 0.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock, told = Clock(), SteadyClock.__call__
    monkeypatch.setattr(SteadyClock, "__call__", lambda steady: told(steady) + clock.ahead_s)
    return clock


@pytest.fixture
def app(tmp_path: Path, clock: Clock) -> Iterator[Flask]:
    with playing_app(tmp_path) as app:
        yield app


def test_the_list_names_no_champion_before_the_board_does(app: Flask, clock: Clock):
    organiser = Organiser(app, format="elimination", delay_s=DELAY_S)
    organiser.send("enter", lines="Wanda Rey\nBeto Sur")  # no name of those who look
    organiser.send("bracket")
    clock.ahead_s += DELAY_S + 1
    organiser.send("rule", fixture=1, hand=0, points=[1600, 900])
    champion = organiser.shown()["champion"]
    assert champion

    def told(client: FlaskClient) -> tuple[str, int, bool]:
        card = client.get("/api/tournaments").get_json()["tournaments"][0]
        return card["champion"], card["over"], champion in client.get("/tournaments").text

    assert told(organiser.client) == (champion, 1, True)
    onlookers = [organiser.elsewhere(), come_in(app, Role.PLAYER), come_in(app, Role.SCORER)]
    assert [told(client) for client in onlookers] == [("", 0, False)] * 3
    clock.ahead_s += DELAY_S + 1
    assert [told(client) for client in onlookers] == [(champion, 1, True)] * 3


def noted(organiser: Organiser) -> str:
    """The match in which the first match of a tournament is recorded, with the points of a hand."""
    place = organiser.client.post(f"{organiser.address}/fixtures/1/table", data={"key": "k"}).headers["Location"]
    match = place.rpartition("/")[2]
    for order in ({"order": "deal"}, {"order": "note", "points": [815, 335]}, {"order": "confirm"}):
        assert organiser.client.post(f"/api/matches/{match}/orders", json=order).status_code == 200
    return match


def test_a_match_recorded_move_by_move_is_shown_no_earlier(app: Flask, clock: Clock):
    organiser = Organiser(app, delay_s=DELAY_S)
    organiser.begins()
    match = noted(organiser)
    other = organiser.client.post("/api/matches", json={"players": ["Eva", "Fede"], "rules": "clasico"}).get_json()
    onlooker, player = organiser.elsewhere(), come_in(app, Role.PLAYER)
    found = {address: onlooker.get(address).status_code for address in addresses(app, match)}
    assert len(found) > 9
    assert set(found.values()) == {403}, found
    assert not [address for address in LISTS if match in onlooker.get(address).text]
    assert other["match"] in onlooker.get("/matches").text
    assert onlooker.get(f"/matches/{other['match']}").status_code == 200
    for client in (player, organiser.client):
        assert client.get(f"/matches/{match}").status_code == 200
        assert match in client.get("/matches").text
    organiser.send("rule", fixture=1, hand=0, points=[1600, 900])
    assert onlooker.get(f"/matches/{match}").status_code == 403
    clock.ahead_s += DELAY_S + 1
    assert onlooker.get(f"/matches/{match}").status_code == 200
    assert match in onlooker.get("/matches").text


def _archived(organiser: Organiser) -> None:
    organiser.send("shelve")


def _open_again(organiser: Organiser) -> None:
    organiser.send("rule", fixture=1, hand=0, points=[1600, 900], seen=[1600, 900], remove=True, reason="era de otro")


def _recorded_elsewhere(organiser: Organiser) -> None:
    log = organiser.client.get(f"{organiser.address}/history").text
    entry = max(int(number) for number in re.findall(r'name="entry" value="(\d+)"', log))
    organiser.send("strike", entry=entry, reason="era otra mesa")


@pytest.mark.parametrize(
    ("is_over", "changed"), [(False, _archived), (True, _open_again), (False, _recorded_elsewhere)]
)
def test_no_order_shows_a_recorded_match_before_the_board_tells_of_it(
    app: Flask, clock: Clock, is_over: bool, changed: Callable[[Organiser], None]
):
    organiser = Organiser(app, delay_s=DELAY_S)
    organiser.begins()
    match, onlooker = noted(organiser), organiser.elsewhere()
    if is_over:
        organiser.send("rule", fixture=1, hand=0, points=[1600, 900])
    clock.ahead_s += DELAY_S + 1
    assert onlooker.get(f"/matches/{match}").status_code == (200 if is_over else 403)
    changed(organiser)
    assert onlooker.get(f"/matches/{match}").status_code == 403
    clock.ahead_s += DELAY_S + 1
    assert onlooker.get(f"/matches/{match}").status_code == (403 if is_over else 200)


def test_where_nothing_is_late_a_match_is_everybodys_to_see(app: Flask):
    organiser = Organiser(app)
    organiser.begins()
    match = noted(organiser)
    assert organiser.elsewhere().get(f"/matches/{match}").status_code == 200


def test_a_camera_that_follows_a_delayed_match_shows_nothing_to_those_who_look(app: Flask):
    organiser = Organiser(app, delay_s=DELAY_S)
    organiser.begins()
    match, lookout = noted(organiser), app.extensions["lookout"]
    asked = ("/camera", "/camera/panel", "/camera/seen", "/camera/tiles/1", "/api/camera", "/api/camera/picture")
    onlooker = organiser.elsewhere()
    before = [onlooker.get(address).status_code for address in asked]
    assert 403 not in before
    try:
        lookout.changes["match"] = match
        assert [onlooker.get(address).status_code for address in asked] == [403] * len(asked)
        assert [organiser.client.get(address).status_code for address in asked] == before
        assert come_in(app, Role.PLAYER).get("/camera").status_code == 200
    finally:
        lookout.changes.clear()
    assert [onlooker.get(address).status_code for address in asked] == before
