"""Build the rows of a table from the use of each number's tiles, and place the remaining jokers."""

from __future__ import annotations

from collections.abc import Sequence

from engine.placed_tile import PlacedTile
from engine.plays.groups import Grouping
from engine.rules.rules import Rules
from engine.tiles import JOKER, NUMBERS, Color, Tile

Row = tuple[PlacedTile, ...]
Used = tuple[Grouping, tuple[tuple[int, int], ...]]
"""The groups of a number, and for each colour the tiles and the jokers that go to runs."""
_COLORS = tuple(Color)


def rows_of(used: Sequence[Used], must: int, may: int, rules: Rules) -> tuple[Row, ...]:
    """The rows for the uses of every number.

    Empty where a joker of ``must`` finds no place; of the jokers of ``may``, as many as possible are placed.
    """
    rows: list[list[PlacedTile]] = []
    open_runs: list[list[list[PlacedTile]]] = [[] for _ in _COLORS]
    for number, (grouping, runs) in zip(NUMBERS, used, strict=True):
        for colors, jokers in grouping.groups:
            rows.append(
                [*(PlacedTile(Tile(number, _COLORS[color])) for color in colors), *[PlacedTile(JOKER)] * jokers]
            )
        for color, (tiles, jokers) in enumerate(runs):
            at = Tile(number, _COLORS[color])
            placed = [PlacedTile(at)] * tiles + [PlacedTile(JOKER, at)] * jokers
            open_runs[color], ended = _grown(open_runs[color], placed, rules.min_meld_len)
            rows.extend(ended)
    rows.extend(run for runs in open_runs for run in runs)
    bound = sum(placed_tile.tile.is_joker for row in rows for placed_tile in row)
    free = must + may - bound
    for row in sorted(rows, key=lambda row: sum(each.tile.is_joker for each in row)):
        free -= _appended(row, free, rules)
    return () if free > may else tuple(map(tuple, rows))


def _grown(
    runs: list[list[PlacedTile]], placed: Sequence[PlacedTile], shortest: int
) -> tuple[list[list[PlacedTile]], list[list[PlacedTile]]]:
    """Extend the open runs with the tiles of the next number, and end others; jokers go where fewest are."""
    short = [run for run in runs if len(run) < shortest]
    long = sorted((run for run in runs if len(run) >= shortest), key=lambda run: -len(run))
    new: list[list[PlacedTile]] = [[] for _ in placed]
    taking = [*short, *long, *new][: len(placed)]
    ended = [run for run in long if not any(run is taken for taken in taking)]
    for run, one in zip(
        sorted(taking, key=lambda run: -sum(placed_tile.is_wild for placed_tile in run)), placed, strict=True
    ):
        run.append(one)
    return taking, ended


def _appended(row: list[PlacedTile], free: int, rules: Rules) -> int:
    """How many of ``free`` jokers were appended to the ends of ``row``."""
    count = 0
    while count < free and sum(placed.tile.is_joker for placed in row) < rules.max_wilds:
        if not _append(row, rules):
            break
        count += 1
    return count


def _append(row: list[PlacedTile], rules: Rules) -> bool:
    first, last = (row[0].stands_for or row[0].tile), (row[-1].stands_for or row[-1].tile)
    if first.number == last.number or row[-1] == PlacedTile(JOKER):
        longest = min(rules.pierna_max_len or len(_COLORS), len(_COLORS))
        if len(row) < longest:
            row.append(PlacedTile(JOKER))
            return True
        return False
    low, high = first.number or 0, last.number or 0
    if high < NUMBERS[-1]:
        row.append(PlacedTile(JOKER, Tile(high + 1, last.color)))
        return True
    if low > (1 if rules.ace_low else 2):
        row.insert(0, PlacedTile(JOKER, Tile(low - 1, first.color)))
        return True
    return False
