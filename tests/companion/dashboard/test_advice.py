"""What can be laid, over HTTP and on its page: as the command tells it, for whoever asks, and never in a tournament."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.dashboard.auth.roles import Role
from tests.companion.conftest import Outcome
from tests.companion.dashboard.hall import Hall
from tests.companion.dashboard.playing import playing_app
from tests.companion.dashboard.test_doors import come_in

Burako = Callable[..., Outcome]
ASKED = {"rack": "6k 8k 1r", "table": "7b 7y 7k 7r", "rules": "rummikub"}


@pytest.fixture
def asker(app: Flask) -> FlaskClient:
    """Somebody who asks the law of a house."""
    return app.test_client()


def test_a_program_is_answered_as_the_command_answers(asker: FlaskClient, burako: Burako) -> None:
    arguments = [word for key, value in ASKED.items() for word in (f"--{key}", value)]
    said = json.loads(burako("advise", *arguments, "--json").out)
    answer = asker.post("/api/advise", json=ASKED).get_json()
    assert {key: answer[key] for key in ("plays", "optimal")} == {key: said[key] for key in ("plays", "optimal")}


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"rack": "5z"}, "rack"),
        ({"rack": 5}, "rack"),
        ({"rack": ""}, "rack"),
        ({"rack": "5r", "table": " | ".join(["5r 6r 7r"] * 41)}, "table"),
        ({"rack": "5r", "opened": "yes"}, "opened"),
        ({"rack": "5r", "seat": 1}, "seat"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_its_field(
    asker: FlaskClient, asked: dict[str, object], field: str
) -> None:
    refused = asker.post("/api/advise", json=asked)
    assert (refused.status_code, refused.get_json()["field"]) == (422, field)


def test_the_page_draws_the_steps(asker: FlaskClient) -> None:
    page = asker.get("/advise?rack=6k+8k+1r&table=7b+7y+7k+7r&rules=rummikub").get_data(as_text=True)
    assert "Desarmá el juego 1 y dejalo así" in page
    assert page.count('class="play-from"') == 1


def test_a_third_copy_is_told_on_the_page(asker: FlaskClient) -> None:
    assert "El 5 rojo está 3 veces" in asker.get("/advise?rack=5r+5r+5r").get_data(as_text=True)


def test_a_tile_tapped_without_javascript_goes_where_it_was_meant(asker: FlaskClient) -> None:
    page = asker.get("/advise?rack=6k&into=table&add=7r&rules=rummikub").get_data(as_text=True)
    assert ">7r</textarea>" in page


def test_the_device_of_a_tournament_is_not_advised(app: Flask) -> None:
    hall = Hall(app)
    hall.begins()
    device = hall.comes_in(hall.device())
    refused = device.post("/api/advise", json=ASKED)
    assert refused.status_code == 403
    assert "En un torneo no se aconseja" in refused.get_json()["error"]
    assert device.get("/advise").status_code == 403


def test_while_a_tournament_is_played_only_judges_and_the_organiser_are_advised(tmp_path: Path) -> None:
    with playing_app(tmp_path) as app:
        asked = [come_in(app, role) for role in (Role.VIEWER, Role.PLAYER, Role.SCORER, Role.JUDGE, Role.ORGANISER)]
        hall = Hall(app)
        assert _answers(asked) == [200] * 5
        hall.begins()
        assert _answers(asked) == [403, 403, 403, 200, 200]
        assert "se está jugando un torneo" in asked[1].post("/api/advise", json=ASKED).get_json()["error"]
        hall.tells("shelve")
        assert _answers(asked) == [200] * 5


def _answers(asked: list[FlaskClient]) -> list[int]:
    """The status that each of them gets, over HTTP as on the page."""
    both = [(who.post("/api/advise", json=ASKED), who.get("/advise?rack=5r")) for who in asked]
    assert all(api.status_code == page.status_code for api, page in both)
    return [api.status_code for api, _ in both]
