"""Collect every violation of a row: those as it lies, and those that remain after each repair.

Whoever does what all the sentences say has a meld; only where no such group is one the tiles go back to the rack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from engine.melds.melds import MeldVerdict, judge_meld
from engine.melds.reordered import best_order
from engine.placed_tile import PlacedTile, notation, parse_tiles
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation
from engine.run_order import run_order
from engine.tiles import FACES, Color, Tile, without

Row = tuple[Tile, ...]
_ROUNDS = 6
"""The maximum number of repair rounds; more would only repeat earlier violations."""
_HOPELESS = (Code.PIERNA_OF_TWOS, Code.PIERNA_NUMBER, Code.IMPOSSIBLE_COPIES, Code.NOT_IN_SET, Code.STANDS_FOR)
"""Violations that no known repair turns into a meld."""


def violations_with_repairs(verdict: MeldVerdict, rules: Rules) -> tuple[Violation, ...]:
    """The violations of ``verdict``, then those of the repaired row, and so on; none for a meld."""
    two = () if verdict.lawful else tuple(_two_melds(verdict.tiles, rules))
    if verdict.lawful or two or any(fault.code in _HOPELESS for fault in verdict.violations):
        return (*two, *verdict.violations)
    row, faults = verdict.tiles, _faults(verdict.tiles, rules)
    found = list(faults)
    for _ in range(_ROUNDS):
        row = _put_right(row, faults, rules)
        faults = tuple(_unsaid(found, _faults(row, rules)))
        found += faults
        if all(fault.code in (Code.TOO_SHORT, *_HOPELESS) for fault in faults):
            break
    count = len(verdict.tiles)
    said: dict[str, Violation] = {}
    for fault in (cause if len(cause.tiles) == count else _of_the_rest(cause) for cause in found):
        said.setdefault(fault.sentence(), fault)  # what is left has other counts, which not every sentence tells
    return tuple(said.values())


def _two_melds(row: Row, rules: Rules) -> Iterator[Violation]:
    """The note that ``row`` is two lawful melds side by side."""
    least = rules.min_meld_len
    for parted in range(least, len(row) - least + 1):
        parts = row[:parted], row[parted:]
        if all(judge_meld([PlacedTile(tile) for tile in part], rules).lawful for part in parts):
            yield Violation(Code.TWO_MELDS, row, (("first", notation(parts[0])), ("second", notation(parts[1]))))
            return


def _unsaid(violations: Sequence[Violation], faults: Sequence[Violation]) -> Iterator[Violation]:
    """The ``faults`` not yet reported; the minimum number of tiles is reported once."""
    codes = {fault.code for fault in violations} & {Code.TOO_SHORT, Code.FEW_NATURALS}
    yield from (fault for fault in faults if fault not in violations and fault.code not in codes)


def _faults(row: Row, rules: Rules) -> tuple[Violation, ...]:
    """The violations of ``row``; for too few tiles, also why no further tile makes them a meld."""
    faults = judge_meld([PlacedTile(tile) for tile in row], rules).violations if row else ()
    if len(row) != rules.min_meld_len - 1 or any(_is_meld((*row, face), rules) for face in FACES):
        return faults
    alone = replace(rules, min_meld_len=len(row), min_naturals=0, naturals_per_wild=0, max_wilds=len(row))
    return (*faults, *judge_meld([PlacedTile(tile) for tile in row], alone).violations)


def _is_meld(row: Row, rules: Rules) -> bool:
    """Whether ``row`` is a meld in some order."""
    found = best_order(row, rules)
    return bool(found and not found.faults)


def _of_the_rest(fault: Violation) -> Violation:
    """The violation reported for the tiles that remain of a row."""
    facts = tuple(fact for fact in fault.facts if fact[0] != "left")
    return replace(fault, facts=(*facts, ("left", 1)))


def _put_right(row: Row, faults: tuple[Violation, ...], rules: Rules) -> Row:
    """The row after repairing the ``faults``: a repair that gives a meld where possible, else the nearest to one."""
    codes = [fault.code for fault in faults]
    if {Code.COLOUR_MIX, Code.NUMBER_MIX} <= {*codes}:
        faults = tuple(fault for fault in faults if fault.code != Code.NUMBER_MIX)
    for fault in faults:
        ways = list(_WAYS.get(fault.code, _as_it_is)(row, fault, rules))
        row = min(ways, key=lambda way: _distance(way, rules), default=row)
    return row


def _distance(row: Row, rules: Rules) -> int:
    """The severity of a row's violations: none, its order, or something else."""
    verdict = judge_meld([PlacedTile(tile) for tile in row], rules)
    return 0 if verdict.lawful else 1 if verdict.lawful_reordered else 1 + len(verdict.violations)


