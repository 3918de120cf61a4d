"""Diagnose why a row is no meld: the nearest run or group, and every rule that it breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.melds.reordered import ReorderedMeld, best_order, fits_a_run
from engine.melds.run_and_group import (
    Kind,
    Reading,
    Window,
    count_faults,
    faults_of,
    goes_round,
    may_be_wild,
    round_windows,
    run_colors,
    run_readings,
    windows,
    windows_of,
)
from engine.placed_tile import PlacedTile, notation
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation
from engine.tiles import Color, Tile, without

_ACE, _TWO, _LAST = 1, 2, 13
_ABOUT_WILDS = (Code.TOO_MANY_WILDS, Code.WILD_RATIO, Code.FEW_NATURALS, Code.WILDS_ADJACENT)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The run or group nearest to a row that is no meld, and what is wrong."""

    kind: Kind | None
    violations: tuple[Violation, ...]
    nearest: Reading | None = None


def declared_wrongly(laid: Sequence[PlacedTile], meant: Sequence[PlacedTile]) -> Diagnosis:
    """The violation of wilds declared to stand for other tiles than their places say."""
    wrong = [said.tile for said, one in zip(laid, meant, strict=True) if said.stands_for not in (None, one.stands_for)]
    return Diagnosis(None, (Violation(Code.STANDS_FOR, tuple(wrong)),))


def diagnose(
    tiles: Sequence[Tile], readings: Sequence[Reading], other: ReorderedMeld | None, rules: Rules
) -> Diagnosis:
    """Why none of ``readings``, nor ``tiles`` as they lie, is lawful; ``other`` is their best reordering."""
    copies = [tile for tile, count in Counter(tiles).items() if count > rules.most_of(tile)]
    if copies:
        return Diagnosis(None, tuple(_copies(tiles, tile, rules) for tile in copies))
    if len(tiles) < rules.min_meld_len:
        facts = (("least", rules.min_meld_len), ("count", len(tiles)))
        return Diagnosis(None, (Violation(Code.TOO_SHORT, tuple(tiles), facts),))
    if readings:
        return _misshapen(tiles, readings, other, rules)
    reordered = _order(tiles, other)
    bent = tuple(_bent(tiles, rules))
    if reordered:  # nothing has to go
        bent = tuple(replace(fault, facts=tuple(fact for fact in fault.facts if fact[0] != "over")) for fault in bent)
    if reordered or bent:
        return Diagnosis("run", (*bent, *reordered))
    return _shapeless(tiles, other, rules)


def _copies(tiles: Sequence[Tile], tile: Tile, rules: Rules) -> Violation:
    most = rules.most_of(tile)
    facts = (("count", tiles.count(tile)), ("most", most))
    return Violation(Code.IMPOSSIBLE_COPIES if most else Code.NOT_IN_SET, (tile,), facts)


def _order(tiles: Sequence[Tile], other: ReorderedMeld | None) -> tuple[Violation, ...]:
    """The violation of tiles that form a run only in another order, and where the order breaks."""
    if other is None or other.faults:
        return ()
    return (Violation(Code.ORDER, tuple(tiles), (("start", other.start), ("color", str(other.color)))),)


def _misshapen(
    tiles: Sequence[Tile], readings: Sequence[Reading], other: ReorderedMeld | None, rules: Rules
) -> Diagnosis:
    """A row with the shape of a meld that breaks a rule; where another order breaks none, the violation is the
    order."""
    broken = [(faults_of(reading, tiles, rules), reading) for reading in readings]
    codes, nearest = min(broken, key=lambda reading: (len(reading[0]), reading[1].wilds, reading[1].start))
    wild = tuple(tile for tile, is_wild in zip(tiles, nearest.wild, strict=True) if is_wild)
    violations = _order(tiles, other) or _explained(codes, tiles, wild, rules)
    return Diagnosis(nearest.kind, violations, nearest)


