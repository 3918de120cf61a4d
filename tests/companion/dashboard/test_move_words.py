"""The words of written moves, in Spanish and back: what a page shows can be sent again as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask

import engine
from companion.dashboard.matches.move_words import SPOKEN, spoken, without_tiles, written
from tests.companion.dashboard.playing import Player

MOVES = [
    ("0 draw", "0 roba"),
    ("1 redraw 4k 5r", "1 cambia 4k 5r"),
    ("0 pozo", "0 pozo"),
    ("0 pozo leaving 2", "0 pozo y quedan 2"),
    ("0 lay 4r 5r J=6r", "0 baja 4r 5r J=6r"),
    ("0 extend #1 4r 5r 6r 7r", "0 agrega #1 4r 5r 6r 7r"),
    ("0 swap #1 J=3r 4r 5r 6r", "0 corre #1 J=3r 4r 5r 6r"),
    ("2 rearrange #1 #2 : 4r 5r 6r | 7k 7b 7y", "2 rearma #1 #2 : 4r 5r 6r | 7k 7b 7y"),
    ("0 discard 9k", "0 tira 9k"),
    ("0 muerto direct", "0 muerto directo"),
    ("0 muerto indirect 5r", "0 muerto indirecto 5r"),
    ("0 closing_tile", "0 ficha de cierre"),
    ("0 end", "0 pasa"),
    ("0 close discard", "0 cierra tirando"),
    ("0 close meld_out", "0 cierra bajando"),
    ("0 correct new : 4r 5r", "0 corrige nuevo : 4r 5r"),
    ("0 aside #3", "0 aparta #3"),
    ("1 turn", "1 turno"),
    ("0 rack 3k", "0 atril 3k"),
    ("show_pozo 4r ?", "pozo a la vista 4r ?"),
    ("stock_out", "mazo agotado"),
    ("go_on", "la mano sigue"),
]


@pytest.mark.parametrize(("notation", "said"), MOVES)
@pytest.mark.parametrize("language", ["es", "en"])
def test_a_move_is_shown_in_the_language_of_the_page_and_understood_in_any(
    app: Flask, notation: str, said: str, language: str
):
    with app.test_request_context(headers={"Accept-Language": language}):
        assert spoken(notation) == (said if language == "es" else notation)
    assert written(said) == written(notation) == notation


@pytest.mark.parametrize(
    ("typed", "notation"),
    [
        ("0 Roba\n0 TIRA 9k", "0 draw\n0 discard 9k"),
        ("0  cierra   tirando", "0  close discard"),
        ("0 robaba", "0 robaba"),
        ("0 chinchón", "0 chinchón"),
        ("", ""),
    ],
)
def test_what_people_type_is_understood_or_left_as_it_is(typed: str, notation: str):
    assert written(typed) == notation


def test_every_word_of_the_notation_has_its_own_in_spanish():
    source = (Path(engine.__file__).with_name("hand") / "notation.py").read_text(encoding="utf-8")
    known = set(" ".join(SPOKEN["es"]).split()) | {"pozo"}
    named = set(re.findall(r'"([a-z_]{3,})"', source)) - {"not_a_move"}
    assert named <= known, named - known
    assert len(set(SPOKEN["es"].values())) == len(SPOKEN["es"])


@pytest.mark.parametrize(
    ("said", "move", "words", "tiles"),
    [
        ("Ana baja 8r 8b 8k.", "0 lay 8r 8b 8k", "Ana baja", "8r 8b 8k"),
        (
            "Ana agrega a un juego: 8r 8b 8k J=8y.",
            "0 extend #1 8r 8b 8k J=8y",
            "Ana agrega a un juego",
            "8r 8b 8k J=8y",
        ),
        ("Ana rearma: 4r 5r 6r | 7k 7b 7y.", "0 rearrange #1 : 4r 5r 6r | 7k 7b 7y", "Ana rearma", "4r 5r 6r 7k 7b 7y"),
        ("Beto tira el 5 amarillo.", "1 discard 5y", "Beto tira el 5 amarillo", "5y"),
        ("Beto tira una ficha que no se vio.", "1 discard ?", "Beto tira una ficha que no se vio.", ""),
        ("Beto roba una ficha.", "1 draw", "Beto roba una ficha.", ""),
        ("Empieza la mano 2.", "", "Empieza la mano 2.", ""),
    ],
)
def test_the_tiles_of_a_move_are_taken_out_of_its_words(said: str, move: str, words: str, tiles: str):
    assert without_tiles(said, move) == (words, tiles)


def test_the_answers_to_a_question_are_drawn_with_their_tiles(player: Player):
    player.taps("lay", 2, "4r 5r 6r")
    answers = player.shown()["question"]["answers"]
    assert all(len(answer["moves"]) == len(answer["says"]) for answer in answers)
    buttons = re.findall(r'<button class="answer".*?</button>', player.page(), re.DOTALL)
    laying = [button for button in buttons if "baja" in button]
    assert laying
    assert all(button.count('role="img"') == 3 and "4r" not in button for button in laying)


@pytest.mark.parametrize(("rest", "last"), [("/tv", "tv-last"), ("/overlay", "over-last")])
def test_a_large_screen_draws_the_tiles_of_the_last_move(player: Player, rest: str, last: str):
    player.send("play", moves="0 draw\n0 lay 4r 5r 7r")
    said = re.search(rf'<p class="{last}".*?</p>', player.page(rest), re.DOTALL)
    assert said
    assert (said[0].count('role="img"'), "4r" in said[0]) == (3, False)
    assert "no vale" in said[0]


def test_a_television_says_what_does_not_count_and_why_a_hand_is_void(player: Player):
    player.send("play", moves="0 draw\n0 lay 4r 5r 7r\n0 lay 9k 9b 9y\n0 discard 3k")
    melds = re.findall(r'<li class="tv-meld.*?</li>', player.page("/tv"), re.DOTALL)
    assert ["No vale" in meld for meld in melds] == [True, False]
    assert ['class="points"' in meld for meld in melds] == [False, True]
    player.send("count", stock_out=True, racks=dict(zip("0123", ("5b", "5k", "5y", "13r"), strict=True)), partial=True)
    player.send("confirm")
    why = "La mano no vale: nadie cerró ni tiene canasta. Se juega de nuevo."
    assert (why in player.page("/tv"), why in player.page()) == (True, True)
    player.send("note", points=[], hand=1)
    assert (why in player.page("/tv"), why in player.page()) == (False, False)


@pytest.mark.parametrize(
    ("moves", "shown"),
    [
        ("0 draw\n0 lay 4r 5r 6r\n0 lay 9r 9k 9b\n0 discard 3b", "Ana baja y 3 cosas más"),
        ("0 draw\n0 discard 3b", "Ana roba una ficha. Ana tira el 3 azul"),
        ("0 draw\n1 turn\n1 draw\n0 turn", "Ahora juega Ana. y 3 cosas más"),
    ],
)
def test_of_many_moves_the_first_that_is_more_than_a_draw_is_shown(app: Flask, moves: str, shown: str) -> None:
    player = Player(app.test_client())
    player.begins(("Ana", "Beto"))
    player.send("play", moves=moves)
    latest = player.page().split('id="part-latest"')[1].split('class="move-link"')[1].split("</a>")[0]
    drawn = re.sub(
        r'<span class="tiles.*?(?=<span class="(?:said-move|quiet)|$)', "", latest.split(">", 1)[1], flags=re.S
    )
    assert re.sub(r"\s+", " ", re.sub("<[^>]*>", "", drawn)).strip() == shown
