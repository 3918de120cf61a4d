"""Many screens at one served program: news reach them at once, and whoever tells something does not wait for them."""

from __future__ import annotations

import http.client
import json
import multiprocessing
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing, contextmanager

import psutil
import pytest

from tests.companion.live.delay import Listener
from tests.companion.live.idle import worked_s
from tests.companion.live.moody import MoodyCamera, shot
from tests.companion.live.serving import Table, until
from tests.companion.running import Running
from tests.companion.tournaments.load import quantile
from tests.torture.figures import Record, figure

NEWS_MS, WRITE_MS, OF_ALL_CORES = 50.0, 100.0, 25.0
TELLS_EVERY_S, WRITES_EVERY_S, READS_EVERY_S = 0.25, 5.0, 8.0
"""A table tells a move every five seconds, and a page that cannot listen is looked at as often as phones do it."""


class LargeCamera(MoodyCamera):
    """Ten pictures a second of nearly 60 kB."""

    def __init__(self) -> None:
        super().__init__()
        self._shots = [shot(number, level=(0, 255)) for number in range(8)]
        assert min(map(len, self._shots)) >= 55_000

    def _part(self, number: int) -> bytes | None:
        return self._shots[number % len(self._shots)]


@contextmanager
def screens(table: Table, count: int) -> Iterator[list[Listener]]:
    """Screens that listen to a match meanwhile."""
    listeners = [Listener(table) for _ in range(count)]
    for listener in listeners:
        listener.start()
    yield listeners
    for listener in listeners:
        listener.stop()


def waits_ms(listeners: list[Listener], told_s: dict[int, float]) -> list[float]:
    """How long after it was told each screen heard of each revision; waits until all have."""
    until(lambda: all(max(told_s) in listener.heard_s for listener in listeners), 10)
    return [
        1000 * (listener.heard_s[min(heard for heard in listener.heard_s if heard >= number)] - said_s)
        for listener in listeners
        for number, said_s in told_s.items()
    ]


def views(port: int, count: int, seconds: float) -> int:
    """How many pictures ``count`` screens got that show the camera for so long."""
    until_s = time.perf_counter() + seconds

    def looks(_number: int) -> int:
        newest, got = 0, 0
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as line:
            while time.perf_counter() < until_s:
                line.request("GET", f"/api/camera/picture?after={newest}")
                with line.getresponse() as answer:
                    answer.read()
                    newest, got = int(answer.headers.get("Picture-Number", newest)), got + (answer.status == 200)
        return got

    with ThreadPoolExecutor(count) as pool:
        return sum(pool.map(looks, range(count)))


def reads(port: int, matches: list[str], count: int, seconds: float) -> list[float]:
    """Milliseconds of each look of ``count`` phones at a match, page and JSON in turn; one that fails is an error."""
    until_s = time.perf_counter() + seconds

    def looks(number: int) -> list[float]:
        rest(READS_EVERY_S * number / count, until_s)
        found, match = list[float](), matches[number % len(matches)]
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as line:
            while time.perf_counter() < until_s:
                place = ("/matches/", "/api/matches/")[len(found) % 2]
                found.append(asked_ms(line, "GET", f"{place}{match}"))
                rest(READS_EVERY_S, until_s)
        return found

    with ThreadPoolExecutor(count) as pool:
        return [took_ms for found in pool.map(looks, range(count)) for took_ms in found]


def rest(seconds: float, until_s: float) -> None:
    """Does nothing for so long, but not beyond the end: who would not look again before it does not wait for it."""
    time.sleep(max(0.0, min(seconds, until_s - time.perf_counter())))


def asked_ms(line: http.client.HTTPConnection, method: str, address: str, body: object = None) -> float:
    """How long an answer takes, in milliseconds; one that is not 200 is an error."""
    began_s = time.perf_counter()
    line.request(method, address, body and json.dumps(body), {"Content-Type": "application/json"} if body else {})
    with line.getresponse() as answer:
        said = answer.read()
    assert answer.status == 200, (answer.status, said[:200])
    return 1000 * (time.perf_counter() - began_s)


