"""Enumerate the readings of a meld's tiles: as a run or a group, in the given order or in any other.

A reading fits the shape of a meld; ``faults_of`` checks it against the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Literal

from engine.placed_tile import PlacedTile
from engine.rules.rules import Rules
from engine.rules.verdict import Code
from engine.tiles import Color, Tile

Kind = Literal["run", "group"]
_ACE, _TWO, _LAST, _ACE_HIGH = 1, 2, 13, 14


@dataclass(frozen=True, slots=True)
class Window:
    """Consecutive places of one colour: the number that belongs on each, lowest place first."""

    start: int
    numbers: tuple[int, ...]
    mask: int
    """A bit for each number."""
    aces: int


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of a row: a run from the place ``start`` upwards, or a group of the number ``start``."""

    kind: Kind
    start: int
    color: Color | None
    """The colour of a run."""
    wild: tuple[bool, ...]
    """For each tile, in the order it lies, whether it stands for another."""
    descending: bool = False
    """Whether the row lies from high to low."""

    @property
    def wilds(self) -> int:
        """The number of wilds."""
        return sum(self.wild)


@cache
def windows(length: int, ace_low: bool, ace_high: bool, wraparound: bool) -> tuple[Window, ...]:
    """The windows of ``length`` places that a run may occupy."""
    first, last = (1 if ace_low else 2), (_ACE_HIGH if ace_high else _LAST)
    starts = range(1, _LAST + 1) if wraparound and length <= _LAST else range(first, last - length + 2)
    return tuple(_window(start, length) for start in starts)


@cache
def round_windows(length: int) -> tuple[Window, ...]:
    """The windows of ``length`` places that continue past the 1 after the 13."""
    return tuple(_window(start, length) for start in range(1, _LAST + 1) if start + length - 1 > _ACE_HIGH)


def _window(start: int, length: int) -> Window:
    numbers = tuple((start + step - 1) % _LAST + 1 for step in range(length))
    return Window(start, numbers, sum(1 << number for number in set(numbers)), numbers.count(_ACE))


def windows_of(length: int, rules: Rules) -> tuple[Window, ...]:
    """The windows that ``rules`` allow for a run of ``length`` tiles."""
    return windows(length, rules.ace_low, rules.ace_high, rules.wraparound)


def may_be_wild(tile: Tile, rules: Rules) -> bool:
    """Whether ``tile`` may stand for another."""
    return tile.number is None or (rules.twos_wild and tile.number == _TWO)


def run_colors(tiles: Sequence[Tile], rules: Rules) -> tuple[Color, ...]:
    """The possible colours of ``tiles`` as a run: that of the naturals, or those of the 2s where all may be wild."""
    natural = {tile.color for tile in tiles if tile.color and not may_be_wild(tile, rules)}
    if len(natural) > 1:
        return ()
    return tuple(natural) or tuple({tile.color for tile in tiles if tile.color})


def run_readings(tiles: Sequence[Tile], rules: Rules, places: Sequence[Window]) -> Iterator[Reading]:
    """The runs that ``tiles`` form in the order they lie, read in either direction, on one of ``places``."""
    for color in run_colors(tiles, rules):
        for window in places:
            for numbers in (window.numbers, window.numbers[::-1]):
                wild = _laid_on(tiles, numbers, color, rules)
                if wild is not None:
                    yield Reading("run", window.start, color, wild, descending=numbers is not window.numbers)


def _laid_on(tiles: Sequence[Tile], numbers: Sequence[int], color: Color, rules: Rules) -> tuple[bool, ...] | None:
    """Which of ``tiles`` are wild if each lies on its place of ``numbers``; None where they do not fit."""
    twos_wild, home_counts = rules.twos_wild, rules.two_on_own_place_is_natural
    wild = []
    for tile, number in zip(tiles, numbers, strict=True):
        if tile.number == number and tile.color == color:
            wild.append(number == _TWO and twos_wild and not home_counts)
        elif tile.number is None or (twos_wild and tile.number == _TWO):
            wild.append(True)
        else:
            return None
    return tuple(wild)


