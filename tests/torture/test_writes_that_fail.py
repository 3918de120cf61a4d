"""The write after so many bytes fails: nothing is acknowledged that is not there, and all goes on with room again."""

from __future__ import annotations

import os
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.eventstore import Journal
from tests.companion.eventstore.drafts import draft

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")
STEP_BYTES, MOST_ENTRIES = 4096, 40


def writes(url: str, most_bytes: int, told: Connection) -> None:
    """Writes until files may grow no further, and says what was acknowledged and what was refused with."""
    from resource import RLIM_INFINITY, RLIMIT_FSIZE, setrlimit

    journal = Journal.open(url)
    first = journal.last("m1")
    setrlimit(RLIMIT_FSIZE, (most_bytes, RLIM_INFINITY))
    for number in range(first, first + MOST_ENTRIES):
        try:
            told.send(journal.append(draft(f"k{number}", text=f'{{"pad": "{"x" * 900}"}}'), number).number)
        except JournalError as error:
            told.send(error.sentence("es"))
            break
    setrlimit(RLIMIT_FSIZE, (RLIM_INFINITY, RLIM_INFINITY))
    told.send(journal.append(draft(f"after {first}"), journal.last("m1")).number)
    told.send("end")


def heard(url: str, most_bytes: int) -> list[int | str]:
    context = get_context("forkserver")
    context.set_forkserver_preload(["companion.eventstore", "tests.companion.eventstore.drafts"])
    receiver, sender = context.Pipe(duplex=False)
    writer = context.Process(target=writes, args=(url, most_bytes, sender))
    writer.start()
    sender.close()
    said: list[int | str] = []
    while (word := receiver.recv()) != "end":
        said.append(word)
    writer.join()
    return said


@pytest.mark.parametrize("count", [8, pytest.param(200, marks=pytest.mark.slow)])
def test_nothing_is_acknowledged_that_is_not_there(tmp_path: Path, count: int) -> None:
    url = f"sqlite:///{tmp_path / 'story.sqlite'}"
    Journal.open(url).close()
    refused, acknowledged = set(), []
    for number in range(count):
        said = heard(url, 40_000 + (number * STEP_BYTES) % 160_000 + number)
        acknowledged += [word for word in said if isinstance(word, int)]
        refused |= {word for word in said if isinstance(word, str)}
        journal = Journal.open(url)
        assert journal.check().is_sound
        assert [entry.number for entry in journal.entries("m1")] == acknowledged
        journal.close()
    assert refused, "no write failed"
    assert all(word.startswith("No se pudo guardar") for word in refused)
