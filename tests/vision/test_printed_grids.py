"""A number among letters is a key, and a back among checks is a check; beside tiles a none is only a none."""

from __future__ import annotations

import numpy as np
import pytest

from vision.filtering.printed_grids import are_printed

WIDTH, HEIGHT = 40.0, 56.0
KEYBOARD = """
    -------
    --7----
    -----7-
    -------
"""
MONTH_OF_WHICH_MORE_IS_SEEN = """
    7777777
    7777777
    7777---
    -------
    -------
"""
BINGO = """
    -7----7--
    --------7
    7---7----
"""
MELD_AND_TWO_NONES = """
    -777-
"""
MELD_AND_THE_SIDES_OF_ITS_TILES = """
    77777
    ----
"""
SMALL_TILES_OF_WHICH_FEW_ARE_SEEN = """
    --77----
    ---7---
"""


def laid(drawn: str, gap: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Corners of the cells that are drawn, so many widths apart, and which of them show a tile."""
    cells = [(row, column, what) for row, line in enumerate(drawn.split()) for column, what in enumerate(line)]
    step = 1 + gap
    corners = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]])
    quads = [corners + np.array([column * step * WIDTH, row * step * HEIGHT]) for row, column, _ in cells]
    return np.array(quads, np.float32), np.array([what == "7" for *_, what in cells])


@pytest.mark.parametrize("gap", [0.0, 0.3])
@pytest.mark.parametrize(
    ("drawn", "is_printed"),
    [
        pytest.param(KEYBOARD, True, id="two keys with numbers"),
        pytest.param(BINGO, True, id="five of 27 numbers"),
        pytest.param(MONTH_OF_WHICH_MORE_IS_SEEN, False, id="more is seen than not"),
        pytest.param(MELD_AND_TWO_NONES, False, id="a meld and what lies beside it"),
        pytest.param(MELD_AND_THE_SIDES_OF_ITS_TILES, False, id="a meld and the sides of its tiles"),
        pytest.param(SMALL_TILES_OF_WHICH_FEW_ARE_SEEN, False, id="small tiles of which few are seen"),
    ],
)
def test_a_grid_is_printed_where_most_cells_show_nothing(drawn: str, gap: float, is_printed: bool):
    quads, is_tile = laid(drawn, gap)
    assert set(are_printed(quads, is_tile, ~is_tile)[is_tile]) == {is_printed}


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_letter_that_seems_to_lie_is_a_key_all_the_same(quarters: int):
    quads, is_tile = laid(KEYBOARD)
    quads[~is_tile] = np.roll(quads[~is_tile], quarters, axis=1)
    assert are_printed(quads, is_tile, ~is_tile)[is_tile].all()


@pytest.mark.parametrize(
    ("turn", "size"),
    [pytest.param(30, 1.0, id="another way"), pytest.param(0, 1.5, id="larger")],
)
def test_a_meld_on_a_calendar_is_no_part_of_it(turn: float, size: float):
    """Three tiles in its middle, turned or larger than its cells."""
    cells, _ = laid("------ ------ ------ ------")
    tiles, _ = laid("777")
    middle = tiles.mean(axis=(0, 1))
    angle = np.radians(turn)
    turned = size * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    tiles = ((tiles - middle) @ turned.T + cells.mean(axis=(0, 1))).astype(np.float32)
    quads, is_tile = np.concatenate([cells, tiles]), np.arange(27) >= 24
    assert not are_printed(quads, is_tile, ~is_tile)[is_tile].any()


def test_a_table_where_hardly_a_place_is_none_has_no_grid():
    quads, is_tile = laid("777--")
    assert not are_printed(quads, is_tile, ~is_tile).any()
