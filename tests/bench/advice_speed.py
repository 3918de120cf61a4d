"""How fast a rummy table is laid anew, beside the public `rummikub-solver` in the same run.

`python -m tests.bench.advice_speed [--hands N] [--tables N]`, in an environment that has rummikub-solver 1.0. Times are
of the processor, so that a busy machine tells the same. Both lay as many tiles as they can; whose table is lawful by
whose joker rules is not compared here.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

from engine import FACES, Color, Rules, Tile, load_rules
from engine.plays.row_building import Row
from engine.plays.shared_table import best_table
from tests.engine.positions import positions

WORTH = {tile: 1000 + (tile.number or 0) for tile in FACES}
Table = tuple[tuple[Row, ...], tuple[Tile, ...]]


def tables(rules: Rules, hands: int, most: int) -> list[Table]:
    """Tables in the middle of hands with the rack of whoever's turn it is."""
    found = [
        (tuple(meld.row for meld in state.melds), state.racks[state.turn.seat].known)
        for seed in range(hands)
        for state in positions(rules, seed)
        if state.melds and not state.turn.drawn
    ]
    random.Random(3).shuffle(found)
    return found[:most]


def theirs() -> Callable[[Table], tuple[int, float]]:
    """The public solver: tiles laid, and seconds."""
    from rummikub_solver import Colour, RuleSet, SolverMode  # type: ignore[import-not-found]
    from rummikub_solver._solver import RummikubSolver  # type: ignore[import-not-found]

    ruleset = RuleSet()
    inks = {Color.BLACK: Colour.BLACK, Color.BLUE: Colour.BLUE, Color.YELLOW: Colour.ORANGE, Color.RED: Colour.RED}
    known: dict[Any, Any] = {
        (getattr(tile, "value", None), getattr(tile, "colour", None)): tile for tile in ruleset.tiles
    }
    solver = RummikubSolver(ruleset)

    def solve(table: Table) -> tuple[int, float]:
        game = ruleset.new_game()
        game.initial = False
        laid = [placed.tile for row in table[0] for placed in row]
        game.add_table(*(known[tile.number, inks.get(tile.color)] for tile in laid))  # type: ignore[arg-type]
        game.add_rack(*(known[tile.number, inks.get(tile.color)] for tile in table[1]))  # type: ignore[arg-type]
        begin = time.process_time()
        found = solver(SolverMode.TILE_COUNT, game)
        return len(found.tiles), time.process_time() - begin

    return solve


def ours(rules: Rules) -> Callable[[Table], tuple[int, float]]:
    """This program: tiles laid, and seconds."""

    def solve(table: Table) -> tuple[int, float]:
        begin = time.process_time()
        found = best_table(table[0], table[1], WORTH, rules)
        return len(found.laid) if found else 0, time.process_time() - begin

    return solve


def report(given: list[Table], rules: Rules) -> Iterator[str]:
    """A line for all tables, and one for those with so many jokers on table and rack."""
    public, own = theirs(), ours(rules)
    public(given[0])
    found = [(table, public(table), own(table)) for table in given]
    jokers = [sum(t.is_joker for t in (*(o.tile for row in table[0] for o in row), *table[1])) for table in given]
    for only in (None, 0, 1, 2):
        some = [one for one, count in zip(found, jokers, strict=True) if only in (None, count)]
        if not some:
            continue
        slow = statistics.median(trial[1][1] for trial in some) * 1000
        fast = statistics.median(trial[2][1] for trial in some) * 1000
        fewer, more = sum(trial[2][0] < trial[1][0] for trial in some), sum(trial[2][0] > trial[1][0] for trial in some)
        named = "all" if only is None else f"{only} jokers"
        longest = max(trial[2][1] for trial in some) * 1000
        yield (
            f"{named}: {len(some)} tables, theirs {slow:.1f} ms, ours {fast:.2f} ms (longest {longest:.0f}), "
            f"{slow / fast:.1f} times; fewer tiles on {fewer}, more on {more}"
        )


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--hands", type=int, default=20)
    asked.add_argument("--tables", type=int, default=80)
    options = asked.parse_args()
    law = load_rules("rummikub")
    for line in report(tables(law, options.hands, options.tables), law):
        print(line)
