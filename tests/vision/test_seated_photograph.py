"""A whole bag of tiles seen from a chair is read nearly as well as from above."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.tables import camera
from vision.geometry import F64, centers, quads_of, transform_points
from vision.io.images import load_image
from vision.pipeline import TableRecognizer
from vision.reading import Frame

TABLE = Path(__file__).parents[1] / "bench" / "table106.jpg"
SIZE = (1920, 1440)


def from_a_chair(tilt_deg: float) -> F64:
    """The transform (3, 3) from the picture from above to one from a chair, far rows at its top."""
    towards = np.array([[0.55, 0, -352], [0, -0.55, 264], [0, 0, 1]])
    upright = np.array([[-1.5, 0, 1920], [0, -1.5, 1440], [0, 0, 1]])
    return upright @ camera(tilt_deg) @ np.diag([-1.0, 1.0, 1.0]) @ towards


@pytest.mark.parametrize(("tilt_deg", "least"), [(50, 104), (70, 104), (75, 100)])
def test_a_table_is_read_from_a_chair(tilt_deg: float, least: int) -> None:
    recognizer, above = TableRecognizer(threads=1), load_image(TABLE).bgr
    true = recognizer.look(Frame(above)).tiles
    picture_from_above = from_a_chair(tilt_deg)
    picture = cv2.warpPerspective(above, picture_from_above, SIZE, flags=cv2.INTER_AREA, borderValue=(60, 90, 70))
    spots = transform_points(picture_from_above, centers(quads_of([tile.place.corners_px for tile in true])))
    assert ((spots > 0) & (spots < SIZE)).all()
    seen = recognizer.look(Frame(np.asarray(picture, np.uint8))).tiles
    middles = centers(quads_of([tile.place.corners_px for tile in seen]))
    nearest = np.linalg.norm(spots[:, None] - middles[None], axis=2)
    pairs = [(tile.belief, seen[at].belief, nearest[row, at]) for row, (tile, at) in
             enumerate(zip(true, nearest.argmin(axis=1).tolist(), strict=True))]  # fmt: skip
    assert sum(one.best == other.best and off < 12 for one, other, off in pairs) >= least
    assert not [one.best for one, other, off in pairs if off < 12 and one.best != other.best and other.confidence > 0.9]
