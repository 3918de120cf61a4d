"""A server of databases that freezes: nobody waits for it long, few ask it, and all goes on by itself when it wakes."""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

import pytest

from companion.errors import JournalError
from companion.eventstore import Journal
from companion.eventstore.circuit_breaker import SILENCE_S, ServerSilence, is_of_silence
from companion.eventstore.database_opening import BUSY_MS
from tests.companion.eventstore.drafts import draft
from tests.companion.eventstore.postgres import DRIVERS, MISSING, Server, driver_missing, restartable
from tests.companion.running import Running

SLACK_S = 2.0
needs_postgresql = pytest.mark.skipif(bool(MISSING), reason=MISSING or "installed")


def test_once_it_is_known_to_be_silent_one_asks_until_it_answers_and_nobody_else():
    answers, asked = threading.Event(), list[int]()

    def probe() -> None:
        asked.append(threading.get_ident())
        silence.check()  # who asks for all may connect
        if not answers.wait(0.05):
            raise TimeoutError

    silence = ServerSilence(probe)
    for _ in range(2):
        with pytest.raises(TimeoutError), silence.turn():
            raise TimeoutError("late")
    with pytest.raises(TimeoutError, match="says nothing"), silence.turn():
        pytest.fail("somebody asked")
    answers.set()
    assert is_soon(lambda: not silence.is_silent)
    with silence.turn(), silence.turn():
        assert len(set(asked)) == 1


def test_an_answer_that_is_an_error_is_no_silence():
    def probe() -> None:
        raise ValueError("no such database")

    silence = ServerSilence(probe)
    with pytest.raises(ValueError, match="wrong"), silence.turn():
        raise ValueError("wrong")
    assert not silence.is_silent
    with suppress(TimeoutError), silence.turn():
        raise TimeoutError("late")
    assert is_soon(lambda: not silence.is_silent)
    assert is_of_silence(wrapped(TimeoutError()))
    assert not is_of_silence(wrapped(ConnectionRefusedError()))


def is_soon(holds: Callable[[], bool]) -> bool:
    """Whether something holds within seconds."""
    until_s = time.monotonic() + 5
    while not holds() and time.monotonic() < until_s:
        time.sleep(0.01)
    return holds()


def wrapped(cause: Exception) -> Exception:
    """As drivers and SQLAlchemy hand on what befell them."""
    said = RuntimeError("a driver's")
    said.__cause__ = cause
    error = RuntimeError("SQLAlchemy's")
    error.orig = said
    return error


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with restartable() as server:
        yield server


@pytest.mark.slow
@needs_postgresql
@pytest.mark.filterwarnings("ignore:.*unclosed <socket")  # pg8000 leaves those open that were never connected
@pytest.mark.parametrize("driver", DRIVERS)
class TestFrozen:
    @pytest.fixture
    def journal(self, server: Server, driver: str) -> Iterator[Journal]:
        if missing := driver_missing(driver):
            pytest.skip(missing)
        journal = Journal.open(server.address.format(driver=driver))
        yield journal
        journal.close()
        gc.collect()  # of what could not be connected

    def test_who_reads_or_writes_is_told_within_seconds(self, server: Server, journal: Journal, driver: str):
        match = f"frozen {driver}"
        journal.append(draft("a", match), after=0)
        asks = [lambda: journal.entries(match)] * 5 + [lambda: journal.append(draft("b", match), after=1)] * 2
        with frozen(server), ThreadPoolExecutor(len(asks)) as people:
            took_s = list(people.map(refused_after_s, asks))
            together_s = list(people.map(refused_after_s, asks))
        assert max(took_s) < SILENCE_S + SLACK_S
        assert max(together_s) < 1.0, "somebody waited for a silent server"
        assert is_back(journal, match)
        with suppress(JournalError):
            journal.append(draft("b", match), after=1)
        assert [entry.said.key for entry in journal.entries(match)] == ["a", "b"]

    def test_frozen_in_the_middle_of_a_turn_it_costs_that_turn(self, server: Server, journal: Journal, driver: str):
        match = f"turn {driver}"
        journal.append(draft("a", match), after=0)

        def turn() -> None:
            with journal.turn(match) as turn, frozen(server):
                turn.append_all([turn.drafted(draft("lost", match), 2)])

        assert refused_after_s(turn) < SILENCE_S + SLACK_S
        assert is_back(journal, match)
        assert [entry.said.key for entry in journal.entries(match)] == ["a"]

    def test_a_turn_of_another_is_waited_for_as_long_as_ever(self, server: Server, journal: Journal, driver: str):
        match, other = f"long {driver}", Journal.open(server.address.format(driver=driver))

        def holds() -> None:
            with journal.turn(match) as turn:
                turn.last()
                time.sleep(SILENCE_S + 1)

        with ThreadPoolExecutor(1) as people:
            held = people.submit(holds)
            time.sleep(0.5)
            began_s = time.monotonic()
            other.append(draft("a", match), after=0)
            waited_s = time.monotonic() - began_s
            held.result()
        other.close()
        assert SILENCE_S < waited_s < BUSY_MS / 1000


