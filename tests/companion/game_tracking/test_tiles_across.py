"""The last tile of a canasta is laid across the row (004:31): it and what it hides are tiles of the row."""

from __future__ import annotations

import pytest

from tests.companion.tabletop import Piece, Tabletop, Watching
from vision.geometry import TILE_MM

WIDTH_MM = TILE_MM[0] + 1
ROW = (-200, 120)


def opened(row: str) -> tuple[Tabletop, Watching, list[Piece]]:
    """A hand in which the first player laid a row; it is his turn again."""
    table = Tabletop.dealt()
    watch = Watching(table)
    assert watch.looks() == []
    laid = table.lays(row, ROW)
    table.puts("9k", (140, 0))
    assert watch.looks(0) == ["0 draw", f"0 lay {row}", "0 discard 9k"]
    table.puts("4r", (168, 0))
    assert watch.looks(1) == ["1 draw", "1 discard 4r"]
    return table, watch, laid


@pytest.mark.parametrize("at", [0.5, 1.5, 2.5, 3.5, 2.0, 3.0], ids=lambda at: f"over tile {at + 1:g}")
@pytest.mark.parametrize(
    ("row", "across", "told"),
    [
        ("5b 5k 5y 5r 5r 5b", "2b", "5b 5k 5y 5r 5r 5b 2b"),
        ("5b 5k 5y 5r 5r 5b", "5k", "5b 5k 5y 5r 5r 5b 5k"),
        ("6k 7k 8k 9k 10k 11k", "12k", "6k 7k 8k 9k 10k 11k 12k"),
        ("6k 7k 8k 9k 10k 11k", "5k", "5k 6k 7k 8k 9k 10k 11k"),
        ("6k 7k 8k 9k 10k 11k", "J", "6k 7k 8k 9k 10k 11k J"),
    ],
    ids=["a wild on a group", "a fifth of a group", "the end of a run", "its beginning", "a joker on a run"],
)
def test_a_tile_across_is_the_seventh(row: str, across: str, told: str, at: float) -> None:
    table, watch, _ = opened(row)
    table.puts(across, (ROW[0] + at * WIDTH_MM, ROW[1] - 1), 90.0)
    assert watch.looks(0) == ["0 draw", f"0 extend #1 {told}"]
    assert watch.looks(0) == [], "and it stays so"
    table.puts("8b", (196, 0))
    assert watch.looks(0) == ["0 discard 8b"]
    assert watch.questions == watch.offences == []


def test_two_tiles_may_come_at_once() -> None:
    table, watch, laid = opened("6k 7k 8k 9k 10k")
    table.puts("11k", (laid[-1].spot[0] + WIDTH_MM, ROW[1]))
    table.puts("12k", (laid[2].spot[0] + WIDTH_MM / 2, ROW[1]), 90.0)
    assert watch.looks(0) == ["0 draw", "0 extend #1 6k 7k 8k 9k 10k 11k 12k"]


def test_a_short_row_is_marked_by_nobody() -> None:
    table, watch, laid = opened("5b 5k 5y 5r")
    table.puts("2b", (laid[1].spot[0] + WIDTH_MM / 2, ROW[1] - 1), 90.0)
    assert not any("2b" in move and "5b 5k 5y 5r" in move for move in watch.looks(0))


def test_the_row_is_pushed_under_the_tile_across() -> None:
    """One of the two it hid comes to light, the other is remembered where it lies now."""
    table, watch, laid = opened("3k 4k 5k 6k 7k 8k")
    across = table.puts("J", (ROW[0] + 2.5 * WIDTH_MM, ROW[1] - 1), 90.0)
    assert watch.looks(0) == ["0 draw", "0 extend #1 3k 4k 5k 6k 7k 8k J"]
    across.spot = (ROW[0] + 3.1 * WIDTH_MM, ROW[1] - 1)
    table.remembered = [laid[3]]
    table.puts("9b", (196, 0))
    assert watch.looks(0) == ["0 discard 9b"]
    table.puts("4b", (224, 0))
    assert watch.looks(1) == ["1 draw", "1 discard 4b"]
    table.puts("10k", (ROW[0] + 6 * WIDTH_MM, ROW[1]))
    assert watch.looks(0) == ["0 draw", "0 extend #1 3k 4k 5k 6k 7k 8k J 10k"]
    assert watch.questions == []


def test_the_last_of_the_row_is_laid_across_where_a_new_one_comes() -> None:
    """It parts the row in the look that covers two of it, one of which is remembered where it lay."""
    table, watch, laid = opened("6k 7k 8k 9k 10k J")
    *row, joker = laid
    for piece, steps in zip(row, (0.0, 1.12, 2.24, 2.9, 4.5), strict=True):
        piece.spot = (ROW[0] + steps * WIDTH_MM, ROW[1])
    table.puts("11k", (ROW[0] + 5.62 * WIDTH_MM, ROW[1]))
    table.takes([joker])
    joker.spot, joker.turned_deg = (ROW[0] + 2.74 * WIDTH_MM, ROW[1] - 1), 90.0
    table.pieces.append(joker)
    assert watch.looks(0) == ["0 draw", "0 swap #1 6k 7k 8k 9k 10k 11k J"]
    assert watch.looks(0) == watch.questions == watch.offences == []
