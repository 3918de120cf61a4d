"""The pages of a game on the screen, form by form: who sits, what a button means, what is refused and why."""

from __future__ import annotations

import html
import re
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.dashboard.play.tutorial import _FITS
from companion.playing.command_handlers import RandomChoices
from companion.playing.tutorial import lessons
from engine import PROFILES, load_rules


@pytest.fixture(scope="module")
def house_with() -> dict[str, Any]:
    return {"chance": RandomChoices(lambda bag: Random(5).sample(list(bag), len(bag)), lambda _count: 0)}


@pytest.fixture
def visitor(app: Flask) -> FlaskClient:
    return app.test_client()


def opens(visitor: FlaskClient, **said: str) -> str:
    """Begins a game and gives the address of its page."""
    answer = visitor.post("/play", data={"name": "Ana", "seat.1": "person", **said})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"]).partition("?")[0]


def begun(visitor: FlaskClient, app: Flask) -> tuple[str, FlaskClient]:
    """A game in which Ana plays first, and the browser of Beto, who sits there too."""
    game, other = opens(visitor), app.test_client()
    assert other.post(f"{game}/sit", data={"seat": "1", "name": "Beto"}).status_code == 303
    return game, other


def words(page: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]*>", " ", page)))


def rack(visitor: FlaskClient, game: str) -> list[str]:
    return re.findall(r'name="tile" value="([^"]+)"', visitor.get(game).text)


def verbs(visitor: FlaskClient, game: str) -> list[str]:
    part = visitor.get(game).text.partition('id="part-verbs"')[2].partition('id="part-rack"')[0]
    return re.findall(r'name="do" value="(\w+)"', part)


def test_a_game_waits_until_everybody_sits(visitor: FlaskClient, app: Flask):
    game = opens(visitor)
    page = visitor.get(game).text
    assert "Que se sienten los demás" in page
    assert "<svg" in page.partition("qr-link")[2]
    other = app.test_client()
    assert 'name="seat" value="1"' in other.get(game).text
    other.post(f"{game}/sit", data={"seat": "1", "name": "Beto"})
    assert "Te toca: robá del mazo." in visitor.get(game).text
    assert "Juega Ana." in other.get(game).text
    assert "Sentarme" not in app.test_client().get(game).text


def test_who_watches_sees_no_rack_and_has_no_buttons(visitor: FlaskClient, app: Flask):
    game, _other = begun(visitor, app)
    page = app.test_client().get(game).text
    assert 'name="tile"' not in page
    assert 'id="rack"' not in page
    assert app.test_client().post(game, data={"do": "draw"}).status_code == 403


def test_a_turn_is_a_few_forms(visitor: FlaskClient, app: Flask):
    game, other = begun(visitor, app)
    assert verbs(visitor, game) == ["draw"]
    visitor.post(game, data={"do": "draw"})
    assert verbs(visitor, game) == ["redraw", "lay", "discard"]
    thrown = rack(visitor, game)[0]
    assert visitor.post(game, data={"do": "discard", "tile": thrown}).status_code == 303
    assert verbs(visitor, game) == ["stand_in"]
    assert verbs(other, game) == ["draw", "pozo"]
    assert words(other.get(game).text).count("Pozo 1") == 1


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"do": "lay"}, "Elegí primero las fichas."),
        ({"do": "discard"}, "Para tirar elegí una sola ficha."),
        ({"do": "discard", "tile": ["1r", "3r"]}, "Para tirar elegí una sola ficha."),
        ({"do": "discard", "tile": "9b"}, "ficha"),
        ({"do": "lay", "tile": ["1r", "3r"]}, "Así no se puede bajar."),
        ({"to": "3"}, "Elegí primero las fichas."),
        ({"to": "77", "tile": "1r"}, "Esas fichas no van en ese juego."),
        ({"do": "draw"}, ""),
        ({"do": "undo"}, "No se puede deshacer"),
        ({"do": "lay", "tile": "burako"}, "burako"),
        ({"moves": "0 lay 1r 2r"}, ""),
        ({"moves": "hola"}, "hola"),
        ({"do": "new_hand"}, "La mano todavía se está jugando."),
    ],
)
def test_what_cannot_be_is_explained_and_changes_nothing(visitor: FlaskClient, app: Flask, said: dict, sentence: str):
    game, _other = begun(visitor, app)
    visitor.post(game, data={"do": "draw"})
    before = rack(visitor, game)
    answer = visitor.post(game, data=said)
    assert answer.status_code in (403, 409, 422), answer.status
    assert sentence in words(answer.text.partition("game-problem")[2])
    assert rack(visitor, game) == before


