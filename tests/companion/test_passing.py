"""Whose turn it is where no discard tells, by the hands that come over the table."""

from __future__ import annotations

import pytest

from companion.passing import passed_on, seat_at, together
from engine import load_rules
from engine.state import dealt_table
from vision.reaching import Side


@pytest.mark.parametrize(
    ("seats", "moves"),
    [((), []), ((0,), []), ((1,), ["0 draw", "0 end"]), ((1, 0), ["0 draw", "0 end", "1 draw", "1 end"])],
)
def test_where_no_discard_tells_the_turn_passes_with_the_hands(seats: tuple[int, ...], moves: list[str]) -> None:
    rules = load_rules("rummy")
    assert [str(move) for move in passed_on(dealt_table(2, rules), seats, rules)] == moves


@pytest.mark.parametrize(
    ("players", "side", "seat"),
    [(2, Side.FAR, 1), (2, Side.LEFT, None), (3, Side.LEFT, 1), (4, Side.FAR, 2), (4, Side.RIGHT, 3)],
)
def test_players_sit_around_the_table(players: int, side: Side, seat: int | None) -> None:
    assert seat_at(side, players) == seat


@pytest.mark.parametrize(
    ("before", "after", "all_of_them"),
    [((), (), ()), ((0,), (), (0,)), ((), (1, 0), (1, 0)), ((0, 1), (1, 0), (0, 1, 0)), ((0,), (1,), (0, 1))],
)
def test_who_goes_on_is_named_once(before: tuple[int, ...], after: tuple[int, ...], all_of_them: tuple[int, ...]):
    assert together(before, after) == all_of_them
