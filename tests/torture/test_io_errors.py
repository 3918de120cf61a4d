"""A write or a sync goes wrong once: nothing acknowledged is lost or doubled, and all goes on."""

from __future__ import annotations

from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from companion.errors import StoryError
from companion.eventstore import Journal
from tests.companion.eventstore.drafts import draft
from tests.torture.failing_device import FailingDevice, NoSuchLibrary

ENTRIES = 40
"""Entries that take two hundred writes and more; each takes one sync."""
NO_LIBRARY = "no library"


def writes(url: str, kind: str, number: int, told: Connection) -> None:
    """Writes while the ``number``-th write goes wrong, says everything again that was refused, and tells what was
    acknowledged, what was said to whom was refused, and how many calls went wrong."""
    try:
        device = FailingDevice()
    except NoSuchLibrary:
        told.send(NO_LIBRARY)
        return
    journal = Journal.open(url)
    device.fails(kind, number)
    acknowledged, refused = {}, []
    for at in range(ENTRIES):
        for _ in range(2):
            key = f"{number} {at}"
            try:
                acknowledged[key] = journal.append(
                    draft(key, text=f'{{"pad": "{"x" * 900}"}}'), journal.last("m1")
                ).number
                break
            except StoryError as error:
                refused.append(error.sentence("es"))
    told.send((acknowledged, refused, device.failed))
    journal.close()


def heard(url: str, kind: str, number: int) -> tuple[dict[str, int], list[str], int]:
    context = get_context("forkserver")
    context.set_forkserver_preload(["companion.eventstore", "tests.torture.failing_device"])
    receiver, sender = context.Pipe(duplex=False)
    writer = context.Process(target=writes, args=(url, kind, number, sender))
    writer.start()
    sender.close()
    said = receiver.recv()
    writer.join()
    if said == NO_LIBRARY:
        pytest.skip("Python's SQLite is no library that others can reach")
    return said


@pytest.mark.parametrize("kind", ["write", "sync"])
@pytest.mark.parametrize("count", [6, pytest.param(200, marks=[pytest.mark.slow, pytest.mark.timeout(1200)])])
def test_a_device_that_fails_once_loses_and_doubles_nothing(tmp_path: Path, kind: str, count: int):
    url = f"sqlite:///{tmp_path / 'story.sqlite'}"
    Journal.open(url).close()
    known: dict[str, int] = {}
    sentences, failed = set(), 0
    for number in range(1, count + 1):
        acknowledged, refused, wrong = heard(url, kind, 1 + (number - 1) % ENTRIES if kind == "sync" else number)
        known |= acknowledged
        sentences |= set(refused)
        failed += wrong
        journal = Journal.open(url)
        assert journal.check().is_sound
        written = journal.entries("m1")
        journal.close()
        keys = {entry.said.key: entry.number for entry in written}
        assert len(keys) == len(written), "an entry is there twice"
        assert [entry.number for entry in written] == list(range(1, len(written) + 1))
        assert known.items() <= keys.items(), "an entry was lost"
        assert len(acknowledged) == ENTRIES, "what was said again was refused again"
    assert failed == count
    assert sentences
    assert all(word.startswith("No se pudo guardar") for word in sentences), sentences
