"""Where a tile was taken the table is bare; where a hand, a thing or another tile lies it is not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.scenes import SKIN, U8, cloth, handed, laid, lit, noisy, upright
from vision.change_detection.bare_table import BareTable, SmallPicture

SIZE = (640, 480)
ROW = [upright(200 + 34 * place, 240, 32, 44) for place in range(5)]
QUADS = np.stack(ROW).astype(np.float32)
HERE = np.eye(3)


def checked() -> U8:
    """A cloth with squares."""
    y, x = np.mgrid[: SIZE[1], : SIZE[0]]
    squares = ((x // 14 + y // 14) % 2)[..., None]
    return np.where(squares, np.array((150, 70, 60)), np.array((130, 135, 120))).astype(np.uint8)


TABLES = {"felt": cloth(2, SIZE), "squares": checked()}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("gain", [1.0, 0.8, 1.1])
def test_places_of_tiles_that_were_taken_are_bare(table: U8, gain: float) -> None:
    before = BareTable.of(SmallPicture.of(noisy(laid(table, ROW), 1)), QUADS)
    now = noisy(lit(laid(table, ROW[:2]), gain), 2)
    assert before.are_bare(SmallPicture.of(now), QUADS, HERE).tolist() == [False, False, True, True, True]


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_places_under_a_hand_or_a_thing_are_not_bare(table: U8) -> None:
    before = BareTable.of(SmallPicture.of(laid(table, ROW)), QUADS)
    handed_over = handed(table, 0.7, 0.42, 0.45)
    assert not before.are_bare(SmallPicture.of(noisy(handed_over, 2)), QUADS[1:4], HERE).any()
    plate = cv2.circle(table.copy(), (268, 240), 120, SKIN, -1)
    assert not before.are_bare(SmallPicture.of(noisy(np.asarray(plate), 2)), QUADS, HERE).any()


def test_under_a_tile_the_table_is_remembered_from_before_it_lay_there() -> None:
    """A round mat in the middle of a cloth: nothing around the tile has its colours."""
    mat = np.asarray(cv2.circle(TABLES["felt"].copy(), (268, 240), 30, (40, 40, 190), -1), np.uint8)
    tile = [upright(268, 240, 32, 44)]
    quad = np.stack(tile).astype(np.float32)
    empty = BareTable.of(SmallPicture.of(mat), quad[:0])
    laid_there = SmallPicture.of(noisy(laid(mat, tile), 1))
    now = SmallPicture.of(noisy(lit(mat, 0.9), 2))
    assert BareTable.of(laid_there, quad, empty).are_bare(now, quad, HERE).all()
    assert not BareTable.of(laid_there, quad).are_bare(now, quad, HERE).any()
    assert not BareTable.of(laid_there, quad, empty).are_bare(laid_there, quad, HERE).any()


def test_where_a_tile_was_taken_nothing_has_arrived_if_it_is_known_what_lay_under_it() -> None:
    felt, tile = TABLES["felt"], [upright(268, 240, 32, 44)]
    quad = np.stack(tile).astype(np.float32)
    laid_there = SmallPicture.of(noisy(laid(felt, tile), 1))
    remembers = BareTable.of(laid_there, quad, BareTable.of(SmallPicture.of(felt), quad[:0]))
    now = SmallPicture.of(noisy(felt, 2))
    assert remembers.changes(now, quad, HERE)[0] < 10
    assert np.isinf(BareTable.of(laid_there, quad).changes(now, quad, HERE)[0])


def test_what_is_remembered_goes_along_with_a_bumped_camera() -> None:
    mat = np.asarray(cv2.circle(TABLES["felt"].copy(), (268, 240), 30, (40, 40, 190), -1), np.uint8)
    tile, bump = [upright(268, 240, 32, 44)], np.array([[1.0, 0, 40], [0, 1, 30], [0, 0, 1]])
    quad = np.stack(tile).astype(np.float32)
    there = (quad + np.float32([40, 30])).astype(np.float32)
    shown = [
        cv2.warpPerspective(picture, bump, SIZE, borderMode=cv2.BORDER_REPLICATE) for picture in (laid(mat, tile), mat)
    ]
    covered, bare = (SmallPicture.of(np.asarray(picture, np.uint8)) for picture in shown)
    table = BareTable.of(covered, there, BareTable.of(SmallPicture.of(mat), quad[:0]), np.linalg.inv(bump))
    assert table.are_bare(bare, there, HERE).all()


def test_a_bumped_camera_is_allowed_for() -> None:
    table = checked()
    bump = np.array([[1.0, 0, 40], [0, 1, 30], [0, 0, 1]])
    moved = cv2.warpPerspective(laid(table, ROW[:2]), bump, SIZE, borderMode=cv2.BORDER_REPLICATE)
    there = (QUADS + np.float32([40, 30])).astype(np.float32)
    before = BareTable.of(SmallPicture.of(laid(table, ROW)), QUADS)
    bare = before.are_bare(SmallPicture.of(np.asarray(moved, np.uint8)), there, np.linalg.inv(bump))
    assert bare.tolist() == [False, False, True, True, True]


def test_a_picture_of_another_size_tells_nothing() -> None:
    before = BareTable.of(SmallPicture.of(TABLES["felt"]), QUADS)
    assert not before.are_bare(SmallPicture.of(np.ascontiguousarray(TABLES["felt"][:300])), QUADS, HERE).any()
    assert len(before.are_bare(SmallPicture.of(TABLES["felt"]), QUADS[:0], HERE)) == 0
