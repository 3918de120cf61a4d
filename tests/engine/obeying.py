"""What a player does who was told why a row is no meld: each sentence obeyed as it is said, whatever else is wrong.

It knows no law: tiles that are said not to belong are taken away, tiles that are said to be missing are put where they
fit, an order that is told is laid. Where a sentence leaves a choice, every choice is tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice

from engine import PlacedTile, Tile, judge_meld, parse_meld
from engine.placed_tile import parse_tiles
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation
from engine.run_order import run_order
from engine.tiles import FACES, Color, without

Row = tuple[Tile, ...]
Way = Callable[[Row, Violation], Iterator[Row]]
MOST_WAYS = 8000


def leads_to_a_meld(row: Row, violations: Sequence[Violation], rules: Rules) -> bool:
    """Whether somebody who obeys all ``violations`` of ``row``, one after another, has a meld."""
    codes = {violation.code for violation in violations}
    if codes & {Code.PIERNA_NUMBER, Code.PIERNA_OF_TWOS}:
        return True  # no such group is one: they go back to the rack
    either = codes >= {Code.COLOUR_MIX, Code.NUMBER_MIX}
    if Code.TWO_MELDS in codes:
        facts = dict(violations[0].facts)
        return all(judge_meld(parse_meld(str(facts[part])), rules).lawful for part in ("first", "second"))
    for left_out in (Code.COLOUR_MIX, Code.NUMBER_MIX) if either else (None,):
        rows, at_least = {row}, (Code.TOO_SHORT, Code.FEW_NATURALS)
        said = [violation for violation in violations if violation.code != left_out]
        for violation in sorted(said, key=lambda violation: violation.code in at_least):
            rows = {new for old in rows for new in WAYS[violation.code](old, violation, rules)}
            rows = set(islice(rows, MOST_WAYS))
        if any(_is_meld(other_row, rules) for other_row in rows):
            return True
    return False


def _is_meld(row: Row, rules: Rules) -> bool:
    return judge_meld([PlacedTile(tile) for tile in row], rules).lawful


def _without(row: Row, violation: Violation, rules: Rules) -> Iterator[Row]:
    """The row without the tiles that do not belong; of two equal ones either may go."""
    rows = {row}
    for tile in violation.tiles:
        rows = {
            other_row[:at] + other_row[at + 1 :]
            for other_row in rows
            for at in range(len(other_row))
            if other_row[at] == tile
        } or rows
    yield from rows


def _without_some(row: Row, violation: Violation, rules: Rules) -> Iterator[Row]:
    """The row without one or more of the tiles that are too many."""
    for at, tile in enumerate(row):
        if tile in violation.tiles:
            less = row[:at] + row[at + 1 :]
            yield less
            if len(less) > 2:
                yield from (less[:to] + less[to + 1 :] for to, one in enumerate(less) if one in violation.tiles)


def _without_the_rest(row: Row, violation: Violation, rules: Rules) -> Iterator[Row]:
    """The row without as many of the wilds as are too many, whichever they are."""
    facts = dict(violation.facts)
    spots = [at for at, tile in enumerate(row) if tile in violation.tiles]
    for gone in combinations(spots, max(min(int(facts["wilds"]) - int(facts["most_wilds"]), len(spots)), 0)):
        yield tuple(tile for at, tile in enumerate(row) if at not in gone)


def _with(row: Row, violation: Violation, rules: Rules) -> Iterator[Row]:
    """The row with the missing tiles where they fit: between the numbers that lie there."""
    color = violation.tiles[0].color
    assert color
    yield from (run_order((*row, *violation.tiles), start, color) for start in range(1, 14))
    yield from (run_order((*row, *violation.tiles), start, color)[::-1] for start in range(1, 14))


def _longer(row: Row, violation: Violation, rules: Rules) -> Iterator[Row]:
    """The row with one more tile, or with two of its colour or number, at its ends or between."""
    missing = max(int(dict(violation.facts)["least"]) - len(row), 0)
    if not missing:
        yield row
    for more in combinations(FACES, missing) if missing else ():
        if missing == 1 or all(tile.color == row[0].color or tile.number == row[0].number for tile in more):
            yield from ({(*row[:at], *more, *row[at:]) for at in range(len(row) + 1)} | {(more[0], *row, *more[1:])})


def _moved(row: Row, violation: Violation, rules: Rules) -> Iterator[Row]:
    """The row with one of the tiles somewhere else, or gone."""
    for at, tile in enumerate(row):
        if tile in violation.tiles:
            less = row[:at] + row[at + 1 :]
            yield less
            yield from ((*less[:to], tile, *less[to:]) for to in range(len(row)))


def _fewer_wilds(row: Row, violation: Violation, rules: Rules) -> Iterator[Row]:
    """The row with naturals in the place of wilds, one or all."""
    spots = [at for at, tile in enumerate(row) if tile in violation.tiles]
    near = [tile for tile in FACES if any(tile.color == placed.color or tile.number == placed.number for placed in row
                                          if placed not in violation.tiles)]  # fmt: skip
    for tile in near:
        yield from ((*row[:at], tile, *row[at + 1 :]) for at in spots)
        yield from ((*row[:at], tile, *row[at:]) for at in (0, len(row)))
    yield from _without_some(row, violation, rules)


def _ordered(row: Row, violation: Violation, rules: Rules) -> Iterator[Row]:
    facts = dict(violation.facts)
    yield run_order(violation.tiles, int(facts["start"]), Color(facts["color"]))


def _not_round(row: Row, violation: Violation, rules: Rules) -> Iterator[Row]:
    yield without(row, parse_tiles(str(dict(violation.facts).get("over", ""))))


def _aces(row: Row, violation: Violation, rules: Rules) -> Iterator[Row]:
    yield from _moved(row, violation, rules)
    yield from _without(row, violation, rules)


WAYS = {
    Code.TOO_SHORT: _longer,
    Code.TOO_LONG: _without_some,
    Code.COLOUR_MIX: _without,
    Code.NUMBER_MIX: _without,
    Code.GAP: _with,
    Code.REPEAT_IN_RUN: _without,
    Code.REPEAT_COLOUR: _without,
    Code.TOO_MANY_WILDS: _without_the_rest,
    Code.WILD_RATIO: _fewer_wilds,
    Code.FEW_NATURALS: _fewer_wilds,
    Code.WILDS_ADJACENT: _moved,
    Code.ACE_LOW: _aces,
    Code.ACE_HIGH: _aces,
    Code.ACE_BOTH_ENDS: _moved,
    Code.WRAP: _not_round,
    Code.ORDER: _ordered,
}
