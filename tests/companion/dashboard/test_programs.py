"""Programs come in by a link to join, and show a token of their own from then on."""

from __future__ import annotations

from time import time

import pytest
from flask import Flask
from itsdangerous import TimestampSigner

from companion.dashboard.auth.access import BEARER_S, JOIN_LINK_S
from companion.dashboard.auth.roles import Role
from tests.companion.dashboard.playing import Player
from tests.companion.dashboard.test_doors import phone, tokens_of
from tests.companion.dashboard.test_table_api import _check

ORDER = {"order": "tap", "verb": "draw", "seat": 0}
MINUTE_S, DAY_S = 60, 24 * 3600


def send(app: Flask, player: Player, token: str) -> int:
    """The status of an order of somebody elsewhere who shows ``token``."""
    headers = {"Authorization": f"Bearer {token}"}
    return phone(app).post(f"/api/matches/{player.match}/orders", json=ORDER, headers=headers).status_code


def later(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Lets so much time pass for whatever was signed."""
    now_s = int(time() + seconds)
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _signer: now_s)


@pytest.mark.parametrize("link", ["{token}", "http://192.168.0.7:8000/join/{token}", "/join/{token}?to=camera"])
def test_a_link_is_exchanged_for_a_token(app: Flask, player: Player, link: str):
    sent = {"link": link.format(token=tokens_of(app).token(Role.PLAYER)), "name": "  El \n reloj "}
    answer = phone(app).post("/api/tokens", json=sent)
    assert (answer.status_code, answer.get_json()["role"]) == (201, "player")
    schemas = player.client.get("/api/openapi.json").get_json()["components"]["schemas"]
    _check(answer.get_json(), {"$ref": "#/components/schemas/Token"}, schemas)
    assert send(app, player, answer.get_json()["token"]) == 200
    assert player.shown()["log"][0]["author"] == "El reloj"


def test_a_program_s_name_is_never_cut(app: Flask):
    sent = {"link": tokens_of(app).token(Role.PLAYER), "name": "R" * 61}
    answer = phone(app).post("/api/tokens", json=sent)
    assert (answer.status_code, "60" in answer.get_json()["error"]) == (422, True)


@pytest.mark.parametrize("seconds", [0, 300 * DAY_S])
def test_a_link_itself_is_no_token(app: Flask, player: Player, monkeypatch: pytest.MonkeyPatch, seconds: float):
    link = tokens_of(app).token(Role.JUDGE)
    later(monkeypatch, seconds)
    assert send(app, player, link) == 403


@pytest.mark.parametrize(
    ("seconds", "is_exchanged", "is_known"),
    [
        (0, True, True),
        (JOIN_LINK_S - MINUTE_S, True, True),
        (JOIN_LINK_S + MINUTE_S, False, True),
        (BEARER_S - DAY_S, False, True),
        (BEARER_S + DAY_S, False, False),
    ],
)
def test_a_link_serves_for_minutes_and_a_token_for_a_year(
    app: Flask, player: Player, monkeypatch: pytest.MonkeyPatch, seconds: float, is_exchanged: bool, is_known: bool
):
    link, token = tokens_of(app).token(Role.PLAYER), tokens_of(app).bearer(Role.PLAYER, "Reloj")
    later(monkeypatch, seconds)
    assert phone(app).post("/api/tokens", json={"link": link}).status_code == (201 if is_exchanged else 403)
    assert send(app, player, token) == (200 if is_known else 403)


WRONG = [
    # what is sent, and the status
    ({}, 422),
    ({"link": 7}, 422),
    ({"link": None}, 422),
    ({"link": "x"}, 403),
    ({"link": "http://[/join/x"}, 403),
    ({"link": "x" * 5000}, 422),
]


@pytest.mark.parametrize(("sent", "status"), WRONG, ids=lambda value: str(value)[:40])
def test_what_is_no_link_is_refused_in_a_sentence(app: Flask, sent: dict[str, object], status: int):
    answer = phone(app).post("/api/tokens", json=sent)
    assert (answer.status_code, bool(answer.get_json()["error"])) == (status, True)


def test_a_token_lets_nobody_in_by_a_link(app: Flask):
    token = tokens_of(app).bearer(Role.SCORER, "Reloj")
    assert phone(app).post(f"/join/{token}").status_code == 403
    assert phone(app).post("/api/tokens", json={"link": token}).status_code == 403


def test_whoever_shows_what_is_no_token_only_looks(app: Flask, player: Player):
    for client in (phone(app), player.client):
        answer = client.post(
            f"/api/matches/{player.match}/orders", json=ORDER, headers={"Authorization": "Bearer nope"}
        )
        assert answer.status_code == 403