def group_reading(tiles: Sequence[Tile], rules: Rules) -> Reading | None:
    """The group that ``tiles`` form in any order, if all naturals share a number; else None."""
    numbers = {tile.number for tile in tiles if not may_be_wild(tile, rules)}
    if len(numbers) > 1:
        return None
    number = (numbers or {_TWO}).pop() or _TWO
    return Reading("group", number, None, tuple(tile.number != number for tile in tiles))


def goes_round(tiles: Sequence[Tile], rules: Rules) -> bool:
    """Whether ``tiles`` lie as a run past the 1 after the 13 where ``rules`` forbid it.

    A wild beyond that 1, or before a low 1, only lies at the wrong end.
    """
    if rules.wraparound:
        return False
    return any(_crosses(reading, tiles) for reading in run_readings(tiles, rules, round_windows(len(tiles))))


def _crosses(reading: Reading, tiles: Sequence[Tile]) -> bool:
    """Whether naturals lie on both sides of a 1 in the middle, or on it."""
    laid = placed(reading, tiles)[:: -1 if reading.descending else 1]
    own = [index for index, placed in enumerate(laid) if placed.stands_for in (None, placed.tile)]
    first = (reading.start + own[0] - 1) % _LAST + 1 if own else 1
    return bool(own) and first + own[-1] - own[0] > _ACE_HIGH


def faults_of(reading: Reading, tiles: Sequence[Tile], rules: Rules) -> tuple[Code, ...]:
    """The codes of the rules that ``reading`` breaks; empty when it is lawful."""
    broken = _run_faults if reading.kind == "run" else _group_faults
    return (*broken(reading, tiles, rules), *count_faults(len(tiles), reading.wilds, rules))


def count_faults(length: int, wilds: int, rules: Rules) -> Iterator[Code]:
    """The codes of the rules broken by the number of wilds in a meld of ``length`` tiles."""
    naturals = length - wilds
    if length < rules.min_meld_len:
        yield Code.TOO_SHORT
    if wilds > rules.max_wilds:
        yield Code.TOO_MANY_WILDS
    if naturals < rules.naturals_per_wild * wilds:
        yield Code.WILD_RATIO
    if naturals < rules.min_naturals:
        yield Code.FEW_NATURALS


def _run_faults(reading: Reading, tiles: Sequence[Tile], rules: Rules) -> Iterator[Code]:
    if not rules.ace_both_ends and sum(tile.number == _ACE for tile in tiles) > 1:
        yield Code.ACE_BOTH_ENDS
    if not rules.wilds_adjacent and any(a and b for a, b in pairwise(reading.wild)):
        yield Code.WILDS_ADJACENT


def _group_faults(reading: Reading, tiles: Sequence[Tile], rules: Rules) -> Iterator[Code]:
    if reading.start == _TWO and rules.pierna_of_twos == "forbidden":
        yield Code.PIERNA_OF_TWOS
    if reading.start not in rules.piernas_allowed:
        yield Code.PIERNA_NUMBER
    if rules.pierna_max_len is not None and len(tiles) > rules.pierna_max_len:
        yield Code.TOO_LONG
    if rules.pierna_distinct_colours and len({tile for tile in tiles if tile.color}) < sum(
        tile.color is not None for tile in tiles
    ):
        yield Code.REPEAT_COLOUR


def placed(reading: Reading, tiles: Sequence[Tile]) -> tuple[PlacedTile, ...]:
    """``tiles`` with the tile that each wild stands for in ``reading``."""
    if reading.kind == "group":
        return _placed_group(reading, tiles)
    step = -1 if reading.descending else 1
    first = reading.start + (len(tiles) - 1 if reading.descending else 0)
    return tuple(
        PlacedTile(tile, Tile((first + step * index - 1) % _LAST + 1, reading.color) if wild else None)
        for index, (tile, wild) in enumerate(zip(tiles, reading.wild, strict=True))
    )


def _placed_group(reading: Reading, tiles: Sequence[Tile]) -> tuple[PlacedTile, ...]:
    held = dict.fromkeys(Color, 0)
    for tile, wild in zip(tiles, reading.wild, strict=True):
        if tile.color and not wild:
            held[tile.color] += 1
    laid = []
    for tile, wild in zip(tiles, reading.wild, strict=True):
        scarce = min(held, key=lambda color: held[color])
        if wild:
            held[scarce] += 1
        laid.append(PlacedTile(tile, Tile(reading.start, scarce) if wild else None))
    return tuple(laid)