def test_a_refused_meld_says_its_rule_and_the_tiles_stay_chosen(visitor: FlaskClient, app: Flask):
    game, _other = begun(visitor, app)
    visitor.post(game, data={"do": "draw"})
    page = visitor.post(game, data={"do": "lay", "tile": ["11y", "11y"]}).text
    assert re.search(r'<details class="cite"><summary>[^<]+</summary>[^<]+', page)
    assert re.findall(r'value="([^"]+)" autocomplete="off" checked', page) == ["11y", "11y"]


def test_a_button_that_is_none_is_not_understood(visitor: FlaskClient, app: Flask):
    game, _other = begun(visitor, app)
    assert visitor.post(game, data={"do": "cheat"}).status_code == 422


@pytest.mark.parametrize(
    "said",
    [{"count": "9"}, {"count": "x"}, {"rules": "nada"}, {"name": "W" * 400}, {"pace_ms": "999999"}],
)
def test_a_game_that_cannot_be_is_refused_or_made_right(visitor: FlaskClient, said: dict):
    answer = visitor.post("/play", data={"name": "Ana", "seat.1": "person", **said})
    assert answer.status_code in (303, 422), answer.status
    assert answer.status_code == 303 or 'class="sentence"' in answer.text


def test_a_player_s_name_is_kept_whole_or_refused_with_its_limit(visitor: FlaskClient, app: Flask):
    game, other = "", app.test_client()
    for letters, status in ((61, 422), (60, 303)):
        opened = visitor.post("/play", data={"name": "W" * letters, "seat.1": "person"})
        game = game or opens(visitor)
        sat = other.post(f"{game}/sit", data={"seat": "1", "name": "V" * letters})
        assert (opened.status_code, sat.status_code) == (status, status)
        assert all("60 letras como mucho" in answer.text for answer in (opened, sat)) == (status == 422)
    assert "W" * 60 in visitor.get(opened.headers["Location"]).text
    assert "V" * 60 in visitor.get(game).text


def test_the_same_tap_twice_is_one_move(visitor: FlaskClient, app: Flask):
    game, _other = begun(visitor, app)
    for _ in range(2):
        assert visitor.post(game, data={"do": "draw", "key": "once"}).status_code == 303
    assert len(rack(visitor, game)) == 13


def test_lists_of_moves_without_a_key_are_not_taken_for_one_another(visitor: FlaskClient, app: Flask):
    game, other = begun(visitor, app)
    for turn in range(4):
        player = (visitor, other)[turn % 2]
        thrown = rack(player, game)[0]
        player.post(game, data={"moves": f"{turn % 2} draw\n{turn % 2} discard {thrown}"})
        assert "draw" in verbs((other, visitor)[turn % 2], game), f"turn {turn + 1} is over"


def test_what_can_be_laid_is_a_button_that_lays_it(visitor: FlaskClient, app: Flask):
    game, _other = begun(visitor, app)
    visitor.post(game, data={"do": "draw"})
    page = visitor.get(f"{game}/advice").text
    moves = html.unescape(re.findall(r'name="moves" value="([^"]+)"', page)[0])
    assert "lay" in moves
    assert visitor.post(game, data={"moves": moves}).status_code == 303
    assert 'class="game-meld' in visitor.get(game).text
    assert visitor.get(f"{game}/advice").status_code == 409, "it is not her turn any more"


