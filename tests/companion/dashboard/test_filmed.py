"""The film of a table on the pages: who agrees, who sees it, where it leads from, and that it is gone once deleted."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.dashboard.auth.roles import Role
from companion.film.service import FilmService
from tests.companion.dashboard import table
from tests.companion.dashboard.camera import ActedLookout
from tests.companion.dashboard.filming import films
from tests.companion.dashboard.playing import ELSEWHERE, Player

NOTICE = "Se guarda video de esta mesa."


@pytest.fixture
def room(app: Flask) -> Iterator[FilmService]:
    """The film of the house."""
    found: FilmService = app.extensions["film"]
    yield found
    found._shelf.finish()


def shown_notice(page: str) -> bool:
    """Whether a page says that its table is filmed."""
    found = re.search(r'<p id="filmed"[^>]*>', page)
    assert found, "every page of a match has a place for it"
    return "hidden" not in found[0] and NOTICE in page


def test_it_is_off_until_a_scorer_says_that_the_table_agrees(app: Flask, player: Player, room: FilmService):
    lookout: ActedLookout = app.extensions["lookout"]
    lookout.changes["match"] = player.match
    page = player.client.get("/camera").text
    assert "La mesa está de acuerdo: guardar video" in page
    assert not room.is_on(player.match)
    answer = player.client.post(f"/matches/{player.match}/film", data={"do": "on", "next": "/camera"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/camera")
    assert room.is_on(player.match)
    page = player.client.get("/camera").text
    assert "Dejar de guardar video" in page
    player.client.post(f"/matches/{player.match}/film", data={"do": "off"})
    assert not room.is_on(player.match)
    lookout.changes.clear()


@pytest.mark.parametrize(
    "rest", ["", "/tv", "/overlay", "/scores", "/history", "/census", "/hands/1", "/hands/1/count", "/hands/1/replay",
             "/hands/1/sum", "/agreement", "/film"]
)  # fmt: skip
def test_every_screen_of_the_match_says_so(rest: str, player: Player, room: FilmService):
    assert not shown_notice(player.page(rest))
    room.switch(player.match, on=True)
    assert shown_notice(player.page(rest))
    answer = player.client.get("/troubles", query_string={"match": player.match}).get_json()
    assert answer["film"] == NOTICE
    room.switch(player.match, on=False)
    assert not shown_notice(player.page(rest))
    assert player.client.get("/troubles", query_string={"match": player.match}).get_json()["film"] == ""


def test_a_screen_of_another_match_does_not(player: Player, room: FilmService):
    room.switch(player.match, on=True)
    player.begins()
    assert not shown_notice(player.page())


def test_whoever_only_looks_is_told_too(app: Flask, player: Player, room: FilmService):
    room.switch(player.match, on=True)
    seen = app.test_client().get(f"/matches/{player.match}", environ_overrides=ELSEWHERE).text
    assert shown_notice(seen)
    assert "/film" not in seen


SEES = {Role.VIEWER: False, Role.PLAYER: False, Role.SCORER: True, Role.JUDGE: True, Role.ORGANISER: True}


@pytest.mark.parametrize("role", SEES)
def test_only_the_scorer_and_the_judges_see_it(role: Role, app: Flask, player: Player, room: FilmService):
    moment = films(app, player)[0]
    client = app.test_client()
    client.environ_base.update(ELSEWHERE)
    client.post(f"/join/{app.extensions['token issuer'].token(role)}", data={"name": "X"})
    here = f"/matches/{player.match}/film"
    statuses = [client.get(path).status_code for path in (here, f"{here}/{moment}.jpg")]
    statuses.append(client.post(here, data={"do": "keep", "at": moment}).status_code)
    assert statuses == ([200, 200, 303] if SEES[role] else [403, 403, 403])
    assert ("ver el video" in client.get(f"/matches/{player.match}/history").text) == SEES[role]


def test_a_line_of_the_story_and_of_the_score_lead_to_their_seconds(app: Flask, player: Player):
    player.taps("lay", 0, "4r 5r 6r")
    films(app, player)
    entry = player.shown()["revision"]
    link = f'href="/matches/{player.match}/film?entry={entry}"'
    for rest in ("/history", "/hands/1/replay", "/hands/1/sheets/0/0"):
        assert link in player.page(rest), rest
    page = player.page(f"/film?entry={entry}")
    assert len(re.search(r'data-film="([^"]*)"', page)[1].split()) == 12
    assert "−3.0 s" in page


def test_a_question_leads_to_what_was_filmed(app: Flask, player: Player):
    player.send("play", moves="0 draw\n0 lay 4r 5r 6r\n0 discard 9k")
    player.send("look", seen="0: 4r 5r 6r; 1: 7b 8b 9b J; pozo: 9k 12y 3b 5k; muertos: 11 11")
    films(app, player)
    shown = player.shown()
    assert shown["question"]
    assert f'/film?entry={shown["question"]["number"]}"' in player.page()


def test_without_film_nothing_leads_to_it(player: Player):
    player.taps("lay", 0, "4r 5r 6r")
    for rest in ("/history", "/hands/1/replay", "/hands/1/sheets/0/0"):
        assert "/film" not in player.page(rest)


def test_its_pictures_go_one_by_one_and_no_browser_keeps_them(app: Flask, player: Player):
    moments = films(app, player)
    page = player.page(f"/film?at={moments[3]}&shot={moments[3]}")
    assert f'film/{moments[3]}.jpg"' in page
    ways = re.findall(r'shot=(\d+)" data-shot="(\w+)"', page)
    assert ways == [(str(moments[2]), "prev"), (str(moments[4]), "next")]
    answer = player.client.get(f"/matches/{player.match}/film/{moments[3]}.jpg")
    assert (answer.data, answer.content_type) == (table.picture(), "image/jpeg")
    assert answer.headers["Cache-Control"] == "no-store"


def test_what_is_deleted_is_gone_also_in_other_sizes(app: Flask, player: Player, room: FilmService):
    moment = films(app, player)[0]
    here = f"/matches/{player.match}/film"
    for query in ("", "?width=240"):
        assert player.client.get(f"{here}/{moment}.jpg{query}").data == table.picture()
    player.client.post(here, data={"do": "keep", "at": moment})
    assert room.view(player.match, "es").kept_mb > 0
    player.client.post(here, data={"do": "delete"})
    for query in ("", "?width=240"):
        assert player.client.get(f"{here}/{moment}.jpg{query}").status_code == 404
    assert "No hay video de esta partida." in player.page("/film")
    room.switch(player.match, on=False)


REFUSED = {
    # what is sent, and the status
    "nothing": ({}, 400),
    "something else": ({"do": "sell"}, 400),
    "keep no moment": ({"do": "keep"}, 400),
    "a moment that is none": ({"do": "keep", "at": "soon"}, 400),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_asked_is_refused_in_words(name: str, player: Player):
    sent, status = REFUSED[name]
    answer = player.client.post(f"/matches/{player.match}/film", data=sent)
    assert answer.status_code == status
    assert "Con el video se puede" in answer.text


@pytest.mark.parametrize("path", ["/matches/nobody/film", "/matches/nobody/film/1.jpg", "/matches/{}/film?entry=999"])
def test_what_is_not_there_is_not_found(path: str, player: Player):
    assert player.client.get(path.format(player.match)).status_code == 404


def test_film_that_is_gone_is_not_told_to_be_kept(app: Flask, player: Player, room: FilmService):
    moment = films(app, player)[0]
    here = f"/matches/{player.match}/film"
    for _ in range(2):
        assert player.client.post(here, data={"do": "keep", "at": moment}).status_code == 303
    answer = player.client.post(here, data={"do": "keep", "at": moment - 3_600_000})
    assert (answer.status_code, "ya no se guarda" in answer.text) == (404, True)
    room.delete(player.match)
    assert player.client.post(here, data={"do": "keep", "at": moment}).status_code == 404


@pytest.mark.parametrize("at", ["-1", "99999999999999999999", "soon", ""])
def test_a_moment_that_no_clock_shows_is_none(player: Player, at: str):
    assert player.client.get(f"/matches/{player.match}/film?at={at}").status_code == 200
    assert player.client.post(f"/matches/{player.match}/film", data={"do": "keep", "at": at}).status_code == 400
