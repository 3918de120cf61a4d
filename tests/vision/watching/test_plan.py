"""The plan of a table: what lies there at the deal tells where mazo, muertos, pozo and both sides are."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from tests.vision.watching.plans import (
    FAR_LEFT,
    FAR_RIGHT,
    LEFT,
    RIGHT,
    SIZE_PX,
    Spot,
    block,
    picture,
    quad,
    quads,
    turned,
)
from vision.table_plan.faceless_objects import TableDifference, TileQuads, find_objects
from vision.table_plan.plan import TablePlan, TilesInView, plan_of
from vision.table_plan.zones import TableZone
from vision.tracking.table_surface import rough_surface

MAZO = block((640, 360), 3, 3)
SPARE = [(60.0, 560.0), (60.0, 612.0)]
BOX = (90.0, 90.0)
STREAK = (90, 140, 85)
"""Blue, green and red of a streak in the table's top."""
FIX = rough_surface(quads([(0, 0)]), np.array(SIZE_PX) / 2)


def planned(piles: Sequence[Spot], faces: Sequence[Spot] = (), box: Spot | None = None, *, is_patterned: bool = False,
            turn_deg: float = 0.0) -> TablePlan | None:  # fmt: skip
    """The plan of a drawn table on which nobody knows any back."""
    none = np.zeros((0, 4, 2))
    bgr = picture([*piles, *faces], box, is_patterned=is_patterned, turn_deg=turn_deg)
    objects, on_objects = find_objects(TableDifference.of(bgr), TileQuads(none, quads(faces), none))
    return plan_of(objects, TilesInView(quads(faces)[~on_objects]), FIX, SIZE_PX)


TABLES = [
    # what lies on the table: the piles, the tiles that show their faces, a box; and the zone of some places
    ("muertos on the left", [*MAZO, *block(FAR_LEFT, 2, 2)], [], None,
     {FAR_LEFT: "muertos", (640, 360): "mazo", RIGHT: "pozo", (640, 600): "ours", (640, 120): "theirs"}),
    ("muertos on the right", [*MAZO, *block(FAR_RIGHT, 2, 2)], [], None,
     {FAR_RIGHT: "muertos", (640, 360): "mazo", LEFT: "pozo", FAR_LEFT: "pozo"}),
    ("muertos laid out, and larger than the mazo", [*MAZO, *block((980, 360), 9, 2)], [], None,
     {(980, 360): "muertos", (1150, 360): "muertos", (640, 360): "mazo", LEFT: "pozo"}),
    ("two muertos apart", [*MAZO, *block((1000, 360), 1, 1), *block((1120, 360), 1, 1)], [], None,
     {(1000, 360): "muertos", (1120, 360): "muertos", LEFT: "pozo"}),
    ("one pile of muertos", [*MAZO, (1130, 360)], [], None, {FAR_RIGHT: "muertos", LEFT: "pozo"}),
    ("a mazo of one row of stacks", [*block((640, 360), 6, 1), *block(FAR_RIGHT, 2, 1)], [], None,
     {FAR_RIGHT: "muertos", (640, 360): "mazo", LEFT: "pozo", (640, 480): "ours"}),
    ("a box and spare tiles on the side of the pozo", [*MAZO, *block(FAR_RIGHT, 2, 2), *SPARE], [], BOX,
     {FAR_RIGHT: "muertos", LEFT: "pozo", SPARE[0]: "ours", BOX: "theirs"}),
    ("nothing but the mazo", MAZO, [], None, {(640, 360): "mazo", RIGHT: "pozo"}),
    ("nothing but the mazo, and the first discards", MAZO, [LEFT, (320, 365)], None,
     {(640, 360): "mazo", LEFT: "pozo", RIGHT: "muertos"}),
    ("the pozo between mazo and muertos", [*block((330, 360), 3, 3), *block((1130, 360), 2, 2)], [(700, 360)], None,
     {(700, 360): "pozo", FAR_RIGHT: "muertos", (330, 360): "mazo"}),
    ("the pozo there, and no room elsewhere", [*block((1000, 360), 13, 2), *block((560, 360), 3, 3), (60, 360)], [],
     None, {(560, 360): "mazo", (1000, 360): "muertos", (300, 360): "pozo"}),
    ("a meld is laid near the muertos", [*MAZO, *block(FAR_LEFT, 2, 2)], [(200, 520), (236, 520), (272, 520)], None,
     {FAR_LEFT: "muertos", (236, 520): "ours", RIGHT: "pozo"}),
]  # fmt: skip


@pytest.mark.parametrize(("says", "piles", "faces", "box", "zones"), TABLES, ids=[says for says, *_ in TABLES])
def test_what_lies_there_tells_where_everything_is(
    says: str, piles: Sequence[Spot], faces: Sequence[Spot], box: Spot | None, zones: dict[Spot, str]
) -> None:
    plan = planned(piles, faces, box)
    assert plan is not None
    found = plan.zones.at(FIX.on_table(list(zones)))
    assert dict(zip(zones, map(str, found), strict=True)) == zones


@pytest.mark.parametrize("turn_deg", [-12, -6, 6, 12])
def test_the_strip_lies_askew_as_the_table_does(turn_deg: float) -> None:
    plan = planned(turned([*MAZO, *block(FAR_RIGHT, 2, 2)], turn_deg), turn_deg=turn_deg)
    assert plan is not None
    ends = turned([(200, 360), (200, 460), (200, 260), FAR_RIGHT, (1130, 480)], turn_deg)
    assert plan.zones.at(FIX.on_table(ends)) == (
        TableZone.POZO,
        TableZone.OURS,
        TableZone.THEIRS,
        TableZone.MUERTOS,
        TableZone.OURS,
    )


