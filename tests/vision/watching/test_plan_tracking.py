"""The plan of a table over time: refined until the first discard, then kept; and how many muertos are left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.seats import line
from tests.vision.watching.plans import FAR_LEFT, FAR_RIGHT, LEFT, RIGHT, SIZE_PX, Spot, block, picture, quads
from tests.vision.watching.test_watcher import Evening
from vision.belief import Belief
from vision.geometry import transform_points
from vision.reading import DetectedTile, ReadTile, TableReading
from vision.table_plan.plan_tracking import Planner, PlanOrigin, SeenPlan
from vision.table_plan.zones import TableZone, Zones, parse_zones
from vision.tracking.settled_report import SettledReading
from vision.tracking.table_surface import SurfaceFix, rough_surface

MAZO, MUERTOS = block((640, 360), 3, 3), block(FAR_RIGHT, 2, 2)
FIX = rough_surface(quads([(0, 0)]), np.array(SIZE_PX) / 2)
DRAWN = parse_zones("pozo 0,0 90,0 90,90 0,90")


def looks(
    planner: Planner,
    piles: Sequence[Spot],
    faces: Sequence[Spot] = (),
    drawn: Zones | None = None,
    fix: SurfaceFix = FIX,
    faint: Sequence[Spot] = (),
) -> SeenPlan:
    """What the planner makes of a table with these piles and single tiles."""
    tiles = tuple(ReadTile(DetectedTile(quad.astype(np.float32), 0.9), Belief.peaked("5r", 0.99))
                  for quad in quads(faces))  # fmt: skip
    reading = TableReading(tiles, (), tuple(range(len(tiles))))
    settled = SettledReading(reading=reading, numbers=tuple(range(len(tiles))), hidden=frozenset(), piles=(),
                             covered=(), looks=2)  # fmt: skip
    return planner(settled, fix, picture([*piles, *faces], faint=faint), drawn)


def zones(plan: SeenPlan, *spots: Spot) -> list[str]:
    """The zones of places in the picture."""
    return [str(zone) for zone in plan.zones.at(FIX.on_table(list(spots)))]


def test_the_first_discard_tells_on_which_side_the_pozo_is_and_then_it_stays() -> None:
    planner = Planner()
    assert zones(looks(planner, MAZO), LEFT, RIGHT) == ["muertos", "pozo"]
    assert zones(looks(planner, MAZO, [LEFT]), LEFT, RIGHT) == ["pozo", "muertos"]
    assert zones(looks(planner, MAZO, [LEFT, RIGHT, (950, 365)]), LEFT, RIGHT) == ["pozo", "muertos"]


def test_a_table_that_was_cleared_is_found_anew() -> None:
    planner = Planner()
    looks(planner, [*MAZO, *MUERTOS], [LEFT])
    assert zones(looks(planner, [*MAZO, *block(FAR_LEFT, 2, 2)]), FAR_LEFT, RIGHT) == ["muertos", "pozo"]


def test_a_surface_whose_horizon_crosses_the_table_was_found_wrongly_and_ends_nothing() -> None:
    planner = Planner()
    before = looks(planner, [*MAZO, *MUERTOS], [LEFT])
    corners = transform_points(np.linalg.inv(FIX.table_from_image), np.array(before.zones.by_zone[TableZone.OURS]))
    tilt = np.array([[1, 0, 0], [0, 1, 0], [0, -1 / (corners[:, 1].min() + 0.01), 1]])
    steep = replace(FIX, table_from_image=FIX.table_from_image @ tilt)
    wrong = looks(planner, [*MAZO, *MUERTOS], [LEFT], fix=steep)
    assert (before.origin, wrong.origin, wrong.is_sure) == (PlanOrigin.FOUND, PlanOrigin.USUAL, False)
    assert looks(planner, [*MAZO, *MUERTOS], [LEFT]).zones == before.zones


def test_it_goes_along_where_the_camera_is_bumped() -> None:
    planner = Planner()
    before = looks(planner, [*MAZO, *MUERTOS], [LEFT])
    planner.apply_motion(np.array([[1.0, 0, 0], [0, 1, 80], [0, 0, 1]]))
    after = looks(planner, [(x, y + 80) for x, y in [*MAZO, *MUERTOS]], [(LEFT[0], LEFT[1] + 80)])
    assert zones(before, (640, 470)) == ["ours"]
    assert zones(after, (640, 470), (640, 310)) == ["mazo", "theirs"]


def test_what_people_drew_wins_and_nothing_at_all_is_divided_as_usual() -> None:
    assert looks(Planner(), [*MAZO, *MUERTOS], drawn=DRAWN).zones == DRAWN
    assert looks(Planner(), [*MAZO, *MUERTOS], drawn=DRAWN).origin is PlanOrigin.DRAWN
    usual, found = looks(Planner(), []), looks(Planner(), [*MAZO, *MUERTOS])
    assert (usual.origin, usual.is_sure) == (PlanOrigin.USUAL, False)
    assert (found.origin, found.is_sure) == (PlanOrigin.FOUND, True)
    assert TableZone.POZO in usual.zones.by_zone


LEFT_OF_THEM = [
    # how the muertos lie at the deal, what is left of them later, and the part of their place that it fills
    ("two of two stacks", block(FAR_RIGHT, 2, 2), block((1148, 360), 1, 2), 0.5),
    ("two that are laid out", block((1000, 360), 8, 2), block((1000, 385), 8, 1), 0.5),
    ("none left", block(FAR_RIGHT, 2, 2), [], 0.0),
    ("both", block(FAR_RIGHT, 2, 2), block(FAR_RIGHT, 2, 2), 1.0),
    ("one pile tells nothing", [FAR_RIGHT], [FAR_RIGHT], None),
]


@pytest.mark.parametrize(("says", "dealt", "left", "share"), LEFT_OF_THEM, ids=[says for says, *_ in LEFT_OF_THEM])
def test_how_much_of_the_muertos_is_left(
    says: str, dealt: Sequence[Spot], left: Sequence[Spot], share: float | None
) -> None:
    planner = Planner()
    looks(planner, [*MAZO, *dealt], [LEFT])
    found = looks(planner, [*MAZO[:-1], *left], [LEFT, (340, 360)]).muertos
    assert found == (None if share is None else pytest.approx(share, abs=0.12))


@pytest.mark.parametrize("sides", [[(1100, 360)], [(620, 330)]], ids=["of the muertos", "of the mazo"])
def test_backs_of_nearly_the_colour_of_the_cloth_are_found(sides: Sequence[Spot]) -> None:
    """Only the sides of some piles differ much from such a cloth: they are no mazo."""
    planner = Planner()
    plan = looks(planner, sides, faint=[*MAZO, *MUERTOS])
    assert zones(plan, LEFT, (590, 300), (690, 420), FAR_RIGHT) == ["pozo", "mazo", "mazo", "muertos"]
    assert plan.is_sure
    begun = looks(planner, sides, [LEFT], faint=[*MAZO, *MUERTOS])
    assert begun.muertos == pytest.approx(1.0, abs=0.1)
    left = looks(planner, [(1148, 335)], [LEFT], faint=[*MAZO, *block((1148, 360), 1, 2)]).muertos
    assert left == pytest.approx(0.5, abs=0.1)


class Plans:
    """A planner whose plan has one zone for the whole table, which changes."""

    zone, is_new = TableZone.THEIRS, False

    def __call__(self, settled: SettledReading, fix: SurfaceFix, bgr: object, drawn: Zones | None) -> SeenPlan:
        """The plan for a picture."""
        everywhere = parse_zones(f"{self.zone} -3000,-3000 3000,-3000 3000,3000 -3000,3000")
        return SeenPlan(zones=everywhere, origin=PlanOrigin.FOUND, is_new=self.is_new)

    def apply_motion(self, now_from_then: object) -> None:
        """Nothing moves."""


@pytest.mark.parametrize(
    ("says", "is_new", "alone"),
    [("the plan was kept", False, TableZone.THEIRS), ("it was found anew", True, TableZone.POZO)],
)
def test_a_single_face_lies_where_a_new_plan_says_and_all_else_where_it_lay(
    monkeypatch: pytest.MonkeyPatch, says: str, is_new: bool, alone: TableZone
) -> None:
    plans = Plans()
    monkeypatch.setattr("vision.watching.watcher.Planner", lambda: plans)
    evening = Evening({**line("4r 5r 6r 7r 8r", y=380), "9k": (300.0, 80.0), "back": (80.0, 90.0)})
    evening.sees()
    plans.zone, plans.is_new = TableZone.POZO, is_new
    evening.hand(**{"1b": (560.0, 220.0)})
    (seen,) = [watched.seen for watched in evening.sees(8) if watched.seen]
    faces = [tile.belief.best for tile in seen.settled.reading.tiles]
    zones = dict(zip(faces, seen.zones.tiles, strict=True))
    assert (zones["6r"], zones["back"]) == (TableZone.THEIRS, TableZone.THEIRS), says
    assert (zones["9k"], zones["1b"]) == (alone, TableZone.POZO), says