def test_nobody_asks_for_a_seat_that_is_not_theirs(visitor: FlaskClient, app: Flask):
    game, _other = begun(visitor, app)
    assert app.test_client().get(f"{game}/advice").status_code == 403
    assert app.test_client().post(f"{game}/sit", data={"seat": "0", "name": "Caro"}).status_code in (409, 422)


def test_who_gets_up_leaves_the_program_to_play(visitor: FlaskClient, app: Flask):
    game, other = begun(visitor, app)
    assert visitor.post(game, data={"do": "leave"}).headers["Location"] == "/play"
    assert 'name="tile"' not in visitor.get(game).text
    assert "medio" in words(other.get(game).text)


def test_scripts_get_the_page_as_the_answer(visitor: FlaskClient, app: Flask):
    game, _other = begun(visitor, app)
    answer = visitor.post(game, data={"do": "draw"}, headers={"In-Place": "1"})
    assert answer.status_code == 200
    assert 'value="discard"' in answer.text


def test_the_rack_is_sorted_as_somebody_wants(visitor: FlaskClient, app: Flask):
    game, _other = begun(visitor, app)
    by_number = re.findall(r'name="tile" value="([^"]+)"', visitor.get(f"{game}?sort=number").text)
    numbers = [int(tile[:-1]) for tile in by_number if tile != "J"]
    assert numbers == sorted(numbers)
    inks = ["rbyk".index(tile[-1]) for tile in rack(visitor, game) if tile != "J"]
    assert inks == sorted(inks)


def test_the_first_game_teaches_one_sentence_after_another(visitor: FlaskClient):
    game = opens(visitor, learn="1")
    sentences = []
    for _ in range(4):
        part = visitor.get(game).text.partition('class="game-lesson"')[2].partition("</section>")[0]
        sentences.append(words(part.partition("<p>")[2].partition("</p>")[0]))
        key = re.search(r'name="key" value="(\w+)"', part)
        does = {"do": "draw"} if key and key[1] == "draw" else None
        visitor.post(game, data=does) if does else visitor.post(f"{game}/lesson", data={"key": key[1] if key else ""})
    assert sentences == [SAID[key] for key in ("goal", "rack", "draw", "run")]
    visitor.post(f"{game}/lesson", data={"enough": "1"})
    assert "game-lesson" not in visitor.get(game).text


SAID = {
    "goal": "Ganás si sumás más puntos: bajá tus fichas en juegos, hacelos crecer hasta una canasta y quedate sin "
    "fichas.",
    "rack": "Abajo están tus 12 fichas, que nadie más ve: ordenalas por color, por número o arrastrándolas.",
    "draw": "Cada turno empieza robando una ficha: tocá Robar.",
    "run": "Se juega con escaleras: 3 o más fichas seguidas de un color, como 4, 5, 6.",
}


@pytest.mark.parametrize("rules", PROFILES)
def test_every_sentence_of_a_first_game_has_its_moment(visitor: FlaskClient, rules: str):
    assert set(lessons(load_rules(rules), "es")) <= set(_FITS)
    game = opens(visitor, learn="1", rules=rules)
    visitor.post(f"{game}/lesson", data={"key": "goal"})
    assert str(dict(load_rules(rules).deal)[2]) in words(visitor.get(game).text.partition('class="game-lesson"')[2])


def test_in_a_first_game_of_rummikub_nobody_has_to_draw(visitor: FlaskClient):
    game = opens(visitor, learn="1", rules="rummikub")
    for key in ("goal", "rack"):
        visitor.post(f"{game}/lesson", data={"key": key})
    part = visitor.get(game, headers={"Accept-Language": "en"}).text.partition('class="game-lesson"')[2]
    assert 'name="key" value="draw"' in part
    assert "Entendido" in part or "Got it" in part, "it may be laid aside, as nobody has to draw"


def test_the_first_page_leads_to_a_photograph_a_match_a_game_and_paper(visitor: FlaskClient):
    part = visitor.get("/").text.partition('class="shortcuts"')[2].partition("</nav>")[0]
    assert re.findall(r'href="([^"]+)"', part) == ["#photo", "/matches", "/play", "/print"]
