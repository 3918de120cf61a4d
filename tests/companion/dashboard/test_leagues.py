"""Leagues on the pages: private until shared, changed by the organiser alone, without a name for who asks so."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import ELSEWHERE
from tests.companion.dashboard.test_table_api import _check
from tests.companion.dashboard.test_tournaments import flashed

ADDRESS = re.compile(r"/leagues/l[0-9a-f]{9}")


@pytest.fixture
def organiser(app: Flask) -> Organiser:
    """Four who played everybody against everybody."""
    organiser = Organiser(app, format="round_robin")
    organiser.begins(("Ana; Lobos", "Beto", "Caro; Lobos", "Dani"))
    for fixture in organiser.shown()["fixtures"]:
        first = fixture["entrants"][0] < fixture["entrants"][1]
        organiser.send("rule", fixture=fixture["number"], hand=0, points=[1500, 900] if first else [900, 1500])
    return organiser


@pytest.fixture
def league(organiser: Organiser) -> str:
    """Where the page of a league with that evening is."""
    answer = organiser.client.post("/leagues", data={"title": "Los sábados", "key": organiser.tournament})
    send(organiser.client, answer.headers["Location"], order="add", tournament=organiser.tournament)
    return answer.headers["Location"]


def test_leagues_without_a_key_are_two(organiser: Organiser):
    first, second = (organiser.client.post("/leagues", data={"title": title}) for title in ("Los martes", "Los jueves"))
    assert first.headers["Location"] != second.headers["Location"]


@pytest.fixture
def schemas(app: Flask) -> dict:
    return app.test_client().get("/api/openapi.json").get_json()["components"]["schemas"]


@pytest.fixture
def stranger(app: Flask) -> FlaskClient:
    client = app.test_client()
    client.environ_base.update(ELSEWHERE)
    return client


def send(client: FlaskClient, address: str, **fields: str) -> list[str]:
    answer = client.post(address, data=fields, follow_redirects=True)
    assert answer.status_code == 200, answer.text
    return flashed(answer)


def names(page: str) -> list[str]:
    return re.findall(r'<th scope="row">(\w[\w ()]*)', page)


def test_a_league_is_made_and_shows_its_table(organiser: Organiser, league: str):
    page = organiser.client.get(league).text
    assert names(page) == ["Ana ", "Beto", "Caro ", "Dani"]
    assert "sólo la ve quien organiza" in page
    assert "± " in page
    assert names(organiser.client.get(f"{league}?of=clubs").text) == ["Lobos"]
    assert "Los sábados" in organiser.client.get("/leagues").text
    assert 'href="/leagues"' in organiser.client.get("/tournaments").text


def test_people_of_one_name_have_their_club_once(app: Flask):
    organiser = Organiser(app, format="round_robin")
    organiser.begins(("Juan; Lobos", "Juan; Roque", "Ana; Lobos"))
    for fixture, points in zip(organiser.shown()["fixtures"], ([2900, 10], [100, 2000], [0, 2400]), strict=True):
        organiser.send("rule", fixture=fixture["number"], hand=0, points=points)
    address = organiser.client.post("/leagues", data={"title": "Dos"}).headers["Location"]
    send(organiser.client, address, order="add", tournament=organiser.tournament)
    page = organiser.client.get(address).text
    rows = [re.sub("<[^>]*>", "", row) for row in re.findall(r'<th scope="row">(.*?)</th>', page)]
    assert sorted(rows) == ["Ana Lobos", "Juan (Lobos)", "Juan (Roque)"]
    assert re.search(r"± \d+\.\d{3}<", page)


def test_nobody_else_sees_or_changes_it_until_it_is_shared(organiser: Organiser, league: str, stranger: FlaskClient):
    for address in (league, f"/api{league}", f"{league}/table.csv"):
        assert stranger.get(address).status_code == 404
    assert "Los sábados" not in stranger.get("/leagues").text
    assert stranger.get("/api/leagues").get_json() == {"leagues": []}
    assert stranger.post(league, data={"order": "share"}).status_code == 403
    assert send(organiser.client, league, order="share") == []
    assert "Ana" in stranger.get(league).text
    assert "Borrar la liga" not in stranger.get(league).text
    send(organiser.client, league, order="keep")
    assert stranger.get(league).status_code == 404


def test_what_it_gives_points_for_is_changed_and_said_where_it_cannot_be(organiser: Organiser, league: str):
    plan = {"order": "change", "title": "Apertura", "won": "2", "level": "1", "lost": "0", "came": "0", "best": "0"}
    assert send(organiser.client, league, **plan, places="10, 6") == []
    shown = organiser.client.get(f"/api{league}").get_json()
    assert [row["points"] for row in shown["rows"]] == [16, 10, 2, 0]
    assert len(send(organiser.client, league, **(plan | {"won": "101"}))) == 1
    assert organiser.client.post(league, data=plan | {"won": "-1"}).status_code == 422
    assert organiser.client.post(league, data={"order": "fly"}).status_code == 422


def test_who_does_not_want_to_be_shown_is_not(organiser: Organiser, league: str):
    send(organiser.client, league, order="hide", name="ana")
    for address in (league, f"/api{league}", f"{league}/table.json"):
        assert "Ana" not in organiser.client.get(address).text
    assert "(no name)" in organiser.client.get(league, headers={"Accept-Language": "en"}).text
    send(organiser.client, league, order="show", name="Ana")
    assert "Ana" in organiser.client.get(league).text


def test_an_evening_is_taken_out_and_a_league_is_erased(organiser: Organiser, league: str):
    send(organiser.client, league, order="drop", tournament=organiser.tournament)
    assert names(organiser.client.get(league).text) == []
    assert organiser.client.post(league, data={"order": "erase"}).headers["Location"] == "/leagues"
    assert organiser.client.get(league).status_code == 404
    assert organiser.client.get(organiser.address).status_code == 200


@pytest.mark.parametrize("form", ["csv", "xlsx", "json"])
def test_the_table_as_a_file(organiser: Organiser, league: str, form: str):
    answer = organiser.client.get(f"{league}/table.{form}")
    assert answer.status_code == 200
    assert f'filename="los-sabados.{form}"' in answer.headers["Content-Disposition"]
    assert organiser.client.get(f"{league}/table.pdf").status_code == 404


def test_the_document_describes_what_programs_are_told(organiser: Organiser, league: str, schemas: dict):
    _check(organiser.client.get(f"/api{league}").get_json(), {"$ref": "#/components/schemas/League"}, schemas)
    cards = organiser.client.get("/api/leagues").get_json()["leagues"]
    _check(cards[0], {"$ref": "#/components/schemas/LeagueCard"}, schemas)


def test_another_league_under_the_same_key_is_not_taken_for_the_first(organiser: Organiser):
    said = [
        flashed(organiser.client.post("/leagues", data={"title": title, "key": "once"}, follow_redirects=True))
        for title in ("Los martes", "Los martes", "Los jueves")
    ]
    assert said[:2] == [[], []]
    assert "decía otra cosa" in said[2][0]


def test_a_league_tells_nothing_of_a_tournament_before_its_board_does(app: Flask):
    with_delay = Organiser(app, format="round_robin", delay_s=3600)
    with_delay.begins(("Ana", "Beto", "Caro"))
    address = with_delay.client.post("/leagues", data={"title": "Con demora"}).headers["Location"]
    for order in ({"order": "add", "tournament": with_delay.tournament}, {"order": "share"}):
        send(with_delay.client, address, **order)
    for fixture in with_delay.shown()["fixtures"]:
        with_delay.send("rule", fixture=fixture["number"], hand=0, points=[1500, 900])
    elsewhere = with_delay.elsewhere()
    assert elsewhere.get(f"/api{with_delay.address}").get_json()["fixtures"] == []
    assert elsewhere.get(f"/api{address}").get_json()["rows"] == []
    assert "Ana" not in elsewhere.get(f"{address}/table.csv").text


@pytest.mark.parametrize("order", ["add", "drop", "keep", "share", "hide"])
def test_every_form_of_a_league_has_a_key(organiser: Organiser, league: str, order: str):
    if order in ("add", "keep"):
        send(organiser.client, league, order="drop", tournament=organiser.tournament)
        send(organiser.client, league, order="share")
    page = organiser.client.get(league).text
    forms = [part.partition("</form>")[0] for part in page.split("<form")[1:]]
    assert ['name="key"' in form for form in forms if f'value="{order}"' in form] == [True]


def test_a_form_of_a_league_that_is_sent_twice_is_one(organiser: Organiser, league: str):
    drop = {"order": "drop", "tournament": organiser.tournament, "key": "one"}
    assert send(organiser.client, league, **drop) == []
    assert send(organiser.client, league, order="add", tournament=organiser.tournament, key="other") == []
    assert send(organiser.client, league, **drop) == []
    assert names(organiser.client.get(league).text) == ["Ana ", "Beto", "Caro ", "Dani"]
    assert "ya se mandó" in send(organiser.client, league, **(drop | {"order": "add"}))[0]
