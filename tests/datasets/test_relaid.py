"""Photographed tiles laid anew: every label lies on its tile, and what was never photographed is not laid."""

from itertools import islice

import numpy as np
import pytest

from datasets.photographed_tables.generate import Labelled
from datasets.relaid_tables.generate import SIZE_PX, TILE_PX, cuts, relaid
from engine.tiles import FACES

QUAD = np.array([[[60, 40], [140, 40], [140, 150], [60, 150]]], np.float32)


def photograph(face, ink, width=80):
    """One tile of a single ink on white, as wide as said."""
    bgr = np.full((200, 240, 3), 255, np.uint8)
    bgr[40:150, 60:140] = ink
    return Labelled(bgr, (QUAD - 60) * width / 80 + 60, (face,))


@pytest.mark.parametrize(("width", "kept"), [(80, 1), (TILE_PX / 2, 1), (TILE_PX / 2 - 2, 0)])
def test_a_tile_too_small_to_be_laid_is_left_out(width, kept):
    assert len(cuts([photograph("7r", (0, 0, 200), width)])) == kept


def test_every_label_lies_on_its_tile_whole_and_in_the_picture():
    inks = {str(face): (number * 4, 0, 200 - number * 3) for number, face in enumerate(FACES)}
    found = cuts([photograph(face, ink) for face, ink in inks.items()])
    for picture in islice(relaid(found, "noon", np.random.default_rng(3)), 2):
        assert picture.record["layout"] == "noon"
        assert len({label.row for label in picture.labels}) > 2
        for label in picture.labels:
            assert (label.corners_px >= 0).all()
            assert (label.corners_px <= SIZE_PX).all()
            x, y = label.corners_px.mean(axis=0).astype(int)
            assert np.abs(picture.bgr[y, x].astype(int) - inks[label.face]).max() < 14


def test_melds_with_a_face_that_is_wanting_are_not_laid():
    found = cuts([photograph(str(face), (0, 0, 200)) for face in FACES if face.number != 7])
    (picture,) = islice(relaid(found, "noon", np.random.default_rng(5)), 1)
    rows = {}
    for label in picture.labels:
        rows.setdefault(label.row, []).append(label.face)
    assert not any(face[:-1] == "7" for faces in rows.values() for face in faces)
    assert min(len(faces) for faces in rows.values()) >= 2
