"""Corners follow the view: a photograph slanted as from the side gives places that are slanted as much."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.bootstrap import Recognizer
from companion.evaluation.labelled_pictures import load_truth
from vision.io.images import load_image
from vision.reading import Frame, TableReading

pytestmark = pytest.mark.photos


def slants_deg(corners: np.ndarray) -> np.ndarray:
    """(n,): by how much the upward axes of places (n, 4, 2) lean out of the right angle, clockwise."""
    top_left, top_right, bottom_right, bottom_left = np.moveaxis(corners, 1, 0)
    up, right = top_left + top_right - bottom_left - bottom_right, top_right + bottom_right - top_left - bottom_left
    sines = (up * right).sum(axis=1) / np.linalg.norm(up, axis=1) / np.linalg.norm(right, axis=1)
    return np.asarray(np.degrees(np.arcsin(sines)))


def corners_of(reading: TableReading) -> np.ndarray:
    return np.array([tile.place.corners_px for tile in reading.tiles]).reshape(-1, 4, 2)


@pytest.mark.parametrize("lean", [-0.3, 0.3])
def test_places_lean_as_the_picture_does(photos: Path, recognizer: Recognizer, lean: float) -> None:
    wanted, found = [], []
    for truth in load_truth(photos / "rummikub-230" / "annotations.json")[10:230:20]:
        bgr = load_image(truth.path).bgr
        height, width = bgr.shape[:2]
        matrix = np.array([[1, lean, max(0, -lean * height)], [0, 1, 0]])
        slanted = cv2.warpAffine(bgr, matrix, (width + round(abs(lean) * height), height))
        places = corners_of(recognizer.look(Frame(slanted)))
        expected = corners_of(recognizer.look(Frame(bgr))) @ matrix[:, :2].T + matrix[:, 2]
        for corners in expected:
            off = np.linalg.norm(places.mean(axis=1) - corners.mean(axis=0), axis=1)
            if len(off) and off.min() < 0.3 * np.linalg.norm(corners[1] - corners[0]):
                wanted.append(slants_deg(corners[None])[0])
                found.append(slants_deg(places[off.argmin()][None])[0])
    assert len(wanted) > 60
    assert np.median(np.abs(np.subtract(wanted, found))) < 5
