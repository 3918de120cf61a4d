"""What is said of tiles and offences: both languages, every code, and the notation that reads back."""

from __future__ import annotations

from pathlib import Path
from string import Formatter

import pytest

from companion.cli import file_arguments
from engine import (
    FACES,
    Code,
    NotationError,
    Reason,
    Tile,
    Violation,
    notation,
    parse_meld,
    parse_table,
    parse_tiles,
    sentences,
)
from engine.rule_and_tile_words import LANGUAGES, table, tile_list

COUNTED = (
    *("count", "least", "most", "wilds", "naturals", "most_wilds", "per_wild", "least_naturals", "number"),
    *("needed", "points", "size", "untaken", "players", "rack", "pozo", "taken", "player", "turn", "left"),
    *("aces", "best", "turned"),
)
FACTS = {"team": "nosotros", **dict.fromkeys(COUNTED, 2)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", Code)
def test_every_offence_has_a_sentence(code: Code, language: str) -> None:
    for tiles in ((), parse_tiles("5r"), parse_tiles("5r 5r J 9k")):
        said = Violation(code, tiles, tuple(FACTS.items())).sentence(language)
        assert said[0] == said[0].upper()
        assert said.endswith(".")
        assert "{" not in said


@pytest.mark.parametrize("code", Code)
def test_both_sentences_of_an_offence_tell_its_tiles_or_neither_does(code: Code) -> None:
    assert len({"{tiles" in table("violations")[code][language] for language in LANGUAGES}) == 1


def test_tiles_that_nobody_saw_are_not_told() -> None:
    facts = (("team", "nosotros"), ("count", 2))
    said = Violation(Code.CLOSER_HAS_TILES, (), facts).sentence("en")
    assert said == "The side «nosotros» closed with 2 tiles left on the rack."
    assert (
        Violation(Code.CLOSER_HAS_TILES, parse_tiles("J 9k"), facts)
        .sentence("en")
        .endswith(": the joker and the black 9.")
    )


def test_there_is_no_sentence_without_its_offence() -> None:
    assert list(table("violations")) == list(Code)
    assert list(table("reasons")) == list(Reason)
    assert all(set(said) == set(LANGUAGES) for name in ("violations", "reasons") for said in table(name).values())


@pytest.mark.parametrize(
    ("tiles", "es", "en"),
    [
        ("", "", ""),
        ("7r", "el 7 rojo", "the red 7"),
        ("7r J", "el 7 rojo y el comodín", "the red 7 and the joker"),
        ("J J 5y 5y", "los dos comodines y los dos 5 amarillos", "both jokers and both yellow 5s"),
        ("1r 2r 3r 4r 5r 6r", "el 1 rojo, el 2 rojo, el 3 rojo, el 4 rojo, el 5 rojo y el 6 rojo", None),
        ("1r 2r 3r 4r 5r 6r 7r", "el 1 rojo, el 2 rojo, el 3 rojo, el 4 rojo, el 5 rojo y 2 fichas más", None),
        ("13k 13k 13k", "tres 13 negros", "three black 13s"),
        ("13k 13k 13k J J J J", "tres 13 negros y cuatro comodines", "three black 13s and four jokers"),
        (" ".join(["7r"] * 11), "11 7 rojos", "11 red 7s"),
        ("9b 9b 9k 9k", "los dos 9 azules y los dos 9 negros", "both blue 9s and both black 9s"),
    ],
)
def test_tiles_are_listed_as_a_player_says_them(tiles: str, es: str, en: str | None) -> None:
    assert tile_list(parse_tiles(tiles), "es") == es
    if en is not None:
        assert tile_list(parse_tiles(tiles), "en") == en


@pytest.mark.parametrize("face", FACES, ids=str)
def test_a_tile_reads_back(face: Tile) -> None:
    assert Tile.parse(str(face)) == face
    assert Tile.parse(str(face).upper()) == face


@pytest.mark.parametrize("text", ["4r 5r J=6r", "2b=6r 7r 8r", "9r 9k 9b", "J"])
def test_a_meld_reads_back(text: str) -> None:
    assert notation(parse_meld(text)) == text


def test_input_is_forgiving() -> None:
    assert notation(parse_meld("  4R  5o j=6G ")) == "4r 5y J=6y"
    assert notation(parse_meld("2r=2r 3r 4r")) == "2r 3r 4r"
    assert [notation(meld) for meld in parse_table("4r 5r 6r | 9r 9k 9b")] == ["4r 5r 6r", "9r 9k 9b"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "an empty text"),
        ("   ", "an empty text"),
        ("14r", "from 1 to 13"),
        ("0r", "from 1 to 13"),
        ("5q", "«5q»"),
        ("5", "«5»"),
        ("7r=6r", "not a wild"),
        ("J=J", "not a wild"),
        ("J=", "is not a tile"),
        ("¹r", "is not a tile"),
    ],
)
def test_what_is_not_notation_is_refused(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says) as caught:
        parse_meld(text)
    assert caught.value.sentence("es") != caught.value.sentence("en") == str(caught.value)


def test_every_error_is_told_in_both_languages_with_the_same_blanks() -> None:
    for key, said in table("errors").items():
        blanks = [
            sorted(blank for _, blank, _, _ in Formatter().parse(said[language]) if blank) for language in LANGUAGES
        ]
        assert blanks[0] == blanks[1], key


def test_every_sentence_of_an_error_is_used() -> None:
    code = "".join(path.read_text("utf-8") for path in Path(sentences.__file__).parent.rglob("*.py"))
    code += Path(file_arguments.__file__).read_text("utf-8")
    composed = {f"expects_{kind}" for kind in ("bool", "int", "str")} | {
        f"zone_{row}" for row in ("match", "walkover", "decision")
    }
    assert [key for key in table("errors") if f'"{key}"' not in code and key not in composed] == []
