"""Rows that are squeezed together, each tile partly over the one before, stay what they were."""

from __future__ import annotations

import pytest

from tests.vision.seats import line
from tests.vision.watching.sittings import LOW, PILED, Sitting, as_notation, dimmed, numbers, thing
from vision.belief import Belief

TILE_PX = 28


@pytest.mark.parametrize(
    ("parts", "row"),
    [
        ("1r 1k 1y J", "(4r) (5r) (6r) (7r) (8r) 9r 10r"),
        ("1r 1k J", "(4r) (5r) (6r) (7r) (8r) 9r 10r"),
        ("5r 1k 1y J", "(4r) 5r (6r) (7r) (8r) 9r 10r"),
    ],
)
def test_what_shows_of_a_row_that_was_squeezed_together_is_no_tile_of_its_own(parts: str, row: str) -> None:
    sitting = Sitting()
    before = numbers(sitting.sees({**PILED, **LOW}))
    sitting.seat.cut = (*parts.split(), "9r")
    squeezed = line(f"{parts} 9r 10r", x=130, step=18)
    table = sitting.sees({**squeezed, **LOW})
    assert as_notation(table) == f"9k 9b 9y | {row}"
    assert numbers(table) == before
    assert as_notation(sitting.sees({**squeezed, **LOW, "3b": (400, 300)}, looks=8)) == f"9k 9b 9y | {row} | +3b"
    grown = {**squeezed, "11r": (squeezed["10r"][0] + 30, 100), **LOW}
    assert f"{row} 11r" in as_notation(sitting.sees(grown))


@pytest.mark.parametrize(
    ("now", "cut", "row"),
    [
        pytest.param(
            "2y 1r 1r J 9r 10r", "2y 1r J 9r", "9k 9b 9y | 2y (4r) (5r) (6r) (7r) (8r) 9r 10r", id="before it"
        ),
        pytest.param(
            "4r 1r J 1r 10r 2y", "4r 1r J 10r", "4r (5r) (6r) (7r) (8r) (9r) 10r 2y | 9k 9b 9y", id="after it"
        ),
        pytest.param("1r 1r J 9r 10r", "1r J 9r", "9k 9b 9y | (4r) (5r) (6r) (7r) (8r) 9r 10r", id="none"),
    ],
)
def test_a_tile_of_another_colour_laid_at_an_end_while_a_row_is_squeezed_is_one_of_it(
    now: str, cut: str, row: str
) -> None:
    sitting = Sitting()
    sitting.sees({**PILED, **LOW})
    sitting.seat.cut = tuple(cut.split())
    places = {name: (130 + 18 * at, 100) for at, name in enumerate(now.split())}
    table = sitting.sees({**places, **LOW})
    assert as_notation(table) == row


def test_a_row_whose_tiles_are_laid_elsewhere_beside_a_tile_that_is_half_hidden_was_not_squeezed() -> None:
    sitting = Sitting()
    sitting.sees({**PILED, **LOW})
    sitting.seat.cut = ("1k",)
    table = sitting.sees({**line("4r 5r 6r 7r", y=300), **LOW, "1k": (400, 100)})
    assert "+1k" in as_notation(table)


def test_a_part_of_a_squeezed_row_that_is_read_for_certain_later_is_no_tile_either() -> None:
    """None of the row's tiles may be in view whole by then: half of an 11 is a sure 1."""
    sitting = Sitting()
    before = numbers(sitting.sees({**PILED, **LOW}))
    sitting.seat.cut = ("4r", "5r", "9r", "10r", "1r")
    squeezed = {**LOW, "4r": (130, 100), "5r": (148, 100), "9r": (184, 100), "10r": (202, 100), "1r": (166, 100)}
    sitting.seat.misread = {"1r": Belief.peaked("1r", 0.5)}
    assert numbers(sitting.sees(squeezed)) == before
    sitting.seat.misread, sitting.seat.over = {}, dimmed(166, 100)
    assert numbers(sitting.sees(looks=4)) == before


@pytest.mark.parametrize(
    ("now", "step", "is_laid"),
    [
        pytest.param("4r 5r 6r 1k 8r 3k 9r 10r", 18, True, id="longer by one tile"),
        pytest.param("4r 5r 6r 3k 8r 9r 10r", 18, False, id="as long as before: a part misread again"),
        pytest.param("4r 5r 6r 3k 8r 9r 10r", 19, False, id="squeezed a little less"),
    ],
)
def test_a_tile_laid_between_those_of_a_squeezed_row_makes_it_longer(now: str, step: int, is_laid: bool) -> None:
    """As where a wild moves to the end, and what it stood for is laid before it; part of the 7 is read as a 1."""
    sitting = Sitting()
    before = numbers(sitting.sees({**PILED, **LOW}))
    sitting.seat.cut = ("4r", "5r", "6r", "1k", "8r", "9r", "3k")
    sitting.sees({**line("4r 5r 6r 1k 8r 9r 10r", x=130, step=18), **LOW})
    sitting.seat.misread = {"3k": Belief.peaked("3k", 0.85)}
    table = sitting.sees({**line(now, x=130, step=step), **LOW})
    row = "4r 5r 6r (7r) 8r 3k 9r 10r" if is_laid else "4r 5r 6r (7r) 8r 9r 10r"
    assert as_notation(table) == f"9k 9b 9y | {row}"
    assert set(before.values()) <= set(numbers(table).values())


