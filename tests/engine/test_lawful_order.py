"""Tiles put in an order in which they are a meld."""

from __future__ import annotations

import random

import pytest

from engine import load_rules
from engine.melds.melds import judge_meld
from engine.melds.reordered import lawful_order
from engine.placed_tile import PlacedTile
from engine.tiles import FACES, Color, Tile

PROFILES = ("clasico", "torneo", "eburako", "buracco", "rummy", "buraco-stbl", "burraco-fibur", "rummikub")
ORDERS = [
    ("9y 7y 8y", "7y 8y 9y"),
    ("9y J 7y", "7y J 9y"),
    ("1r 13r 12r", "12r 13r 1r"),
    ("3b 2b 1b", "1b 2b 3b"),
    ("4k 4r 4b", "4k 4r 4b"),
    ("4k 5k 7k", None),
    ("4k 4r 5b", None),
]


@pytest.mark.parametrize(("tiles", "order"), ORDERS)
def test_tiles_have_an_order_in_which_they_are_a_meld_or_none(tiles: str, order: str | None):
    given = [Tile.parse(tile) for tile in tiles.split()]
    found = lawful_order(given, load_rules("clasico"))
    assert (found and [str(given[index]) for index in found]) == (order and order.split())


@pytest.mark.parametrize("profile", PROFILES)
def test_the_order_is_always_of_all_the_tiles_and_lawful(profile: str):
    rng, rules, lawful = random.Random(profile), load_rules(profile), 0
    for _ in range(400):
        color, start, length = rng.choice(list(Color)), rng.randrange(13), rng.randint(3, 12)
        tiles = [Tile((start + at) % 13 + 1, color) for at in range(length)]
        for _ in range(rng.randint(0, 2)):
            tiles[rng.randrange(length)] = rng.choice(FACES)
        rng.shuffle(tiles)
        order = lawful_order(tiles, rules)
        if order is not None:
            lawful += 1
            assert sorted(order) == list(range(length))
            assert judge_meld([PlacedTile(tiles[index]) for index in order], rules).lawful, [tiles[i] for i in order]
    assert lawful > 40
