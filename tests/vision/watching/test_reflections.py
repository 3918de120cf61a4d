"""The reflection of a lamp is no object: it fades into the table, and a white tile that is burnt out does not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.watching.plans import FAR_LEFT, Spot, block, picture, quad
from vision.table_plan.faceless_objects import FacelessObject, TableDifference, TileQuads, find_objects

NONE = np.zeros((0, 4, 2))
MAZO, MUERTOS = block((640, 360), 3, 3), block(FAR_LEFT, 2, 2)


def lit(bgr: NDArray[np.uint8], at: Spot, radius: float) -> NDArray[np.uint8]:
    """The picture with the reflection of a lamp."""
    x, y = np.meshgrid(np.arange(bgr.shape[1]), np.arange(bgr.shape[0]))
    glow = 300 * np.exp(-(((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * radius**2)))
    return np.clip(bgr + glow[..., None], 0, 255).astype(np.uint8)


def objects_of(bgr: NDArray[np.uint8]) -> tuple[FacelessObject, ...]:
    return find_objects(TableDifference.of(bgr), TileQuads(NONE, NONE, NONE))[0]


@pytest.mark.parametrize("radius", [30, 60])
def test_a_reflection_on_the_bare_table_is_no_object(radius: float) -> None:
    assert not objects_of(lit(picture([]), (900, 500), radius))


def test_tiles_that_are_burnt_out_are_objects() -> None:
    bgr = picture([])
    for spot in MAZO:
        cv2.fillConvexPoly(bgr, np.round(quad(spot)).astype(np.int32), (255, 255, 255))
    assert len(objects_of(bgr)) == 1


def test_a_reflection_beside_the_mazo_is_no_part_of_it() -> None:
    """It was: the pozo was looked for a hand's breadth below where it lay."""
    bgr = picture([*MAZO, *MUERTOS])
    for spot in (*MAZO, *MUERTOS):
        cv2.polylines(bgr, [np.round(quad(spot)).astype(np.int32)], isClosed=True, color=(60, 60, 60), thickness=3)
    mazo, muertos = objects_of(lit(bgr, (700, 520), 45))
    assert middle(mazo) == pytest.approx((640, 360), abs=12)
    assert middle(muertos) == pytest.approx(FAR_LEFT, abs=12)


def middle(thing: FacelessObject) -> NDArray[np.float64]:
    """(2,): the middle of its bounding box."""
    return np.asarray(thing.outline_px.min(axis=0) + thing.outline_px.max(axis=0)) / 2


@pytest.mark.parametrize(("says", "has_tile", "found"), [("of a tile", True, 2), ("of something else", False, 3)])
def test_the_shadow_of_a_tile_as_pale_as_the_table_is_no_muerto(says: str, has_tile: bool, found: int) -> None:
    """It was, and the pozo was looked for on the other side."""
    at = (330.0, 370.0)
    bgr = picture([*MAZO, *MUERTOS])
    cv2.fillConvexPoly(bgr, np.round(quad((at[0] + 30, at[1]))).astype(np.int32), (20, 30, 15))
    lone = np.array([quad(at)]) if has_tile else NONE
    objects, on_objects = find_objects(TableDifference.of(bgr), TileQuads(NONE, lone, NONE, lone))
    assert len(objects) == found, says
    assert not on_objects.any()
