"""Lists as clubs write them, and answers as people do."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.bulk_counting.answers import code_of, read_answers
from companion.bulk_counting.photo_list import ListedPhotograph, folder_listing, read_listing
from companion.errors import Refused

FOLDER = Path("fotos")


@pytest.mark.parametrize(
    "text",
    [
        "foto;mesa;mano;equipo;cerro;muerto;que\na.jpg;4;2;Norte;x;jugado;juegos\n",
        "Foto,Mesa,Mano,Pareja,Cerró,Muerto,Muestra,juez\na.jpg,4,2,Norte,sí,SÍ,,Inés\n\n,,,,,,,\n",
        "picture\ttable\thand\tteam\tclosed\tmuerto\tshows\na.jpg\t4\t2\tNorte\tyes\tplayed\tmelds",
    ],
)
def test_a_list_in_any_dialect_says_the_same(text: str):
    (one,) = read_listing(text, FOLDER).pictures
    assert one == ListedPhotograph(
        path=FOLDER / "a.jpg", name="a.jpg", table="4", hand="2", team="Norte", closed=True, muerto="played"
    )


def test_what_a_list_does_not_say_is_not_made_up():
    listing = read_listing("foto\nsub/mesa 7.jpg\n", FOLDER)
    assert listing.pictures == (
        ListedPhotograph(path=FOLDER / "sub/mesa 7.jpg", name="sub/mesa 7.jpg", table="mesa 7"),
    )
    assert listing.columns == {"picture"}
    assert folder_listing([FOLDER / "mesa 7.jpg"], FOLDER).pictures[0].table == "mesa 7"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "columna «foto»"),
        ("mesa;equipo\n4;Norte\n", "mesa, equipo"),
        ("foto\n", "ninguna foto"),
        ("foto;que\na.jpg;\nb.jpg;pozo\n", "Línea 3"),
        ("foto;cerro\na.jpg;quizás\n", "«quizás»"),
    ],
)
def test_a_list_that_cannot_be_understood_is_refused_by_its_line(text: str, words: str):
    with pytest.raises(Refused) as raised:
        read_listing(text, FOLDER)
    assert words in raised.value.sentence("es")
    assert raised.value.sentence("en") != raised.value.sentence("es")


PHOTO, OTHER = "3fa9c01b22d4" + "0" * 52, "aaaaaaaaaaaa" + "1" * 52


def test_answers_are_found_by_their_code_and_the_last_holds():
    said = ("# mesa 4", f"{code_of(PHOTO, 5)} 7r", "3FA9C01B22D4:5 = 7Y  # mejor", "", "3fa9c01b22d4:6;none")
    text = "\n".join([*said, "bbbbbbbbbbbb:1 J"])
    assert read_answers(text, [PHOTO, OTHER]) == {PHOTO: {5: "7y", 6: "none"}}


@pytest.mark.parametrize("line", ["3fa9c01b22d4:5", "3fa9c01b22d4:5 77r", "3fa9:5 7r", "hola"])
def test_an_answer_that_is_none_is_refused_by_its_line(line: str):
    with pytest.raises(Refused) as raised:
        read_answers(f"\n{line}", [PHOTO])
    assert "Línea 2" in raised.value.sentence("es")