@pytest.mark.parametrize(
    ("step", "unseen", "row"),
    [
        pytest.param(18, "8r", "4r 5r 6r 7r (8r) 9r 10r", id="squeezed"),
        pytest.param(18, "5r 8r", "4r (5r) 6r 7r (8r) 9r 10r", id="two out of view"),
        pytest.param(29, "8r", "4r 5r 6r 7r | 9r 10r", id="whole tiles side by side"),
    ],
)
def test_a_row_of_which_nearly_every_tile_is_known_again_was_squeezed(step: int, unseen: str, row: str) -> None:
    """As a group of ones: half of each shows all of its number."""
    sitting = Sitting()
    others = line("1b 2b 3b 4b 5b 6b 7b 8b", y=250)
    before = numbers(sitting.sees({**PILED, **others}))
    sitting.seat.cut = tuple(list(PILED)[:-1]) if step < TILE_PX else ()
    sitting.seat.unseen = tuple(unseen.split())
    table = sitting.sees({**line(" ".join(PILED), x=130, step=step), **others}, looks=8)
    assert {*as_notation(table).split(" | ")} == {"1b 2b 3b 4b 5b 6b 7b 8b", *row.split(" | ")}
    assert {track.number for track in table.tracks} <= set(before.values())


def test_a_row_of_whole_tiles_that_was_pushed_along_was_not_squeezed_though_one_is_out_of_view() -> None:
    """Tiles were laid before it, one of which seemed narrow; it passed for a part, and three lawful ones were lost."""
    sitting = Sitting()
    others = {**line("1b 2b 3b 4b 5b 6b 7b 8b", y=250), **line("1y 2y 3y 4y 5y", y=330)}
    sitting.sees({**PILED, **others})
    sitting.seat.cut, sitting.seat.unseen = ("3r",), ("6r",)
    pushed = {**others, **line("4r 5r 6r 7r 8r 9r 10r", x=160), "3r": (136, 100), "2r": (104, 100)}
    assert not sitting.sees(pushed).stacks


@pytest.mark.parametrize("x", [None, 260], ids=["what shows of a tile", "a whole tile beside it"])
def test_what_shows_of_a_squeezed_row_is_no_tile_that_moved_there(x: int | None) -> None:
    """Half of a 13 is a 1, and somewhere else a 1 goes out of view."""
    sitting = Sitting()
    sitting.sees({**PILED, **LOW, "1k": (400, 300)})
    sitting.seat.cut = ("1r", "1b", "J", "9r")
    squeezed = {**LOW, **line("1r 1b J 9r 10r", x=130, step=18)}
    before = numbers(sitting.sees({**squeezed, "1k": (400, 300)}))
    sitting.seat.misread = {} if x else {"1b": Belief.peaked("1k", 0.99)}
    table = sitting.sees({**squeezed, "1k": (x, 100)} if x else squeezed)
    assert [track.number for track in table.tracks if track.face == "1k"] == ([before["1k"]] if x else [])


def test_a_tile_of_a_squeezed_row_over_which_a_hand_lies_is_the_same_once_it_is_gone() -> None:
    """Somebody rests a hand on it while another tile is laid elsewhere."""
    sitting = Sitting()
    others = line("1b 2b 3b 4b 5b 6b 7b 8b", y=250)
    sitting.sees({**PILED, **others})
    sitting.seat.cut = ("1r", "1k", "J", "9r")
    squeezed = {**others, **line("1r 1k J 9r 10r", x=130, step=18)}
    before = numbers(sitting.sees(squeezed))
    sitting.seat.unseen, sitting.seat.over = ("10r", "9r"), thing(*squeezed["10r"])
    grown = {**squeezed, "3k": (400, 380)}
    table = sitting.sees(grown, looks=5)
    assert "(9r) (10r)" in as_notation(table)
    sitting.seat.unseen, sitting.seat.over = (), lambda bgr: bgr
    table = sitting.sees(grown, looks=5)
    assert {face: number for face, number in numbers(table).items() if face != "3k"} == before
    assert "9r 10r" in as_notation(table)
    assert as_notation(table).count("10r") == 1
