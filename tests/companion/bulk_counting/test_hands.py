"""From photographs of melds and racks to the score sheets of hands."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.bootstrap import open_rules
from companion.bulk_counting.hands import ReadPhotograph, counted_hands
from companion.bulk_counting.photo_list import read_listing
from companion.recognition.interpret import interpret
from engine.rules.rules import Rules
from tests.companion.builders import reading

CANASTA = "4r 5r 6r 7r 8r 9r 10r"
RULES = open_rules("clasico")


def hands(text: str, *tables: str | None, rules: Rules = RULES):
    """The hands of a list whose pictures show these tables (see ``reading``); ``None`` could not be read."""
    listing = read_listing(text, Path())
    shown = {
        index: ReadPhotograph(listing.pictures[index], f"{hash(table)}", interpret(reading(table), (400, 300), rules))
        for index, table in enumerate(tables)
        if table is not None
    }
    return counted_hands(listing, shown, rules)


def test_a_hand_is_scored_as_the_hand_file_of_it_would_be():
    (hand,) = hands(
        "foto;mesa;equipo;que;cerro;muerto\n"
        "a;4;Norte;;x;jugado\nb;4;Sur;juegos;;no\nc;4;Sur;atril\n",
        CANASTA, "3k 4k 5k", "9y 9b",
    )  # fmt: skip
    lines = {sheet.team: [(str(line.reason), line.points) for line in sheet.lines] for sheet in hand.sheets}
    assert lines["Norte"] == [("LAID", 50), ("CANASTA_PURE", 200), ("CLOSE", 100), ("MUERTO_TAKEN", 100)]
    assert ("RACK", -20) in lines["Sur"]
    assert any(reason == "MUERTO_UNTAKEN" for reason, _ in lines["Sur"])


def test_what_the_list_does_not_tell_is_not_counted():
    (hand,) = hands("foto;mesa;equipo\na;4;Norte\n", CANASTA)
    assert [(sheet.team, [line.reason for line in sheet.lines]) for sheet in hand.sheets] == [
        ("Norte", ["LAID", "CANASTA_PURE"])
    ]


def test_each_picture_of_a_bare_list_is_a_table_of_its_own():
    assert [(hand.table, len(hand.sheets)) for hand in hands("foto\na.jpg\nb.jpg\n", CANASTA, CANASTA)] == [
        ("a", 1),
        ("b", 1),
    ]


@pytest.mark.parametrize(
    ("table", "doubts", "unread"),
    [("3k ? 5k | 4r 5r 6r", 1, 0), (None, 0, 1)],
)
def test_a_hand_waits_for_its_doubts_and_for_pictures_that_could_not_be_read(table, doubts, unread):
    first, second = hands("foto;mesa;equipo\na;1;N\nb;1;S\nc;2;N\n", CANASTA, table, CANASTA)
    assert (first.score, first.sheets, first.doubts, first.unread) == (None, (), doubts, unread)
    assert second.score is not None


def test_the_same_picture_twice_for_a_team_counts_once():
    (hand,) = hands("foto;mesa;equipo\na;1;N\na;1;N\n", CANASTA, CANASTA)
    assert [len(sheet.lines) for sheet in hand.sheets] == [2]


def test_three_copies_of_a_tile_on_one_table_are_impossible():
    (hand,) = hands("foto;mesa;equipo\na;1;N\nb;1;S\nc;1;S\n", CANASTA, CANASTA, "4r 5r 6r")
    assert (hand.sheets, len(hand.score.impossible)) == ((), 3)


def test_a_muerto_that_was_never_played_counts_by_its_picture():
    muerto = "1r 3r 8k 9b 10y 11k 12b 13y 1b 3b 8y"
    (hand,) = hands("foto;mesa;equipo;que;muerto\na;1;N\nb;1;N;muerto\n", CANASTA, muerto)
    assert any(str(line.reason).startswith(("MUERTO_UNPLAYED", "UNPLAYED")) for line in hand.sheets[0].lines)