def _as_it_is(row: Row, fault: Violation, rules: Rules) -> Iterator[Row]:
    yield row


def _without(row: Row, fault: Violation, rules: Rules) -> Iterator[Row]:
    yield without(row, fault.tiles)


def _away_from_the_end(row: Row, fault: Violation, rules: Rules) -> Iterator[Row]:
    """The row without the 1 or another tile beyond the end; where that is a wild, any tile may be dropped."""
    if len(fault.tiles) < len(row):
        yield without(row, fault.tiles)
    else:
        yield from _without_one(row, fault, rules)


def _without_one(row: Row, fault: Violation, rules: Rules) -> Iterator[Row]:
    yield from (row[:at] + row[at + 1 :] for at, tile in enumerate(row) if tile in fault.tiles)


def _shorter(row: Row, fault: Violation, rules: Rules) -> Iterator[Row]:
    most = dict(fault.facts)["most"]
    while len(row) > int(most):
        row = min(_without_one(row, fault, rules), key=lambda way: _distance(way, rules))
    yield row


def _fewer_wilds(row: Row, fault: Violation, rules: Rules) -> Iterator[Row]:
    facts = dict(fault.facts)
    for _ in range(int(facts["wilds"]) - int(facts["most_wilds"])):
        row = min(_without_one(row, fault, rules), key=lambda way: _distance(way, rules), default=row)
    yield row


def _more_naturals(row: Row, fault: Violation, rules: Rules) -> Iterator[Row]:
    yield row
    yield from ((*row, face) for face in FACES if _is_meld((*row, face), rules))


def _added(row: Row, fault: Violation, rules: Rules) -> Iterator[Row]:
    """The row with its missing tiles, in the order that makes it a run."""
    color = fault.tiles[0].color if fault.tiles else None
    whole = (*row, *fault.tiles)
    found = best_order(whole, rules)
    yield run_order(whole, found.start, found.color or color) if found and color else whole


def _ordered(row: Row, fault: Violation, rules: Rules) -> Iterator[Row]:
    facts = dict(fault.facts)
    yield run_order(row, int(facts["start"]), Color(str(facts["color"])))


def _not_round(row: Row, fault: Violation, rules: Rules) -> Iterator[Row]:
    yield without(row, parse_tiles(str(dict(fault.facts).get("over", ""))))


_WAYS: Mapping[Code, Callable[[Row, Violation, Rules], Iterator[Row]]] = {
    Code.COLOUR_MIX: _without,
    Code.NUMBER_MIX: _without,
    Code.REPEAT_IN_RUN: _without,
    Code.REPEAT_COLOUR: _without,
    Code.ACE_LOW: _away_from_the_end,
    Code.ACE_HIGH: _away_from_the_end,
    Code.ACE_BOTH_ENDS: _without_one,
    Code.WILDS_ADJACENT: _without_one,
    Code.TOO_LONG: _shorter,
    Code.TOO_MANY_WILDS: _fewer_wilds,
    Code.WILD_RATIO: _without_one,
    Code.FEW_NATURALS: _more_naturals,
    Code.GAP: _added,
    Code.ORDER: _ordered,
    Code.WRAP: _not_round,
}
