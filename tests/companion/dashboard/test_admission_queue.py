"""Who sends many photographs keeps others waiting for one of them; who finds no room is told so at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import Event, Thread

import pytest
from flask import Flask

from companion.dashboard.admission_queue import AdmissionQueue, QueueFull, RequestClient
from companion.dashboard.auth.access import asker


class Organiser:
    """People before a queue, each of whom stays inside until told to leave."""

    def __init__(self, queue: AdmissionQueue) -> None:
        self._queue = queue
        self._leave: dict[str, Event] = {}
        self.came_in: list[str] = []
        self.sent_away: list[str] = []
        self._threads: list[Thread] = []

    def comes(self, person: str) -> None:
        """``person`` comes and waits: an address, perhaps a name behind a dash, and a number behind a dot."""
        leave = self._leave[person] = Event()
        address, _, name = person.partition(".")[0].partition("-")
        before = len(self._queue._places)

        def visit() -> None:
            try:
                with self._queue.turn(RequestClient(address, name)):
                    self.came_in.append(person)
                    leave.wait(10)
            except QueueFull:
                self.sent_away.append(person)

        thread = Thread(target=visit)
        self._threads.append(thread)
        thread.start()
        until(lambda: len(self._queue._places) > before or self.sent_away)

    def leaves(self, person: str, then: int) -> None:
        """``person`` goes, after whom so many have come in."""
        self._leave[person].set()
        until(lambda: len(self.came_in) >= then)

    def empties(self) -> None:
        """Everybody goes in turn."""
        for leave in self._leave.values():
            leave.set()
        for thread in self._threads:
            thread.join(10)


def until(holds: Callable[[], object]) -> None:
    waited = Event()
    for _ in range(5000):
        if holds():
            return
        waited.wait(0.001)
    pytest.fail("it did not come to that")


@contextmanager
def organiser(waiting: int, inside: int = 1) -> Iterator[Organiser]:
    made = Organiser(AdmissionQueue(waiting, inside))
    try:
        yield made
    finally:
        made.empties()


TURNS = {
    "one after another": ("a b c", "a b c"),
    "of one who sends many, one before each other": ("a.1 a.2 a.3 a.4 b c", "a.1 b c a.2 a.3 a.4"),
    "two who send many take turns": ("a.1 a.2 a.3 b.1 b.2 b.3", "a.1 b.1 a.2 b.2 a.3 b.3"),
    "people of one address take turns": ("p-x.1 p-x.2 p-x.3 p-y", "p-x.1 p-y p-x.2 p-x.3"),
    "an address does not gain by many names": ("p-x p-y p-z b c", "p-x b c p-y p-z"),
}


@pytest.mark.parametrize("case", TURNS)
def test_people_come_in_by_turns(case: str):
    coming, expected = (text.split() for text in TURNS[case])
    with organiser(waiting=8) as before:
        for person in coming:
            before.comes(person)
        for count, person in enumerate(expected, 2):
            before.leaves(person, then=min(count, len(expected)))
        assert before.came_in == expected


def test_whoever_comes_anew_does_not_push_back_who_waits():
    with organiser(waiting=8) as before:
        for person in ("a", "b"):
            before.comes(person)
        before.leaves("a", then=2)
        for person in ("c", "d", "b.2"):
            before.comes(person)
        before.leaves("b", then=3)
        before.comes("e")
        for count, person in enumerate(("c", "d", "b.2"), 4):
            before.leaves(person, then=count)
        assert before.came_in == ["a", "b", "c", "d", "b.2", "e"]


FULL = {
    "nobody waits more often": ("a b c d", "d"),
    "who comes waits most often": ("a b.1 b.2 b.3", "b.3"),
    "who waits most often gives way": ("a.1 a.2 a.3 b", "a.3"),
    "within one address, too": ("p-x.1 p-x.2 p-x.3 p-y", "p-x.3"),
}


@pytest.mark.parametrize("case", FULL)
def test_where_nobody_more_may_wait_who_waits_most_often_is_told_to_come_back(case: str):
    coming, goes = FULL[case]
    with organiser(waiting=2) as before:
        for person in coming.split():
            before.comes(person)
        until(lambda: before.sent_away)
        assert before.sent_away == [goes]


def test_of_two_places_nobody_takes_both():
    with organiser(waiting=8, inside=2) as before:
        for person in ("a.1", "a.2", "b"):
            before.comes(person)
        until(lambda: len(before.came_in) == 2)
        assert before.came_in == ["a.1", "b"]
        before.leaves("b", then=2)
        assert before.came_in == ["a.1", "b"]
        before.leaves("a.1", then=3)
        assert before.came_in == ["a.1", "b", "a.2"]


def test_a_reading_that_fails_gives_its_turn_back():
    queue = AdmissionQueue(waiting=0)
    for _ in range(3):
        with pytest.raises(ValueError, match="no picture"), queue.turn():
            raise ValueError("no picture")
    with queue.turn():
        pass
    assert not queue._turns


@pytest.mark.parametrize(
    ("address", "headers", "expected"),
    [
        ("10.0.0.5", {}, RequestClient("10.0.0.5")),
        ("127.0.0.1", {"X-Forwarded-For": "1.1.1.1, 10.0.0.5"}, RequestClient("10.0.0.5")),
        ("10.0.0.9", {"X-Forwarded-For": "10.0.0.5"}, RequestClient("10.0.0.9", "10.0.0.5")),
        ("127.0.0.1", {"X-Forwarded-For": "x" * 999}, RequestClient("x" * 64)),
    ],
    ids=["direct", "through this machine", "through another", "nonsense"],
)
def test_an_address_is_believed_to_who_passes_requests_on_only_on_this_machine(
    app: Flask, address: str, headers: Mapping[str, str], expected: RequestClient
):
    with app.test_request_context(headers=headers, environ_base={"REMOTE_ADDR": address}):
        assert asker() == expected
