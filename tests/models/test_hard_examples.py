"""Which windows still have something to teach a detector."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.synthetic_tables.shards import Shard

pytest.importorskip("torch", reason="PyTorch is not installed: make setup-train")

SQUARE = np.array([[0, 0], [20, 0], [20, 30], [0, 30]], np.float32)
NEAR, FAR_OFF = np.array([100, 100], np.float32), np.array([300, 300], np.float32)


def shard(*tiles):
    """One window with tiles at places, each with its visible share and how large it is."""
    lines = [[0, 0, visible, 0, *(SQUARE * size + at).ravel()] for at, visible, size in tiles]
    jpegs, offsets = np.zeros(4, np.uint8), np.array([0, 4])
    return Shard(jpegs, offsets, np.array(lines, np.float32).reshape(-1, 12), np.empty((0, 10), np.float32))


@pytest.mark.parametrize(
    ("tiles", "found", "wrong"),
    [
        pytest.param([(NEAR, 1, 1)], [(NEAR, 0.9)], 0, id="found"),
        pytest.param([(NEAR, 1, 1)], [], 1, id="missed"),
        pytest.param([(NEAR, 0.3, 1)], [], 0, id="hardly to be seen"),
        pytest.param([(NEAR, 1, 0.5)], [], 0, id="too small to be asked for"),
        pytest.param([(NEAR, 1, 1)], [(FAR_OFF, 0.5)], 2, id="missed, and another invented"),
        pytest.param([], [(FAR_OFF, 0.35)], 0, id="hardly believed"),
        pytest.param([(NEAR, 0.3, 1)], [(NEAR, 0.9)], 0, id="a hidden one found"),
    ],
)
def test_mistakes_are_what_is_missed_and_what_is_invented(tiles, found, wrong, monkeypatch):
    from models.tile_detector import hard_examples

    quads = np.array([SQUARE + at for at, _ in found], np.float32).reshape(-1, 4, 2)
    scores = np.array([score for _, score in found], np.float32)
    monkeypatch.setattr(hard_examples, "seen", lambda *_: (quads, scores))
    assert hard_examples.mistakes(shard(*tiles), 0, None) == wrong
