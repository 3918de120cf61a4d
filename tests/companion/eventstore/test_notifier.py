"""Whoever waits for a stream hears of news at once, and one look at the journal answers all who wait for the same."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from companion.eventstore.notifier import ChangeNotifier

LONG_S, SOON_S = 30.0, 5.0


class Stream:
    """What the journal says of a stream, and how often it was asked."""

    def __init__(self, last: int) -> None:
        self.last, self.looks = last, 0

    def read(self) -> int:
        """The newest revision."""
        self.looks += 1
        return self.last


def waiting(stream: Stream, count: int, after: int) -> tuple[ChangeNotifier, Callable[[], list[int]]]:
    """So many who wait for news after ``after``, and what they hear."""
    notifier, pool = ChangeNotifier(), ThreadPoolExecutor(count)
    heard: list[Future[int]] = [pool.submit(notifier.wait, "m1", stream.read, after, LONG_S) for _ in range(count)]
    while stream.looks == 0:
        time.sleep(0.01)
    time.sleep(0.1)

    def heard_by_all() -> list[int]:
        revisions = [future.result(SOON_S) for future in heard]
        pool.shutdown()
        return revisions

    return notifier, heard_by_all


def test_one_look_answers_forty_who_wait_and_news_need_none():
    stream = Stream(3)
    notifier, heard = waiting(stream, 40, after=3)
    looks = stream.looks
    notifier.post("m1", 4)
    assert heard() == [4] * 40
    assert looks == stream.looks == 1


def test_news_of_another_stream_wake_nobody():
    stream = Stream(3)
    notifier, heard = waiting(stream, 3, after=3)
    notifier.post("m2", 9)
    notifier.post("m1", 4)
    assert heard() == [4] * 3


def test_what_another_server_wrote_is_heard_of_after_a_second_by_one_look_for_all():
    stream = Stream(3)
    _, heard = waiting(stream, 10, after=3)
    stream.last = 7
    assert heard() == [7] * 10
    assert stream.looks == 2


@pytest.mark.parametrize(
    ("last", "after", "found"),
    [(5, 3, 5), (3, 3, 3), (3, 5, 3)],
    ids=["news", "none until the time is over", "a journal that was put back"],
)
def test_what_is_there_already_is_told_at_once(last: int, after: int, found: int):
    assert ChangeNotifier().wait("m1", Stream(last).read, after, 0.05) == found


def test_who_has_seen_more_than_is_known_here_is_told_the_newest():
    """Another server wrote, and showed it to whoever waits here."""
    stream = Stream(3)
    notifier, heard = waiting(stream, 1, after=3)
    stream.last = 4
    began_s = time.monotonic()
    assert notifier.wait("m1", stream.read, 4, 0.05) == 4
    assert heard() == [4]
    assert time.monotonic() - began_s < SOON_S


def test_late_news_do_not_take_back_what_was_heard():
    """Of two servers the first posts its entry after the second's was seen."""
    stream = Stream(3)
    notifier, heard = waiting(stream, 1, after=3)
    stream.last = 5
    assert notifier.wait("m1", stream.read, 4, LONG_S) == 5
    notifier.post("m1", 4)
    assert heard() == [5]


def test_what_cannot_be_read_is_told_to_whoever_waits():
    def fails() -> int:
        raise OSError("away")

    with pytest.raises(OSError, match="away"):
        ChangeNotifier().wait("m1", fails, 0, LONG_S)
