"""A form that is sent twice, before its first answer came, begins one game and takes one seat."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.dashboard.auth.roles import Role
from companion.eventstore import is_game
from tests.companion.dashboard.playing import ELSEWHERE

KEY = "a-key-of-a-page."


def games_of(app: Flask) -> set[str]:
    return {name for name in app.extensions["tables"].journal.games() if is_game(name)}


def twice(app: Flask, address: str, **said: str) -> list[FlaskClient]:
    """Two answers to one form in a browser that knows nothing of the first: each in a browser of its own."""
    browsers = [app.test_client(), app.test_client()]
    answers = [browser.post(address, data={"key": KEY, "name": "Ana", **said}) for browser in browsers]
    assert {(answer.status_code, answer.headers.get("Location")) for answer in answers} == {
        (303, answers[0].headers["Location"])
    }
    return browsers


@pytest.mark.parametrize("said", [{"seat.1": "middle"}, {"seat.1": "person"}, {"learn": "1"}], ids=str)
def test_a_double_click_begins_one_game(app: Flask, said: dict[str, str]):
    key, before = f"{KEY} {said}", games_of(app)
    browsers = twice(app, "/play", **said | {"key": key})
    fresh = games_of(app) - before
    assert len(fresh) == 1
    seats = [browser.get(f"/api/play/{next(iter(fresh))}").get_json()["seat"] for browser in browsers]
    assert seats == [0, 0]


def test_a_double_click_takes_one_seat(app: Flask):
    game = app.test_client().post(
        "/play", data={"name": "Eva", "count": "4", "seat.1": "person", "seat.3": "easy", "seat.2": "person"}
    )
    address = game.headers["Location"]
    browsers = twice(app, f"{address}/sit", seat="1")
    shown = [browser.get(f"/api{address}").get_json() for browser in browsers]
    assert [view["seat"] for view in shown] == [1, 1]
    assert [seat["here"] for seat in shown[0]["seats"]] == [True, True, False, True]


def test_the_key_of_another_opens_no_seat(app: Flask):
    game = app.test_client().post("/play", data={"name": "Eva", "seat.1": "person"}).headers["Location"]
    ana, beto = app.test_client(), app.test_client()
    for browser, name in ((ana, "Ana"), (beto, "Beto")):
        browser.environ_base.update(ELSEWHERE)
        pin = app.extensions["token issuer"].pin(Role.PLAYER)
        assert browser.post("/join", data={"pin": pin, "name": name}).status_code == 303
    assert ana.post(f"{game}/sit", data={"key": KEY, "name": "Ana", "seat": "1"}).status_code == 303
    assert beto.post(f"{game}/sit", data={"key": KEY, "name": "Ana", "seat": "1"}).status_code == 409
    assert beto.get(f"/api{game}").get_json()["seat"] is None


def test_a_short_key_opens_no_seat_twice(app: Flask):
    game = app.test_client().post("/play", data={"name": "Eva", "seat.1": "person"}).headers["Location"]
    sent = {"seat": 1, "name": "Ana", "key": "1"}
    answers = [app.test_client().post(f"/api{game}/seats", json=sent) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 409]
