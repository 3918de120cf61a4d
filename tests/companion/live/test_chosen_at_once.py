"""Two people who choose what a camera does at the same moment: what it does is what is remembered."""

from __future__ import annotations

from pathlib import Path
from threading import Event, Thread

import pytest

from companion.live import live_table
from companion.live.camera_settings import CameraMemory
from companion.live.live_table import LiveTable
from companion.live.worker_messages import WatchTable
from companion.match_commands import Agree, Sender
from companion.matches.service import MatchService
from companion.server.adapters import open_rules
from tests.companion.live.test_report_queue import SilentPost


def test_the_match_that_is_followed_is_the_one_that_is_remembered(
    service: MatchService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(live_table, "WorkerSupervisor", SilentPost)
    first, second = (
        service.agree(Agree(players=("Ana", "Beto"), rules="clasico"), Sender(author="Ana", key=key)).match
        for key in ("one", "two")
    )
    memory = CameraMemory(tmp_path / "cameras.json")
    live = LiveTable(service, memory, WatchTable(source="phone"), open_rules())
    remembered, has_chosen, follow = Event(), Event(), memory.follow

    def slowly(source: str, match: str | None) -> None:
        follow(source, match)
        if match == first:
            remembered.set()
            has_chosen.wait(0.5)

    monkeypatch.setattr(memory, "follow", slowly)
    slow = Thread(target=live.follow, args=(first,))
    slow.start()
    assert remembered.wait(5)
    live.follow(second)
    has_chosen.set()
    slow.join()
    assert (memory.of("phone").match, live.view("es").match) == (second, second)
    live.close()
