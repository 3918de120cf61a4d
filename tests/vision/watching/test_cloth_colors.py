"""On a cloth with checks or stripes piles are found as on one of a single colour, whatever its squares and lamps."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.watching.plans import FAR_LEFT, SIZE_PX, block, quad
from vision.table_plan.faceless_objects import FacelessObject, TableDifference, TileQuads, find_objects

NONE = np.zeros((0, 4, 2))
WHITE, BLUE, RED, GREEN, ORANGE = (235, 238, 240), (170, 90, 40), (60, 40, 200), (70, 140, 50), (30, 140, 225)
GREY, DARK = (150, 158, 165), (70, 60, 60)
MAZO, MUERTOS = block((640, 360), 4, 2), block(FAR_LEFT, 2, 2)
Color = tuple[int, int, int]


def cloth(color: Color, square_px: int, *, is_striped: bool = False) -> NDArray[np.uint8]:
    """(720, 1280, 3): a cloth that is white where no thread has the colour, and between both where one of two has."""
    width, height = SIZE_PX
    across = (np.arange(width) // square_px % 2)[None, :, None]
    down = np.zeros((height, 1, 1)) if is_striped else (np.arange(height) // square_px % 2)[:, None, None]
    share = across if is_striped else (across + down) / 2
    light = np.linspace(0.7, 1.0, height)[:, None, None]
    bgr = (np.array(WHITE) * (1 - share) + np.array(color) * share) * light
    return np.asarray(cv2.GaussianBlur(bgr, (5, 5), 0).clip(0, 255), np.uint8)


def with_piles(bgr: NDArray[np.uint8], back: Color, shadow_px: int = 0) -> NDArray[np.uint8]:
    """The cloth with the mazo and the muertos; their shadows fall to the near side."""
    spots = [quad(spot) for spot in (*MAZO, *MUERTOS)]
    dark = np.zeros(bgr.shape[:2], np.uint8)
    for corners in spots if shadow_px else ():
        cv2.fillConvexPoly(dark, np.round(corners + np.array([0, shadow_px])).astype(np.int32), (1,))
    out = np.where(dark[..., None] > 0, bgr * 0.6, bgr).astype(np.uint8)
    for corners in spots:
        cv2.fillConvexPoly(out, np.round(corners).astype(np.int32), back)
        cv2.polylines(out, [np.round(corners).astype(np.int32)], isClosed=True, color=DARK, thickness=2)
    return out


def objects_of(bgr: NDArray[np.uint8]) -> tuple[FacelessObject, ...]:
    return find_objects(TableDifference.of(bgr), TileQuads(NONE, NONE, NONE))[0]


def middle(item: FacelessObject) -> NDArray[np.float64]:
    return (item.outline_px.min(axis=0) + item.outline_px.max(axis=0)) / 2


@pytest.mark.parametrize("back", [GREY, DARK], ids=["grey", "dark"])
@pytest.mark.parametrize("square_px", [40, 70])
@pytest.mark.parametrize("color", [BLUE, RED, GREEN, ORANGE], ids=["blue", "red", "green", "orange"])
def test_piles_on_a_cloth_with_checks_are_found(color: Color, square_px: int, back: Color) -> None:
    mazo, muertos = objects_of(with_piles(cloth(color, square_px), back))
    assert middle(mazo) == pytest.approx((640, 360), abs=12)
    assert middle(muertos) == pytest.approx(FAR_LEFT, abs=12)


@pytest.mark.parametrize("color", [BLUE, RED, GREEN], ids=["blue", "red", "green"])
def test_piles_on_a_striped_cloth_are_found(color: Color) -> None:
    mazo, muertos = objects_of(with_piles(cloth(color, 60, is_striped=True), GREY))
    assert middle(mazo) == pytest.approx((640, 360), abs=12)
    assert middle(muertos) == pytest.approx(FAR_LEFT, abs=12)


@pytest.mark.parametrize("color", [BLUE, RED, GREEN, ORANGE], ids=["blue", "red", "green", "orange"])
def test_the_shadow_of_a_pile_on_the_colours_of_a_cloth_is_no_part_of_it(color: Color) -> None:
    mazo, *_ = objects_of(with_piles(cloth(color, 70), GREY, shadow_px=70))
    assert middle(mazo)[0] == pytest.approx(640, abs=20)
    assert middle(mazo)[1] == pytest.approx(360, abs=40)


@pytest.mark.parametrize("color", [BLUE, RED, GREEN, ORANGE], ids=["blue", "red", "green", "orange"])
@pytest.mark.parametrize("square_px", [40, 70, 100])
def test_a_bare_cloth_holds_nothing(color: Color, square_px: int) -> None:
    assert not objects_of(cloth(color, square_px))


@pytest.mark.parametrize("is_plain", [True, False], ids=["on one colour", "on checks"])
def test_a_box_that_touches_the_muertos_is_another_thing(is_plain: bool) -> None:
    bgr = with_piles(np.full_like(cloth(BLUE, 60), (70, 110, 50)) if is_plain else cloth(BLUE, 60), GREY)
    cv2.rectangle(bgr, (0, 300), (118, 480), (50, 40, 190), cv2.FILLED)
    mazo, box, muertos = sorted(objects_of(bgr), key=lambda item: (-int(middle(item)[0] > 600), -item.area_px))
    assert box.is_cut
    assert not muertos.is_cut
    assert middle(muertos) == pytest.approx(FAR_LEFT, abs=12)
    assert middle(mazo) == pytest.approx((640, 360), abs=12)


def test_what_lies_around_the_table_may_look_like_what_lies_on_it() -> None:
    """Beside the cloth the floor is as dark as the backs."""
    bgr = with_piles(cloth(BLUE, 60), DARK)
    bgr[:110], bgr[:, 1180:] = DARK, DARK
    found = [item for item in objects_of(bgr) if not item.is_cut]
    assert [middle(item).round(-1).tolist() for item in found][:1] == [[640, 360]]
    assert len(found) == 2


@pytest.mark.parametrize(
    ("says", "bgr"),
    [
        ("three bands", np.repeat(np.array([[WHITE], [BLUE], [DARK]], np.uint8), 240, axis=0).repeat(1280, axis=1)),
        ("a column of another colour", np.where(np.arange(1280)[None, :, None] % 300 < 6, 255, cloth(RED, 60))),
        (
            "two colours, half and half",
            np.where(np.arange(1280)[None, :, None] < 640, 0, 255).repeat(720, 0).repeat(3, 2),
        ),
    ],
)
def test_whatever_the_picture_shows_it_has_finite_distances(says: str, bgr: NDArray[np.uint8]) -> None:
    assert np.isfinite(TableDifference.of(np.ascontiguousarray(bgr, np.uint8)).apart).all(), says
