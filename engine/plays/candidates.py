"""Enumerate what tiles of a rack can be laid as on the own side: new melds, and extensions of existing ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, permutations, product

from engine.hand.state import LaidMeld
from engine.melds.changes import change_between, places_of
from engine.melds.melds import MeldVerdict, judge_meld
from engine.melds.run_and_group import Window, may_be_wild, windows_of
from engine.placed_tile import PlacedTile
from engine.plays.row_building import Row
from engine.rules.rules import Rules
from engine.scoring.canastas import canasta_bonus
from engine.tiles import Color, Tile, without

_LAST, _TWO = 13, 2
_LONGEST_RUN = 14
_KEPT = 1024
"""The size of the candidate cache: from turn to turn most of a rack and of the table stays."""
Held = Counter[Tile]


@dataclass(frozen=True, slots=True)
class _Lying:
    """The tiles of an existing run: naturals on their places, and wilds, which may move."""

    color: Color
    naturals: Mapping[int, PlacedTile] = field(default_factory=dict)
    wilds: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """One possible meld: a new one, or one of the table with added tiles."""

    row: Row
    number: int | None
    """The extended meld."""
    added: tuple[Tile, ...]
    """The tiles from the rack, sorted."""
    points: int
    """The points added, including its canasta."""
    pure: bool
    """Whether no wild was added to a natural meld."""


def candidates(melds: Sequence[LaidMeld], rack: Sequence[Tile], rules: Rules) -> tuple[Candidate, ...]:
    """Every lawful new meld from ``rack`` and every lawful extension of one of ``melds``, one for each set of tiles."""
    return _best(tile for part in _parts(melds, sorted(rack, key=str), rules) for tile in part)


def _parts(melds: Sequence[LaidMeld], rack: Sequence[Tile], rules: Rules) -> Iterator[tuple[Candidate, ...]]:
    """The candidates of each colour, number and meld, for which only a part of the rack matters."""

    def part(color: Color | None, number: int | None) -> tuple[Tile, ...]:
        return tuple([t for t in rack if t.color == color or t.number == number or may_be_wild(t, rules)])

    for color in Color:
        yield _new_runs(color, part(color, None), rules)
    for number in sorted({tile.number for tile in rack if tile.number}):
        yield _new_groups(number, part(None, number), rules)
    for meld in melds:
        shown = next((placed.stands_for or placed.tile) for placed in meld.row)
        own = part(None, shown.number) if meld.verdict.kind == "group" else part(shown.color or Color.RED, None)
        yield _of_meld(meld.verdict, meld.number, own, rules)


@lru_cache(_KEPT)
def _new_runs(color: Color, tiles: tuple[Tile, ...], rules: Rules) -> tuple[Candidate, ...]:
    return _lawful(_runs(color, Counter(tiles), rules), rules)


@lru_cache(_KEPT)
def _new_groups(number: int, tiles: tuple[Tile, ...], rules: Rules) -> tuple[Candidate, ...]:
    return _lawful(_groups(number, (), Counter(tiles), rules), rules)


@lru_cache(_KEPT)
def _of_meld(meld: MeldVerdict, number: int, tiles: tuple[Tile, ...], rules: Rules) -> tuple[Candidate, ...]:
    return _lawful(_grown(meld, Counter(tiles), rules), rules, meld, number)


def _lawful(
    rows: Iterable[Row], rules: Rules, meld: MeldVerdict | None = None, number: int | None = None
) -> tuple[Candidate, ...]:
    found = (_candidate(row, rules, meld, number) for row in rows)
    return _best(candidate for candidate in found if candidate and candidate.added)


def _best(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """The most valuable of candidates with the same tiles, the first of equals."""
    best: dict[tuple[int | None, tuple[Tile, ...]], Candidate] = {}
    for candidate in candidates:
        key = (candidate.number, candidate.added)
        if key not in best or best[key].points < candidate.points:
            best[key] = candidate
    return tuple(best.values())


def _candidate(row: Row, rules: Rules, meld: MeldVerdict | None, number: int | None) -> Candidate | None:
    verdict = judge_meld(row, rules)
    if not verdict.lawful or (meld and not change_between(meld, verdict, rules).lawful):
        return None
    before = Counter(meld.tiles if meld else ())
    added = tuple(sorted((Counter(verdict.tiles) - before).elements(), key=str))
    points = _worth(verdict, rules) - (_worth(meld, rules) if meld else 0)
    pure = verdict.wilds == 0 or bool(meld and meld.wilds)
    return Candidate(row, number, added, points, pure)


def _worth(verdict: MeldVerdict, rules: Rules) -> int:
    return verdict.points + (canasta_bonus(verdict, verdict.canasta, rules)[1] if verdict.canasta else 0)


def _wilds(held: Held, rules: Rules) -> list[Tile]:
    """The tiles of a rack that may be wild, each as often as a meld could hold it."""
    return [
        tile
        for tile in sorted(held, key=str)
        if may_be_wild(tile, rules)
        for _ in range(min(held[tile], rules.max_wilds))
    ]


def _runs(color: Color, held: Held, rules: Rules) -> Iterator[Row]:
    numbers = sum(tile.color == color for tile in held)
    for length in range(rules.min_meld_len, min(numbers + rules.max_wilds, _LONGEST_RUN) + 1):
        for window in windows_of(length, rules):
            yield from _on(window, _Lying(color), held, rules)


def _on(window: Window, lies: _Lying, held: Held, rules: Rules) -> Iterator[Row]:
    """The runs on ``window`` made of what ``lies`` there and tiles of the rack, for every placement of wilds."""
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
                yield tuple(lies.naturals.get(place) or PlacedTile(on.get(place, own[place])) for place in places)


def _wild_choices(count: int, free: Sequence[Tile], held: Held, rules: Rules) -> Iterator[tuple[Tile, ...]]:
    """The distinct sequences of wilds on ``count`` places: all of ``free`` and others of the rack."""
    seen = set()
    for more in combinations(_wilds(held, rules), count - len(free)):
        for wilds in permutations((*free, *more)) if free else (more,):
            if wilds not in seen:
                seen.add(wilds)
                yield wilds


def _groups(number: int, lying: Row, held: Held, rules: Rules) -> Iterator[Row]:
    own = [tile for tile in sorted(held, key=str) if tile.number == number]
    others = [tile for tile in _wilds(held, rules) if tile.number != number]
    for counts in product(*(range(held[tile] + 1) for tile in own)):
        naturals = [tile for tile, count in zip(own, counts, strict=True) for _ in range(count)]
        for count in range(rules.max_wilds + 1):
            for wilds in dict.fromkeys(combinations(others, count)):
                if len(lying) + len(naturals) + count >= rules.min_meld_len and (naturals or lying):
                    yield (*lying, *map(PlacedTile, (*naturals, *wilds)))


def _grown(meld: MeldVerdict, held: Held, rules: Rules) -> Iterator[Row]:
    lies = tuple(PlacedTile(placed_tile.tile) for placed_tile in meld.placed)
    if meld.kind == "group":
        number = next((placed_tile.stands_for or placed_tile.tile).number or 0 for placed_tile in meld.placed)
        yield from _groups(number, lies, held, rules)
        return
    places = places_of(meld)
    color = next((placed_tile.stands_for or placed_tile.tile).color or Color.RED for placed_tile in meld.placed)
    naturals = {place: PlacedTile(placed.tile) for place, placed in places.items() if not placed.is_wild}
    wilds = tuple(placed.tile for placed in places.values() if placed.is_wild)
    for length in range(len(places), _LONGEST_RUN + 1):
        for window in windows_of(length, rules):
            if window.start <= min(places) and max(places) < window.start + length:
                yield from _on(window, _Lying(color, naturals, wilds), held, rules)
                yield from _two_at_home(window, _Lying(color, naturals, wilds), held, rules)


def _two_at_home(window: Window, lies: _Lying, held: Held, rules: Rules) -> Iterator[Row]:
    """The runs in which a 2 that acted as a wild moves to its own place."""
    two = Tile(_TWO, lies.color)
    if two in lies.wilds and _TWO not in lies.naturals and window.start <= _TWO < window.start + len(window.numbers):
        wilds = without(lies.wilds, (two,))
        yield from _on(window, _Lying(lies.color, {**lies.naturals, _TWO: PlacedTile(two)}, wilds), held, rules)
