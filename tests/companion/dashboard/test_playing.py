"""A hand as it is told on the pages: with forms, without scripts, from the agreement to the confirmed count."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.companion.dashboard.playing import Player, fields_of

WON = """0 correct new : 4r 5r 6r 7r 8r 9r 10r
1 correct new : 9k 9b 9y
0 draw
0 rack
0 muerto direct
0 rack 3k
0 discard 3k
0 close discard"""


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """The scorer, at the machine itself."""
    return app.test_client()


def sends(player: Player, page: str, order: str, **fields: object):
    """Fills in the form of ``page`` that makes ``order``, sends it and follows it."""
    filled = fields_of(player.page(page), order) | fields
    return player.client.post(f"/matches/{player.match}/orders", data=filled, follow_redirects=True)


def test_a_match_is_agreed_on_with_a_form(client: FlaskClient):
    filled = fields_of(client.get("/matches/new").get_data(as_text=True), "agree")
    names = {"count": "2", "players": ["Ana", "", "", ""], "rules": "clasico", "target": "1500", "overrides": ""}
    answer = client.post("/matches", data=filled | names, follow_redirects=True)
    page = answer.get_data(as_text=True)
    assert "Ana · Jugador 2" in page
    assert "a 1.500" in page or "a 1500" in page
    assert "¿Quién sale?" in page
    assert "Ana · Jugador 2" in client.get("/matches").get_data(as_text=True)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"count": "2", "players": ["Ana", "Ana"]}, "mismo nombre"),
        ({"overrides": "nope=1"}, "nope"),
        ({"overrides": "target"}, "target"),
        ({"target": "mil"}, "mil"),
        ({"count": "3", "rules": "parejas"}, "3"),
    ],
)
def test_what_nobody_can_play_is_said_on_the_form(client: FlaskClient, changes: dict[str, object], words: str):
    filled = fields_of(client.get("/matches/new").get_data(as_text=True), "agree")
    names = {"count": "4", "players": ["Ana", "Beto", "Caro", "Dani"], "rules": "clasico"}
    answer = client.post("/matches", data=filled | names | changes, follow_redirects=True)
    page = answer.get_data(as_text=True)
    assert words in page
    assert 'role="alert"' in page
    assert answer.request.path == "/matches/new"


TAPS = [
    # the verb, the seat and the tiles that are tapped, and what the table shows then
    ("draw", 0, "", "ya robó"),
    ("lay", 0, "4r 5r 6r", "Ana roba una ficha."),
    ("lay", 0, "4r 5r 7r", "No vale"),
    ("lay", 0, "2b 4r 5r", "faltan 4 para canasta"),
    ("discard", 0, "9k", "le toca a Beto"),
    ("discard", 1, "9k", "Jugó Beto y no le tocaba"),
    ("lay", 0, "99z", "99z"),
    ("discard", 0, "9k 9k", "una sola ficha"),
]


@pytest.mark.parametrize(("verb", "seat", "tiles", "words"), TAPS)
def test_a_tap_shows_on_the_table(player: Player, verb: str, seat: int, tiles: str, words: str):
    answer = sends(player, "", "tap", verb=verb, seat=seat, tiles=tiles)
    assert answer.status_code == 200
    assert words in answer.get_data(as_text=True)


def test_a_refused_tap_keeps_its_tiles(player: Player):
    """Without scripts the way back carries what was in the tray."""
    page = player.page("?seat=2&tiles=4r+5r&add=J&ink=k")
    again = fields_of(page, "tap")["again"].replace("&amp;", "&")
    assert again == f"/matches/{player.match}?seat=2&tiles=4r%205r%20J"
    answer = player.client.post(
        f"/matches/{player.match}/orders",
        data={"order": "tap", "verb": "add", "seat": "0", "tiles": "4r", "meld": "7", "again": again},
    )
    assert answer.headers["Location"] == again


def test_a_tile_is_added_to_a_meld(player: Player):
    sends(player, "", "tap", verb="lay", seat=0, tiles="4r 5r 6r")
    answer = sends(player, "", "tap", add_to="1", seat=0, tiles="7r")
    assert "4r 5r 6r 7r" in answer.get_data(as_text=True)
    assert player.shown()["hand"]["melds"][0]["meld"] == "4r 5r 6r 7r"


def test_a_question_is_answered_with_one_tap(player: Player):
    player.taps("discard", 2, "9k")
    page = player.page()
    assert "¿Qué pasó?" in page
    assert page.count('class="answer"') == 3
    assert 'id="composer"' not in page
    answer = sends(player, "", "answer", choice="0")
    assert "¿Qué pasó?" not in answer.get_data(as_text=True)
    assert player.shown()["hand"]["turn"] == 3
    again = player.client.post(
        f"/matches/{player.match}/orders",
        data={"order": "answer", "question": "3", "choice": "0"},
        follow_redirects=True,
    )
    assert "ya no está abierta" in again.get_data(as_text=True)


def test_a_question_may_come_to_nothing(player: Player):
    player.taps("discard", 2, "9k")
    sends(player, "", "answer", choice="")
    shown = player.shown()
    assert (shown["question"], shown["hand"]["turn"], shown["hand"]["pozo"]) == (None, 0, [])


def test_the_table_as_it_lies_says_what_was_played(player: Player):
    sends(player, "", "look", **{"rows.0": "4r 5r 6r\n9k 9b 9y", "rows.1": "", "pozo": "1b", "muertos": "2"})
    shown = player.shown()
    assert [meld["meld"] for meld in shown["hand"]["melds"]] == ["4r 5r 6r", "9k 9b 9y"]
    assert (shown["hand"]["pozo"], shown["hand"]["turn"]) == (["1b"], 1)


def test_a_table_that_does_not_add_up_is_asked_about_and_taken_as_it_lies(player: Player):
    player.taps("lay", 0, "4r 5r 6r")
    answer = sends(player, "", "look", **{"rows.0": "4r 5r 6r", "rows.1": "", "pozo": "1b 2b 3b", "muertos": "2"})
    assert "La mesa no coincide con lo anotado" in answer.get_data(as_text=True)
    assert not player.shown()["in_step"]
    sends(player, "", "resync")
    shown = player.shown()
    assert (shown["in_step"], shown["hand"]["pozo"]) == (True, ["1b", "2b", "3b"])


DISPUTED = [
    # changes that the match has, a meld somebody lays, and what the judge says of it by the match's rules
    ([], "4r 5b 6r", "No vale"),
    ([], "4r 5r 6r", "Vale"),
    ([], "5r J 7r 8r J 10r 11r", "No vale"),
    (["max_wilds=3"], "5r J 7r 8r J 10r 11r", "Vale"),
]


@pytest.mark.parametrize(("changes", "meld", "says"), DISPUTED)
def test_a_dispute_is_put_to_the_judge_by_the_rules_of_the_match(
    player: Player, changes: list[str], meld: str, says: str
):
    player.begins(overrides=changes)
    player.taps("lay", 0, meld)
    link = re.search(r'href="(/rules/judge[^"]*)#ruling"', player.page("/hands/1/melds/1"))
    assert link is not None
    ruling = player.client.get(unescape(link[1])).get_data(as_text=True)
    assert f'<span class="verdict">{says}</span>' in ruling


@pytest.mark.parametrize(
    ("place", "face", "meld"),
    [(1, "5b", "4r 5b 6r"), (2, "9r", "4r 5r 9r"), (0, "J", "J=4r 5r 6r")],
)
def test_a_tile_is_put_right_with_two_taps(player: Player, place: int, face: str, meld: str):
    player.taps("lay", 0, "4r 5r 6r")
    page = player.page(f"/hands/1/melds/1?tile={place}")
    words = [tile if at != place else face for at, tile in enumerate(("4r", "5r", "6r"))]
    assert f'value="{" ".join(words)}"' in page
    sends(player, f"/hands/1/melds/1?tile={place}", "tap", tiles=" ".join(words))
    assert player.shown()["hand"]["melds"][0]["meld"] == meld


def test_a_meld_is_set_aside_or_taken_away(player: Player):
    player.taps("lay", 0, "4r 5r 7r")
    player.send("tap", verb="aside", seat=0, meld=1, hand=1)
    assert player.shown()["hand"]["melds"] == []
    player.send("undo")
    player.send("tap", verb="correct", seat=0, meld=1, hand=1, tiles="")
    assert player.shown()["hand"]["melds"] == []


def test_undo_and_redo_say_what_they_do(player: Player):
    player.taps("discard", 0, "9k")
    assert "Deshacer: Ana tira el 9 negro." in player.page()
    answer = sends(player, "", "undo")
    assert "Rehacer: Ana tira el 9 negro." in answer.get_data(as_text=True)
    sends(player, "/history", "redo")
    assert player.shown()["hand"]["pozo"] == ["9k"]


def test_who_looked_before_somebody_else_spoke_is_told(player: Player):
    stale = fields_of(player.page("/history"), "undo")
    player.taps("draw", 0)
    answer = player.client.post(f"/matches/{player.match}/orders", data=stale, follow_redirects=True)
    assert "Mientras tanto alguien anotó otra cosa" in answer.get_data(as_text=True)


def test_a_form_sent_twice_is_one_move(player: Player):
    filled = fields_of(player.page(), "tap") | {"verb": "discard", "seat": "0", "tiles": "9k"}
    for _ in range(2):
        player.client.post(f"/matches/{player.match}/orders", data=filled)
    assert player.shown()["hand"]["pozo"] == ["9k"]


def test_a_hand_is_counted_line_by_line_and_confirmed(player: Player):
    player.send("play", moves=WON)
    assert "Contar la mano" in player.page()
    page = sends(
        player, "/hands/1/count", "count",
        **{"closer": "0", "left.0": "", "none.0": "1", "left.1": "3b J", "left.2": "", "none.2": "1", "left.3": "1k",
           "muertos": ["played", "untaken"], "partial": "1"},
    ).get_data(as_text=True)  # fmt: skip
    for words in ("Canasta pura", "+200", "Cierre", "Muerto sin comprar", "−55", "suman 1060"):
        assert words in page, words
    answer = sends(player, "/hands/1/count", "confirm")
    assert "Mano 1 confirmada" in answer.get_data(as_text=True)
    assert [team["total"] for team in player.shown()["teams"]] == [450, -140]
    sends(player, "", "deal")
    assert player.shown()["current"] == 2
    scores = player.page("/scores")
    assert "−140" in scores
    assert '<polyline points="80.0,' in scores


def test_a_rack_that_nobody_named_is_asked_for(player: Player):
    player.send("play", moves=WON)
    answer = sends(
        player, "/hands/1/count", "count", **{"closer": "0", "left.1": "3b", "muertos": ["played", "untaken"]}
    )
    assert "Falta decir con qué quedó Caro, Dani." in answer.get_data(as_text=True)
    assert 'value="confirm"' not in answer.get_data(as_text=True)
    refused = player.send("confirm")
    assert "Falta decir con qué fichas quedaron Caro y Dani." in refused.get_data(as_text=True)


def test_whoever_gave_no_name_is_called_so_in_the_language_of_each_visitor(player: Player):
    for language, words in (("es", "En la computadora,"), ("en", "At the computer,")):
        assert words in player.client.get(f"/matches/{player.match}", headers={"Accept-Language": language}).text


def test_points_are_noted_like_on_paper_and_a_match_is_won(player: Player):
    sends(player, "/hands/1/count", "note", points=["3100", "-20"])
    sends(player, "/hands/1/count", "confirm")
    assert "Terminó la partida. Ganaron Ana y Caro." in player.page()
    assert "terminada" in player.client.get("/matches").get_data(as_text=True)


def test_a_past_hand_is_changed_from_its_own_page(player: Player):
    player.send("note", points=[100, 0])
    player.send("confirm")
    player.send("deal")
    page = player.page("/hands/1")
    assert "Estás mirando la mano 1." in page
    assert f'href="/matches/{player.match}/hands/1/count"' in page
    assert "Deshacer" not in page
    sends(player, "/hands/1/count", "note", points=["250", "0"])
    assert player.shown()["teams"][0]["total"] == 250


def test_an_entry_of_the_history_is_changed_and_struck_out(player: Player):
    player.taps("lay", 0, "4r 5r 6r")
    sends(player, "/history", "revise", moves="0 roba\n0 baja 7r 8r 9r")
    assert player.shown()["hand"]["melds"][0]["meld"] == "7r 8r 9r"
    assert "0 roba\n0 baja 7r 8r 9r</textarea>" in player.page("/history")
    refused = sends(player, "/history", "revise", moves="Ana tira 13k").get_data(as_text=True)
    assert "«Ana tira 13k»" in refused
    assert "0 tira 9k" in refused
    player.send("revise", entry=3, moves="")
    assert player.shown()["hand"]["melds"] == []


def test_a_match_is_put_away_and_brought_back(player: Player):
    def listed(where: str) -> bool:
        return player.match in player.client.get(where).get_data(as_text=True)

    page = sends(player, "/scores", "shelve").get_data(as_text=True)
    assert "Esta partida está archivada" in page
    assert "Archivar la partida" not in page
    assert (listed("/matches"), listed("/matches/archived")) == (False, True)
    assert "Esta partida está archivada" not in sends(player, "/scores", "unshelve").get_data(as_text=True)
    assert (listed("/matches"), listed("/matches/archived")) == (True, False)


def test_names_and_rules_are_agreed_anew(player: Player):
    answer = sends(
        player, "/agreement", "agree", players=["Ana", "Berta", "Caro", "Dani"], rules="clasico",
        target="2000", overrides="canasta_pure=300",
    )  # fmt: skip
    assert "Berta" in answer.get_data(as_text=True)
    rules = player.shown()["rules"]
    assert (rules["target"], rules["overrides"]) == (2000, ["canasta_pure=300", "target=2000"])
