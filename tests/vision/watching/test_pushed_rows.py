"""A row with a tile across it that is pushed along: what lies under that tile goes with the row."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.seats import line
from tests.vision.watching.sittings import LOW, Sitting, as_notation, numbers
from vision.tracking.tracked_table import TrackedTable

FACES = "4r 5r 6r 7r 8r 9r"
ROW = line(FACES)
MARK = {"2b": ROW["6r"]}
OTHERS = {**LOW, **line("1k 2k 3k 4k 5k 6k 7k 8k", y=350), **line("1y 2y 3y 4y 5y", x=360, y=250)}


def marked() -> Sitting:
    """A row of which a 2 lies over the 6."""
    sitting = Sitting()
    sitting.sees({**ROW, **OTHERS})
    sitting.seat.unseen = ("6r",)
    sitting.sees({**ROW, **OTHERS, **MARK})
    return sitting


def left_of(table: TrackedTable, face: str) -> float:
    """How far from the left a tile lies or is remembered, in pixels."""
    return float(next(np.mean(track.place.corners_px[:, 0]) for track in table.tracks if track.face == face))


@pytest.mark.parametrize("pushed", [10, 15])
def test_what_is_still_covered_is_remembered_where_the_row_is_now(pushed: int) -> None:
    sitting = marked()
    before = numbers(sitting.tracker.table)
    table = sitting.sees({**line(FACES, x=60 + pushed), **OTHERS, **MARK})
    assert numbers(table) == before
    assert left_of(table, "6r") == pytest.approx(ROW["6r"][0] + pushed, abs=3)
    assert left_of(table, "2b") == pytest.approx(ROW["6r"][0], abs=3)


def test_what_comes_to_light_is_the_tile_that_lay_there() -> None:
    sitting = marked()
    before = numbers(sitting.tracker.table)
    sitting.seat.unseen = ("5r",)
    table = sitting.sees({**line(FACES, x=90), **OTHERS, **MARK})
    assert numbers(table) == before
    assert "(6r)" not in as_notation(table)


@pytest.mark.parametrize(
    "moved",
    [{"4r": (60, 130), "9r": (210, 60)}, {face: (x + 15 * at, 100) for at, (face, (x, _)) in enumerate(ROW.items())}],
    ids=["two tiles moved", "each another way"],
)
def test_where_no_row_was_pushed_it_is_remembered_where_it_lay(moved: dict[str, tuple[float, float]]) -> None:
    table = marked().sees({**ROW, **moved, **OTHERS, **MARK, "6r": ROW["6r"]})
    assert left_of(table, "6r") == pytest.approx(ROW["6r"][0], abs=3)


def test_what_is_covered_and_pushed_between_two_looks_lies_where_the_row_is() -> None:
    sitting = Sitting()
    before = numbers(sitting.sees({**ROW, **OTHERS}))
    pushed = line(FACES, x=75)
    sitting.seat.unseen = ("6r",)
    table = sitting.sees({**pushed, **OTHERS, "2b": pushed["6r"]})
    assert before.items() <= numbers(table).items()
    assert left_of(table, "6r") == pytest.approx(ROW["6r"][0] + 15, abs=3)


def test_a_tile_that_was_taken_from_a_row_that_is_pushed_is_gone() -> None:
    sitting = Sitting()
    sitting.sees({**ROW, **OTHERS})
    pushed = {face: spot for face, spot in line(FACES, x=75).items() if face != "6r"}
    for _ in range(3):
        table = sitting.sees({**pushed, **OTHERS, "2b": (400.0, 60.0)})
    assert "6r" not in as_notation(table)


def test_a_tile_of_the_row_that_is_laid_across_it_while_it_is_pushed_covers_what_lies_there_now() -> None:
    """The joker of the row becomes the mark; between two looks the row was pushed as well."""
    row = {**ROW, "J": (ROW["9r"][0] + 30, ROW["9r"][1])}
    sitting = Sitting()
    before = numbers(sitting.sees({**row, **OTHERS}))
    pushed = line(FACES, x=75)
    sitting.seat.unseen = ("6r",)
    table = sitting.sees({**pushed, **OTHERS, "J": pushed["6r"]})
    assert numbers(table) == before
    assert left_of(table, "6r") == pytest.approx(ROW["6r"][0] + 15, abs=3)
