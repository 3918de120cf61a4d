"""A write or a sync goes wrong once: nothing acknowledged is lost or doubled, and all goes on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count as counted
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.eventstore import Journal
from tests.companion.eventstore.drafts import draft
from tests.torture.failing_device import FailingDevice, NoSuchLibrary

ENTRIES = 40
"""Entries that take two hundred writes and more; each takes one sync."""
NO_LIBRARY = "no library"


def writes(url: str, kind: str, line: Connection) -> None:
    """For each number that is heard, writes while the write of that number goes wrong, says everything again that was
    refused, and tells what was acknowledged, what was said to whom was refused, and how many calls went wrong."""
    try:
        device = FailingDevice()
    except NoSuchLibrary:
        line.send(NO_LIBRARY)
        return
    line.send("ready")
    for round_number in counted():
        if not (number := line.recv()):
            return
        journal, before = Journal.open(url), device.failed
        device.fails(kind, number)
        acknowledged, refused = {}, []
        for key in (f"{round_number} {at}" for at in range(ENTRIES)):
            for _ in range(2):
                try:
                    written = journal.append(draft(key, text=f'{{"pad": "{"x" * 900}"}}'), journal.last("m1"))
                    acknowledged[key] = written.number
                    break
                except JournalError as error:
                    refused.append(error.sentence("es"))
        journal.close()
        line.send((acknowledged, refused, device.failed - before))


@contextmanager
def writer(url: str, kind: str) -> Iterator[Connection]:
    """A process that writes on a failing device, and the line to it."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["companion.eventstore", "tests.torture.failing_device"])
    here, there = context.Pipe()
    process = context.Process(target=writes, args=(url, kind, there))
    process.start()
    there.close()
    try:
        if here.recv() == NO_LIBRARY:
            pytest.skip("Python's SQLite is no library that others can reach")
        yield here
        here.send(0)
    finally:
        process.join(10)
        process.kill()


@pytest.mark.parametrize("kind", ["write", "sync"])
@pytest.mark.parametrize("count", [6, pytest.param(200, marks=[pytest.mark.slow, pytest.mark.timeout(1200)])])
def test_a_device_that_fails_once_loses_and_doubles_nothing(tmp_path: Path, kind: str, count: int):
    url = f"sqlite:///{tmp_path / 'story.sqlite'}"
    Journal.open(url).close()
    known: dict[str, int] = {}
    sentences: set[str] = set()
    with writer(url, kind) as line:
        for number in range(1, count + 1):
            line.send(number if kind == "write" else 1 + (number - 1) % ENTRIES)
            acknowledged, refused, failed = line.recv()
            assert (failed, len(acknowledged)) == (1, ENTRIES), "what was said again was refused again"
            known |= acknowledged
            sentences |= set(refused)
            _check_kept(url, known)
    assert sentences
    assert all(word.startswith("No se pudo guardar") for word in sentences), sentences


def _check_kept(url: str, known: dict[str, int]) -> None:
    journal = Journal.open(url)
    assert journal.check().is_sound
    written = journal.entries("m1")
    journal.close()
    keys = {entry.said.key: entry.number for entry in written}
    assert len(keys) == len(written), "an entry is there twice"
    assert [entry.number for entry in written] == list(range(1, len(written) + 1))
    assert known.items() <= keys.items(), "an entry was lost"
