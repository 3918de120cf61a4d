"""What was seen waits in order and is never lost; of looks that tell nothing new only the newest waits."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from queue import Empty

import pytest

from companion.bootstrap import open_rules
from companion.live import live_table
from companion.live.camera_settings import CameraMemory
from companion.live.live_table import LiveTable
from companion.live.report_queue import ReportQueue
from companion.live.worker_messages import FrameReport, WatchTable
from companion.matches.service import MatchService
from tests.companion.live.serving import until
from tests.companion.live.watched_match import HELD_S, WELL, WatchedMatch
from vision.tracking.hand_entry_side import PictureSide
from vision.watching.frame_results import FrameResult, FrameState, SeenTable


def report(index: int, seen: SeenTable | None = None, reached_from: PictureSide | None = None) -> FrameReport:
    watched = FrameResult(
        index=index, at_s=index * HELD_S, state=FrameState.STILL, seen=seen, reached_from=reached_from
    )
    return FrameReport(watched=watched, health=WELL, picture=b"\xff\xd8\xff" if seen else b"")


class SilentPost:
    """Begins no program: what it would have said is put into its mouth."""

    pid = None

    def __init__(self, order: WatchTable, hears: Callable[[FrameReport | None], None],
                 films: Callable[[bytes], None]) -> None:  # fmt: skip
        self.hear = hears

    def close(self) -> None: ...


def fails(_: bytes) -> str:
    raise OSError("the disk is full")


def test_reports_that_tell_nothing_new_give_way_and_the_others_do_not(watched: WatchedMatch):
    seen, inbox = watched.onlooker.sees(1), ReportQueue()
    for report_ in (
        report(1, seen),
        None,
        report(3, reached_from=PictureSide.NEAR),
        report(4, seen),
        report(5),
        report(6),
    ):
        for _ in range(1000):
            inbox.put(report(0))
        inbox.put(report_)
    taken = [inbox.take(1) for _ in range(5)]
    assert [came and came.watched.index for came in taken] == [1, None, 3, 4, 6]
    with pytest.raises(Empty):
        inbox.take(0)


def test_a_fault_while_something_is_told_does_not_end_the_telling(
    service: MatchService, watched: WatchedMatch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(live_table, "WorkerSupervisor", SilentPost)
    live = LiveTable(service, CameraMemory(tmp_path / "cameras.json"), WatchTable(source="phone"), open_rules())
    live.follow(watched.match)
    hears, numbers = live._post.hear, count()
    with monkeypatch.context() as broken:
        broken.setattr(service, "keep_picture", fails)
        hears(report(next(numbers), watched.onlooker.sees(1)))
        hears(report(next(numbers)))
        until(lambda: not live._heard._waiting)
    hears(report(next(numbers), watched.onlooker.sees(2)))
    until(lambda: hears(report(next(numbers))) or watched.melds)
    live.close()
