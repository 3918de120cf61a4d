"""What people type for tiles, and the notation it is."""

from __future__ import annotations

import pytest

from engine import parse_meld, parse_tiles
from engine.placed_tile import notation
from engine.tiles import FACES, NotationError

TYPED = [
    ("5 rojo 6 rojo", "5r 6r"),
    ("5 Rojo, 6 ROJO y 7 rojo", "5r 6r 7r"),
    ("el 5 rojo, el 6 rojo y el comodín", "5r 6r J"),
    ("5rojo6rojo7rojo", "5r 6r 7r"),
    ("5 de rojo 6 de rojo", "5r 6r"),
    ("5R6R7R", "5r 6r 7r"),
    ("5r-6r-7r", "5r 6r 7r"),
    ("5r - 6r – 7r", "5r 6r 7r"),
    ("5 r 6 r 7 r", "5r 6r 7r"),
    ("5r y 6r y 7r.", "5r 6r 7r"),
    ("(5r 6r) [7r]", "5r 6r 7r"),
    ("13 negra 13 azul 13 amarilla", "13k 13b 13y"),
    ("13n 13a 13r", "13k 13b 13r"),
    ("5 6 7 rojos", "5r 6r 7r"),
    ("10, 11 y 12 negro".replace(" y ", ", "), "10k 11k 12k"),
    ("5-6-7 rojo 9 azul", "5r 6r 7r 9b"),
    ("4r J 6r", "4r J 6r"),
    ("4r comodín 6r", "4r J 6r"),
    ("4r * 6r", "4r J 6r"),
    ("4rJ6r", "4r J 6r"),
    ("4 red, joker, 6 red", "4r J 6r"),
    ("the red 4, the joker and the red 6", "4r J 6r"),
    ("rojo 5 rojo 6", "5r 6r"),
    ("10b11b12b13b", "10b 11b 12b 13b"),
    ("2 azul=6r 7r", "2b=6r 7r"),
    ("comodín = 6 rojo, 7 rojo", "J=6r 7r"),
    ("3 naranja 4 verde", "3y 4y"),
    ("4y5y6y", "4y 5y 6y"),
    ("J=6r 7r", "J=6r 7r"),
    ("JJ", "J J"),
    ("7r/8r+9r;10r", "7r 8r 9r 10r"),
    ("5 rosso, 6 rosso e 7 rosso", "5r 6r 7r"),
    ("13 nero 13 blu 13 giallo", "13k 13b 13y"),
    ("5 6 7 rossi", "5r 6r 7r"),
    ("il 4 rosso, il jolly e il 6 rosso", "4r J 6r"),
    ("jolly = 6 rosso, 7 rosso", "J=6r 7r"),
    ("nere 5 nera 6", "5k 6k"),
    ("3 arancione 4 verde", "3y 4y"),
    ("5 vermelho, 6 vermelho e 7 vermelho", "5r 6r 7r"),
    ("13 preto 13 azul 13 amarelo", "13k 13b 13y"),
    ("5 6 7 azuis", "5b 6b 7b"),
    ("os 4 pretos, coringa, 6 preto", "4k J 6k"),
    ("coringa = 6 vermelho, 7 vermelho", "J=6r 7r"),
    ("preta 5 laranja 6", "5k 6y"),
]


@pytest.mark.parametrize(("typed", "wanted"), TYPED)
def test_what_people_type_is_understood(typed: str, wanted: str) -> None:
    assert notation(parse_meld(typed)) == wanted


def test_the_notation_itself_is_read_as_ever() -> None:
    assert parse_tiles(notation(FACES)) == FACES
    assert parse_tiles("".join(map(str, FACES))) == FACES


REFUSED = [
    ("5 violeta", "«5»"),
    ("5", "«5»"),
    ("rojo", "«rojo»"),
    ("rojo 5 azul", "«azul»"),
    ("5rr", "«5rr»"),
    ("55r 6r", "«55r»"),
    ("155r", "«155r»"),
    ("14 rojo", "«14r»"),
    ("cinco rojo", "«cinco»"),
    ("5r=6r", "«5r=6r»"),
    ("J=", "«J=»"),
    ("5 y 6 rojo", "«5»"),
    ("5 a 7 rojo", "«5»"),
    ("5r 6R7Q", "«7Q»"),
]


@pytest.mark.parametrize(("typed", "named"), REFUSED)
def test_what_is_no_tile_is_refused_in_one_sentence_that_names_it(typed: str, named: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_meld(typed)
    assert named in refused.value.sentence("es")
    assert named in refused.value.sentence("en")


@pytest.mark.parametrize("typed", ["-", " , ", "y"])
def test_nothing_but_what_stands_between_is_no_meld(typed: str) -> None:
    with pytest.raises(NotationError):
        parse_meld(typed)
