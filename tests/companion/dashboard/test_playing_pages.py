"""Every page of a match opens, whatever the rules and the language, and says what is not there."""

from __future__ import annotations

import re
from itertools import product

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine.rules.profiles import PROFILES
from tests.companion.dashboard.playing import Player, fields_of

PAGES = ("", "/scores", "/census", "/history", "/hands/1/replay", "/tv", "/agreement", "/hands/1", "/hands/1/count")


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """The scorer, at the machine itself."""
    return app.test_client()


def test_the_census_counts_what_is_still_unseen(player: Player):
    player.taps("lay", 0, "4r 5r 6r")
    page = player.page("/census")
    assert "Faltan ver 103 fichas de 106" in page
    assert "4 rojo: falta 1" in page


def test_a_wrong_meld_that_was_left_is_asked_about_and_what_follows_is_said(client: FlaskClient):
    player = Player(client)
    player.begins(("Ana", "Beto"), "torneo")
    player.taps("draw", 0)
    player.taps("lay", 0, "4r 5r 9r")
    assert "¿Lo apartan?" not in player.page()
    player.taps("discard", 0, "8k")
    assert "Ana dejó un juego mal bajado. ¿Lo apartan?" in player.page()
    player.send("tap", verb="aside", seat=0, meld=1)
    page = player.page()
    assert "¿Lo apartan?" not in page
    assert "Ana no compra el muerto ni cierra en esta mano, por un juego mal bajado." in page


@pytest.mark.parametrize("rules", PROFILES)
def test_every_page_opens_in_both_languages(client: FlaskClient, rules: str):
    player = Player(client)
    players = ("Ana", "Beto", "Caro", "Dani") if rules == "parejas" else ("Ana", "Beto")
    player.begins(players, rules)
    player.taps("lay", 0, "10r 11r 12r")
    for page, language in product(PAGES, ("es", "en")):
        client.post("/language", data={"language": language})
        shown = player.page(page)
        assert f'<html lang="{language}">' in shown
        assert " style=" not in shown
        assert " on" + "click=" not in shown


@pytest.mark.parametrize(
    ("page", "status"),
    [("/matches/nope", 404), ("/matches/nope/history", 404), ("/matches/nope/tv", 404), ("/matches/pictures/x", 404),
     ("/hands/7", 404), ("/hands/1/melds/9", 404), ("/hands/7/count", 404)],
)  # fmt: skip
def test_what_is_not_there_is_said_in_a_sentence(player: Player, page: str, status: int):
    address = page if page.startswith("/matches") else f"/matches/{player.match}{page}"
    answer = player.client.get(address)
    assert answer.status_code == status
    assert "refusal" in answer.get_data(as_text=True)


def test_no_hand_yet_is_no_error(client: FlaskClient):
    match = client.post("/api/matches", json={"players": ["A", "B"], "rules": "clasico"}).get_json()["match"]
    for page in ("", "/scores", "/census", "/history", "/tv", "/agreement"):
        assert client.get(f"/matches/{match}{page}").status_code == 200


def test_a_hand_that_seemed_to_be_over_goes_on_with_one_tap(player: Player):
    player.send("play", moves="0 draw\n0 discard 9k\nstock_out")
    page = player.page()
    assert "No terminó: la mano sigue" in page
    form = fields_of(page, "play")
    assert player.send("play", moves=form["moves"]).get_json()["standing"] == "done"
    assert "No terminó" not in player.page()
    shown = player.shown()
    assert shown["hand"]["standing"] == "playing"
    player.send("undo")
    assert player.shown()["hand"]["standing"] == "ended"


def test_the_count_offers_one_tap_for_a_tile_that_was_guessed(player: Player):
    player.send("play", moves="0 draw\n0 lay 4r 5r 6r\n0 discard 9k")
    player.send("look", seen="0: 4r 5r 6r; pozo: 9k; muertos: 11 11", guessed="6r")
    assert player.shown()["hand"]["guessed"] == []
    player.send("play", moves="stock_out")
    assert player.shown()["hand"]["guessed"] == [{"meld": 1, "place": 2, "face": "6r"}]
    page = player.page("/hands/1/count")
    assert "/melds/1?tile=2" in page
    button = re.search(r"<form(?:(?!</form>).)*Sí, es el 6 rojo.*?</form>", page, re.DOTALL)
    assert button is not None
    answer = player.client.post(f"/matches/{player.match}/orders", data=fields_of(button.group(), "tap"))
    assert answer.status_code == 303
    assert player.shown()["hand"]["guessed"] == []
    assert "Sí, es el 6 rojo" not in player.page("/hands/1/count")


GUESSED = "7k 2y 4k? 10k @ 0.86 | 7k 2y 9k 10k"


