"""Several people who set a camera at the same moment: nobody's choice is lost to another's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

import pytest

from companion.live import camera_settings
from companion.live.camera_settings import CameraMemory
from vision.cameras import parse_rotation
from vision.table_plan.zones import TableZone

ZONES = ((TableZone.MAZO, ((0.1, 0.1), (0.2, 0.1), (0.2, 0.2))),)
CHANGES: dict[str, Callable[[CameraMemory], object]] = {
    "match": lambda memory: memory.follow("demo", "m2"),
    "agreed": lambda memory: memory.agree("demo", ("small",)),
    "order": lambda memory: memory.agree_to_layout("demo", "left"),
    "outlines": lambda memory: memory.draw("demo", ZONES),
    "turn": lambda memory: memory.turn("demo", parse_rotation("180")),
    "second": lambda memory: memory.stand_beside("demo", "1"),
    "another": lambda memory: memory.follow("1", "m3"),
}


@pytest.mark.parametrize("second", CHANGES)
@pytest.mark.parametrize("first", CHANGES)
def test_of_two_changes_at_once_both_are_kept(first: str, second: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    memory, expected = CameraMemory(tmp_path / "cameras.json"), CameraMemory(tmp_path / "expected.json")
    for before in (memory, expected):
        before.follow("demo", "m1")
    for name in (first, second):
        CHANGES[name](expected)
    is_asked, may_go_on, keeps = Event(), Event(), camera_settings.keep_file

    def slowly(path: Path, content: bytes) -> None:
        is_asked.set()
        assert may_go_on.wait(5)
        keeps(path, content)

    monkeypatch.setattr(camera_settings, "keep_file", slowly)
    people = [Thread(target=CHANGES[name], args=(memory,)) for name in (first, second)]
    people[0].start()
    assert is_asked.wait(5)
    people[1].start()
    people[1].join(0.05)  # it has read whatever it reads before its turn
    may_go_on.set()
    for person in people:
        person.join()
    assert [memory.of(source) for source in ("demo", "1")] == [expected.of(source) for source in ("demo", "1")]
