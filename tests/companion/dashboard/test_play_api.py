"""Games on the screen over JSON: two phones at one table, each seeing its own tiles, and what is refused."""

from __future__ import annotations

import time
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.dashboard.auth.roles import Role
from companion.dashboard.play.seat_cookies import MOST_SEATS
from tests.companion.dashboard.test_doors import phone, tokens_of
from tests.companion.dashboard.test_table_api import _check

TWO = [{"name": "Ana"}, {"name": ""}]
ALONE = [{"name": "Ana"}, {"program": "middle"}]


@pytest.fixture(scope="module")
def schemas(app: Flask) -> dict[str, Any]:
    return app.test_client().get("/api/openapi.json").get_json()["components"]["schemas"]


@pytest.fixture
def ana(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def beto(app: Flask) -> FlaskClient:
    """Somebody else, on a phone that never came in."""
    return phone(app)


def begins(client: FlaskClient, seats: list[dict[str, str]] = TWO, **more: object) -> str:
    answer = client.post("/api/play", json={"rules": "clasico", "seats": seats, "pace_ms": 0} | more)
    assert answer.status_code == 201, answer.get_json()
    return str(answer.get_json()["game"])


def sits(client: FlaskClient, game: str, seat: int = 1, name: str = "Beto"):
    return client.post(f"/api/play/{game}/seats", json={"seat": seat, "name": name})


def seen(client: FlaskClient, game: str) -> dict[str, Any]:
    return client.get(f"/api/play/{game}").get_json()


def send(client: FlaskClient, game: str, order: str, **fields: object):
    return client.post(f"/api/play/{game}/orders", json={"order": order, **fields})


def test_two_phones_play_at_one_table(ana: FlaskClient, beto: FlaskClient, schemas: dict[str, Any]) -> None:
    game = begins(ana)
    assert (seen(ana, game)["standing"], sits(beto, game).status_code) == ("waiting", 201)
    views = [seen(client, game) for client in (ana, beto)]
    assert [view["seat"] for view in views] == [0, 1]
    first = views[0]["hand"]["turn"]
    mover = (ana, beto)[first]
    answer = send(mover, game, "move", move=f"{first} draw", revision=views[0]["revision"])
    _check(answer.get_json(), {"$ref": "#/components/schemas/GameAnswer"}, schemas)
    drawn = answer.get_json()["view"]["hand"]["rack"][-1]
    assert answer.get_json()["view"]["log"][-1]["move"] == f"{first} draw {drawn}"
    assert seen((beto, ana)[first], game)["log"][-1]["move"] == f"{first} draw"
    places = mover.get(f"/api/play/{game}/targets?tiles={drawn}").get_json()
    _check(places, {"$ref": "#/components/schemas/Targets"}, schemas)
    assert send(mover, game, "move", move=places["discard"]).status_code == 200
    assert seen(ana, game)["hand"]["turn"] != first
    cards = ana.get("/api/play").get_json()["games"]
    _check(cards[0], {"$ref": "#/components/schemas/GameCard"}, schemas)


def test_who_does_not_sit_sees_no_rack_and_moves_nothing(app: Flask, ana: FlaskClient) -> None:
    game = begins(ana, ALONE)
    watching = seen(phone(app), game)
    assert (watching["seat"], watching["hand"]["rack"], watching["may"]) == (None, None, [])
    for order in ({"order": "move", "move": "0 draw"}, {"order": "undo"}, {"order": "new_hand"}, {"order": "leave"}):
        assert phone(app).post(f"/api/play/{game}/orders", json=order).status_code == 403
    assert phone(app).get(f"/api/play/{game}/advice").status_code == 403
    assert phone(app).get(f"/api/play/{game}/targets?tiles=5r").status_code == 403


def test_an_unlawful_move_says_its_rule(ana: FlaskClient, schemas: dict[str, Any]) -> None:
    game = begins(ana, ALONE)
    view = waits_for(ana, game)
    answer = send(ana, game, "move", move=f"0 discard {view['hand']['rack'][0]}")
    assert answer.status_code == 409
    violation = answer.get_json()["violations"][0]
    _check(violation, {"$ref": "#/components/schemas/Violation"}, schemas)
    assert (violation["code"], bool(violation["rule"]["article"])) == ("NO_DRAW", True)
    assert seen(ana, game) == view


def waits_for(client: FlaskClient, game: str) -> dict[str, Any]:
    """The game once the program has played."""
    until = time.monotonic() + 30
    while (view := seen(client, game))["hand"]["turn"] != 0 and time.monotonic() < until:
        time.sleep(0.02)
    return view


def test_the_advice_is_for_the_own_tiles(ana: FlaskClient, schemas: dict[str, Any]) -> None:
    game = begins(ana, ALONE)
    waits_for(ana, game)
    send(ana, game, "move", move="0 draw")
    rack = seen(ana, game)["hand"]["rack"]
    answer = ana.get(f"/api/play/{game}/advice")
    _check(answer.get_json(), {"$ref": "#/components/schemas/Advice"}, schemas)
    best = answer.get_json()["plays"][0]["moves"]
    assert [send(ana, game, "move", move=move).status_code for move in best] == [200] * len(best)
    tiles = {tile for play in answer.get_json()["plays"] for step in play["steps"] for tile in step["tiles"]}
    assert tiles <= set(rack)


def test_a_game_without_advice_gives_none(ana: FlaskClient) -> None:
    game = begins(ana, ALONE, advice=False)
    waits_for(ana, game)
    assert ana.get(f"/api/play/{game}/advice").status_code == 403


def test_a_seat_is_kept_by_the_cookie_and_opened_by_its_token(app: Flask, ana: FlaskClient) -> None:
    answer = ana.post("/api/play", json={"rules": "clasico", "seats": ALONE})
    ticket = answer.get_json()
    other = phone(app)
    assert seen(other, ticket["game"])["seat"] is None
    headers = {"Seat-Token": ticket["token"]}
    assert other.get(f"/api/play/{ticket['game']}", headers=headers).get_json()["seat"] == 0
    again = other.post(f"/api/play/{ticket['game']}/seats", json={"token": ticket["token"]})
    assert (again.status_code, seen(other, ticket["game"])["seat"]) == (201, 0)


def test_a_browser_remembers_its_newest_seats(ana: FlaskClient) -> None:
    games = [begins(ana) for _ in range(MOST_SEATS + 1)]
    assert [seen(ana, game)["seat"] for game in games] == [None, *[0] * MOST_SEATS]


def test_who_gets_up_forgets_the_seat(ana: FlaskClient) -> None:
    game = begins(ana, ALONE)
    assert send(ana, game, "leave").status_code == 200
    assert (seen(ana, game)["seat"], seen(ana, game)["standing"]) == (None, "over")


def test_coming_in_by_a_code_does_not_cost_the_seat(app: Flask, ana: FlaskClient, beto: FlaskClient) -> None:
    game = begins(ana)
    sits(beto, game)
    token = tokens_of(app).token(Role.PLAYER)
    assert beto.post(f"/join/{token}", data={"name": "Beto"}).status_code in (200, 303)
    assert seen(beto, game)["seat"] == 1


def test_a_viewer_may_join_by_the_link_and_not_begin(app: Flask, ana: FlaskClient) -> None:
    game = begins(ana)
    stranger = phone(app)
    assert stranger.post("/api/play", json={"rules": "clasico", "seats": TWO}).status_code == 403
    assert game not in str(stranger.get("/api/play").get_json())
    assert sits(stranger, game, name="Caro").status_code == 201
    assert game in str(stranger.get("/api/play").get_json())


WRONG = [
    # what is sent to begin a game, and the status
    ([], 400),
    ({}, 422),
    ({"seats": "Ana"}, 422),
    ({"seats": [1, 2]}, 422),
    ({"seats": [{"name": 7}, {"program": "easy"}]}, 422),
    ({"seats": [{"name": "Ana"}, {"program": "godlike"}]}, 422),
    ({"seats": [{"name": "Ana"}, {"program": ["easy"]}]}, 422),
    ({"seats": [{"name": "Ana"}] * 41}, 422),
    ({"seats": ALONE, "rules": "nope"}, 422),
    ({"seats": ALONE, "rules": 7}, 422),
    ({"seats": ALONE, "set": "max_wilds=2"}, 422),
    ({"seats": ALONE, "set": ["max_wilds=nope"]}, 422),
    ({"seats": ALONE, "set": ["x"] * 200}, 422),
    ({"seats": ALONE, "pace_ms": "0"}, 422),
    ({"seats": ALONE, "pace_ms": 99999}, 422),
    ({"seats": ALONE, "advice": "yes"}, 422),
    ({"seats": ALONE, "seed": 7}, 422),
    ({"seats": ALONE, "key": 7}, 400),
]


@pytest.mark.parametrize(("sent", "status"), WRONG, ids=lambda value: str(value)[:40])
def test_a_game_that_is_none_is_refused_in_a_sentence(ana: FlaskClient, sent: object, status: int) -> None:
    answer = ana.post("/api/play", json=sent)
    assert (answer.status_code, bool(answer.get_json()["error"])) == (status, True)


NOT_THERE = [
    # method, path after the game, what is sent, and the status
    ("get", "", None, 404),
    ("get", "/targets?tiles=5r", None, 404),
    ("get", "/advice", None, 404),
    ("get", "/events", None, 404),
    ("post", "/orders", {"order": "undo"}, 404),
    ("post", "/seats", {"seat": 0, "name": "Ana"}, 404),
    ("post", "/seats", {"token": "x"}, 404),
]


@pytest.mark.parametrize("game", ["g0000000000000000", "nope", "t123456789"])
@pytest.mark.parametrize(("method", "path", "sent", "status"), NOT_THERE)
def test_a_game_that_is_not_there_is_said_so(
    ana: FlaskClient, game: str, method: str, path: str, sent: object, status: int
) -> None:
    answer = ana.open(f"/api/play/{game}{path}", method=method, json=sent)
    assert (answer.status_code, bool(answer.get_json()["error"])) == (status, True)


SITTING = [({}, 422), ({"seat": "1"}, 422), ({"seat": True}, 422), ({"seat": 1, "name": 7}, 422), ({"seat": 9}, 404)]


@pytest.mark.parametrize(("sent", "status"), SITTING)
def test_a_seat_that_is_none_is_refused(ana: FlaskClient, beto: FlaskClient, sent: object, status: int) -> None:
    game = begins(ana)
    answer = beto.post(f"/api/play/{game}/seats", json=sent)
    assert (answer.status_code, bool(answer.get_json()["error"])) == (status, True)


def test_a_game_is_no_match_of_the_house(ana: FlaskClient) -> None:
    game = begins(ana, ALONE)
    for path in (f"/api/matches/{game}", f"/matches/{game}", f"/matches/{game}/replay", f"/api/matches/{game}/log"):
        assert ana.get(path).status_code == 404, path
    assert game not in ana.get("/api/matches").get_data(as_text=True)


def test_the_stream_tells_revisions_and_nothing_else(ana: FlaskClient) -> None:
    game = begins(ana, ALONE)
    revision = seen(ana, game)["revision"]
    answer = ana.get(f"/api/play/{game}/events?after={revision - 1}")
    lines = iter(answer.response)
    lines_read = [next(lines) for _ in range(2)]
    answer.close()
    said = b"".join(chunk if isinstance(chunk, bytes) else chunk.encode() for chunk in lines_read).decode()
    assert said.startswith("retry: 2000")
    assert 'event: revision\ndata: {"revision": ' in said
