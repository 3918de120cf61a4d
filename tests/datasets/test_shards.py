"""Windows kept in files, and some of them taken out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from datasets.synthetic_tables import shards
from datasets.synthetic_tables.render import Label, Picture


def picture(grey: int, faces: str) -> Picture:
    """A window of one grey with tiles that all lie in one place."""
    corners = np.array([[1, 1], [5, 1], [5, 7], [1, 7]], np.float32)
    labels = tuple(Label(face, corners, 1.0, 0) for face in faces.split())
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
