"""Zones of a table: which has a point, what is one line of text, and what is no zone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.tables import camera, row, seen
from vision.errors import BadZones
from vision.layout.layout import lay_out
from vision.reading import TableReading, TileRow
from vision.table_plan.zones import (
    NO_ZONES,
    TableZone,
    ZonedReading,
    Zones,
    default_zones,
    parse_zones,
    zoned,
    zones_of,
)
from vision.tracking.table_surface import SurfaceFix

OURS, THEIRS, POZO, MAZO, MUERTOS = TableZone.OURS, TableZone.THEIRS, TableZone.POZO, TableZone.MAZO, TableZone.MUERTOS
LINE = "pozo 60,-30 120,-30 120,30 60,30 | ours -300,0 300,0 300,220 -300,220 | theirs -300,-220 300,-220 0,0.5"
FIX = SurfaceFix(np.linalg.inv(camera()), 0.0, 10)
SIZE_PX = (1280, 960)


def test_zones_are_one_line_that_reads_back() -> None:
    zones = parse_zones(LINE)
    assert str(zones) == LINE
    assert [zone for zone, _ in zones.polygons] == [POZO, OURS, THEIRS]
    assert parse_zones(" OURS -300,0  300,0 300,220 -300,220|pozo 60,-30 120,-30 120,30 60,30 ") == zones.with_zone(
        THEIRS, ()
    )
    assert parse_zones("") == parse_zones(" | ") == NO_ZONES
    assert str(NO_ZONES) == ""


corner = st.tuples(st.floats(-900, 900), st.floats(-900, 900))


@given(st.dictionaries(st.sampled_from(TableZone), st.lists(corner, min_size=3, max_size=8)))
def test_any_zones_read_back(corners: dict[TableZone, list[tuple[float, float]]]) -> None:
    try:
        zones = zones_of(corners)
    except BadZones:
        return
    assert parse_zones(str(zones)) == zones


@pytest.mark.parametrize(
    ("point", "zone"),
    [
        ((90, 0), POZO),
        ((90, 29), POZO),
        ((90, 31), OURS),
        ((0, 100), OURS),
        ((0, -100), THEIRS),
        ((300, 220), OURS),
        ((301, 100), None),
        ((-290, -5), None),
    ],
)
def test_a_point_lies_in_one_zone_the_first_of_those_that_meet(
    point: tuple[float, float], zone: TableZone | None
) -> None:
    assert parse_zones(LINE).at([point]) == (zone,)


def test_many_points_are_told_in_their_order() -> None:
    assert parse_zones(LINE).at([(0, 100), (999, 0), (0, -100)]) == (OURS, None, THEIRS)
    assert parse_zones(LINE).at([]) == ()
    assert NO_ZONES.at([(0, 0)]) == (None,)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("mesa 0,0 1,1 2,0", "zone_unknown"),
        ("ours 0,0 9,9 9,0 | ours 0,0 9,9 9,0", "zone_unknown"),
        ("ours 0,0 9,9", "zone_shapeless"),
        ("ours 0,0 9,9 18,18", "zone_shapeless"),
        ("ours 0,0 9,9 nan,0", "zone_shapeless"),
        ("ours 0,0 9,9 1e9,0", "zone_shapeless"),
        ("ours 0,0 9,9 0", "zone_shapeless"),
        ("ours 0,0 9,9 a,b", "zone_shapeless"),
        ("ours " + "0,0 9,9 9,0 " * 9, "zone_shapeless"),
    ],
)
def test_what_is_no_zone_is_refused_in_one_sentence(text: str, code: str) -> None:
    with pytest.raises(BadZones) as refused:
        parse_zones(text)
    assert refused.value.code == code


def test_a_zone_is_drawn_anew_or_wiped_away() -> None:
    zones = parse_zones(LINE).with_zone(POZO, ((-9, -9), (9, -9), (9, 9)))
    assert zones.at([(5, -5), (90, 0)]) == (POZO, OURS)
    assert zones.with_zone(MUERTOS, ((-299, 1), (-200, 1), (-200, 50))).at([(-210, 10)]) == (MUERTOS,)
    with pytest.raises(BadZones):
        zones.with_zone(MAZO, ((0, 0), (1, 1)))


def in_picture(x: float, y: float) -> tuple[float, float]:
    """A point given in parts of the picture, in millimetres."""
    point = FIX.on_table((x * SIZE_PX[0], y * SIZE_PX[1]))
    return float(point[0]), float(point[1])


@pytest.mark.parametrize(
    ("x", "y", "zone"),
    [(0.5, 0.9, OURS), (0.05, 0.7, OURS), (0.5, 0.1, THEIRS), (0.95, 0.3, THEIRS), (0.2, 0.5, MUERTOS),
     (0.5, 0.5, MAZO), (0.8, 0.5, POZO)],
)  # fmt: skip
def test_a_table_has_zones_before_anybody_draws_them(x: float, y: float, zone: TableZone) -> None:
    assert default_zones(FIX, SIZE_PX).at([in_picture(x, y)]) == (zone,)


@pytest.mark.parametrize("tilt_deg", [0, 30, 60, 75])
def test_zones_of_a_slanted_view_are_as_large_as_a_table(tilt_deg: float) -> None:
    zones = default_zones(SurfaceFix(np.linalg.inv(camera(tilt_deg)), 0.0, 10), SIZE_PX)
    corners = np.concatenate([np.array(polygon) for _, polygon in zones.polygons])
    assert len(zones.polygons) == len(TableZone)
    assert 500 < np.ptp(corners, axis=0).max() < 6000
    assert parse_zones(str(zones)) == zones


def test_a_row_lies_where_most_of_its_tiles_do() -> None:
    tiles = seen([*row("1r 2r 3r 4r", -72, -60), *row("5k 6k 7k", 0, 60), *row("9y", 400, 0)])
    rows, loose = lay_out(tiles)
    zones = zones_of(
        {OURS: [(-300, 10), (300, 10), (300, 220)], THEIRS: [(-30, -200), (300, -200), (300, 0), (-30, 0)]}
    )
    in_zones = zoned(TableReading(tiles, rows, loose), FIX, zones)
    assert in_zones == ZonedReading((None, THEIRS, THEIRS, THEIRS, OURS, OURS, OURS, None), (THEIRS, OURS))
    assert zoned(TableReading((), (), ()), FIX, zones) == ZonedReading((), ())
    assert zoned(TableReading(tiles, rows, loose), FIX, NO_ZONES) == ZonedReading((None,) * 8, (None, None))


@pytest.mark.parametrize(
    ("x_mm", "zone"), [(-70, POZO), (-106, POZO), (-135, POZO), (-145, None), (80, OURS), (106, OURS)]
)
def test_a_tile_at_the_edge_of_a_zone_lies_in_it(x_mm: float, zone: TableZone | None) -> None:
    zones = zones_of(
        {POZO: [(-100, -50), (0, -50), (0, 50), (-100, 50)], OURS: [(0, -50), (100, -50), (100, 50), (0, 50)]}
    )
    tiles = seen(row("9y", x_mm, 0))
    assert zoned(TableReading(tiles, (), (0,)), FIX, zones).tiles == (zone,)


@pytest.mark.parametrize(
    ("face", "x_mm", "zone"), [("9y", 55, POZO), ("9y", 30, MAZO), ("back", 55, MAZO), ("back", 65, POZO)]
)
def test_a_tile_with_its_face_up_that_reaches_into_the_pozo_is_not_of_the_mazo(
    face: str, x_mm: float, zone: TableZone
) -> None:
    zones = parse_zones("mazo -60,-30 60,-30 60,30 -60,30 | pozo 60,-30 120,-30 120,30 60,30")
    tiles = seen(row(face, x_mm, 0))
    in_zones = zoned(TableReading(tiles, (), (0,)), FIX, zones)
    assert in_zones.tiles == (zone,)


@pytest.mark.parametrize(
    ("says", "y_mm", "beside_mm", "is_loose", "zone"),
    [
        ("a column that grows over the edge", 38, 0, True, POZO),
        ("far beyond the edge", 48, 10, True, OURS),
        ("no tile of the pozo beside it", 38, -12, True, OURS),
        ("a tile of a row", 38, 0, False, OURS),
    ],
)
def test_a_single_tile_over_the_edge_of_the_pozo_beside_one_of_its_tiles_is_of_the_pozo(
    says: str, y_mm: float, beside_mm: float, is_loose: bool, zone: TableZone
) -> None:
    zones = parse_zones("pozo 60,-30 120,-30 120,30 60,30 | ours 0,30 300,30 300,220 0,220")
    tiles = seen([*row("9y", 90, y_mm), *row("4k", 90, beside_mm)])
    rows = () if is_loose else (TileRow((0,)),)
    in_zones = zoned(TableReading(tiles, rows, (0, 1) if is_loose else (1,)), FIX, zones)
    assert in_zones.tiles[0] == zone, says


def test_zones_are_values() -> None:
    assert parse_zones(LINE) == Zones(parse_zones(LINE).polygons)
    assert hash(parse_zones(LINE)) == hash(parse_zones(LINE))


def test_any_camera_has_usual_zones_however_wrongly_a_few_tiles_tell_where_the_table_lies() -> None:
    """A surface of one or two tiles may be so slanted that the table seems to reach beyond the horizon."""
    chance = np.random.default_rng(3)
    for _ in range(2000):
        mapped = np.linalg.inv(camera(float(chance.uniform(0, 89)))) * np.exp(chance.normal(0, 3))
        mapped[2, :2] += chance.normal(0, 10.0 ** -chance.integers(2, 7), 2)
        zones = default_zones(SurfaceFix(mapped, 0.0, 1), SIZE_PX)
        assert parse_zones(str(zones)) == zones
