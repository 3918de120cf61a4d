"""Which tiles lie side by side: rows in, the same rows out, however they lie and wherever the camera stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.tables import HEIGHT_MM, WIDTH_MM, Laid, camera, jittered, row, seen
from vision.belief import FACE_NAMES, Belief
from vision.layout.layout import lay_out
from vision.reading import DetectedTile, ReadTile

RUN = row("4r 5r J 7r 8r 9r 10r")


def rows_of(tiles: Sequence[ReadTile]) -> list[str]:
    """The rows in notation, top down; after them the loose tiles, each in parentheses."""
    rows, loose = lay_out(tiles)
    names = [tile.belief.best for tile in tiles]
    return [*(" ".join(names[i] for i in row.tiles) for row in rows), *(f"({names[i]})" for i in loose)]


ROWS = {
    "a run": (RUN, ["4r 5r J 7r 8r 9r 10r"]),
    "a pair": (row("7y 7r"), ["7y 7r"]),
    "two rows": (row("4r 5r 6r") + row("9r 9k 9b", y=90), ["4r 5r 6r", "9r 9k 9b"]),
    "a row turned a quarter": (row("4r 5r 6r", turned_deg=90), ["4r 5r 6r"]),
    "a row seen from the other side": (row("4r 5r 6r", turned_deg=180), ["4r 5r 6r"]),
    "tiles that keep a distance": (row("4r 5r 6r", gap=0.3), ["4r 5r 6r"]),
    "tiles pushed over each other": (row("4r 5r 6r", gap=-0.15), ["4r 5r 6r"]),
    "a row that bends": ([replace(tile, y=i * i * 1.2, turned_deg=i * 5) for i, tile in enumerate(row("3k 4k 5k 6k"))],
                         ["3k 4k 5k 6k"]),
    "one upside down": ([*RUN[:3], RUN[3].upside_down(), *RUN[4:]], ["4r 5r J 7r 8r 9r 10r"]),
    "the first upside down": ([RUN[0].upside_down(), *RUN[1:]], ["4r 5r J 7r 8r 9r 10r"]),
    "the sure one decides": ([replace(tile, confidence=0.4).upside_down() for tile in row("2k 3k 4k")]
                             + [Laid("5k", 3 * WIDTH_MM, 0)], ["2k 3k 4k 5k"]),
    "6 and 9 give way to 7": (
        [Laid("6k", 0, 0, 180), Laid("7k", WIDTH_MM, 0), Laid("9k", 2 * WIDTH_MM, 0, 180)], ["6k 7k 9k"]),
    "jokers give way to a number": ([Laid("J", 0, 0), Laid("J", WIDTH_MM, 0), Laid("7k", 2 * WIDTH_MM, 0, 180)],
                                    ["7k J J"]),
    "face-down tiles lie in rows too": (row("back back 5r"), ["back back 5r"]),
    "end to end with room between": (row("4r 5r 6r") + row("9r 9k 9b", x=3.3 * WIDTH_MM), ["4r 5r 6r", "9r 9k 9b"]),
    "one tile left a little apart": (row("4r 5r 6r") + row("7r", x=3.3 * WIDTH_MM), ["4r 5r 6r 7r"]),
}  # fmt: skip
LOOSE = {
    "nothing": ([], []),
    "a tile alone": (row("4r"), ["(4r)"]),
    "a column": ([Laid("4r", 0, 0), Laid("5r", 0, HEIGHT_MM)], ["(4r)", "(5r)"]),
    "a right angle": ([Laid("4r", 0, 0), Laid("5r", WIDTH_MM / 2 + HEIGHT_MM / 2, 0, 90)], ["(4r)", "(5r)"]),
    "a step down": ([Laid("4r", 0, 0), Laid("5r", WIDTH_MM, HEIGHT_MM / 2)], ["(4r)", "(5r)"]),
    "a distance": (row("4r 5r", gap=0.7), ["(4r)", "(5r)"]),
    "a slant": ([Laid("4r", 0, 0), Laid("5r", WIDTH_MM * 1.2, 0, 25)], ["(4r)", "(5r)"]),
}
MARKS = {
    "across": Laid("J", 3.4 * WIDTH_MM, 3, 90),
    "across the end": Laid("J", 6 * WIDTH_MM, 0, 90),
    "beyond the end": Laid("J", 7.3 * WIDTH_MM, 0, 90),
    "askew": Laid("J", 2.5 * WIDTH_MM, 0, 40),
    "alongside": Laid("J", 3.5 * WIDTH_MM, 4, 0),
    "below": Laid("J", 3 * WIDTH_MM, 0.7 * HEIGHT_MM, 0),
}


@pytest.mark.parametrize("case", ROWS)
@pytest.mark.parametrize("tilt_deg", [0, 35, 60])
def test_tiles_side_by_side_are_a_row(case: str, tilt_deg: float) -> None:
    tiles, expected = ROWS[case]
    assert rows_of(seen(tiles, camera(tilt_deg))) == expected


@pytest.mark.parametrize("case", LOOSE)
def test_tiles_that_merely_lie_near_each_other_are_loose(case: str) -> None:
    tiles, expected = LOOSE[case]
    assert rows_of(seen(tiles)) == expected


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("tilt_deg", [0, 50])
def test_a_tile_laid_over_a_canasta_is_loose_and_the_row_whole(mark: str, tilt_deg: float) -> None:
    assert rows_of(seen([MARKS[mark], *RUN], camera(tilt_deg))) == ["4r 5r J 7r 8r 9r 10r", "(J)"]


@pytest.mark.parametrize(("apart", "rows"), [(0.08, ["5y 6y 7y 8y 9y 10y"]), (0.3, ["5y 6y 7y", "8y 9y 10y"])])
def test_a_row_is_not_cut_where_two_of_its_tiles_are_framed_too_narrow(apart: float, rows: list[str]) -> None:
    """``apart``: by how many widths the middles of the two lie farther apart than the others."""
    laid = row("5y 6y 7y") + row("8y 9y 10y", x=(3 + apart) * WIDTH_MM)
    tiles = list(seen(laid, camera()))
    for at in (2, 3):
        quad, middle = tiles[at].place.corners_px, tiles[at].place.corners_px.mean(axis=0)
        narrow = (middle + (quad - middle) * np.array([0.85, 1])).astype(np.float32)
        tiles[at] = replace(tiles[at], place=DetectedTile(narrow, 0.9))
    assert rows_of(tiles) == rows


@pytest.mark.parametrize("gap", [0.0, 0.15, 0.3])
@pytest.mark.parametrize("apart", [0.0, 0.2], ids=["touching", "near"])
@pytest.mark.parametrize("tilt_deg", [0, 30, 55])
def test_the_rows_of_a_grid_stay_apart(gap: float, apart: float, tilt_deg: float) -> None:
    grid = [
        tile
        for line, color in enumerate("rbyk")
        for tile in row(
            " ".join(f"{number}{color}" for number in range(1, 14)),
            x=-6 * WIDTH_MM,
            y=(line - 1.5) * HEIGHT_MM * (1 + apart),
            gap=gap,
        )
    ]
    rows, loose = lay_out(seen(grid, camera(tilt_deg, distance_mm=1200)))
    assert sorted(row.tiles for row in rows) == [tuple(range(start, start + 13)) for start in range(0, 52, 13)]
    assert loose == ()


@given(
    lengths=st.lists(st.integers(2, 13), min_size=1, max_size=7),
    gap=st.floats(-0.05, 0.22),
    tilt_deg=st.floats(0, 60),
    roll_deg=st.floats(-180, 180),
    number=st.integers(0, 10_000),
)
@settings(max_examples=120, derandomize=True, deadline=None)
def test_rows_in_rows_out(lengths: list[int], gap: float, tilt_deg: float, roll_deg: float, number: int) -> None:
    rng = np.random.default_rng(number)
    tiles: list[Laid] = []
    truth: list[tuple[int, ...]] = []
    for line, length in enumerate(lengths):
        faces = " ".join(rng.choice(FACE_NAMES[:52], length))
        truth.append(tuple(range(len(tiles), len(tiles) + length)))
        top = (line - len(lengths) / 2) * HEIGHT_MM * 1.5
        closer = min(gap, 0.08) if length == 2 else gap
        tiles += row(faces, x=-150 + 20 * rng.uniform(), y=top, gap=closer, turned_deg=rng.uniform(-2, 2))
    looked = seen(jittered(tiles, rng, shift=0.05, skew_deg=4), camera(tilt_deg, roll_deg), noise=0.02)
    order = rng.permutation(len(looked))
    rows, loose = lay_out([looked[i] for i in order])
    assert sorted(tuple(int(order[i]) for i in row.tiles) for row in rows) == truth
    assert loose == ()


@given(number=st.integers(0, 10_000), count=st.integers(1, 60), tilt_deg=st.floats(0, 60))
@settings(max_examples=60, derandomize=True, deadline=None)
def test_every_tile_is_in_one_row_or_loose(number: int, count: int, tilt_deg: float) -> None:
    rng = np.random.default_rng(number)
    heap = [Laid("5r", *rng.uniform(-120, 120, 2), rng.uniform(0, 360)) for _ in range(count)]
    rows, loose = lay_out(seen(heap, camera(tilt_deg)))
    assert sorted([*(index for row in rows for index in row.tiles), *loose]) == list(range(count))


def test_turned_neighbours_of_a_scattered_heap_are_loose() -> None:
    places = [(x, y) for y in range(6) for x in range(6)]
    heap = [Laid("5r", x * 42, y * 42, 47 * (x + 2 * y)) for x, y in places]
    assert lay_out(seen(heap)) == ((), tuple(range(36)))


@pytest.mark.parametrize(("scale", "expected"), [(1.0, ["5r 5r"]), (1.3, ["5r 5r"]), (2.0, ["(5r)", "(5r)"])])
def test_neighbours_are_of_one_size(scale: float, expected: list[str]) -> None:
    small = np.array([[0, 0], [26, 0], [26, 36], [0, 36]], np.float32)
    large = (small - (0, 18)) * scale + (27, 18)
    tiles = [ReadTile(DetectedTile(quad.astype(np.float32), 0.9), Belief.peaked("5r")) for quad in (small, large)]
    assert rows_of(tiles) == expected


@pytest.mark.parametrize(
    "corners",
    [
        np.zeros((4, 2)),
        np.full((4, 2), np.nan),
        [[0, 0], [30, 0], [0, 40], [30, 40]],
        [[0, 0], [30, 0], [60, 0], [90, 0]],
    ],
    ids=["a point", "unknown", "crossed", "a line"],
)
def test_a_place_without_an_inside_is_loose_and_harms_nothing(corners: object) -> None:
    broken = ReadTile(DetectedTile(np.array(corners, np.float32), 0.5), Belief.flat())
    rows, loose = lay_out([broken, *seen(row("4r 5r 6r")), broken])
    assert [row.tiles for row in rows] == [(1, 2, 3)]
    assert loose == (0, 4)


def test_a_table_of_more_tiles_than_a_set_has_is_laid_out() -> None:
    tiles = seen([tile for line in range(12) for tile in row("1r " * 13, y=line * 50 - 300)], camera(40))
    rows, loose = lay_out(tiles)
    assert [len(other_row.tiles) for other_row in rows] == [13] * 12
    assert loose == ()
