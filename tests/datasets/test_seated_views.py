"""Tables seen from a chair: oblique, near and far, every tile of one bag, and labels where the tiles are."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from datasets.seated_views.canastas import canastas, laid
from datasets.seated_views.laying import seated
from datasets.seated_views.phone_poses import seat, window
from datasets.seated_views.windows import WINDOW_PX, around, pictures
from datasets.synthetic_tables.scene import Solids
from engine.melds.melds import judge_meld, parse_meld
from engine.rules.profiles import load_rules
from vision.belief import BACK
from vision.geometry import areas

SIZE_MM = (26.0, 37.0, 8.0)
SEEDS = range(4)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_face_lies_there_oftener_than_a_set_has_it(seed: int) -> None:
    tiles = seated(np.random.default_rng(seed), SIZE_MM, 300.0).tiles
    assert len(tiles) > 20
    assert max(Counter(tile.face for tile in tiles if tile.face != BACK).values()) <= 2


@pytest.mark.parametrize("seed", SEEDS)
def test_near_tiles_are_much_larger_than_far_ones(seed: int) -> None:
    rng = np.random.default_rng(seed)
    view = seat(rng, (1600, 1200), (60.0, 70.0))
    solids = Solids.of(seated(rng, SIZE_MM, 300.0).tiles, view)
    inside = ((solids.tops_px > 0) & (solids.tops_px < (1600, 1200))).all(axis=(1, 2))
    sizes = np.sqrt(areas(solids.tops_px[inside]))
    assert np.quantile(sizes, 0.95) > 1.5 * np.quantile(sizes, 0.05)
    assert view.record["tilt_deg"] >= 60


@pytest.mark.parametrize("seed", SEEDS)
def test_a_window_has_the_origin_in_its_middle(seed: int) -> None:
    view = window(np.random.default_rng(seed), (WINDOW_PX, WINDOW_PX))
    assert np.allclose(view.project(np.zeros((1, 3)))[0], WINDOW_PX / 2)
    beside = view.project(np.array([[1.0, 0.0, 0.0]]))[0] - WINDOW_PX / 2
    assert np.hypot(*beside) == pytest.approx(view.record["px_per_mm"], rel=0.1)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_tile_of_the_table_lies_there(seed: int) -> None:
    tiles = around(np.random.default_rng(seed), SIZE_MM, 300.0).tiles
    assert min(np.hypot(*tile.center_mm[:2]) for tile in tiles) < 160


def test_the_same_seed_gives_the_same_windows() -> None:
    one, other = (next(iter(pictures(7, 1))) for _ in range(2))
    assert np.array_equal(one.bgr, other.bgr)
    assert one.bgr.shape == (WINDOW_PX, WINDOW_PX, 3)


def test_canastas_are_lawful_and_all_their_tiles_lie_there() -> None:
    rules = load_rules("parejas")
    for canasta in canastas(np.random.default_rng(3), 60):
        verdict = judge_meld(parse_meld(" ".join(canasta.faces)), rules)
        assert verdict.canasta == ("pure" if canasta.is_pure else "impure")
        assert max(Counter(canasta.faces + canasta.neighbour).values()) <= 2
        arrangement = laid(np.random.default_rng(4), SIZE_MM, 300.0, canasta)
        assert sorted(tile.face for tile in arrangement.tiles if tile.row == 0) == sorted(canasta.faces)
