"""Commands become events of a stream: a tally of points, told by many at once and on two servers."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import pytest

from companion.eventstore import Entry, Journal
from companion.eventstore.codec import EventCodec
from companion.eventstore.service import EventSourcedService, StreamKind
from companion.eventstore.state_cache import Entries
from companion.match_commands import Outcome, Sender
from companion.refusal import TableRefused, refusing


@dataclass(frozen=True)
class Added:
    """Points were added."""

    points: int


@dataclass(frozen=True)
class Tally:
    """All points so far."""

    revision: int = 0
    total: int = 0


CODEC: EventCodec[Added] = EventCodec.of([Added], {}, {})


def fold(_name: str, entries: Entries, known: Tally | None) -> Tally | None:
    """The tally after all entries."""
    state = known
    for entry in entries(known.revision if known else 0):
        state = Tally(entry.number, (state.total if state else 0) + CODEC.read(entry.kind, entry.text).points)
    return state


REASONS = {why: {"es": why} for why in ("less", "missing", "stale", "sent before")}
TALLIES = StreamKind(
    lambda name: name.startswith("m"), CODEC, fold, TableRefused, refusing(TableRefused, REASONS), "missing", kept=4
)


class TallyService(EventSourcedService[Tally, int, Added]):
    """Adds what it is told; nought is nothing, and less is refused."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(journal, TALLIES)

    def _handle(self, state: Tally, command: int, log: object) -> Added | None:
        if command < 0:
            TALLIES.refuse("less")
        return Added(command) if command else None

    def _rules(self, state: Tally) -> str:
        return "1"

    def begins(self, name: str) -> Outcome:
        """A tally of nought."""
        return self._begin(name, Added(0), "1", sender("first"))


def sender(key: str = "", revision: int | None = None) -> Sender:
    """Somebody, under a key of their own."""
    return Sender(author="Ana", key=key or uuid4().hex, revision=revision)


def test_what_changes_nothing_keeps_its_key(servers: Sequence[TallyService]):
    service = servers[0]
    service.begins("m1")
    assert service.handle("m1", 0, sender("k")).standing == "nothing"
    with pytest.raises(TableRefused) as refused:
        service.handle("m1", 5, sender("k"))
    assert (refused.value.sentence("es"), service.state("m1").total) == ("sent before", 0)
    service.handle("m1", 5, sender("other"))
    again = service.handle("m1", 0, sender("k"))
    assert (again, again.first_revision) == (Outcome("m1", 2, "nothing"), 1)
    assert service.state("m1").total == 5


def test_what_is_sent_again_is_told_the_revision_of_the_first_answer_too(servers: Sequence[TallyService]):
    service = servers[0]
    service.begins("m1")
    first = service.handle("m1", 5, sender("k"))
    service.handle("m1", 7, sender("other"))
    again = service.handle("m1", 5, sender("k"))
    assert (first, first.first_revision) == (Outcome("m1", 2, "done"), 2)
    assert (again, again.first_revision) == (Outcome("m1", 3, "done"), 2)


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Sequence[TallyService]]:
    """Two servers on one database."""
    found = [TallyService(Journal.open(f"sqlite:///{tmp_path / 'story.sqlite'}")) for _ in range(2)]
    found[0].begins("m1")
    yield found
    for service in found:
        service.journal.close()


@pytest.mark.parametrize(
    ("command", "said_by", "becomes"),
    [
        (50, sender(), ("done", 2, 50)),
        (0, sender(), ("nothing", 1, 0)),
        (-5, sender(), ("less", 422, 0)),
        (50, sender(revision=1), ("done", 2, 50)),
        (50, sender(revision=0), ("stale", 409, 0)),
        (50, sender(key="first"), ("sent before", 409, 0)),
    ],
    ids=["something", "nothing", "refused", "in view", "out of date", "a key under which something else came"],
)
def test_a_command_becomes_an_event_or_none(
    servers: Sequence[TallyService], command: int, said_by: Sender, becomes: tuple[str, int, int]
) -> None:
    standing, number, total = becomes
    if number > 100:
        with pytest.raises(TableRefused, match=standing) as refused:
            servers[0].handle("m1", command, said_by)
        assert refused.value.status == number
    else:
        outcome = servers[0].handle("m1", command, said_by)
        assert (outcome.standing, outcome.revision) == (standing, number)
    assert [server.state("m1").total for server in servers] == [total, total]