def _explained(
    codes: Iterable[Code], tiles: Sequence[Tile], wild: tuple[Tile, ...], rules: Rules
) -> tuple[Violation, ...]:
    """Each code with its tiles and the numbers that its sentence contains.

    The number of naturals required by the wilds counts only the wilds that may stay.
    """
    codes = tuple(codes)
    if Code.PIERNA_OF_TWOS in codes:
        codes = tuple(code for code in codes if code != Code.PIERNA_NUMBER)
    enough = len(tiles) - len(wild) >= rules.naturals_per_wild * rules.max_wilds
    if Code.TOO_MANY_WILDS in codes and (enough or Code.FEW_NATURALS in codes):
        codes = tuple(code for code in codes if code != Code.WILD_RATIO)
    facts = (
        ("count", len(tiles)),
        ("wilds", len(wild)),
        ("naturals", len(tiles) - len(wild)),
        ("most_wilds", rules.max_wilds),
        ("per_wild", rules.naturals_per_wild),
        ("least_naturals", rules.min_naturals),
        ("most", rules.pierna_max_len or 0),
        ("number", next((tile.number for tile in tiles if tile.number and tile not in wild), 0)),
    )
    at_fault = dict.fromkeys(_ABOUT_WILDS, wild)
    at_fault |= {Code.REPEAT_COLOUR: _repeated_colours(tiles), Code.ACE_BOTH_ENDS: _aces(tiles)}
    return tuple(Violation(code, at_fault.get(code, tuple(tiles)), facts) for code in codes)


