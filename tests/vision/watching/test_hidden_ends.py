"""Rows that run up to something behind which more of their tiles may lie."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.watching.plans import quads
from vision.belief import Belief
from vision.reading import DetectedTile, ReadTile, TableReading, TileRow
from vision.table_plan.faceless_objects import FacelessObject
from vision.table_plan.hidden_ends import hidden_ends
from vision.tracking.settled_report import SettledReading

FOUR = [(400.0, 300.0), (436.0, 300.0), (472.0, 300.0), (508.0, 300.0)]
ACROSS = [(400.0, 300.0), (400.0, 350.0), (400.0, 400.0), (400.0, 450.0)]
TOWER, SHORT, ARM = (330.0, 240.0, 384.0, 420.0), (330.0, 240.0, 384.0, 300.0), (330.0, 0.0, 384.0, 420.0)


def thing(box: tuple[float, float, float, float], is_cut: bool) -> FacelessObject:
    left, top, right, bottom = box
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    area = (right - left) * (bottom - top)
    return FacelessObject(outline_px=corners, area_px=area, lab=np.zeros((1, 3), np.float32), is_cut=is_cut)


@pytest.mark.parametrize(
    ("row", "box", "is_cut", "ends"),
    [
        pytest.param(FOUR, TOWER, False, {0}, id="a tower over the place of one more"),
        pytest.param(FOUR[::-1], TOWER, False, {3}, id="over the other end"),
        pytest.param(ACROSS, (360.0, 470.0, 440.0, 560.0), False, {3}, id="a row that is seen from the side"),
        pytest.param(FOUR, SHORT, False, set(), id="over half of that place"),
        pytest.param(FOUR[:2], TOWER, False, set(), id="two tiles are no meld"),
        pytest.param(FOUR, ARM, True, set(), id="an arm passes"),
        pytest.param(FOUR, (560.0, 240.0, 600.0, 420.0), False, set(), id="further away"),
    ],
)
def test_an_end_is_hidden_where_the_next_tile_would_be_out_of_view(
    row: list[tuple[float, float]], box: tuple[float, float, float, float], is_cut: bool, ends: set[int]
) -> None:
    tiles = tuple(ReadTile(DetectedTile(place.astype(np.float32), 0.9), Belief.peaked("5r")) for place in quads(row))
    lying = tuple(range(len(row)))
    settled = SettledReading(reading=TableReading(tiles, (TileRow(lying),), ()), numbers=lying, hidden=frozenset(),
                             piles=(), covered=(), looks=2)  # fmt: skip
    assert hidden_ends(settled, [thing(box, is_cut)]) == ends
