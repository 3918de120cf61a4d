"""Canastas as they are left: the tile across a row is counted with it, its place is held against the law, and what it
hides is asked about."""

from __future__ import annotations

import pytest

from companion.recognition.interpret import SeenPhotograph, interpret
from companion.view_models import AS_SEEN, PhotoAnswers, PhotoScore
from engine.rules.profiles import load_rules
from tests.companion.covered import covered_canasta
from tests.vision.tables import HEIGHT_MM, WIDTH_MM, Laid, camera, row, seen
from vision.layout.layout import lay_out
from vision.reading import TableReading

SIX = "4r 5r 6r 7r 8r 9r"


def score(line: str, across: str, at: float, off: float = 0.0, rules: str = "parejas") -> PhotoScore:
    """What a row with a tile across it counts for."""
    return interpret(covered_canasta(line, across, at, off), (1280, 960), load_rules(rules))


@pytest.mark.parametrize(
    ("line", "across", "at", "off", "meld", "canasta", "codes"),
    [
        pytest.param(SIX, "10r", 2.5, 0.0, "4r 5r 6r 7r 8r 9r 10r", "pure", [], id="pure, whole across"),
        pytest.param(SIX, "3r", 2.5, 0.0, "3r 4r 5r 6r 7r 8r 9r", "pure", [], id="taken from its beginning"),
        pytest.param("4r 5r 6r 8r 9r 10r", "7r", 4, 0.0, "4r 5r 6r 7r 8r 9r 10r", "pure", [], id="taken from within"),
        pytest.param("4r 5r J 7r 8r 9r", "10r", 3.5, 0.5, "4r 5r J=6r 7r 8r 9r 10r", "impure", [], id="impure, half"),
        pytest.param("8r 8b 8y 8k 8r 8b", "8y", 2.5, 0.0, "8r 8b 8y 8k 8r 8b 8y", "pure", [], id="a pierna"),
        pytest.param("4r 5r J 7r 8r 9r", "10r", 2.5, 0.0, "4r 5r J=6r 7r 8r 9r 10r", "impure", ["MARK_MISMATCH"],
                     id="an impure one marked as pure"),
        pytest.param(SIX, "10r", 2.5, 0.55, "4r 5r 6r 7r 8r 9r 10r", "pure", ["MARK_MISMATCH"],
                     id="a pure one marked as impure"),
        pytest.param(SIX, "10r", 2.5, 0.25, "4r 5r 6r 7r 8r 9r 10r", "pure", [], id="neither whole nor half"),
    ],
)  # fmt: skip
def test_the_tile_across_a_canasta_is_counted(
    line: str, across: str, at: float, off: float, meld: str, canasta: str, codes: list[str]
) -> None:
    result = score(line, across, at, off)
    assert [(other_row.meld, other_row.canasta, other_row.lawful) for other_row in result.rows] == [
        (meld, canasta, True)
    ]
    assert [violation.code for violation in result.rows[0].violations] == codes
    assert not result.loose


def test_where_canastas_are_not_marked_no_mark_is_held_against_anybody() -> None:
    assert not score("4r 5r J 7r 8r 9r", "10r", 2.5, rules="clasico").rows[0].violations


@pytest.mark.parametrize(
    ("line", "across", "at", "off", "meld"),
    [
        pytest.param("4r 5r _ 7r 8r 9r", "10r", 2, 0.0, "4r 5r 6r 7r 8r 9r 10r", id="a hidden tile within"),
        pytest.param("4r 5r 6r 7r 8r _", "10r", 4.9, 0.0, "4r 5r 6r 7r 8r 9r 10r", id="a hidden tile at the end"),
        pytest.param("4r 5r _ _ 8r 9r", "10r", 2.5, 0.0, "4r 5r 6r 7r 8r 9r 10r", id="two hidden tiles within"),
        pytest.param("4r 5r 6r _ 8r 9r 10r", "11r", 3, 0.0, "4r 5r 6r 7r 8r 9r 10r 11r",
                     id="between what would be two melds"),
        pytest.param("4r J _ 7r 8r 9r", "10r", 2, 0.5, "4r J=5r 6r 7r 8r 9r 10r", id="an impure one, its wild in view"),
        pytest.param("4r 5r 6r 1r 8r 9r", "10r", 3, 0.0, "4r 5r 6r 7r 8r 9r 10r", id="half of a 7 that looks as a 1"),
    ],
)  # fmt: skip
def test_what_it_hides_is_told_where_the_law_and_the_mark_leave_one_canasta(
    line: str, across: str, at: float, off: float, meld: str
) -> None:
    result = score(line, across, at, off)
    assert [(other_row.meld, other_row.lawful, other_row.repaired) for other_row in result.rows] == [(meld, True, True)]
    assert result.rows[0].bonus == (200 if "J" not in meld else 100)
    assert not result.loose


@pytest.mark.parametrize(
    ("line", "across", "at", "off", "rules"),
    [
        pytest.param("8r 8b _ 8k 8r 8y", "8b", 2, 0.0, "parejas", id="a hidden tile of a pierna"),
        pytest.param("4r 5r _ 7r 8r 9r", "10r", 2, 0.5, "parejas", id="an impure one, its wild hidden"),
        pytest.param("4r J _ 7r 8r 9r", "10r", 2, 0.0, "parejas", id="marked as pure with a wild in view"),
        pytest.param("4r 5r _ 7r 8r 9r", "10r", 2, 0.0, "clasico", id="where marks say nothing"),
        pytest.param("5r 6r 7r 8r 9r _", "10r", 5.2, 0.0, "parejas", id="the next one may be hidden or not"),
        pytest.param(SIX, "12k", 2.5, 0.0, "parejas", id="a tile that does not fit"),
    ],
)
def test_what_it_may_hide_is_asked_about(line: str, across: str, at: float, off: float, rules: str) -> None:
    result = score(line, across, at, off, rules)
    assert [[violation.code for violation in row.violations] for row in result.rows] == [["hidden_tile"]]
    assert not result.points
    assert "tapa" in result.rows[0].violations[0].message


