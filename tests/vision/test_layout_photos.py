"""Layout on the labelled polygons of real tables (rummikub-230, CC BY 4.0, Jonas Bühler), kept beside the checkout."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.belief import Belief
from vision.geometry import clockwise, side_lengths
from vision.layout.layout import lay_out
from vision.reading import DetectedTile, ReadTile

SET = Path(__file__).parents[2].parent / "shared" / "photos" / "rummikub-230"
TRUTH = tomllib.loads((Path(__file__).parent / "rummy_rows.toml").read_text(encoding="utf-8"))["rows"]
SCATTERED = (*range(5, 10), *range(38, 48))

pytestmark = [
    pytest.mark.photos,
    pytest.mark.skipif(not SET.exists(), reason="the photographs of rummikub-230 are not beside the checkout"),
]


def quad_of(polygon: list[float]) -> NDArray[np.float32]:
    """The rectangle around a labelled polygon, standing on one of its short sides; the labels do not say which."""
    quad = clockwise(cv2.boxPoints(cv2.minAreaRect(np.array(polygon, np.float32).reshape(-1, 1, 2))))
    top, right, bottom, left = side_lengths(quad[None].astype(float))[0]
    return np.roll(quad, -1, axis=0) if top + bottom > left + right else quad


def tables(noise: float) -> dict[str, tuple[ReadTile, ...]]:
    """The tiles of each photograph of the session; corners wrong by ``noise`` widths, every other tile upside down."""
    listed = json.loads((SET / "annotations.json").read_text(encoding="utf-8"))
    names = {category["id"]: category["name"] for category in listed["categories"]}
    photos = {image["id"]: Path(image["file_name"]).stem for image in listed["images"] if image["session"] == "rummy"}
    rng = np.random.default_rng(4)
    tiles: dict[str, list[ReadTile]] = {name: [] for name in photos.values()}
    for label in listed["annotations"]:
        if label["image_id"] in photos:
            quad = np.roll(quad_of(label["segmentation"][0]), 2 * int(rng.integers(2)), axis=0)
            quad += rng.normal(0, noise * np.linalg.norm(quad[1] - quad[0]), quad.shape).astype(np.float32)
            read = ReadTile(DetectedTile(quad, 1.0), Belief.peaked(names[label["category_id"]]))
            tiles[photos[label["image_id"]]].append(read)
    return {name: tuple(read) for name, read in tiles.items()}


def from_either_side(row: str) -> str:
    """A row without its direction, which the labels do not hold."""
    return min(row, " ".join(reversed(row.split())))


@pytest.mark.parametrize(("noise", "least"), [(0.0, 1.0), (0.04, 0.99), (0.08, 0.97)])
def test_melds_come_out_as_one_row_each(noise: float, least: float) -> None:
    found = expected = 0
    photos = tables(noise)
    for name, rows in TRUTH.items():
        tiles = photos[name]
        out = [" ".join(tiles[i].belief.best for i in row.tiles) for row in lay_out(tiles)[0]]
        wanted = {from_either_side(row) for row in rows.split(" | ")}
        found += len(wanted & {from_either_side(row) for row in out})
        expected += len(wanted)
    assert expected == 162
    assert found >= least * expected


@pytest.mark.parametrize("noise", [0.0, 0.04])
def test_hundreds_of_scattered_tiles_make_hardly_a_row(noise: float) -> None:
    photos = tables(noise)
    rows = [row for number in SCATTERED for row in lay_out(photos[f"rummy-{number}"])[0]]
    assert len(rows) <= 8
    assert all(len(row.tiles) == 2 for row in rows)