@pytest.mark.slow
@needs_postgresql
@pytest.mark.parametrize("driver", DRIVERS)
def test_every_page_answers_while_it_is_frozen_and_goes_on_afterwards(server: Server, driver: str):
    if missing := driver_missing(driver):
        pytest.skip(missing)
    running = Running("--camera", "phone", "--database", server.address.format(driver=driver))
    try:
        match = running.json("POST", "/api/matches", {"players": list("ABCD"), "rules": "clasico"})["match"]
        pages = ("/", "/matches", f"/matches/{match}", f"/api/matches/{match}", "/tournaments", "/leagues")

        def took_s(page: str) -> tuple[float, int, str]:
            began_s = time.monotonic()
            answer = running.ask("GET", page, **{"Accept-Language": "es"})
            return time.monotonic() - began_s, answer.status, answer.text

        with frozen(server), ThreadPoolExecutor(6) as people:
            asked = [page for page in pages for _ in range(10)]
            heard = dict(zip(asked, people.map(took_s, asked), strict=True))
            assert is_soon(lambda: running.ask("GET", "/healthz").status == 503)
            order = running.ask("POST", f"/api/matches/{match}/orders", '{"order": "deal"}',
                                **{"Content-Type": "application/json", "Idempotency-Key": "d"})  # fmt: skip
            assert order.status == 503
        assert max(seconds for seconds, _, _ in heard.values()) < SILENCE_S + SLACK_S
        assert {heard[page][1] for page in pages if match in page} == {503}
        assert "La base de datos no contesta" in heard[f"/matches/{match}"][2]
        until_s = time.monotonic() + 10
        while running.ask("GET", f"/matches/{match}").status != 200:
            assert time.monotonic() < until_s
            time.sleep(0.2)
        headers = {"Idempotency-Key": "d"}
        assert running.json("POST", f"/api/matches/{match}/orders", {"order": "deal"}, **headers)["revision"] == 2
    finally:
        running.stop()


@contextmanager
def frozen(server: Server) -> Iterator[None]:
    """While it lasts the server, and every process of its own, stands still."""
    programs = [*server.processes()]
    for program in programs:
        os.kill(program, signal.SIGSTOP)
    try:
        yield
    finally:
        for program in programs:
            os.kill(program, signal.SIGCONT)


def refused_after_s(ask: Callable[[], object]) -> float:
    """After how many seconds somebody is told that it cannot be; fails where it can."""
    began_s = time.monotonic()
    with pytest.raises(JournalError):
        ask()
    return time.monotonic() - began_s


def is_back(journal: Journal, match: str) -> bool:
    """Whether the journal answers again within seconds."""
    until_s = time.monotonic() + 10
    while time.monotonic() < until_s:
        with suppress(JournalError):
            return bool(journal.entries(match))
        time.sleep(0.1)
    return False