@contextmanager
def aside() -> Iterator[ProcessPoolExecutor]:
    """A program of its own for those who only look."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        yield pool


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize(("count", "viewers", "seconds"), [(40, 20, 30)])
def test_screens_hear_of_a_move_at_once_beside_those_who_see_the_camera(
    count: int, viewers: int, seconds: int, record_property: Record
):
    camera = LargeCamera()
    camera.plug_in()
    running = Running("--camera", camera.address)
    try:
        table = Table(running)
        until(lambda: running.ask("GET", "/api/camera/picture").status == 200)
        with screens(table, count) as listeners, aside() as program:
            shown = program.submit(views, running.port, viewers, seconds)
            time.sleep(1)
            before_s, began_s = _worked_s(table), time.monotonic()
            told_s, took_ms = told_for(table, seconds - 1.5)
            share = 100 * (_worked_s(table) - before_s) / (time.monotonic() - began_s) / (os.cpu_count() or 1)
            heard_ms, pictures = waits_ms(listeners, told_s), shown.result()
    finally:
        running.stop()
        camera.unplug()
    assert pictures >= viewers, "those who see the camera saw something"
    assert len(heard_ms) == count * len(told_s)
    news_ms, api_ms = quantile(heard_ms, 0.99), quantile(took_ms, 0.99)
    said = (
        f"{count} screens heard p99 {news_ms:.0f} ms after the order was sent, the API's p99 {api_ms:.0f} ms, "
        f"beside {viewers} who saw {pictures / viewers / seconds:.1f} pictures a second, {share:.0f} % of all cores"
    )
    figure(record_property, "L1", said, is_reached=max(news_ms, api_ms) <= NEWS_MS and share <= OF_ALL_CORES)


def told_for(table: Table, seconds: float) -> tuple[dict[int, float], list[float]]:
    """A tile drawn and put back for so long: when each revision was sent, and how long its answer took."""
    told_s, took_ms, until_s = dict[int, float](), list[float](), time.perf_counter() + seconds
    with closing(http.client.HTTPConnection("127.0.0.1", table.running.port, timeout=60)) as line:
        revision = table.shown["revision"]
        while time.perf_counter() < until_s:
            order = ({"order": "tap", "verb": "draw", "seat": 0}, {"order": "undo"})[len(told_s) % 2]
            revision += 1
            told_s[revision] = time.monotonic()
            took_ms.append(asked_ms(line, "POST", f"/api/matches/{table.match}/orders", order))
            time.sleep(TELLS_EVERY_S)
    return told_s, took_ms


def _worked_s(table: Table) -> float:
    """Seconds of processor that the whole program took so far, with the camera's processes."""
    program = psutil.Process(table.running.program.pid)
    return sum(map(worked_s, (program, *program.children(recursive=True))))


@pytest.mark.parametrize(
    ("writers", "readers", "seconds"),
    [(5, 10, 3), pytest.param(50, 200, 60, marks=[pytest.mark.slow, pytest.mark.timeout(600)])],
)
def test_all_who_write_and_read_at_once_get_their_turn(
    writers: int, readers: int, seconds: int, record_property: Record
):
    running = Running()
    try:
        tables = [Table(running) for _ in range(writers)]
        with aside() as program, ThreadPoolExecutor(writers) as pool:
            looked = program.submit(reads, running.port, [table.match for table in tables], readers, seconds)
            wrote_ms = [
                took_ms for found in pool.map(lambda table: writes(table, seconds), tables) for took_ms in found
            ]
            read_ms = looked.result()
        revisions = [table.shown["revision"] for table in tables]
    finally:
        running.stop()
    assert sum(revisions) == 2 * writers + len(wrote_ms), "each order is one entry"
    write_ms = quantile(wrote_ms, 0.99)
    said = (
        f"{writers} tables that tell {len(wrote_ms) / seconds:.0f} moves a second, p99 {write_ms:.0f} ms, beside "
        f"{readers} who read {len(read_ms) / seconds:.0f} pages a second, p99 {quantile(read_ms, 0.99):.0f} ms, "
        f"for {seconds} s"
    )
    figure(record_property, "R6", said, is_reached=write_ms <= WRITE_MS)


def writes(table: Table, seconds: float) -> list[float]:
    """Milliseconds of each order that one table gives in so long; one that fails is an error."""
    until_s, took_ms = time.perf_counter() + seconds, list[float]()
    time.sleep(int(table.match, 36) % 1000 / 1000 * min(WRITES_EVERY_S, seconds / 2))
    with closing(http.client.HTTPConnection("127.0.0.1", table.running.port, timeout=60)) as line:
        while time.perf_counter() < until_s:
            order = ({"order": "tap", "verb": "draw", "seat": 0}, {"order": "undo"})[len(took_ms) % 2]
            took_ms.append(asked_ms(line, "POST", f"/api/matches/{table.match}/orders", order))
            rest(WRITES_EVERY_S, until_s)
    return took_ms
