"""A slow judge of melds that tries every place for every tile, and a maker of rows that are nearly melds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from engine import BAG, Color, PlacedTile, Rules, Tile

Slots = tuple[tuple[int, Color | None], ...]
"""What belongs on each place of a shape: a number and, in a run, its colour."""


WILDS = [tile for tile in BAG if tile.is_joker or tile.number == 2]
ENDS = [tile for tile in BAG if tile.is_joker or tile.number in (1, 2)]


@dataclass(frozen=True)
class Ruling:
    """What the oracle says of a row."""

    lawful: bool
    wilds: int | None
    points: int | None
    lawful_reordered: bool
    clean_reordered: bool


@dataclass(frozen=True)
class Way:
    """One lawful way to read a row as it lies, every wild with a tile that it may stand for."""

    laid: tuple[PlacedTile, ...]
    wilds: int
    points: int


def rule_on(tiles: Sequence[Tile], rules: Rules) -> Ruling:
    """The ruling on ``tiles`` as they lie and in any order."""
    if _cannot_be(tiles, rules):
        return Ruling(False, None, None, False, False)
    laid = ways(tiles, rules)
    fewest_in_any_order = _fewest_wilds(tuple(tiles), rules)
    fewest = min((way.wilds for way in laid), default=None)
    return Ruling(
        lawful=bool(laid),
        wilds=fewest,
        points=max((way.points for way in laid if way.wilds == fewest), default=None),
        lawful_reordered=fewest_in_any_order is not None,
        clean_reordered=fewest_in_any_order == 0,
    )


def _fewest_wilds(tiles: tuple[Tile, ...], rules: Rules) -> int | None:
    """With how few wilds ``tiles`` are a meld in some order; none is looked for after one without any."""
    fewest = None
    for wilds, _ in (played for shape in shapes(len(tiles), rules) for played in _orders(tiles, shape, rules)):
        if wilds == 0:
            return 0
        fewest = wilds if fewest is None else min(fewest, wilds)
    return fewest


def ways(tiles: Sequence[Tile], rules: Rules) -> list[Way]:
    """Every lawful way to read ``tiles`` as they lie, from either side."""
    if _cannot_be(tiles, rules):
        return []
    slots = [turned for shape in shapes(len(tiles), rules) for turned in (shape, shape[::-1])]
    return [way for shape in slots if (way := _way(tiles, shape, rules))]


def _cannot_be(tiles: Sequence[Tile], rules: Rules) -> bool:
    return len(tiles) < rules.min_meld_len or any(tiles.count(tile) > rules.most_of(tile) for tile in tiles)


@cache
def shapes(length: int, rules: Rules) -> tuple[Slots, ...]:
    """Every run and group of ``length`` places."""
    return tuple(_shapes(length, rules))


def _shapes(length: int, rules: Rules) -> Iterator[Slots]:
    for number in rules.piernas_allowed:
        if (rules.pierna_max_len or length) >= length and (number != 2 or rules.pierna_of_twos == "natural"):
            yield ((number, None),) * length
    for color in Color:
        for start in range(1, 14):
            places = range(start, start + length)
            if rules.wraparound:
                fits = length <= 13 or (start == 1 and length == 14)
            else:
                fits = places[-1] <= 14 - (not rules.ace_high) and start >= 1 + (not rules.ace_low)
            if fits:
                yield tuple(((place - 1) % 13 + 1, color) for place in places)


def _options(tile: Tile, slot: tuple[int, Color | None], rules: Rules) -> Iterator[bool]:
    """Whether ``tile`` may lie on ``slot`` as a wild, as itself, or both."""
    number, color = slot
    is_wild = tile.is_joker or (rules.twos_wild and tile.number == 2)
    at_home = tile.number == number and (color is None or tile.color == color)
    if at_home and (tile.number != 2 or not rules.twos_wild or color is None or rules.two_on_own_place_is_natural):
        yield False
    elif is_wild:
        yield True


def _way(tiles: Sequence[Tile], shape: Slots, rules: Rules) -> Way | None:
    wilds = []
    for tile, slot in zip(tiles, shape, strict=True):
        option = list(_options(tile, slot, rules))
        if not option:
            return None
        wilds.append(option[0])
    allowed = _allowed(tiles, shape, wilds, rules)
    roles = (Tile(number, color or Color.RED) if wild else None
             for (number, color), wild in zip(shape, wilds, strict=True))  # fmt: skip
    return allowed and Way(tuple(map(PlacedTile, tiles, roles)), *allowed)


def _allowed(order: Sequence[Tile], shape: Slots, wilds: Sequence[bool], rules: Rules) -> tuple[int, int] | None:
    """Wilds and points of ``order`` on ``shape`` if the rules allow it."""
    count = sum(wilds)
    naturals = [tile for tile, wild in zip(order, wilds, strict=True) if not wild]
    is_run = shape[0][1] is not None
    if count > rules.max_wilds or len(naturals) < max(rules.min_naturals, rules.naturals_per_wild * count):
        return None
    if not is_run and rules.pierna_distinct_colours and len(set(naturals)) < len(naturals):
        return None
    if is_run and not rules.ace_both_ends and sum(tile.number == 1 for tile in naturals) > 1:
        return None
    if is_run and not rules.wilds_adjacent and any(wilds[i] and wilds[i + 1] for i in range(len(wilds) - 1)):
        return None
    return count, sum(_points(tile, slot, rules) for tile, slot in zip(order, shape, strict=True))


def _points(tile: Tile, slot: tuple[int, Color | None], rules: Rules) -> int:
    if tile.number is not None:
        return rules.tile_values[tile.number - 1]
    return rules.tile_values[slot[0] - 1] if rules.joker_value is None else rules.joker_value


def _orders(tiles: tuple[Tile, ...], shape: Slots, rules: Rules) -> Iterator[tuple[int, int]]:
    """Every lawful way to lie ``tiles`` on ``shape``, place by place."""

    def fill(laid: tuple[Tile, ...], wilds: tuple[bool, ...], left: tuple[Tile, ...]) -> Iterator[tuple[int, int]]:
        if not left:
            allowed = _allowed(laid, shape, wilds, rules)
            if allowed is not None:
                yield allowed
            return
        if sum(wilds) > rules.max_wilds:
            return
        for tile in dict.fromkeys(left):
            for wild in _options(tile, shape[len(laid)], rules):
                rest = list(left)
                rest.remove(tile)
                yield from fill((*laid, tile), (*wilds, wild), tuple(rest))

    yield from fill((), (), tiles)


def near_meld(rng: random.Random) -> tuple[Tile, ...]:
    """A row that is a meld, or was one before something happened to it."""
    tiles = _a_run(rng) if rng.random() < 0.65 else _a_group(rng)
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
        spot = rng.randrange(len(tiles))
        happened = rng.random()
        if happened < 0.5:
            tiles[spot] = rng.choice(WILDS)
        elif happened < 0.65:
            tiles[spot] = rng.choice(BAG)
        elif happened < 0.8:
            tiles.insert(
                rng.choice((0, len(tiles))),
                rng.choice([tile for tile in BAG if tile.is_joker or tile.number in (1, 2)]),
            )
        elif happened < 0.9 and len(tiles) > 3:
            tiles.pop(spot)
        else:
            tiles.insert(0, tiles.pop(spot))
    if rng.random() < 0.2:
        rng.shuffle(tiles)
    return tuple(tiles if rng.random() < 0.5 else tiles[::-1])


def _a_run(rng: random.Random) -> list[Tile]:
    color, length = rng.choice(list(Color)), rng.choice((2, 3, 3, 4, 4, 5, 6, 7, 8, 13, 14))
    start = rng.randint(1, 16 - min(length, 14))
    return [Tile((place - 1) % 13 + 1, color) for place in range(start, start + length)]


def _a_group(rng: random.Random) -> list[Tile]:
    number = rng.choice((1, 2, 2, 5, 13, rng.randint(1, 13)))
    pool = [Tile(number, color) for color in Color] * 2
    return rng.sample(pool, rng.choice((2, 3, 3, 4, 5, 7, 8)))
