"""The printed tiles: true to scale, all there, and read by the program's own recognizer."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from companion.bootstrap import open_recognizer
from datasets.printed_sheets.cutting import tiles_of
from engine.tiles import BAG
from tests.companion.paper_game.pages import made, pictures
from vision.reading import Frame

DOTS_PER_INCH = 100
WHOLE_SET = {"a4, as it comes": {}, "letter, with marks": {"paper": "letter", "has_marks": True}}


@pytest.mark.parametrize("asked", WHOLE_SET.values(), ids=WHOLE_SET.keys())
def test_the_sheets_of_a_set_are_read_whole(asked: dict[str, object], tmp_path: Path) -> None:
    recognizer, read = open_recognizer(), []
    for page in pictures(made(only=["tiles"], **asked), tmp_path, 110):
        read += [tile.belief for tile in recognizer.look(Frame(page)).tiles]
    counted = Counter(belief.best for belief in read)
    spare = {"J": 2}
    assert counted == Counter(map(str, BAG)) + Counter(spare)
    assert min(belief.confidence for belief in read) > 0.9


@pytest.mark.parametrize(
    ("tile", "width", "height"), [("26x37", 26, 37), ("30 x 42,5 mm", 30, 42.5), ("15x20", 15, 20)]
)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_tile_is_as_large_as_it_was_asked_for(
    tile: str, width: float, height: float, paper: str, tmp_path: Path
) -> None:
    page = pictures(made(only=["tiles"], tile=tile, paper=paper), tmp_path, DOTS_PER_INCH, first=1)[0]
    millimetres = 25.4 / DOTS_PER_INCH
    cut = tiles_of(page)[0]
    assert (cut.shape[1] * millimetres, cut.shape[0] * millimetres) == pytest.approx((width, height), abs=0.8)
    sizes = {"a4": (210, 297), "letter": (215.9, 279.4)}
    assert np.array(page.shape[1::-1]) * millimetres == pytest.approx(np.array(sizes[paper]), abs=0.3)


def test_only_the_missing_tiles_are_on_one_sheet(tmp_path: Path) -> None:
    (page,) = pictures(made(tiles="5r, 13k J 5r"), tmp_path)
    assert len(tiles_of(page)) == 4
    seen = [tile.belief.best for tile in open_recognizer().look(Frame(page)).tiles]
    assert sorted(seen) == ["13k", "5r", "5r", "J"]


def test_without_colours_each_colour_has_its_shape(tmp_path: Path) -> None:
    """The eights of red, black, blue and yellow differ below their numbers, and only there."""
    eights = []
    for page in pictures(made(only=["tiles"], ink="black"), tmp_path, DOTS_PER_INCH, first=4):
        assert int(np.ptp(page.reshape(-1, 3), axis=1).max()) <= 3, "nothing on the page has a colour"
        eights.append(tiles_of(page)[14][..., 0].astype(int))
    below = [eight[int(0.68 * len(eight)) :] for eight in eights]
    above = [eight[: int(0.64 * len(eight))] for eight in eights]
    for one, other in combinations(range(4), 2):
        assert np.abs(below[one] - below[other]).mean() > 2
        assert np.abs(above[one] - above[other]).mean() < 0.5


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nothing_is_printed_in_the_margin(paper: str, tmp_path: Path) -> None:
    """What lies in it a printer cuts off: the 0 of the ruler too."""
    margin = int(8 / 25.4 * DOTS_PER_INCH) - 1
    for page in pictures(made(paper=paper, margin="8"), tmp_path, DOTS_PER_INCH):
        inside = np.zeros(page.shape[:2], bool)
        inside[margin:-margin, margin:-margin] = True
        assert page.min(axis=2)[~inside].min() > 200


def test_no_other_sheet_shows_a_tile(tmp_path: Path) -> None:
    """A mat, a rack or a card under the camera must not be taken for tiles."""
    recognizer = open_recognizer()
    for page in pictures(made(only=["racks", "mat", "card"]), tmp_path, 60):
        assert [tile.belief.best for tile in recognizer.look(Frame(page)).tiles if tile.belief.confidence > 0.9] == []