def test_a_key_that_comes_again_with_the_same_is_done_once(servers: Sequence[TallyService]) -> None:
    outcomes = [servers[0].handle("m1", 50, sender(key="k", revision=1)) for _ in range(3)]
    assert [(outcome.standing, outcome.revision) for outcome in outcomes] == [("done", 2)] * 3
    assert servers[1].handle("m1", 50, sender(key="k")).revision == 2
    assert [server.state("m1").total for server in servers] == [50, 50]


def test_a_key_that_comes_again_with_something_else_is_told_by_every_server(servers: Sequence[TallyService]) -> None:
    """Also by one that began after it was written, as after a restart."""
    servers[0].handle("m1", 50, sender(key="k"))
    for server in servers:
        with pytest.raises(TableRefused, match="sent before") as refused:
            server.handle("m1", 60, sender(key="k"))
        assert refused.value.status == 409
    assert [server.state("m1").total for server in servers] == [50, 50]


def test_a_key_of_an_older_journal_is_answered_as_it_was(servers: Sequence[TallyService], tmp_path: Path) -> None:
    """What the version before digests wrote tells nothing of its command."""
    servers[0].handle("m1", 50, sender(key="k"))
    with closing(sqlite3.connect(tmp_path / "story.sqlite")) as database, database:
        database.execute("ALTER TABLE entries DROP COLUMN asked")
        database.execute("UPDATE alembic_version SET version_num = '0003'")
    newer = TallyService(Journal.open(f"sqlite:///{tmp_path / 'story.sqlite'}"))
    assert newer.handle("m1", 60, sender(key="k")).revision == 2
    assert newer.handle("m1", 60, sender(key="l")).revision == 3
    newer.journal.close()


@pytest.mark.parametrize("name", ["m2", "t1"], ids=["not begun", "of another sort"])
def test_a_stream_that_there_is_not_is_missing(servers: Sequence[TallyService], name: str) -> None:
    for asked in (lambda: servers[0].state(name), lambda: servers[0].handle(name, 1, sender())):
        with pytest.raises(TableRefused, match="missing") as refused:
            asked()
        assert refused.value.status == 404


def test_a_stream_is_begun_once(servers: Sequence[TallyService]) -> None:
    servers[0].handle("m1", 5, sender())
    assert servers[1].begins("m1").revision == 2


def test_what_many_tell_two_servers_at_once_is_all_there_once(servers: Sequence[TallyService]) -> None:
    """Forty tell each of both servers one point, each twice under one key; every tenth is refused."""
    refused: list[str] = []

    def tells(server: TallyService, number: int) -> None:
        command = -1 if number % 10 == 0 else 1
        for _ in range(2):
            try:
                server.handle("m1", command, sender(key=f"{id(server)} {number}"))
            except TableRefused as why:
                refused.append(str(why))

    threads = [threading.Thread(target=tells, args=(server, number)) for number in range(40) for server in servers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused == ["less"] * 16
    assert [server.state("m1") for server in servers] == [Tally(73, 72)] * 2


def test_what_cannot_be_written_is_told_to_all_who_wait(
    servers: Sequence[TallyService], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_fresh: Sequence[Entry]) -> None:
        raise OSError("gone")

    monkeypatch.setattr(servers[0].journal, "append_all", broken)
    with pytest.raises(OSError, match="gone"):
        servers[0].handle("m1", 5, sender())
    assert servers[0].state("m1").total == 0
