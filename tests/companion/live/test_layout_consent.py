"""Whether the table is laid out as it was found: asked once, and again only where it is found otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.live.camera_settings import CameraMemory
from companion.live.live_table import LiveTable
from companion.live.status import CameraStatus, layout_asked
from companion.live.worker import reported_plan, shares_of
from companion.live.worker_messages import FrameReport, ReportedPlan, WatchTable
from engine.rules.profiles import load_rules
from tests.companion.live.test_status import seen
from tests.companion.live.watched_match import WELL, WatchedMatch
from tests.companion.onlooker import ZONES
from vision.table_plan.plan_tracking import PlanOrigin, SeenPlan
from vision.watching.frame_results import FrameResult, FrameState

USUAL_ORDER, MIRRORED = "muertos mazo pozo", "pozo mazo muertos"
FOUND, LIKELY = ReportedPlan(PlanOrigin.FOUND, True, MIRRORED), ReportedPlan(PlanOrigin.FOUND, False, MIRRORED)
GUESSED, DRAWN = ReportedPlan(PlanOrigin.USUAL, False, USUAL_ORDER), ReportedPlan(PlanOrigin.DRAWN, True, MIRRORED)
ASKED = "¿La mesa está armada así?"
LIKELY_ASKED = "¿La mesa está armada así? Todavía no veo dónde va el pozo."

CASES = [
    # how the table is laid out, to which layout people agreed, how many tiles are seen, and what is asked
    ("found", FOUND, "", 0, ASKED),
    ("found, and agreed to", FOUND, MIRRORED, 3, ""),
    ("found otherwise than agreed to", FOUND, USUAL_ORDER, 3, ASKED),
    ("the pozo is only expected", LIKELY, "", 0, LIKELY_ASKED),
    ("nothing was found, and tiles are there", GUESSED, "", 3, LIKELY_ASKED),
    ("an empty table", GUESSED, "", 0, ""),
    ("drawn", DRAWN, "", 3, ""),
    ("not seen yet", None, "", 3, ""),
]


@pytest.mark.parametrize(("says", "plan", "agreed", "tiles", "asks"), CASES, ids=[says for says, *_ in CASES])
def test_people_are_asked_once(says: str, plan: ReportedPlan | None, agreed: str, tiles: int, asks: str):
    moment = CameraStatus(health=WELL, seen=seen(*[54] * tiles), plan=plan, agreed_order=agreed)
    assert layout_asked(moment, "es") == asks


def test_nothing_is_asked_of_a_table_that_nobody_saw():
    assert layout_asked(CameraStatus(health=WELL, plan=FOUND), "en") == ""


def test_what_is_told_of_a_plan_are_its_order_and_its_place_in_the_picture():
    planned = replace(seen(54, 54), plan=SeenPlan(zones=ZONES, origin=PlanOrigin.FOUND))
    assert reported_plan(planned) == ReportedPlan(PlanOrigin.FOUND, True, USUAL_ORDER)
    assert dict(shares_of(planned))["mazo"][0] == (round(-106 / 1280, 4), round(-60 / 720, 4))
    assert (reported_plan(seen(54)), shares_of(seen(54))) == (None, ())


class Asked:
    """A camera whose program is never begun: reports are put in by hand."""

    def __init__(self, watched: WatchedMatch, folder: Path) -> None:
        self.memory = CameraMemory(folder / "cameras.json")
        self.watched = watched
        self.live = LiveTable(watched.service, self.memory, WatchTable(source="0"), load_rules("clasico"))

    def sees(self, plan: ReportedPlan) -> str:
        """What is asked when the table is laid out so."""
        watched_frame = FrameResult(index=1, at_s=1.0, state=FrameState.STILL, seen=self.watched.onlooker.sees(0))
        self.live._attends(FrameReport(watched=watched_frame, health=WELL, plan=plan))
        return self.live.view("es").asks_layout


@pytest.fixture
def camera(watched: WatchedMatch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Asked]:
    monkeypatch.setattr(LiveTable, "_begins", lambda _: None)
    made = Asked(watched, tmp_path)
    yield made
    made.live.close()


def test_one_tap_is_remembered_of_the_camera_until_the_table_is_found_otherwise(camera: Asked):
    assert camera.sees(FOUND) == ASKED
    camera.live.agrees_to_layout()
    assert (camera.live.view("es").asks_layout, camera.memory.of("0").order) == ("", MIRRORED)
    assert camera.sees(FOUND) == ""
    assert camera.sees(replace(FOUND, order=USUAL_ORDER)) == ASKED


def test_who_has_the_zones_found_again_is_asked_again(camera: Asked):
    camera.sees(FOUND)
    camera.live.agrees_to_layout()
    camera.live.draw({})
    assert camera.memory.of("0").order == ""
    assert camera.sees(FOUND) == ASKED