def test_it_is_sure_where_muertos_or_discards_are_seen() -> None:
    alone, dealt, begun = planned(MAZO), planned([*MAZO, *block(FAR_LEFT, 2, 2)]), planned(MAZO, [RIGHT])
    assert alone is not None
    assert dealt is not None
    assert begun is not None
    assert (alone.is_sure, alone.has_pozo) == (False, False)
    assert (dealt.is_sure, dealt.has_pozo) == (True, False)
    assert (begun.is_sure, begun.has_pozo) == (True, True)


@pytest.mark.parametrize("piles", [[], [(1260, 20)], SPARE], ids=["an empty table", "in a corner", "spare tiles"])
def test_where_nothing_lies_in_the_middle_there_is_no_plan(piles: Sequence[Spot]) -> None:
    assert planned(piles) is None


def test_the_figures_of_a_cloth_are_no_piles_and_what_is_much_larger_is_one() -> None:
    """Nothing was found on a cloth with figures, unless backs were known, and the pozo was looked for elsewhere."""
    assert planned([], is_patterned=True) is None
    plan = planned([*MAZO, *block(FAR_RIGHT, 2, 2)], is_patterned=True)
    assert plan is not None
    assert plan.zones.at(FIX.on_table([LEFT, FAR_RIGHT])) == (TableZone.POZO, TableZone.MUERTOS)


def test_known_backs_tell_where_everything_is_on_a_patterned_cloth() -> None:
    piles = [*MAZO, *block(FAR_RIGHT, 2, 2)]
    none = np.zeros((0, 4, 2))
    objects, _ = find_objects(
        TableDifference.of(picture(piles, is_patterned=True)), TileQuads(none, none, quads(piles))
    )
    plan = plan_of(objects, TilesInView(none), FIX, SIZE_PX)
    assert plan is not None
    assert plan.zones.at(FIX.on_table([LEFT, FAR_RIGHT])) == (TableZone.POZO, TableZone.MUERTOS)


def test_a_shadow_that_looks_like_a_digit_between_two_piles_is_no_discard() -> None:
    piles = [*MAZO, *block(FAR_LEFT, 2, 2)]
    none = np.zeros((0, 4, 2))
    objects, on_objects = find_objects(
        TableDifference.of(picture(piles)), TileQuads(none, np.array([quad(FAR_LEFT)]), none)
    )
    assert on_objects.tolist() == [True]
    assert len(objects) == 2


@pytest.mark.parametrize("askew_deg", [-6, 6])
def test_the_strip_runs_as_the_rows_of_tiles_lie_whatever_the_mazo_looks_like(askew_deg: float) -> None:
    """Uneven piles seen at a slant look askew; muertos that are laid out tell better."""
    mazo, muertos = turned(block((640, 360), 2, 5), askew_deg), block((980, 360), 9, 2)
    none = np.zeros((0, 4, 2))
    objects, _ = find_objects(TableDifference.of(picture([*mazo, *muertos])), TileQuads(none, none, none))
    rows_px = [quads(spot for spot in muertos if spot[1] == y) for y in sorted({y for _, y in muertos})]
    plan = plan_of(objects, TilesInView(none, rows_px), FIX, SIZE_PX)
    assert plan is not None
    (_, left), (_, right), *_ = plan.zones.by_zone[TableZone.OURS]
    assert abs(right - left) < 3


@pytest.mark.parametrize("columns", [3, 0], ids=["as the rows of tiles lie", "as the mazo does"])
def test_a_tower_of_muertos_that_leans_away_from_the_camera_does_not_turn_the_strip(columns: int) -> None:
    tower = [(930.0 + 2 * step, 400.0 - 6 * step) for step in range(30)]
    none, row = np.zeros((0, 4, 2)), block((300, 520), columns, 1)
    objects, _ = find_objects(TableDifference.of(picture([*MAZO, *tower])), TileQuads(none, none, none))
    plan = plan_of(objects, TilesInView(none, [quads(row)] if row else []), FIX, SIZE_PX)
    assert plan is not None
    (_, left), (_, right), *_ = plan.zones.by_zone[TableZone.OURS]
    assert abs(right - left) < 3


def test_streaks_of_the_wood_are_no_muertos_though_the_outline_of_the_mazo_takes_one_in() -> None:
    """Half of what is taken for the mazo has the colours of the streaks, and there are three of them."""
    bgr = picture([])
    for left, top, right, bottom in (
        (500, 250, 760, 470),
        (880, 300, 1120, 350),
        (900, 380, 1040, 420),
        (1150, 330, 1200, 400),
    ):
        bgr[top:bottom, left:right] = STREAK
    for spot in (*MAZO, *block(FAR_LEFT, 2, 2)):
        cv2.fillConvexPoly(bgr, np.round(quad(spot)).astype(np.int32), (110, 60, 40))
    none = np.zeros((0, 4, 2))
    objects, _ = find_objects(TableDifference.of(bgr), TileQuads(none, none, none))
    plan = plan_of(objects, TilesInView(none), FIX, SIZE_PX)
    assert plan is not None
    assert [str(zone) for zone in plan.zones.at(FIX.on_table([FAR_LEFT, RIGHT]))] == ["muertos", "pozo"]
