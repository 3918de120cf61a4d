"""What the scorer decided is not a player's to take back, bring back or answer, whatever hand is being played."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.dashboard.auth.roles import Role
from companion.dashboard.matches import command_forms
from tests.companion.dashboard.playing import Player, playing_app
from tests.companion.dashboard.test_doors import come_in


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """A house that phones can reach."""
    with playing_app(tmp_path, public_url="http://192.168.0.7:8000/") as app:
        yield app


@pytest.fixture
def scorer(app: Flask) -> Player:
    """The scorer at the machine, with a match whose first hand is confirmed and whose second is played."""
    scorer = Player(app.test_client())
    scorer.begins()
    for order, fields in (("note", {"points": [300, 200]}), ("confirm", {}), ("deal", {})):
        assert scorer.send(order, **fields).status_code == 200
    return scorer


@pytest.fixture
def guest(app: Flask) -> FlaskClient:
    """A player with a phone."""
    return come_in(app, Role.PLAYER)


DECISIONS = [
    {"order": "annul", "hand": 1},
    {"order": "note", "hand": 1, "points": [500, 0]},
    {"order": "note", "points": [9, 9]},
    {"order": "agree", "players": ["W", "X", "Y", "Z"], "rules": "clasico", "overrides": ["target=5000"]},
    {"order": "shelve"},
    {"order": "tap", "verb": "draw", "seat": 1, "hand": 1},
    {"order": "tap", "verb": "rack", "seat": 1, "tiles": "1r 2r"},
    {"order": "resync", "seen": "0: 4r 5r 6r"},
]


@pytest.mark.parametrize("order", DECISIONS, ids=lambda order: " ".join(map(str, order.values()))[:40])
def test_a_player_takes_back_and_brings_back_nothing_that_the_scorer_decided(
    scorer: Player, guest: FlaskClient, order: dict[str, object]
):
    address = f"/api/matches/{scorer.match}/orders"
    assert scorer.client.post(address, json=order).status_code == 200
    told = scorer.shown()
    assert guest.post(address, json={"order": "undo"}).status_code == 403
    assert "Deshacer:" not in guest.get(f"/matches/{scorer.match}/history").text
    assert scorer.shown() == told
    assert scorer.send("undo").status_code == 200
    told = scorer.shown()
    assert guest.post(address, json={"order": "redo"}).status_code == 403
    assert "Rehacer:" not in guest.get(f"/matches/{scorer.match}/history").text
    assert scorer.shown() == told
    assert scorer.send("redo").status_code == 200


def test_a_player_takes_back_and_brings_back_what_players_tell(scorer: Player, guest: FlaskClient):
    address = f"/api/matches/{scorer.match}/orders"
    for tiles in ("9k", "8k"):
        assert scorer.taps("discard", int(tiles == "8k") + 1, tiles).status_code == 200
    assert "Deshacer:" in guest.get(f"/matches/{scorer.match}/history").text
    assert [guest.post(address, json={"order": order}).status_code for order in ("undo", "undo", "redo")] == [200] * 3
    assert scorer.shown()["hand"]["pozo"] == ["9k"]


def test_a_question_about_a_confirmed_hand_is_the_scorers_to_answer(scorer: Player, guest: FlaskClient):
    scorer.taps("draw", 1, hand=1)
    question = scorer.shown()["question"]
    assert question["hand"] == 1
    answer = {"order": "answer", "question": question["number"], "choice": None}
    address = f"/api/matches/{scorer.match}/orders"
    assert guest.post(address, json=answer).status_code == 403
    assert scorer.client.post(address, json=answer).status_code == 200


@pytest.mark.parametrize("sent", [{}, {"revision": 7}, {"revision": 8}], ids=["none", "in view", "still to come"])
def test_a_hand_that_is_confirmed_at_that_very_moment_is_not_changed(
    monkeypatch: pytest.MonkeyPatch, scorer: Player, guest: FlaskClient, sent: dict[str, int]
):
    """The role is found out first, and the order is done after: in between the scorer confirms."""
    scorer.send("count", stock_out=True, racks={str(seat): "" for seat in range(4)}, muertos=["untaken", "untaken"])
    scorer.send("note", points=[10, 20])
    assert scorer.shown()["revision"] == 7
    check_role, confirmed = command_forms.check_role, []

    def checked(role: Role) -> None:
        check_role(role)
        if not confirmed:
            confirmed.append(True)
            assert scorer.send("confirm").status_code == 200

    monkeypatch.setattr(command_forms, "check_role", checked)
    order = {"order": "tap", "verb": "draw", "seat": 1}
    answer = guest.post(f"/api/matches/{scorer.match}/orders", json=order | sent)
    assert answer.status_code == (409 if sent else 403)
    assert (scorer.shown()["revision"], scorer.shown()["hands"][1]["standing"]) == (8, "confirmed")


def test_players_who_tell_at_once_are_all_heeded(monkeypatch: pytest.MonkeyPatch, scorer: Player, guest: FlaskClient):
    check_role, others = command_forms.check_role, iter((1, 2, 3, 0))

    def checked(role: Role) -> None:
        check_role(role)
        if (seat := next(others, None)) is not None:
            assert scorer.taps("discard", seat, f"{seat + 1}k").status_code == 200

    monkeypatch.setattr(command_forms, "check_role", checked)
    order = {"order": "tap", "verb": "discard", "seat": 1, "tiles": "9k"}
    answer = guest.post(f"/api/matches/{scorer.match}/orders", json=order)
    assert answer.get_json()["standing"] == "done"
    assert scorer.shown()["hand"]["pozo"] == ["2k", "3k", "4k", "1k", "9k"]