@pytest.mark.parametrize(
    ("line", "across", "at", "off", "rules", "may_be"),
    [
        pytest.param("8r 8b _ 8k 8r 8y", "8b", 2, 0.0, "parejas",
                     ["8r 8b 8k 8k 8r 8y 8b", "8r 8b 8y 8k 8r 8y 8b", "8r 8y 8k 8k 8r 8y 8b"],
                     id="of a pierna the colours of which there is one more; the second is half hidden"),
        pytest.param("4r 5r _ 7r 8r 9r", "10r", 2, 0.5, "parejas",
                     [f"4r 5r {wild} 7r 8r 9r 10r" for wild in ("J", "2r", "2b", "2y", "2k")],
                     id="of an impure one the wilds"),
        pytest.param("4r 5r _ 7r 8r 9r", "10r", 2, 0.0, "clasico",
                     [f"4r 5r {face} 7r 8r 9r 10r" for face in ("6r", "J", "2r", "2b", "2y", "2k")],
                     id="where marks say nothing"),
        pytest.param("4r J _ 7r 8r 9r", "10r", 2, 0.0, "parejas", [], id="nothing, where the mark is false"),
        pytest.param(SIX, "12k", 2.5, 0.0, "parejas", [], id="nothing, where the tile does not fit"),
    ],
)  # fmt: skip
def test_who_is_asked_may_choose(line: str, across: str, at: float, off: float, rules: str, may_be: list[str]) -> None:
    row = score(line, across, at, off, rules).rows[0]
    assert set(row.may_be) == set(may_be)
    assert row.is_covered


@pytest.mark.parametrize(
    ("said", "meld", "lawful"),
    [
        ("8r 8b 8y 8k 8r 8y 8b", "8r 8b 8y 8k 8r 8y 8b", True),
        (AS_SEEN, "8r 8b 8k 8r 8y 8b", True),
        ("8r 8b 8r 8k 8r 8y 8b", None, False),
    ],
)
def test_what_was_chosen_is_judged(said: str, meld: str | None, lawful: bool) -> None:
    photograph = SeenPhotograph("", (1280, 960), covered_canasta("8r 8b _ 8k 8r 8y", "8b", 2))
    across = photograph.score(load_rules("parejas")).rows[0].tiles[-1]
    (row,) = photograph.score(load_rules("parejas"), answers=PhotoAnswers(canastas={across: said})).rows
    assert (row.meld, row.lawful, row.is_covered) == (meld, lawful, not lawful)
    assert not row.repaired


def test_a_tile_that_fits_nowhere_may_be_said_to_hide_nothing() -> None:
    photograph = SeenPhotograph("", (1280, 960), covered_canasta(SIX, "12k", 2.5))
    across = photograph.score(load_rules("parejas")).rows[0].tiles[-1]
    (row,) = photograph.score(load_rules("parejas"), answers=PhotoAnswers(canastas={across: AS_SEEN})).rows
    assert (row.lawful, row.is_covered) == (False, False), "the law says why it is none, nobody is asked"


def told_of(tiles: list[Laid]) -> list[list[str]]:
    """What is said against each row of a table by the rules of clubs that mark canastas."""
    read = seen(tiles, camera(20))
    result = interpret(TableReading(read, *lay_out(read)), (1280, 960), load_rules("parejas"))
    return [[violation.code for violation in row.violations] for row in result.rows]


def test_a_tile_that_may_lie_across_either_of_two_canastas_is_asked_about() -> None:
    between = Laid("10r", 2.5 * WIDTH_MM, 0.6 * HEIGHT_MM, 90)
    assert ["hidden_tile"] in told_of([*row(SIX), *row(SIX, y=1.2 * HEIGHT_MM), between])


@pytest.mark.parametrize(("other", "codes"), [("3k 4k 5k 6k", ["MARK_MISMATCH"]), ("3r 4r 5r 6r", ["hidden_tile"])])
def test_a_row_to_which_it_cannot_belong_is_no_rival(other: str, codes: list[str]) -> None:
    between = Laid("10r", 2.5 * WIDTH_MM, 0.45 * HEIGHT_MM, 90)
    assert told_of([*row(SIX), *row(other, y=1.25 * HEIGHT_MM), between]) == [codes, []]


@pytest.mark.parametrize(("face", "codes"), [("10r", ["hidden_tile"]), ("9b", [])])
def test_what_lies_across_farther_on_asks_about_a_row_of_its_kind(face: str, codes: list[str]) -> None:
    assert told_of([*row("4r 5r 6r"), Laid(face, 5.2 * WIDTH_MM, 0, 90)]) == [codes]


def test_a_tile_across_a_short_meld_is_nobodys_mark() -> None:
    result = score("4r 5r 6r", "7r", 1)
    assert [other_row.meld for other_row in result.rows] == ["4r 5r 6r"]
    assert len(result.loose) == 1


def test_rummy_has_no_canastas() -> None:
    result = score(SIX, "10r", 2.5, rules="rummy")
    assert [other_row.meld for other_row in result.rows] == [SIX]