def test_every_page_says_what_is_only_likely_and_between_what_the_score_lies(player: Player):
    seen = "0: 7k 2y 4k 10k; pozo: 12y; muertos: 11 11"
    player.send("look", seen=seen, guessed="4k", guessed_rows=GUESSED)
    assert "Probablemente no vale" in player.page()
    assert player.page("/history").count("(probable, 86 %: falta decir qué ficha es)") >= 1
    for page in (player.page(), player.page("/tv"), player.page("/overlay")):
        assert "provisorio: de −140 a −55" in page
    assert player.shown()["teams"][0]["standing_range"] == [-140, -55]
    player.send("play", moves="0 correct #1 : 7k 2y 9k 10k")
    assert "robable" not in player.page()
    assert "(se había supuesto una ficha)" in player.page("/history")
    assert "provisorio" not in player.page("/tv")


def test_the_count_shows_the_meld_that_is_wrong(player: Player):
    player.send("play", moves="0 draw\n0 lay 4r 5r 9r\n0 discard 9k\nstock_out")
    (problem,) = player.shown()["hand"]["problems"]
    assert (problem["code"], [tile["face"] for tile in problem["tiles"]]) == ("GAP", ["4r", "5r", "9r"])
    wrong = re.search(r'<div class="problem">.*?</div>', player.page("/hands/1/count"), re.DOTALL)
    assert wrong is not None
    assert re.findall(r'aria-label="([^"]+)"', wrong.group()) == ["4 rojo", "5 rojo", "9 rojo"]


@pytest.mark.parametrize(
    ("typed", "melds"),
    [
        ("4r 5r 6r", ["4r 5r 6r", "9k 9b 9y", "1y 2y 3y"]),
        ("4r 5r 6r\r\n", ["4r 5r 6r", "9k 9b 9y", "1y 2y 3y"]),
        ("4r 5r 6r 7r", ["4r 5r 6r 7r", "9k 9b 9y"]),
    ],
    ids=["as the page showed it", "with a line more", "put right"],
)
def test_a_count_takes_back_nothing_that_was_laid_while_its_page_was_open(player: Player, typed: str, melds: list[str]):
    player.send("play", moves="0 draw\n0 correct new : 4r 5r 6r\n1 correct new : 9k 9b 9y")
    page = player.page("/hands/1/count")
    muertos = {"was.muertos": ["untaken"] * 2, "muertos": ["untaken"] * 2}
    player.send("play", moves="0 correct new : 1y 2y 3y")
    filled = fields_of(page, "count") | {"melds.0": typed, "melds.1": "9k 9b 9y"} | muertos
    player.client.post(f"/matches/{player.match}/orders", data=filled)
    assert [meld["meld"] for meld in player.shown()["hand"]["melds"]] == melds


def test_a_hand_that_is_only_counted_is_accused_of_nothing_on_any_page(player: Player):
    melds = {"0": "3r 4r 5r 6r 7r 8r 9r | 10k 10b 10y | 3b 4b 5b 6b 7b 8b | 1k 1b 1y 1r | 11r 12r 13r", "1": "5y 6y 7y"}
    racks = {"0": "", "1": "13b 13b 8k 8k 1y 2y 12y 12k 3y"}
    player.send("count", closer=0, melds=melds, racks=racks, muertos=["played", "untaken"], partial=True)
    shown = player.shown()
    assert shown["hand"]["sheets"][0]["total"] == 600
    assert [line["offences"] for line in shown["log"]] == [[] for _ in shown["log"]]
    for page in (player.page(), player.page("/history"), player.page("/hands/1/count"), player.page("/tv")):
        assert "no puede cerrar" not in page
        assert "No vale</span>" not in page
        assert "en el atril quedan" not in page


def test_a_parked_two_is_offered_on_the_table_and_at_the_count_and_moved_by_one_tap(client: FlaskClient):
    player = Player(client)
    player.begins(("Ana", "Beto"), "eburako")
    player.send("play", moves="0 correct new : 3r 4r 5r 6r 7r 8r 2r\n0 draw")
    says = "El 2 rojo puede pasar a su lugar: canasta pura, 100 puntos más."
    for page in ("", "/hands/1/count"):
        shown = player.page(page)
        assert says in shown
        assert "Sí, va así" in shown
    player.send("play", moves="0 swap #1 2r 3r 4r 5r 6r 7r 8r")
    assert says not in player.page()
    player.send("undo")
    player.send("play", moves="0 discard 9k")
    assert "Puede hacerlo en su turno." in player.page()


def test_where_it_may_not_move_the_count_asks_whether_it_was_laid_there(client: FlaskClient):
    player = Player(client)
    player.begins(("Ana", "Beto"), "clasico")
    player.send("play", moves="0 correct new : 3r 4r 5r 6r 7r 8r 2r\nstock_out")
    shown = player.page("/hands/1/count")
    assert "¿Lo bajaron en su lugar?" in shown
    assert "Sí, estaba en su lugar" in shown
    assert 'value="0 correct #1 : 2r 3r 4r 5r 6r 7r 8r"' in shown
