"""What is said of a camera beside how the table lies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.game_tracking.observation import UnsureTile
from companion.live.match_recorder import NOTHING_ODD, TableMismatch
from companion.live.status import CameraStatus, disputed_of, notice_of
from engine.rules.verdict import Code, Violation
from tests.companion.onlooker import FIX, ZONES
from vision.belief import Belief
from vision.cameras import CameraHealth, CameraState, CameraTrouble
from vision.reading import DetectedTile, ReadTile, TableReading
from vision.table_plan.zones import NO_ZONES, Zones, zoned
from vision.tracking.settled_report import SettledReading
from vision.watching.frame_results import FrameState, SeenTable

WELL = CameraHealth(state=CameraState.SEEING, source="0")
SLOW = CameraHealth(state=CameraState.IMPAIRED, source="0", trouble=CameraTrouble.SLOW)
GONE = CameraHealth(state=CameraState.LOST, source="0", trouble=CameraTrouble.UNOPENED)
ILLEGIBLE = TableMismatch(illegible=(Violation(Code.ILLEGIBLE, (), (("count", 9), ("most", 12))),))
GLARE = "Glare or too much light hides a part of the table, beside the tiles: tiles that lie there are not seen."
HIDDEN = "Something covers the end of a meld. If more tiles lie there, move it so that they are seen."
EDGE = "The edge of the picture cuts a tile off: others that lie beyond it are not seen."
SMALL = "The tiles look small, 36 pixels high: they are read better with the camera nearer."


def seen(*heights_px: float, size_px: tuple[int, int] = (1280, 720), zones: Zones = ZONES) -> SeenTable:
    """A picture of this size of a table with these zones and upright tiles so high, side by side."""
    corners = (
        np.array([[0, 0], [0.7, 0], [0.7, 1], [0, 1]]) * height + [60 * at, 0] for at, height in enumerate(heights_px)
    )
    tiles = tuple(
        ReadTile(DetectedTile(corner.astype(np.float32), 0.9), Belief.peaked("5r", 0.99)) for corner in corners
    )
    reading = TableReading(tiles, (), tuple(range(len(tiles))))
    settled = SettledReading(
        reading=reading, numbers=tuple(range(len(tiles))), hidden=frozenset(), piles=(), covered=(), looks=2
    )
    return SeenTable(settled=settled, zones=zoned(reading, FIX, zones), fix=FIX, size_px=size_px)


CASES: dict[str, tuple[dict[str, Any], str]] = {
    "nothing seen yet": ({}, ""),
    "an empty table": ({"seen": seen()}, ""),
    "tiles from a camera of 1280 x 720 over a whole table": ({"seen": seen(36, 36, 37, 35)}, SMALL),
    "the same from one of 1920 x 1080": ({"seen": seen(54, 54, 55, 53)}, ""),
    "while something moves only that is said": ({"seen": seen(36, 36, 36), "state": FrameState.MOVING}, ""),
    "one far tile": ({"seen": seen(54, 54, 55, 20)}, ""),
    "a reflection beside the tiles": ({"seen": seen(54, 54, 55), "is_burnt_out": True}, GLARE),
    "while something moves, a reflection may go": (
        {"seen": seen(54, 54, 55), "is_burnt_out": True, "state": FrameState.MOVING}, ""),
    "a reflection hides more than small tiles do": ({"seen": seen(36, 36, 36), "is_burnt_out": True}, GLARE),
    "a pile before the end of a meld": ({"attention": TableMismatch(hides_more=True)}, HIDDEN),
    "a tile at the edge of the picture": ({"seen": seen(54, 54, 54, size_px=(150, 720))}, EDGE),
    "such a tile in no zone, as on a rack": ({"seen": seen(54, 54, 54, size_px=(150, 720), zones=NO_ZONES)}, ""),
    "while something moves, it may be put right": (
        {"seen": seen(54, 54, 54, size_px=(150, 720)), "state": FrameState.MOVING}, ""),
    "what the edge hides is more than small tiles do": ({"seen": seen(36, 36, 36, size_px=(140, 720))}, EDGE),
    "two tiles tell nothing of a table": ({"seen": seen(36, 36)}, ""),
    "what is wrong with the camera is said first": ({"seen": seen(36, 36, 36), "health": SLOW}, SLOW.sentence("en")),
    "a camera that is gone says so elsewhere": ({"health": GONE}, ""),
    "that nothing can be read is said first": (
        {"seen": seen(36, 36, 36), "attention": ILLEGIBLE}, ILLEGIBLE.says("en")),
}  # fmt: skip


@pytest.mark.parametrize(("known", "said"), CASES.values(), ids=CASES)
def test_a_notice_says_what_people_can_do_for_the_camera(known: dict[str, Any], said: str) -> None:
    moment = CameraStatus(**{"health": WELL, "state": FrameState.STILL, "attention": NOTHING_ODD, **known})
    assert notice_of(moment, "en") == said


OVER = {
    # what a recording that is over lacks, and what its page says of it
    "whole": (None, ""),
    "cut off": (("film_cut_short", 60.0, 31.0), "“hand.mp4” says that it lasts 1:00 and its pictures end at 0:31: what "
                "followed was not seen."),
    "standing": (("film_standing", 5.0, 90.0), "“hand.mp4” shows one and the same picture from 0:05 to 1:30: if "
                 "somebody played meanwhile, it was not seen."),
    "damaged": (("film_spoiled", 3, 0.0), "Damaged pictures of “hand.mp4”, which were left out: 3."),
}  # fmt: skip


@pytest.mark.parametrize("name", OVER)
def test_what_a_recording_lacks_is_said_where_it_is_over(name: str) -> None:
    lack, said = OVER[name]
    health = CameraHealth(state=CameraState.ENDED, source="hand.mp4", lack=lack)
    assert notice_of(CameraStatus(state=FrameState.UNSEEN, health=health), "en") == said


@pytest.mark.parametrize(
    ("asked", "differing", "told"),
    [((), {1}, ()), ((0, 1), {1}, (1,)), ((0, 1), set(), ()), ((1,), {0, 1}, (1,))],
    ids=["nothing asked", "one of two", "badly read alone", "what is asked"],
)
def test_of_the_tiles_asked_about_those_that_two_cameras_read_differently_are_known(
    asked: tuple[int, ...], differing: set[int], told: tuple[int, ...]
) -> None:
    unread = tuple(UnsureTile(number=number, options=()) for number in asked)
    moment = CameraStatus(health=WELL, attention=TableMismatch(unread=unread))
    table = seen(36, 36)
    table = replace(table, settled=replace(table.settled, disputed=frozenset(differing)))
    assert disputed_of(replace(moment, seen=table)) == told
    assert disputed_of(moment) == ()
