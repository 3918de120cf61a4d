"""What a front camera keeps mirrored is read the right way round, and told where it lies in the picture."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.geometry import quads_of, signed_areas
from vision.io.images import load_image
from vision.pipeline import TableRecognizer
from vision.predictions import KINDS, Predictions
from vision.quality.photo_problems import Flaw
from vision.reading import Frame, TableReading
from vision.recognition.mirrored_pictures import in_mirror, is_mirrored, mirrored_frame

TABLE = Path(__file__).parents[1] / "bench" / "table106.jpg"
PART = (slice(0, 480), slice(0, 640))


def rows(reading: TableReading) -> list[list[str]]:
    """The faces of each row, in order."""
    return sorted([reading.tiles[at].belief.best for at in row.tiles] for row in reading.rows)


def test_a_mirrored_table_is_read_as_the_table_is() -> None:
    recognizer, bgr = TableRecognizer(threads=1), load_image(TABLE).bgr[PART]
    table, mirrored = recognizer.look(Frame(bgr)), recognizer.look(mirrored_frame(Frame(bgr)))
    assert Flaw.MIRRORED not in table.flaws
    assert mirrored.flaws[0] == Flaw.MIRRORED
    assert rows(mirrored) == rows(table) != []
    places, others = (quads_of([tile.place.corners_px for tile in reading.tiles]) for reading in (table, mirrored))
    assert (signed_areas(others) > 0).all()
    middles, elsewhere = places.mean(axis=1), others.mean(axis=1) * [-1, 1] + [bgr.shape[1], 0]
    nearest = np.linalg.norm(middles[:, None] - elsewhere[None], axis=2)
    assert nearest.min(axis=1).max() < 4
    assert [tile.belief.best for tile in table.tiles] == [
        mirrored.tiles[int(at)].belief.best for at in nearest.argmin(axis=1)
    ]


def look(sure: list[bool]) -> Predictions:
    """Fives, some of them surely."""
    kind = np.full((len(sure), len(KINDS)), 0.01)
    kind[:, KINDS.index("5")] = np.where(sure, 3.0, 0.1)
    even = np.full((len(sure), 4), 0.25)
    return Predictions(kind / kind.sum(axis=1, keepdims=True), even, even)


@pytest.mark.parametrize(
    ("as_it_is", "in_a_mirror", "expected"),
    [
        ([False] * 5, [True] * 5, True),
        ([True, False, False, False, True], [True] * 5, True),
        ([True] * 5, [True] * 5, False),
        ([False] * 5, [False] * 5, False),
        ([True] * 4 + [False], [True] * 5, False),
        ([False] * 3, [True] * 3, False),
    ],
    ids=["mirrored", "some look alike", "a good picture", "a bad picture", "one is doubtful", "too few"],
)
def test_a_picture_is_mirrored_where_far_more_is_sure_in_a_mirror(
    as_it_is: list[bool], in_a_mirror: list[bool], expected: bool
) -> None:
    patches = np.zeros((len(as_it_is), 64, 48, 3), np.uint8)
    patches[:, :, :24] = 255

    def read(shown: np.ndarray) -> Predictions:
        assert shown[:, :, 24:].all()
        assert not shown[:, :, :24].any()
        return look(in_a_mirror)

    assert is_mirrored(look(as_it_is), patches, read) == expected


def test_corners_stay_clockwise_and_return_in_a_mirror_of_the_mirror() -> None:
    corners = np.array([[10, 20], [40, 22], [38, 70], [8, 68]], np.float32)
    assert in_mirror(corners, 100).tolist() == [[60, 22], [90, 20], [92, 68], [62, 70]]
    assert in_mirror(in_mirror(corners, 100), 100).tolist() == corners.tolist()
