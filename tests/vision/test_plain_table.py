"""Whether a place shows table: the cloth beside the tiles does, a cup, a hand and a tile do not."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.scenes import SKIN, cloth, laid, upright
from tests.vision.watching.sittings import thing
from vision.change_detection.plain_table import shows_table

TILES = [upright(60 + 30 * at, 100, 28, 38) for at in range(5)]
SPOT = (150.0, 190.0)


@pytest.mark.parametrize("look", [3, 4, 5])
def test_a_place_is_table_where_it_has_the_colours_beside_the_tiles(look: int) -> None:
    table = laid(cloth(look, (640, 480)), TILES, ["7r"] * 5)
    places = np.stack([upright(*SPOT, 28, 38), upright(*SPOT, 28, 38) + 70, TILES[2]]).astype(np.float64)
    lying = np.stack(TILES).astype(np.float64)
    assert shows_table(table, places, lying).tolist() == [True, True, False]
    assert shows_table(thing(*SPOT)(table), places, lying).tolist() == [False, True, False]  # type: ignore[operator]
    assert np.abs(np.array(SKIN) - table[200, 10]).max() > 20


def test_nothing_is_known_beyond_the_edge_nor_without_a_tile() -> None:
    table = laid(cloth(3, (640, 480)), TILES, ["7r"] * 5)
    beyond = upright(636, 300, 28, 38)[None].astype(np.float64)
    assert shows_table(table, beyond, np.stack(TILES).astype(np.float64)).tolist() == [False]
    assert shows_table(table, upright(*SPOT, 28, 38)[None], np.zeros((0, 4, 2))).tolist() == [False]
