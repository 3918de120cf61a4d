"""Small files that two people write at the same moment, and what a killed program leaves of one."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from threading import Barrier, BrokenBarrierError, Thread

import pytest

from companion.eventstore import evidence_store
from companion.eventstore.evidence_store import keep_file


def test_of_two_who_write_one_file_at_once_both_do_and_it_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path, both, refused = tmp_path / "camera.json", Barrier(2), list[Exception]()
    sync = os.fsync

    def together(file: int) -> None:
        sync(file)
        with suppress(BrokenBarrierError):
            both.wait(0.5)

    def writes(content: bytes) -> None:
        try:
            keep_file(path, content)
        except Exception as error:
            refused.append(error)

    monkeypatch.setattr(evidence_store.os, "fsync", together)
    contents = (b"a" * 100_000, b"b" * 10)
    people = [Thread(target=writes, args=(content,)) for content in contents]
    for person in people:
        person.start()
    for person in people:
        person.join()
    assert not refused
    assert path.read_bytes() in contents
    assert [file.name for file in tmp_path.iterdir()] == ["camera.json"]


def test_what_a_killed_program_left_of_a_file_is_gone_after_the_next_one(tmp_path: Path):
    path, names = tmp_path / "camera.json", ("camera.json.7.part", "camera.json.8-9.part", "other.json.7.part")
    for name in names:
        (tmp_path / name).write_bytes(b"half")
        os.utime(tmp_path / name, (time.time() - 7200,) * 2)
    fresh = tmp_path / "camera.json.10-1.part"
    fresh.write_bytes(b"somebody is writing it")
    keep_file(path, b"{}")
    assert {file.name for file in tmp_path.iterdir()} == {"camera.json", "other.json.7.part", fresh.name}
