"""Two pictures of one table are laid on one another by the tiles that both read, and by nothing less."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.scenes import upright
from tests.vision.seats import Spots, line
from tests.vision.watching.two_cameras import TABLE, turned
from vision.belief import Belief
from vision.geometry import F64, transform_points
from vision.reading import DetectedTile, ReadTile
from vision.tracking.second_view_registration import register_view

ROW = line("4r 5r 6r 7r 8r 9r 10r")


def look(spots: Spots, camera: F64 | None = None, noise: float = 0.7, seed: int = 1) -> list[ReadTile]:
    """The tiles of a table, each with its own error."""
    rng = np.random.default_rng(seed)
    view = np.eye(3) if camera is None else camera
    quads = {
        face: transform_points(view, upright(*spot, 28, 38)) + rng.normal(0, noise, (4, 2))
        for face, spot in spots.items()
    }
    return [ReadTile(DetectedTile(quad.astype(np.float32), 0.9), Belief.peaked(face.rstrip("'")))
            for face, quad in quads.items()]  # fmt: skip


@pytest.mark.parametrize("degrees", [0, 45, 90, 180, 233])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_camera_that_hangs_turned_is_laid_on_the_first_to_a_fifth_of_a_tile(degrees: float, seed: int) -> None:
    found = register_view(look(TABLE), look(TABLE, turned(degrees), seed=seed))
    assert found is not None
    assert found.common == len(TABLE)
    there = found.carried(
        transform_points(turned(degrees), np.stack([upright(*spot, 28, 38) for spot in TABLE.values()]))
    )
    assert np.abs(there - [upright(*spot, 28, 38) for spot in TABLE.values()]).max() < 28 / 5


def test_second_copies_and_tiles_that_are_misread_make_no_difference() -> None:
    spots = {**TABLE, **{f"{face}'": (x + 15, y + 60) for face, (x, y) in TABLE.items()}}
    seen = look(spots, turned(45))
    seen[0] = replace(seen[0], belief=Belief.peaked("13y"))
    found = register_view(look(spots), seen)
    assert found is not None
    assert found.common == len(spots) - 1


def test_each_sees_only_half_of_the_table_and_six_tiles_in_common() -> None:
    common = [*list(TABLE)[3:9]]
    first, second = (
        {face: TABLE[face] for face in (*others, *common)} for others in (list(TABLE)[:3], list(TABLE)[9:])
    )
    found = register_view(look(first), look(second, turned(180)))
    assert found is not None
    assert found.common == 6


@pytest.mark.parametrize(
    "spots",
    [{face: TABLE[face] for face in list(TABLE)[3:7]}, {}],
    ids=["four tiles", "none"],
)
def test_what_does_not_tell_where_the_second_camera_is_gives_no_answer(spots: Spots) -> None:
    assert register_view(look(spots), look(spots, turned(45))) is None


@pytest.mark.parametrize("degrees", [0, 45, 180])
def test_tiles_that_lie_as_in_a_mirror_give_no_answer(degrees: float) -> None:
    mirrored = {face: (640 - x, y) for face, (x, y) in TABLE.items()}
    assert register_view(look(TABLE), look(mirrored, turned(degrees))) is None


@pytest.mark.parametrize("degrees", [0, 45, 180])
@pytest.mark.parametrize("seed", range(3))
def test_tiles_that_are_seen_a_second_time_in_a_mirror_make_no_difference(degrees: float, seed: int) -> None:
    mirrored = {face: (640 - x, y + 300) for face, (x, y) in TABLE.items()}
    found = register_view(look(TABLE), [*look(mirrored, turned(degrees)), *look(TABLE, turned(degrees), seed=seed)])
    assert found is not None
    assert found.common == len(TABLE)


@pytest.mark.parametrize("seed", range(5))
def test_another_table_with_the_same_faces_gives_no_answer(seed: int) -> None:
    rng = np.random.default_rng(seed)
    other = dict(zip(TABLE, rng.permutation(list(TABLE.values())).tolist(), strict=True))
    assert register_view(look(TABLE), look(other, turned(45))) is None


def test_what_fitted_before_goes_on_with_three_tiles_but_not_once_the_camera_stands_elsewhere() -> None:
    few = line("4r 5r 6r", y=90)
    fit = register_view(look(TABLE), look(TABLE, turned(45)))
    assert fit is not None
    again = register_view(look(few), look(few, turned(45), seed=3), before=fit)
    assert again is not None
    assert again.common == 3
    assert register_view(look(few), look(few, turned(80)), before=fit) is None
    moved = register_view(look(TABLE), look(TABLE, turned(80)), before=fit)
    assert moved is not None
    assert moved.common == len(TABLE)


def test_what_is_carried_far_beside_a_single_row_may_be_wrong_and_between_the_rows_not() -> None:
    spots = [(150.0, 100.0), (150.0, 140.0), (500.0, 420.0)]
    quads = transform_points(turned(45), np.stack([upright(*spot, 28, 38) for spot in spots]))
    row, table = (register_view(look(known), look(known, turned(45))) for known in (ROW, TABLE))
    assert row is not None
    assert table is not None
    assert (row.errors(quads) < 28 / 5).tolist() == [True, True, False]
    assert (table.errors(quads) < 28 / 5).tolist() == [True, True, True]
    assert row.errors(quads[:1]) > table.errors(quads[:1])


def test_a_row_that_is_shifted_by_a_tile_does_not_fit() -> None:
    fit = register_view(look(TABLE), look(TABLE, turned(0)))
    assert fit is not None
    shifted = {face: (x + 30, y) for face, (x, y) in TABLE.items()}
    found = register_view(look(TABLE), look(shifted, turned(0)), before=fit)
    assert found is not None
    assert found.common == len(TABLE)
    there = found.carried(transform_points(turned(0), np.stack([upright(*shifted["5r"], 28, 38)])))
    assert np.abs(there[0] - upright(*TABLE["5r"], 28, 38)).max() < 28 / 5
