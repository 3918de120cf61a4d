"""Photographs behind the tiles: which are used, and what of them is shown."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets.synthetic_tables import backdrops
from datasets.synthetic_tables.generate import PictureSpec, pictures

FREE_LICENCES = {"Apache-2.0", "CC0-1.0", "CC-BY-4.0", "CC-BY-SA-4.0", "CC-BY-SA-3.0"}


@pytest.fixture
def photograph(tmp_path):
    path = tmp_path / "cat.jpg"
    cv2.imwrite(str(path), np.full((300, 400, 3), (40, 120, 200), np.uint8))
    return path


def test_the_listed_photographs_are_free():
    packages = backdrops.packages()
    assert packages
    assert {licence for package in packages for licence in package.licence.split(", ")} <= FREE_LICENCES


@pytest.mark.parametrize(
    ("name", "used"),
    [("cat.jpg", True), ("fruits.jpg", True), ("lena.jpg", False), ("cat.webp", False), ("a_by_b.jpg", True)],
)
def test_a_photograph_that_is_not_listed_is_not_used(name, used, tmp_path):
    (tmp_path / name).touch()
    assert [path.name for path in backdrops.discover([tmp_path])] == [name] * used


@pytest.mark.parametrize("size_px", [(160, 160), (128, 96), (640, 480)])
def test_a_part_of_a_photograph_fills_the_picture(photograph, size_px):
    rng = np.random.default_rng(1)
    for _ in range(5):
        bgr, record = backdrops.backdrop(rng, (photograph,), size_px)
        assert bgr.shape == (size_px[1], size_px[0], 3)
        assert np.abs(bgr.reshape(-1, 3).mean(axis=0) - (40, 120, 200)).max() < 4
        assert record == {"kind": "photograph", "name": "cat.jpg"}


def test_tiles_lie_on_it_with_their_labels(photograph):
    order = PictureSpec(size_px=(160, 160), layout="grid", tile_px=40.0, severity=0.0, photographs=(photograph,))
    picture = next(pictures(3, 1, order))
    assert picture.record["surface"]["kind"] == "photograph"
    assert len(picture.labels) > 3