def _repeated_colours(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    return tuple(tile for index, tile in enumerate(tiles) if tile.color and tile in tiles[:index])


def _aces(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    return tuple(tile for tile in tiles if tile.number == _ACE)


def _bent(tiles: Sequence[Tile], rules: Rules) -> Iterator[Violation]:
    """The violations of a row that is in order except that the 1 is where the rules forbid it."""
    for code, places in _bends(len(tiles), rules):
        if next(run_readings(tiles, rules, places), None) and (code != Code.WRAP or goes_round(tiles, rules)):
            yield _bend(code, tiles, rules)
            return


def _bend(code: Code, tiles: Sequence[Tile], rules: Rules) -> Violation:
    """The misplaced 1, or the tile in its place; for a run around the corner, the tiles too many."""
    aces = _aces(tiles)
    over = _beyond(tiles, rules) if code == Code.WRAP else ()
    if code == Code.WRAP and not (aces or rules.ace_high):
        return Violation(Code.ACE_HIGH, over or tuple(tiles), (("aces", 0),))
    return Violation(code, aces or tuple(tiles), (("aces", int(bool(aces))), ("over", notation(over))))


def _beyond(tiles: Sequence[Tile], rules: Rules) -> tuple[Tile, ...]:
    """For a run around the corner, the duplicate tiles or those on the shorter side of the widest gap.

    The 1 belongs to its own side.
    """
    natural = [tile for tile in tiles if tile.number and tile.number != _ACE]
    if repeated := tuple(tile for at, tile in enumerate(natural) if tile in natural[:at]):
        return repeated
    numbers = sorted({_ACE, _LAST + 1, *(tile.number for tile in natural if tile.number)})
    low = max(pairwise(numbers), key=lambda two: two[1] - two[0])[0]
    below = tuple(tile for tile in natural if (tile.number or 0) <= low)
    aces = () if rules.ace_high else _aces(tiles)
    beyond = min((*aces, *below), without(natural, below), key=len)
    return beyond or tuple(tile for tile in tiles if tile.is_joker)


def _bends(length: int, rules: Rules) -> Iterator[tuple[Code, Sequence[Window]]]:
    """Place sequences that ``rules`` forbid for a run, with the code of the rule."""
    if not rules.ace_high:
        yield Code.ACE_HIGH, windows(length, rules.ace_low, True, False)
    if not rules.ace_low:
        yield Code.ACE_LOW, windows(length, True, rules.ace_high, False)
    yield Code.WRAP, (*windows(length, True, True, False), *round_windows(length))


def _shapeless(tiles: Sequence[Tile], other: ReorderedMeld | None, rules: Rules) -> Diagnosis:
    """A row that has the shape of no meld in any order."""
    naturals = [tile for tile in tiles if not may_be_wild(tile, rules)]
    if other:
        return Diagnosis("run", _explained(other.faults, tiles, _wilds(tiles, other, rules), rules))
    colors = Counter(tile.color for tile in naturals)
    numbers = Counter(tile.number for tile in naturals)
    color, of_color = max(colors.items(), key=lambda item: (item[1], -_width(naturals, item[0]), str(item[0])))
    number, of_number = max(numbers.items(), key=lambda item: (item[1], -(item[0] or 0)))
    odd_colors = Violation(Code.COLOUR_MIX, tuple(tile for tile in naturals if tile.color != color))
    odd_numbers = Violation(Code.NUMBER_MIX, tuple(tile for tile in naturals if tile.number != number))
    if len(colors) == 1:
        return Diagnosis("run", _torn_run(naturals, tiles, rules))
    if of_color == of_number:
        return Diagnosis(None, tuple(replace(fault, facts=(("either", 1),)) for fault in (odd_colors, odd_numbers)))
    if of_color > of_number:
        return Diagnosis("run", (odd_colors, *_of_the_rest(without(tiles, odd_colors.tiles), rules)))
    return Diagnosis("group", (odd_numbers, *_of_the_rest(without(tiles, odd_numbers.tiles), rules)))


def _width(naturals: Iterable[Tile], color: Color | None) -> int:
    """The spread of the numbers of one colour: of two colours with equally many tiles, the narrower is the run."""
    numbers = [tile.number for tile in naturals if tile.color == color and tile.number]
    return max(numbers) - min(numbers)


def _of_the_rest(tiles: Sequence[Tile], rules: Rules) -> tuple[Violation, ...]:
    """The violations of the tiles that belong together, once the others are removed; their small number is not one."""
    other = best_order(tiles, rules)
    if other is None:
        return _torn_run([tile for tile in tiles if not may_be_wild(tile, rules)], tiles, rules)
    codes = (code for code in other.faults if code not in (Code.TOO_SHORT, Code.FEW_NATURALS))
    return _explained(codes, tiles, _wilds(tiles, other, rules), rules)


def _wilds(tiles: Sequence[Tile], other: ReorderedMeld, rules: Rules) -> tuple[Tile, ...]:
    """The tiles of ``tiles`` that are wild in their best order: a 2 of the run's colour is natural on its own place."""
    possible = [tile for tile in tiles if may_be_wild(tile, rules)]
    colors = run_colors(tiles, rules)
    at_home = sorted(possible, key=lambda tile: tile.color not in colors)[: len(possible) - other.wilds]
    return without(possible, at_home)


def _torn_run(naturals: Sequence[Tile], tiles: Sequence[Tile], rules: Rules) -> tuple[Violation, ...]:
    """The reasons why tiles of one colour form no run in any order."""
    repeated = tuple(tile for index, tile in enumerate(naturals) if tile in naturals[:index])
    places = windows_of(len(tiles), rules)
    if not places:
        longest = next(length for length in range(len(tiles), 0, -1) if windows_of(length, rules))
        return (Violation(Code.TOO_LONG, tuple(tiles), (("most", longest), ("count", len(tiles)))),)
    if repeated:
        rest = _of_the_rest(without(tiles, repeated), rules)
        return (Violation(Code.REPEAT_IN_RUN, repeated), *rest)
    for code, bent in _bends(len(tiles), rules):
        if fits_a_run(tiles, rules, bent):
            return (_bend(code, naturals, rules),)
    return _gap(naturals, tiles, rules)


def _gap(naturals: Sequence[Tile], tiles: Sequence[Tile], rules: Rules) -> tuple[Violation, ...]:
    """The tiles that a run lacks beyond those its wilds replace in place, and the surplus wilds."""
    color, places = naturals[0].color, _spread(naturals, rules)
    holes = [place for place in range(places[0], places[-1]) if place not in places]
    home = Tile(_TWO, color)
    is_home = rules.two_on_own_place_is_natural and home in tiles and _TWO in holes
    wilds = tuple(tile for tile in tiles if may_be_wild(tile, rules))
    wilds = without(wilds, (home,) if is_home else ())
    holes = [hole for hole in holes if not (is_home and hole == _TWO)]
    filled = _filled(tiles, naturals, holes, places)[: min(len(wilds), rules.max_wilds)]
    lacking = tuple(Tile(hole, color) for hole in holes if hole not in filled)
    codes = tuple(count_faults(len(tiles) + len(lacking), len(wilds), rules))
    return (Violation(Code.GAP, lacking), *_explained(codes, tiles, wilds, rules))


def _spread(naturals: Sequence[Tile], rules: Rules) -> list[int]:
    """The places of ``naturals`` in ascending order, with the 1 on its nearer side."""
    low = sorted(tile.number for tile in naturals if tile.number)
    high = sorted(_LAST + 1 if number == _ACE else number for number in low)
    return high if rules.ace_high and high[-1] - high[0] < low[-1] - low[0] else low


def _filled(tiles: Sequence[Tile], naturals: Sequence[Tile], holes: Sequence[int], places: Sequence[int]) -> list[int]:
    """``holes`` in the order in which wilds fill them: first those where a wild lies between the neighbours."""
    filled: list[int] = []
    last, between = 0, 0
    for tile in tiles:
        if tile not in naturals:
            between += 1
            continue
        place = _LAST + 1 if tile.number == _ACE and _LAST + 1 in places else tile.number or 0
        inside = [hole for hole in holes if min(last, place) < hole < max(last, place)] if last else []
        filled += (inside if last < place else inside[::-1])[:between]
        last, between = place, 0
    return list(dict.fromkeys((*filled, *holes)))
