"""A story is read on from where it was left, and by one for all who wait."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import sleep

import pytest
from sqlalchemy.exc import OperationalError

from companion.errors import JournalError
from companion.eventstore import Entry
from companion.eventstore.rows import written
from companion.eventstore.state_cache import Entries, StateCache
from tests.companion.eventstore.drafts import draft


@dataclass(frozen=True)
class Told:
    """A story that is nothing but how far it was told."""

    revision: int


class Book:
    """Entries that grow; notes from where it was read."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.read_from: list[int] = []

    def __call__(self, after: int) -> Sequence[Entry]:
        """The entries after one."""
        self.read_from.append(after)
        return [written(draft(f"{number}"), number, 0.0) for number in range(after + 1, self.count + 1)]


def read_on(_: str, entries: Entries, known: Told | None) -> Told | None:
    fresh = entries(known.revision if known else 0)
    return Told(fresh[-1].number) if fresh else known


def test_only_what_is_new_is_read():
    states, book = StateCache(read_on, 5), Book(2)
    assert states.newest("m1", book) == Told(2)
    book.count = 3
    assert [states.newest("m1", book) for _ in range(2)] == [Told(3), Told(3)]
    assert book.read_from == [0, 2, 3]
    assert states.newest("nobody's", Book(0)) is None


def test_those_asked_for_last_are_held():
    states = StateCache(read_on, 2)
    books = {name: Book(1) for name in "abc"}
    for name in "abaca":
        states.newest(name, books[name])
    assert [books[name].read_from for name in "abc"] == [[0, 1, 1], [0], [0]]
    states.newest("b", books["b"])
    assert books["b"].read_from == [0, 0]


def test_those_that_nobody_asks_for_are_let_go():
    now_s = [0.0]
    states = StateCache(read_on, 9, unused_s=60, clock=lambda: now_s[0])
    for name, at_s in (("old", 0), ("played", 30), ("old", 40), ("played", 99), ("new", 101)):
        now_s[0] = at_s
        states.newest(name, Book(1))
    assert len(states) == 2
    again = Book(1)
    states.newest("old", again)
    assert again.read_from == [0]


def test_one_reads_for_all_who_wait_and_again_for_who_came_later():
    begun, may_end, together = threading.Event(), threading.Event(), threading.Barrier(9)

    class SlowBook(Book):
        def __call__(self, after: int) -> Sequence[Entry]:
            """What was written when it was asked; it takes until it may end."""
            read = super().__call__(after)
            begun.set()
            assert may_end.wait(20)
            return read

    states, book = StateCache(read_on, 5), SlowBook(1)

    def asks() -> Told | None:
        together.wait(20)
        return states.newest("m1", book)

    with ThreadPoolExecutor(9) as pool:
        first = pool.submit(states.newest, "m1", book)
        assert begun.wait(20)
        book.count = 2  # after the first looked, before the others ask
        others = [pool.submit(asks) for _ in range(8)]
        together.wait(20)
        sleep(0.2)
        may_end.set()
    assert first.result() == Told(1)
    assert {other.result() for other in others} == {Told(2)}
    assert len(book.read_from) <= 3


def test_what_was_just_told_is_not_replaced_by_less():
    states = StateCache(read_on, 5)
    states.put("m1", Told(2))
    states.put("m1", Told(1))
    assert states.newest("m1", Book(2)) == Told(2)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OperationalError("SELECT 1", None, Exception("terminating connection")), OperationalError),
        (ConnectionResetError(), ConnectionResetError),
        (KeyError("points"), JournalError),
    ],
)
def test_a_database_that_is_gone_is_no_story_that_cannot_be_told(error: Exception, told: type[Exception]):
    def gone(_: int) -> Sequence[Entry]:
        raise error

    with pytest.raises(told):
        StateCache(read_on, 5).newest("m1", gone)
