"""A house with two cameras over a table, in each way in which the second can be doing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from flask import Flask

from tests.companion.dashboard.camera import ActedCameras, ActedLookout, fit_view, seen_table
from tests.companion.dashboard.playing import Player
from vision.watching.second_camera import SecondReport, SecondState

Told = tuple[str, str, Callable[[], None]]
"""The name of a state, its path, and what brings it about."""
APART = SecondReport(state=SecondState.APART, shared=2)
REPORTS = {
    "fills in": SecondReport(state=SecondState.FITS, common=14, filled=3),
    "does not fit": APART,
    "looks elsewhere": SecondReport(state=SecondState.APART, shared=9),
    "has gone": SecondReport(state=SecondState.ABSENT),
    "failed": SecondReport(state=SecondState.FAILED, failure="ValueError: broken"),
    "disagrees about a tile": SecondReport(state=SecondState.FITS, common=13, filled=1, disputed=1),
}
"""How the second camera is doing."""
ASKED = {"unread": (17,), "candidates": {"17": ("4y", "9y")}, "disputed": (17,)}
"""What is asked where the two read a tile differently."""
MOVES = "0 draw\n0 lay 4r 5r 6r\n0 discard 9k", "1 draw\n1 lay 7b 8b 9b J\n1 discard 12y"


def of_two_cameras(app: Flask) -> Iterator[Told]:
    """The camera page and a watched match, television too, in each of these ways."""
    cameras: ActedCameras = app.extensions["cameras"]
    cameras.kind, cameras.second = "webcam", "phone"
    lookout: ActedLookout = app.extensions["lookout"]
    player = Player(app.test_client())
    lookout.changes |= {"match": player.begins(("Ana", "Beto")), "score": seen_table(), "fit": fit_view()}
    for moves in MOVES:
        player.send("play", moves=moves)
    live = f"/matches/{player.match}"
    for way, report in REPORTS.items():
        tells = partial(tell, lookout, report)
        yield f"a second camera {way}", "/camera", tells
        yield f"a second camera over a match {way}", live, tells
    yield "a second camera and television", f"{live}/tv", partial(tell, lookout, APART)


def tell(lookout: ActedLookout, report: SecondReport) -> None:
    """The second camera is doing so from now on."""
    lookout.second = report
    lookout.changes |= ASKED if report.disputed else dict.fromkeys(ASKED, ()) | {"candidates": {}}
