"""Find the best meld that tiles form in any order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.melds.run_and_group import (
    Window,
    count_faults,
    faults_of,
    group_reading,
    may_be_wild,
    run_colors,
    windows_of,
)
from engine.rules.rules import Rules
from engine.rules.verdict import Code
from engine.tiles import Color, Tile

_ACE, _TWO = 1, 2


@dataclass(frozen=True, slots=True)
class ReorderedMeld:
    """A run or group that the tiles form in some order."""

    wilds: int
    faults: tuple[Code, ...]
    """The codes of the rules that it breaks all the same."""
    start: int = 0
    """The lowest place of a run."""
    color: Color | None = None
    """The colour of a run."""


def best_order(tiles: Sequence[Tile], rules: Rules) -> ReorderedMeld | None:
    """The best reading of ``tiles`` in any order: lawful first, then fewest wilds."""
    options = [*_relaid_runs(tiles, rules, windows_of(len(tiles), rules)), *_relaid_group(tiles, rules)]
    return min(options, key=lambda option: (len(option.faults), option.wilds), default=None)


def lawful_order(tiles: Sequence[Tile], rules: Rules) -> tuple[int, ...] | None:
    """An order of ``tiles``, as indices, in which they are a lawful meld, a run from its lowest place; None if there is
    none."""
    found = best_order(tiles, rules)
    if found is None or found.faults:
        return None
    if found.color is None:
        return tuple(range(len(tiles)))
    window = next(window for window in windows_of(len(tiles), rules) if window.start == found.start)
    left = list(range(len(tiles)))
    places = [_pop(left, tiles, Tile(number, found.color)) for number in window.numbers]
    return tuple(left.pop() if index is None else index for index in places)


def _pop(left: list[int], tiles: Sequence[Tile], wanted: Tile) -> int | None:
    """Take the index of a ``wanted`` tile out of those ``left``; None if there is none."""
    index = next((index for index in left if tiles[index] == wanted), None)
    if index is not None:
        left.remove(index)
    return index


def fits_a_run(tiles: Sequence[Tile], rules: Rules, places: Sequence[Window]) -> bool:
    """Whether ``tiles`` in some order fit one of ``places``, whatever the rules say about wilds."""
    return next(_relaid_runs(tiles, rules, places), None) is not None


def _relaid_group(tiles: Sequence[Tile], rules: Rules) -> Iterator[ReorderedMeld]:
    reading = group_reading(tiles, rules)
    if reading:
        yield ReorderedMeld(reading.wilds, faults_of(reading, tiles, rules))


def _relaid_runs(tiles: Sequence[Tile], rules: Rules, places: Sequence[Window]) -> Iterator[ReorderedMeld]:
    naturals = [tile.number for tile in tiles if tile.number and not may_be_wild(tile, rules)]
    aces = naturals.count(_ACE)
    if len(set(naturals)) + max(aces - 1, 0) < len(naturals):
        return
    for color in run_colors(tiles, rules):
        home = rules.twos_wild and rules.two_on_own_place_is_natural and Tile(_TWO, color) in tiles
        for window in places:
            if aces <= window.aces and all(window.mask >> number & 1 for number in naturals):
                yield _on_window(window, naturals, color, rules, home=home)


def _on_window(window: Window, naturals: Sequence[int], color: Color, rules: Rules, *, home: bool) -> ReorderedMeld:
    """The run of ``naturals`` on ``window``; ``home`` allows a 2 of its ``color`` on its own place."""
    held = {*naturals, _TWO} if home else {*naturals}
    natural = len(naturals) + (home and bool(window.mask >> _TWO & 1))
    length = len(window.numbers)
    faults = list(count_faults(length, length - natural, rules))
    if naturals.count(_ACE) > 1 and not rules.ace_both_ends:
        faults.append(Code.ACE_BOTH_ENDS)
    if not rules.wilds_adjacent and _holes_touch(window, held):
        faults.append(Code.WILDS_ADJACENT)
    return ReorderedMeld(length - natural, tuple(faults), window.start, color)


def _holes_touch(window: Window, held: set[int]) -> bool:
    holes = [number not in held for number in window.numbers]
    return any(a and b for a, b in pairwise(holes))
