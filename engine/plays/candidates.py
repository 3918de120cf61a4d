"""All that tiles of a rack can be laid as on the own side: new melds, and each meld that lies there grown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, permutations, product

from engine.hand.state import LaidMeld
from engine.melds.changes import change_between, places_of
from engine.melds.melds import MeldVerdict, judge_meld
from engine.melds.readings import Window, may_be_wild, windows_of
from engine.placed import Placed
from engine.plays.rows import Row
from engine.rules.rules import Rules
from engine.scoring.canastas import canasta_bonus
from engine.tiles import NUMBERS, Color, Tile, without

_LAST, _TWO = 13, 2
_LONGEST_RUN = 14
Held = Counter[Tile]


@dataclass(frozen=True, slots=True)
class _Lying:
    """What lies on a run already: naturals on their places, and the wilds, which may lie elsewhere afterwards."""

    color: Color
    naturals: Mapping[int, Placed] = field(default_factory=dict)
    wilds: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """One meld that could lie there: a new one, or one of the table with more tiles."""

    row: Row
    number: int | None
    """The meld that grew."""
    added: tuple[Tile, ...]
    """The tiles from the rack, sorted."""
    points: int
    """What the meld is worth more than before, its canasta with it."""
    pure: bool
    """Whether no wild was added to what had none."""


def candidates(melds: Sequence[LaidMeld], rack: Sequence[Tile], rules: Rules) -> tuple[Candidate, ...]:
    """Every lawful new meld out of ``rack`` and every lawful growth of one of ``melds``, one for the same tiles."""
    held = Counter(rack)
    found: dict[tuple[int | None, tuple[Tile, ...]], Candidate] = {}
    new = ((None, row) for row in chain(_runs(held, rules), _groups(held, (), rules)))
    grown = ((meld, row) for meld in melds for row in _grown(meld, held, rules))
    for meld, row in chain(new, grown):
        one = _candidate(meld, row, rules)
        if one and one.added:
            key = (one.number, one.added)
            if key not in found or found[key].points < one.points:
                found[key] = one
    return tuple(found.values())


def _candidate(meld: LaidMeld | None, row: Row, rules: Rules) -> Candidate | None:
    verdict = judge_meld(row, rules)
    if not verdict.lawful or (meld and not change_between(meld.verdict, verdict, rules).lawful):
        return None
    before = Counter(meld.tiles if meld else ())
    added = tuple(sorted((Counter(verdict.tiles) - before).elements(), key=str))
    points = _worth(verdict, rules) - (_worth(meld.verdict, rules) if meld else 0)
    pure = verdict.wilds == 0 or bool(meld and meld.verdict.wilds)
    return Candidate(row, meld.number if meld else None, added, points, pure)


def _worth(verdict: MeldVerdict, rules: Rules) -> int:
    return verdict.points + (canasta_bonus(verdict, verdict.canasta, rules)[1] if verdict.canasta else 0)


def _wilds(held: Held, rules: Rules) -> list[Tile]:
    """The tiles of a rack that may stand for others, each as often as a meld could hold it."""
    return [
        tile
        for tile in sorted(held, key=str)
        if may_be_wild(tile, rules)
        for _ in range(min(held[tile], rules.max_wilds))
    ]


def _runs(held: Held, rules: Rules) -> Iterator[Row]:
    for color in Color:
        numbers = sum(tile.color == color for tile in held)
        for length in range(rules.min_meld_len, min(numbers + rules.max_wilds, _LONGEST_RUN) + 1):
            for window in windows_of(length, rules):
                yield from _on(window, _Lying(color), held, rules)


def _on(window: Window, lies: _Lying, held: Held, rules: Rules) -> Iterator[Row]:
    """The runs on ``window`` with what ``lies`` there and tiles of the rack: every choice of places for the wilds."""
    places = range(window.start, window.start + len(window.numbers))
    own = {place: Tile((place - 1) % _LAST + 1, lies.color) for place in places}
    open_places = [place for place in places if place not in lies.naturals]
    lacking = {place for place in open_places if not held[own[place]]}
    for count in range(max(len(lies.wilds), len(lacking)), rules.max_wilds + 1):
        for wild_at in combinations(open_places, count):
            naturals = Counter(own[place] for place in open_places if place not in wild_at)
            if not lacking <= set(wild_at) or naturals - held:
                continue
            for wilds in _wild_choices(count, lies.wilds, held - naturals, rules):
                on = dict(zip(wild_at, wilds, strict=True))
                yield tuple(lies.naturals.get(place) or Placed(on.get(place, own[place])) for place in places)


def _wild_choices(count: int, free: Sequence[Tile], held: Held, rules: Rules) -> Iterator[tuple[Tile, ...]]:
    """The wilds, in every order that differs, that lie on ``count`` places: all of ``free`` and others of the rack."""
    seen = set()
    for more in combinations(_wilds(held, rules), count - len(free)):
        for wilds in permutations((*free, *more)) if free else (more,):
            if wilds not in seen:
                seen.add(wilds)
                yield wilds


def _groups(held: Held, lying: Row, rules: Rules, numbers: Sequence[int] = NUMBERS) -> Iterator[Row]:
    for number in numbers:
        own = [tile for tile in sorted(held, key=str) if tile.number == number]
        others = [tile for tile in _wilds(held, rules) if tile.number != number]
        for counts in product(*(range(held[tile] + 1) for tile in own)):
            naturals = [tile for tile, count in zip(own, counts, strict=True) for _ in range(count)]
            for count in range(rules.max_wilds + 1):
                for wilds in dict.fromkeys(combinations(others, count)):
                    if len(lying) + len(naturals) + count >= rules.min_meld_len and (naturals or lying):
                        yield (*lying, *map(Placed, (*naturals, *wilds)))


def _grown(meld: LaidMeld, held: Held, rules: Rules) -> Iterator[Row]:
    lies = tuple(Placed(one.tile) for one in meld.row)
    if meld.verdict.kind == "group":
        number = next((one.stands_for or one.tile).number or 0 for one in meld.row)
        yield from _groups(held, lies, rules, (number,))
        return
    places = places_of(meld.verdict)
    color = next((one.stands_for or one.tile).color or Color.RED for one in meld.row)
    naturals = {place: Placed(one.tile) for place, one in places.items() if not one.is_wild}
    wilds = tuple(one.tile for one in places.values() if one.is_wild)
    for length in range(len(places), _LONGEST_RUN + 1):
        for window in windows_of(length, rules):
            if window.start <= min(places) and max(places) < window.start + length:
                yield from _on(window, _Lying(color, naturals, wilds), held, rules)
                yield from _two_at_home(window, _Lying(color, naturals, wilds), held, rules)


def _two_at_home(window: Window, lies: _Lying, held: Held, rules: Rules) -> Iterator[Row]:
    """The runs in which a 2 that lay there as a wild goes to its own place."""
    two = Tile(_TWO, lies.color)
    if two in lies.wilds and _TWO not in lies.naturals and window.start <= _TWO < window.start + len(window.numbers):
        wilds = without(lies.wilds, (two,))
        yield from _on(window, _Lying(lies.color, {**lies.naturals, _TWO: Placed(two)}, wilds), held, rules)
