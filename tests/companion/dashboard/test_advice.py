"""What can be laid, over HTTP and on its page: as the command tells it, for whoever asks, and never in a tournament."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.dashboard.auth.roles import Role
from companion.dashboard.tournaments import device_tokens
from companion.recognition.interpret import SeenPhotograph
from companion.tournaments.service import TournamentService
from companion.tournaments.view import broken_card
from engine.rules.rules import Rules
from tests.companion.builders import reading
from tests.companion.conftest import Outcome
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import playing_app
from tests.companion.dashboard.table import Judged
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
    organiser = Organiser(app)
    organiser.begins()
    device = organiser.comes_in(organiser.device())
    refused = device.post("/api/advise", json=ASKED)
    assert refused.status_code == 403
    assert "En un torneo no se aconseja" in refused.get_json()["error"]
    assert device.get("/advise").status_code == 403


def test_while_a_tournament_is_played_only_judges_and_the_organiser_are_advised(tmp_path: Path) -> None:
    with playing_app(tmp_path) as app:
        asked = [come_in(app, role) for role in (Role.VIEWER, Role.PLAYER, Role.SCORER, Role.JUDGE, Role.ORGANISER)]
        organiser = Organiser(app)
        assert _answers(asked) == [200] * 5
        organiser.begins()
        assert _answers(asked) == [403, 403, 403, 200, 200]
        assert "se está jugando un torneo" in asked[1].post("/api/advise", json=ASKED).get_json()["error"]
        organiser.send("shelve")
        assert _answers(asked) == [200] * 5


HOUR_S, NOW_S = 3600, 1_800_000_000.0


@pytest.mark.parametrize(
    ("playing", "silent_h", "is_played"),
    [
        (1, 0, True),
        (1, 4, True),  # a long match, of which nothing is said before it ends
        (1, 11.9, True),  # it began in the evening and goes on past midnight
        (1, 12.1, False),
        (3, 24 * 365, False),  # nobody ever said how those matches ended
        (0, 0, False),  # entrants come in, or a round is over and the next one not called
        (0, 24, False),
        (1, -0.1, True),  # the clock was set back a little
        (1, -24 * 365, False),  # or was a year ahead when something was said
    ],
)
def test_a_tournament_is_played_while_a_match_is_at_its_table_and_something_is_said(
    playing: int, silent_h: float, is_played: bool
) -> None:
    card = replace(broken_card("t1", ""), playing=playing, changed_s=NOW_S - silent_h * HOUR_S)
    assert device_tokens.is_played(card, NOW_S) is is_played


def test_a_tournament_that_nobody_finished_stops_no_question_the_next_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with playing_app(tmp_path) as app:
        asked = [come_in(app, role) for role in (Role.VIEWER, Role.PLAYER)]
        organiser = Organiser(app)
        organiser.begins()
        device = organiser.comes_in(organiser.device())
        assert _answers(asked) == [403, 403]
        now_s = app.extensions["tournaments"].now_s()
        monkeypatch.setattr(TournamentService, "now_s", lambda _self: now_s + device_tokens.UNUSED_AFTER_S + 1)
        assert _answers(asked) == [200, 200]
        assert device.post("/api/advise", json=ASKED).status_code == 403, "a table's own device is never advised"


def _answers(asked: list[FlaskClient]) -> list[int]:
    """The status that each of them gets, over HTTP as on the page."""
    both = [(who.post("/api/advise", json=ASKED), who.get("/advise?rack=5r")) for who in asked]
    assert all(api.status_code == page.status_code for api, page in both)
    return [api.status_code for api, _ in both]


DOUBTFUL = "7r 6b.5/9b.4 9r | 3k ?"


@contextmanager
def house_that_sees(seen: str, folder: Path) -> Iterator[Flask]:
    """A house whose recognizer sees ``seen`` on every photograph."""

    def read(_blob: bytes, name: str, law: Callable[[str], Rules]) -> Judged:
        return Judged(SeenPhotograph(name, (400, 300), reading(seen)), law)

    with playing_app(folder, read=read) as app:
        yield app


def sent(app: Flask, **fields: str) -> tuple[int, str]:
    """The status and the page of whoever sends the photograph of a rack."""
    answer = app.test_client().post("/advise", data={"photo": (io.BytesIO(b"a photograph"), "rack.jpg"), **fields})
    return answer.status_code, answer.get_data(as_text=True)


def test_a_photographed_rack_stands_in_the_form_and_is_not_kept(tmp_path: Path) -> None:
    with house_that_sees("7r 8r 9r | 3k", tmp_path) as app:
        status, page = sent(app, rules="rummikub", table="7b 7y 7k 7r")
        assert (status, ">7r 8r 9r 3k</textarea>" in page, ">7b 7y 7k 7r</textarea>" in page) == (200, True, True)
        assert "La foto no se guarda" in page
        assert len(app.extensions["photo service"].album) == 0


def test_doubtful_tiles_are_asked_about_and_nothing_is_advised_before(tmp_path: Path) -> None:
    with house_that_sees(DOUBTFUL, tmp_path) as app:
        _, page = sent(app)
        assert ">7r 9r 3k</textarea>" in page
        assert "Fila 1, ficha 2 desde la izquierda" in page
        assert "Fila 2, ficha 2 desde la izquierda" in page
        assert 'name="is.1" value="6b" required aria-label="6 azul"' in page
        visitor = app.test_client()
        half = {"rack": "7r 9r 3k", "may.1": "1-2 6b 9b", "may.2": "2-2", "is.1": "9b"}
        page = visitor.get("/advise", query_string=half).get_data(as_text=True)
        assert ">7r 9r 3k 9b</textarea>" in page
        assert 'name="is.2"' in page
        assert 'name="is.1"' not in page
        assert 'id="ruling"' not in page
        page = visitor.get("/advise", query_string={**half, "is.2": "none"}).get_data(as_text=True)
        assert ">7r 9r 3k 9b</textarea>" in page
        assert 'id="ruling"' in page


@pytest.mark.parametrize(
    ("seen", "status", "words"),
    [("", 422, "no se ve ninguna ficha"), (" ".join("?" * 31), 422, "Casi nada se lee")],
)
def test_a_photograph_that_shows_no_rack_is_refused(seen: str, status: int, words: str, tmp_path: Path) -> None:
    with house_that_sees(seen, tmp_path) as app:
        found, page = sent(app)
        assert (found, words in page) == (status, True)


STRANGE = [
    # what an address may say of doubts that nobody asked about
    {"may.1": ""},
    {"may.1": "1-2 99z <b>"},
    {"may.99": "x", "is.99": "7r"},
]


@pytest.mark.parametrize("fields", STRANGE)
def test_doubts_that_somebody_made_up_break_nothing(asker: FlaskClient, fields: dict[str, str]) -> None:
    answer = asker.get("/advise", query_string={"rack": "7r", **fields})
    assert answer.status_code == 200
    assert "<b>" not in answer.get_data(as_text=True)


def test_no_photograph_is_read_for_the_device_of_a_tournament(app: Flask) -> None:
    organiser = Organiser(app)
    organiser.begins()
    device = organiser.comes_in(organiser.device())
    assert device.post("/advise", data={"photo": (io.BytesIO(b"a photograph"), "rack.jpg")}).status_code == 403


@pytest.mark.parametrize(("undrawn", "first"), [("", "Tirá"), ("1", "Robá una ficha del mazo")])
def test_whoever_has_drawn_is_not_told_to_draw(asker: FlaskClient, undrawn: str, first: str) -> None:
    """The box on the page decides, also where a pozo is told."""
    asked = {"rack": "5r 6b 9k", "pozo": "3k 10b", "rules": "clasico"} | ({"undrawn": undrawn} if undrawn else {})
    page = asker.get("/advise", query_string=asked).text
    steps = page.partition('class="play-steps"')[2].partition("</ol>")[0]
    assert first in steps
    assert ("Robá" in steps or "Levantá" in steps) == bool(undrawn)
