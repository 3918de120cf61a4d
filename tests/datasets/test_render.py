"""The painter: pixels and ids where the labels say, nearer tiles over farther ones."""

import numpy as np
import pytest

from datasets.synthetic_tables.faces import FaceTexture
from datasets.synthetic_tables.render import Painter, Sun
from datasets.synthetic_tables.scene import SceneLayout, Solids, TilePose, aim

NOON = Sun(np.array([0.0, 0.0, 1.0]), 0.0, 0.1)
INKS = {"7r": (0, 0, 255), "7b": (255, 0, 0)}


class PlainTextures:
    """Every face in one flat colour, red above and white below."""

    def texture(self, face, width_px):
        bgra = np.full((64, 48, 4), 255, np.uint8)
        bgra[:32, :, :3] = INKS[face]
        return FaceTexture(bgra=bgra, normals=np.zeros((64, 48, 2), np.int8))


def tile(face, x=0.0, y=0.0, level=0):
    """A flat tile of 30 by 40 mm whose number looks away from the camera's feet."""
    up, right = np.array([0.0, 1, 0]), np.array([1.0, 0, 0])
    return TilePose(face, np.array([x, y, 10.0 * (1 + level)]), right, up, (30.0, 40.0, 10.0), level=level)


def painted(*tiles, tilt_deg=0.0):
    view = aim(np.random.default_rng(1), (300, 300), 3.0, tilt_deg)
    arrangement = SceneLayout(tiles, (), {})
    solids = Solids.of(tiles, view)
    painter = Painter(view, NOON, np.zeros((300, 300, 3), np.uint8))
    painter.tiles(arrangement, solids, PlainTextures(), np.array([120.0, 120, 120]))
    return painter, solids


@pytest.mark.parametrize("tilt_deg", [0.0, 40.0])
def test_the_face_is_painted_between_the_labels_corners_number_first(tilt_deg):
    painter, solids = painted(tile("7r"), tilt_deg=tilt_deg)
    tl, tr, br, bl = solids.tops_px[0]
    upper, lower = (tl + tr) * 0.35 + (bl + br) * 0.15, (tl + tr) * 0.15 + (bl + br) * 0.35
    assert painter.canvas[tuple(upper.astype(int)[::-1])].tolist() == pytest.approx([0, 0, 255], abs=3)
    assert painter.canvas[tuple(lower.astype(int)[::-1])].tolist() == pytest.approx([255, 255, 255], abs=3)
    assert painter.visible_shares(solids)[0] > 0.97


def test_a_tile_laid_across_another_hides_a_part_of_it():
    painter, solids = painted(tile("7r"), tile("7b", y=20.0, level=1))
    below, above = painter.visible_shares(solids)
    assert above > 0.97
    assert 0.3 < below < 0.6


def test_a_tile_cut_by_the_frame_is_seen_in_part():
    _, solids = painted(tile("7r"))
    off = 150 / 3.0
    painter, solids = painted(tile("7r", x=off))
    assert 0.2 < painter.visible_shares(solids)[0] < 0.8
