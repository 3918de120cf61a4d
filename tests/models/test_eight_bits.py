"""The networks in eight bits see what those in single precision see, on whichever processor the tests run."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.detection.detector import TileDetector
from vision.detection.patches import balance, rectify
from vision.networks.manifest import load_manifest
from vision.networks.sessions import open_session
from vision.predictions import SETTLED, Predictions

DEMO = Path(__file__).parents[2] / "companion" / "demo"
CLEAR = Path(__file__).parents[1] / "bench" / "table60.jpg"
MOST_APART = 0.04
"""Mean difference of a probability where something is seen; weights that overflow made 0.07 to 0.17 of it."""


@pytest.fixture(scope="module", params=["turn-3.jpg", "turn-6.jpg"])
def picture(request):
    return cv2.imread(str(DEMO / request.param))


def both(name):
    manifest = load_manifest()
    return open_session(manifest[name], 2), open_session(manifest[f"{name}_int8"], 2)


def test_the_detectors_see_the_same_places(picture):
    height, width = (side // 32 * 32 for side in picture.shape[:2])
    full, small = (1 / (1 + np.exp(-net(picture[None, :height, :width])[0][..., 0])) for net in both("tile_detector"))
    assert np.abs(full - small)[full > 0.3].mean() < MOST_APART


def looks(picture, name):
    """What both files of the network ``name`` say of the tiles of a picture."""
    quads = np.stack([place.corners_px for place in TileDetector(both("tile_detector")[0])(picture)])
    patches = balance(rectify(picture, quads))
    return [Predictions.of(net(patches)[0].astype(np.float64)) for net in both(name)]


def test_the_readers_read_the_same_tiles(picture):
    one, other = looks(picture, "tile_reader")
    assert (one.kind.argmax(axis=1) == other.kind.argmax(axis=1)).all()
    assert np.abs(one.kind - other.kind).max(axis=1).mean() < MOST_APART


def test_the_small_readers_read_the_same_where_either_is_sure():
    """A clear table: in pictures that people would doubt it is sure of a third of the tiles only."""
    one, other = looks(cv2.imread(str(CLEAR)), "tile_reader_small")
    sure = one.is_sure(SETTLED) | other.is_sure(SETTLED)
    assert sure.mean() > 0.9
    assert (one.kind.argmax(axis=1) == other.kind.argmax(axis=1))[sure].all()
    assert np.abs(one.kind - other.kind).max(axis=1)[sure].mean() < MOST_APART
