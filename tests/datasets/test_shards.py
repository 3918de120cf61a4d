"""Windows kept in files, and some of them taken out."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from datasets.synthetic_tables import shards
from datasets.synthetic_tables.render import Picture, TileLabel


def picture(grey: int, faces: str) -> Picture:
    """A window of one grey with tiles that all lie in one place."""
    corners = np.array([[1, 1], [5, 1], [5, 7], [1, 7]], np.float32)
    labels = tuple(TileLabel(face, corners, 1.0, 0) for face in faces.split())
    return Picture(np.full((16, 16, 3), grey, np.uint8), labels, {})


@pytest.mark.parametrize("kept", [[0, 2], [2], [1], [0, 1, 2], [2, 0]])
def test_some_windows_of_a_shard_are_themselves(kept: list[int], tmp_path: Path):
    shards.store(tmp_path / "all.npz", [picture(10, "5r 6r"), picture(90, ""), picture(200, "J")])
    whole = shards.Shard.load(tmp_path / "all.npz")
    whole.only(kept).save(tmp_path / "new" / "some.npz")
    some = shards.Shard.load(tmp_path / "new" / "some.npz")
    assert len(some) == len(kept)
    for at, window in enumerate(kept):
        assert np.array_equal(some.picture(at), whole.picture(window))
        assert np.array_equal(some.tiles_of(at)[:, 1:], whole.tiles_of(window)[:, 1:])


@pytest.fixture
def kinds(tmp_path: Path) -> list[Path]:
    """Two shards of forty dark windows, and ten of four bright ones."""
    kinds = [(f"dark{at}", 40, 10) for at in range(2)] + [(f"bright{at}", 4, 200) for at in range(10)]
    for name, count, grey in kinds:
        shards.store(tmp_path / f"{name}.npz", [picture(grey, "")] * count)
    return [tmp_path / f"{name}.npz" for name, *_ in kinds]


def test_no_window_of_a_shard_comes_again_before_all_of_its_windows(kinds: list[Path]):
    seen = list(islice(shards.drawn(kinds, np.random.default_rng(3)), 120))
    assert len({(id(shard), window) for shard, window in seen}) == len(seen)


def test_small_and_large_shards_are_mixed_by_their_windows(kinds: list[Path], monkeypatch: pytest.MonkeyPatch):
    """A third of all windows are bright, and so are about a third of every hundred."""
    monkeypatch.setattr(shards, "AT_ONCE", 6)
    seen = [shard.picture(at).mean() > 100 for shard, at in islice(shards.drawn(kinds, np.random.default_rng(1)), 1200)]
    shares = np.array(seen[200:]).reshape(-1, 100).mean(axis=1)
    assert shares.min() > 0.1
    assert shares.max() < 0.6
