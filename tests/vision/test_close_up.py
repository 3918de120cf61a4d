"""A tile that fills the picture is found, with hardly any table around it or none."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.geometry import patch_from_image
from vision.io.images import load_image
from vision.pipeline import TableRecognizer
from vision.reading import Frame, TableReading

TABLE = Path(__file__).parents[1] / "bench" / "table106.jpg"
WIDTH, HEIGHT = 300, 420
BORDERS = [0.0, 0.04, 0.1]
"""In widths of the tile, on each side."""


@pytest.fixture(scope="module")
def recognizer() -> TableRecognizer:
    return TableRecognizer(threads=1)


@pytest.fixture(scope="module")
def table(recognizer: TableRecognizer) -> TableReading:
    return recognizer.look(load_image(TABLE))


def close_up(table: TableReading, number: int, border: float) -> tuple[NDArray[np.uint8], str]:
    """A picture of one tile of the table, and what it shows."""
    tile = table.tiles[number]
    quad = tile.place.corners_px
    wider = quad.mean(axis=0) + (quad - quad.mean(axis=0)) * (1 + 2 * border)
    bgr = load_image(TABLE).bgr
    cut = cv2.warpPerspective(bgr, patch_from_image(wider, WIDTH, HEIGHT), (WIDTH, HEIGHT), flags=cv2.INTER_CUBIC)
    return np.asarray(cut, np.uint8), tile.belief.best


@pytest.mark.parametrize("border", BORDERS)
def test_one_tile_that_fills_the_picture_is_read(
    recognizer: TableRecognizer, table: TableReading, border: float
) -> None:
    seen = []
    for number in range(0, 100, 8):
        picture, face = close_up(table, number, border)
        read = recognizer.look(Frame(picture)).tiles
        seen.append(len(read) == 1 and (read[0].belief.best == face or read[0].belief.confidence < 0.9))
    assert sum(seen) >= len(seen) - 2


@pytest.mark.parametrize("level", [30, 128, 220])
def test_a_picture_of_nothing_shows_no_tile(recognizer: TableRecognizer, level: int) -> None:
    noise = np.random.default_rng(3).normal(level, 6, (HEIGHT, WIDTH, 3))
    assert not recognizer.look(Frame(np.clip(noise, 0, 255).astype(np.uint8))).tiles
