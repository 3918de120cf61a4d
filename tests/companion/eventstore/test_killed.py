"""A program that writes is killed at random moments: what it was told is written is there, once."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import sqlite3
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from companion.eventstore import Journal
from tests.companion.eventstore.drafts import draft

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
LONGEST_S = 0.06


def writes(url: str, told: Connection) -> None:
    """Sends one entry after another, like a client that does not know whether its last one arrived."""
    journal = Journal.open(url)
    last = journal.last("m1")
    for number in range(max(last, 1), 1_000_000):
        written = journal.append(
            draft(f"hand {number}", text=f'{{"n": {number}, "pad": "{"x" * 300}"}}'), journal.last("m1")
        )
        told.send((number, written.number))


def killed_at_work(context, url: str, after_s: float) -> list[tuple[int, int]]:
    """What a writer said was written before it was killed."""
    receiver, sender = context.Pipe(duplex=False)
    writer = context.Process(target=writes, args=(url, sender))
    writer.start()
    sender.close()
    said = [receiver.recv(), receiver.recv()]  # the first may be one that was written before
    while receiver.poll(after_s):
        said.append(receiver.recv())
        after_s -= 0.002
        if after_s <= 0:
            break
    os.kill(writer.pid, signal.SIGKILL)
    writer.join()
    while receiver.poll():
        try:
            said.append(receiver.recv())
        except EOFError:
            break
    return said


def survives(folder: Path, kills: int) -> None:
    url = f"sqlite:///{folder / 'story.sqlite'}"
    Journal.open(url).close()
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["companion.eventstore", "tests.companion.eventstore.drafts"])
    chance = random.Random(5)
    acknowledged = {}
    for _ in range(kills):
        acknowledged.update(killed_at_work(context, url, chance.uniform(0, LONGEST_S)))
        journal = Journal.open(url)
        written = journal.entries("m1")
        journal.close()
        assert [entry.number for entry in written] == list(range(1, len(written) + 1))
        keys = {entry.said.key: entry.number for entry in written}
        assert len(keys) == len(written), "an entry is there twice"
        assert {f"hand {n}": number for n, number in acknowledged.items()}.items() <= keys.items(), "an entry was lost"
    with sqlite3.connect(folder / "story.sqlite") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database.close()
    assert len(acknowledged) >= kills


def test_nothing_acknowledged_is_lost_or_doubled(tmp_path: Path):
    survives(tmp_path, kills=20)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_nothing_acknowledged_is_lost_or_doubled_in_a_long_evening(tmp_path: Path):
    survives(tmp_path, kills=1000)
