"""Which pictures are laid flat before they are read, and that what is read there comes back to its place."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.test_pose import SIZE, table
from vision.belief import Belief
from vision.geometry import F32, F64, areas, quads_of
from vision.reading import DetectedTile, ReadTile
from vision.rectification.oblique import FlatView, flat_view, is_clearer

U8 = NDArray[np.uint8]
OBLIQUE = [45, 60, 70]


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """Some places, all of them sure."""

    quads: F32
    scores: F32


def sure(quads: F64) -> Places:
    return Places(quads.astype(np.float32), np.full(len(quads), 0.9, np.float32))


def first_look(quads: F64) -> Places:
    """A first look at them, that is not sure of every sixth."""
    return Places(quads.astype(np.float32), np.where(np.arange(len(quads)) % 6, 0.9, 0.45).astype(np.float32))


class WhiteTiles:
    """A detector that finds white rectangles, and counts how often it looks."""

    def __init__(self, most: int = 100) -> None:
        self.looks, self._most = 0, most

    def found_at(self, bgr: U8, scale: float) -> Places:
        self.looks += 1
        outlines, _ = cv2.findContours(
            np.asarray(bgr[..., 0] > 200, np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
        )
        boxes = [cv2.boxPoints(cv2.minAreaRect(outline)) for outline in outlines if cv2.contourArea(outline) > 50]
        quads = [box if np.linalg.norm(box[1] - box[0]) < np.linalg.norm(box[2] - box[1]) else np.roll(box, 1, axis=0)
                 for box in boxes][: self._most]  # fmt: skip
        return sure(np.array(quads, np.float64).reshape(-1, 4, 2))

    def found_at_once(self, bgr: U8) -> Places:
        return self.found_at(bgr, 1.0)


def drawn(quads: F64) -> U8:
    """A dark picture with white tiles."""
    picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(picture, np.round(quad * 16).astype(np.int32), (255, 255, 255), cv2.LINE_AA, 4)
    return picture


def laid_flat(tilt_deg: float) -> tuple[FlatView, F64]:
    """The view of a table, and its tiles in that view."""
    quads = table(tilt_deg)
    view = flat_view(WhiteTiles(), drawn(quads), first_look(quads))
    assert view is not None
    return view, quads_of(view.of_picture(quads))


@pytest.mark.parametrize("tilt_deg", [0, 15, 25])
def test_a_view_from_nearly_above_is_not_even_looked_at_again(tilt_deg: float) -> None:
    detector = WhiteTiles()
    assert flat_view(detector, drawn(table(tilt_deg)), first_look(table(tilt_deg))) is None
    assert detector.looks == 0


def test_where_the_first_look_is_sure_of_all_nothing_is_to_be_gained() -> None:
    detector = WhiteTiles()
    assert flat_view(detector, drawn(table(60)), sure(table(60))) is None
    assert detector.looks == 0


@pytest.mark.parametrize(
    ("laid_flat_scores", "first_scores", "clearer"),
    [
        pytest.param([0.9] * 20, [0.9] * 10 + [0.4] * 10, True, id="twice as much is sure"),
        pytest.param([0.9] * 12, [0.9] * 10 + [0.4] * 4, True, id="more is sure and as much is seen"),
        pytest.param([0.9] * 12, [0.9] * 10 + [0.5] * 8, False, id="more is sure and melds behind a rack are lost"),
        pytest.param([0.9] * 10, [0.9] * 10, False, id="as much"),
        pytest.param([0.9] * 5, [0.9] * 10, False, id="less"),
    ],
)
def test_what_is_laid_flat_has_to_show_more(
    laid_flat_scores: list[float], first_scores: list[float], clearer: bool
) -> None:
    one, other = (Places(np.zeros((len(scores), 4, 2), np.float32), np.array(scores, np.float32))
                  for scores in (laid_flat_scores, first_scores))  # fmt: skip
    assert is_clearer(one, other) is clearer


def test_few_tiles_are_read_as_they_are() -> None:
    quads = table(60)[:5]
    assert flat_view(WhiteTiles(), drawn(quads), first_look(quads)) is None


def test_many_doubtful_places_are_looked_at_in_a_narrower_picture() -> None:
    quads = table(60)
    doubtful = Places(quads.astype(np.float32), np.full(len(quads), 0.4, np.float32))
    detector = WhiteTiles()
    flat_view(detector, drawn(quads), doubtful)
    assert detector.looks >= 1


def test_where_less_is_seen_laid_flat_the_picture_is_read_as_it_is() -> None:
    quads = table(60)
    assert flat_view(WhiteTiles(most=8), drawn(quads), first_look(quads)) is None


@pytest.mark.parametrize("tilt_deg", OBLIQUE)
def test_laid_flat_near_and_far_tiles_are_of_one_size(tilt_deg: float) -> None:
    view, flat = laid_flat(tilt_deg)
    assert areas(flat).max() < 1.2 * areas(flat).min()
    assert areas(table(tilt_deg)).max() > 1.5 * areas(table(tilt_deg)).min()
    assert (flat > 0).all()
    assert (flat < (view.bgr.shape[1], view.bgr.shape[0])).all()


def test_the_first_look_may_have_missed_the_far_half() -> None:
    quads = table(60)
    nearest = quads[np.argsort(-quads[:, :, 1].mean(axis=1))][:12]
    view = flat_view(WhiteTiles(), drawn(quads), first_look(nearest))
    assert view is not None
    flat = view.of_picture(quads)
    assert (flat > 0).all()
    assert (flat < (view.bgr.shape[1], view.bgr.shape[0])).all()


@pytest.mark.parametrize("tilt_deg", OBLIQUE)
def test_what_is_read_comes_back_to_its_place(tilt_deg: float) -> None:
    view, flat = laid_flat(tilt_deg)
    tile = view.tile_in_picture(ReadTile(DetectedTile(flat[0].astype(np.float32), 0.9), Belief.peaked("5r", 0.99)))
    assert np.abs(tile.place.corners_px - table(tilt_deg)[0]).max() < 0.05


@pytest.mark.parametrize("tilt_deg", OBLIQUE)
def test_what_only_the_search_saw_is_read_as_well_and_nothing_twice(tilt_deg: float) -> None:
    view, flat = laid_flat(tilt_deg)
    nearest = np.argsort(-flat[:, :, 1].mean(axis=1))[:10]
    quads, scores = view.joined(sure(flat[nearest] + 2.0))
    assert len(quads) == len(scores) == len(flat)
    assert (quads[:10] == (flat[nearest] + 2.0).astype(np.float32)).all()
    misses = np.linalg.norm(quads.mean(axis=1)[:, None] - flat.mean(axis=1), axis=2).min(axis=0)
    assert misses.max() < 5


def test_a_picture_as_it_is_leaves_corners_as_they_are() -> None:
    corners = table(0).astype(np.float32)
    assert FlatView.of(drawn(table(0))).in_picture(corners) is corners


class OnARug(WhiteTiles):
    """Sees a tile in each of the rug's small squares as well."""

    def found_at(self, bgr: U8, scale: float) -> Places:
        tiles = super().found_at(bgr, scale)
        grid = np.stack(np.meshgrid(np.arange(20, bgr.shape[1], 60), np.arange(20, bgr.shape[0], 60)), axis=-1)
        square = np.array([[0, 0], [9, 0], [9, 9], [0, 9]])
        rug = (grid.reshape(-1, 1, 2) + square).astype(np.float32)
        return sure(np.concatenate([tiles.quads, rug]).astype(np.float64))


@pytest.mark.parametrize("tilt_deg", [45, 60])
def test_a_rug_full_of_small_squares_does_not_tell_the_pose(tilt_deg: float) -> None:
    quads = table(tilt_deg)
    view = flat_view(OnARug(), drawn(quads), first_look(quads))
    assert view is not None
    flat = quads_of(view.of_picture(quads))
    assert areas(flat).max() < 1.2 * areas(flat).min()


@pytest.mark.parametrize(("tilt_deg", "confidence"), [(45, 0.97), (60, 0.95), (72, 0.85)])
def test_the_flatter_a_tile_is_seen_the_less_is_believed(tilt_deg: float, confidence: float) -> None:
    view, flat = laid_flat(tilt_deg)
    belief = Belief.peaked("5r", 0.97, ("6r", 0.03))
    tiles = [view.tile_in_picture(ReadTile(DetectedTile(quad.astype(np.float32), 0.9), belief)) for quad in flat]
    sures = [tile.belief.confidence for tile in tiles]
    assert {tile.belief.best for tile in tiles} == {"5r"}
    assert np.median(sures) == pytest.approx(confidence, abs=0.03)
    assert max(sures) <= 0.97 + 1e-9
