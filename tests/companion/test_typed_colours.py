"""Every letter that people type for a colour, wherever a tile is typed; what is printed is the notation, ``r b y k``.

``a`` is *azul* and never *amarillo*: in the notation blue and yellow are ``b`` and ``y``, and of the Spanish initials
only *azul* and *negro* are free of a clash with a letter that means another ink already.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from companion.bulk_counting.answers import read_answers
from companion.dashboard.matches.move_composer import LETTERS as OF_THE_PAGE
from companion.dashboard.matches.move_composer import face_written
from companion.rule_questions.judging import judge_melds
from engine import parse_meld, parse_tiles, read_hand
from engine.hand.notation import parse_move
from engine.placed_tile import notation
from engine.rules.profiles import load_rules
from engine.tiles import Tile
from engine.typed_tiles import LETTERS
from tests.companion.conftest import Outcome

LETTER = [
    ("r", "r", "rojo"),
    ("b", "b", "azul"),
    ("a", "b", "azul"),
    ("y", "y", "amarillo"),
    ("o", "y", "naranja"),
    ("g", "y", "verde"),
    ("k", "k", "negro"),
    ("n", "k", "negro"),
]
PHOTO = "3fa9c01b22d4" + "0" * 52
CLASICO = load_rules("clasico")
PLACES: dict[str, Callable[[str], str]] = {
    "a tile": lambda said: str(Tile.parse(said)),
    "a rack": lambda said: notation(parse_tiles(said)),
    "a meld": lambda said: notation(parse_meld(said)),
    "what a wild stands for": lambda said: notation(parse_meld(f"J={said}")).partition("=")[2],
    "tiles without spaces": lambda said: notation(parse_tiles(f"{said}{said}")).split()[1],
    "a move of the history": lambda said: str(parse_move(f"0 discard {said}")).split()[-1],
    "an answer to a doubt": lambda said: read_answers(f"3fa9c01b22d4:5 {said}", [PHOTO])[PHOTO][5],
    "a hand file": lambda said: notation(
        read_hand(f'[teams.a]\nmelds = []\nracks = ["{said}"]\n[teams.b]\nmelds = []\n').teams[0].racks[0]
    ),
    "a rule asked": lambda said: (
        judge_melds([f"{said} {said} {said}"], CLASICO, None, opening=False).verdicts[0].meld.split()[0]
    ),
    "a tile tapped on the page": lambda said: face_written(said).notation,
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("letter", "means", "colour"), LETTER)
def test_a_letter_is_the_same_colour_wherever_it_is_typed(letter: str, means: str, colour: str, place: str) -> None:
    for said in (f"7{letter}", f"7{letter.upper()}", f"13{letter}"):
        assert PLACES[place](said) == f"{said[:-1]}{means}"


@pytest.mark.parametrize(("letter", "means", "colour"), LETTER)
def test_a_colour_written_out_is_the_same_as_its_letter(letter: str, means: str, colour: str) -> None:
    assert parse_tiles(f"7 {colour}") == parse_tiles(f"7{letter}") == (Tile.parse(f"7{means}"),)


def test_page_and_engine_know_the_same_letters() -> None:
    assert {letter: means for letter, means, _ in LETTER} == LETTERS
    assert {letter: letter for letter in "rbyk"} | OF_THE_PAGE == LETTERS


def test_what_is_printed_is_the_notation(burako: Callable[..., Outcome]) -> None:
    parsed = json.loads(burako("meld", "7a 8a 9a", "7n 7a 7r", "--json").out)
    assert [meld["meld"] for meld in parsed["melds"]] == ["7b 8b 9b", "7k 7b 7r"]
