"""One folder is served by one program: the second says so in a sentence, and a killed one keeps nobody out."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from companion.eventstore import folder_lock
from companion.eventstore.folder_lock import served_alone
from tests.companion.eventstore.postgres import MISSING, driver_missing, postgresql
from tests.companion.running import Running

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")


def test_the_second_program_on_a_folder_is_refused_and_the_first_goes_on(tmp_path: Path):
    first = Running(folder=tmp_path)
    try:
        assert first.ask("GET", "/healthz").status == 200
        second = Running(folder=tmp_path)
        status, said = second.stop()
        assert (status, second.greeting) == (2, "")
        assert said.count("\n") == 1
        assert f"Otro Burako ya usa la carpeta {tmp_path}" in said
        assert first.ask("GET", "/healthz").status == 200
        elsewhere = Running(folder=tmp_path / "other")
        assert elsewhere.ask("GET", "/healthz").status == 200
        elsewhere.stop()
    finally:
        first.stop()


@pytest.mark.parametrize("ends", [Running.stop, Running.kill])
def test_however_the_first_ended_the_next_begins(tmp_path: Path, ends):
    for _ in range(2):
        running = Running(folder=tmp_path)
        assert running.ask("GET", "/healthz").status == 200
        ends(running)


@pytest.mark.slow
@pytest.mark.skipif(bool(MISSING or driver_missing("pg8000")), reason=MISSING or "pg8000 is missing")
def test_guests_and_the_key_are_in_the_folder_wherever_the_journal_is(tmp_path: Path):
    with postgresql() as address:
        database = ("--database", address.format(driver="pg8000"))
        first = Running(*database, folder=tmp_path)
        assert "Otro Burako" in Running(*database, folder=tmp_path).stop()[1]
        first.stop()


def test_on_a_disk_without_locks_it_is_served_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def no_locks(_lock: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(folder_lock, "_take", no_locks)
    with served_alone(tmp_path), served_alone(tmp_path):
        assert (tmp_path / folder_lock.NAME).exists()


def test_where_nothing_can_be_kept_there_is_no_lock_and_the_journal_says_so(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with served_alone(tmp_path / "file"):
        assert (tmp_path / "file").read_text() == ""


def test_it_is_let_go_of_when_it_is_over(tmp_path: Path):
    before = os.listdir("/proc/self/fd") if os.path.isdir("/proc/self/fd") else []
    for _ in range(2):
        with served_alone(tmp_path):
            assert (tmp_path / folder_lock.NAME).stat().st_mode & 0o077 == 0
    assert not before or len(os.listdir("/proc/self/fd")) == len(before)
