"""Whole requests go to threads, answers leave by the loop; what does not come, or is not read, is let go."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from threading import Event
from typing import Any

import pytest

from companion.network.request_buffering import PendingBodies, RequestLimits
from companion.network.request_keys import LEAVING, UNREAD
from companion.network.request_scheduling import RequestTurns
from companion.network.wsgi_threads import ThreadedWsgi

LIMITS = RequestLimits(
    body_bytes=100, one_bytes=150, all_bytes=200, one_requests=2, silent_s=0.1, whole_s=0.25, discarded_s=0.1
)
GONE = {"type": "http.disconnect"}


def part(body: bytes, *, more: bool = False) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


class Visitor:
    """Somebody who sends ``parts``, each after some seconds, and then nothing more; and keeps what comes back."""

    def __init__(self, *parts: tuple[float, dict[str, Any]], reads: bool = True) -> None:
        self._parts = iter(parts)
        self._reads = reads
        self.sent: list[Mapping[str, Any]] = []

    async def receive(self) -> dict[str, Any]:
        wait_s, message = next(self._parts, (3600.0, GONE))
        await asyncio.sleep(wait_s)
        return message

    async def send(self, message: Mapping[str, Any]) -> None:
        if not self._reads:
            raise RuntimeError("gone")
        self.sent.append(message)

    @property
    def status(self) -> int | None:
        return self.sent[0]["status"] if self.sent else None

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.sent)


def scope(*headers: tuple[bytes, bytes], path: str = "/mesa%20%F1", address: str = "10.0.0.1") -> dict[str, Any]:
    raw = path.encode()
    return {"type": "http", "method": "POST", "path": "/mesa ?", "raw_path": raw, "query_string": b"a=1",
            "headers": headers, "http_version": "2", "scheme": "https", "client": (address, 5000),
            "server": ("10.0.0.9", 8000)}  # fmt: skip


Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def echo(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    """Says what it was asked, and how it came in."""
    said = environ["wsgi.input"].read() or f"{environ[UNREAD]} {environ['CONTENT_LENGTH']}".encode()
    start("200 OK", [("Content-Length", str(len(said)))])
    return iter([said])


def served(app: Wsgi, visitor: Visitor, *headers: tuple[bytes, bytes], limits: RequestLimits = LIMITS) -> Visitor:
    asyncio.run(asyncio.wait_for(ThreadedWsgi(app, 4, limits)(scope(*headers), visitor.receive, visitor.send), 10))
    return visitor


@pytest.mark.parametrize(
    ("parts", "headers", "status", "body"),
    [
        ([(0, part(b"ab", more=True)), (0, part(b"cd"))], (), 200, b"abcd"),
        ([(0, part(b""))], (), 200, b"200 0"),
        ([(0, part(b"ab", more=True))], (), 408, b""),  # silent
        ([(0.06, part(b"a", more=True))] * 9, (), 408, b""),  # never silent, never done
        ([(0, part(b"a", more=True)), (0, GONE)], (), 400, b""),  # a broken body is told in the same way
        ([(0, part(b"x" * 101, more=True))], (), 200, b"200 101"),  # the app says 413 by its length
        ([], ((b"content-length", b"900"),), 200, b"200 900"),
    ],
    ids=["two parts", "none", "silent", "trickling", "gone", "too much", "too much announced"],
)
def test_a_request_comes_in_whole_or_not_at_all(
    parts: list[tuple[float, dict[str, Any]]], headers: tuple[tuple[bytes, bytes], ...], status: int, body: bytes
):
    visitor = served(echo, Visitor(*parts), *headers)
    assert (visitor.status, visitor.body) == (status, body)


def test_no_more_is_kept_of_one_address_nor_of_all_than_agreed():
    arrivals = PendingBodies(replace(LIMITS, silent_s=30, whole_s=30))

    async def sends(address: str, size: int, seconds: float = 0) -> int:
        with arrivals.room(address) as room:
            arrived = await room.take(Visitor((seconds, part(bytes(size)))).receive, None)
            await asyncio.sleep(0.05)
            return arrived.status

    async def together(*asked: tuple[str, int]) -> list[int]:
        return await asyncio.gather(*(sends(address, size) for address, size in asked))

    assert asyncio.run(together(("a", 90), ("a", 90), ("b", 90), ("c", 90))) == [200, 503, 200, 503]
    assert asyncio.run(together(("a", 90), ("b", 90))) == [200, 200], "the room is free again"

    async def begun() -> list[int]:
        return await asyncio.gather(*(sends("a", 1, 0.05) for _ in range(3)), sends("b", 1, 0.05))

    assert asyncio.run(begun()) == [200, 200, 503, 200]


def test_the_environment_is_as_the_standard_says():
    seen: dict[str, Any] = {}

    def looks(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        seen.update(environ)
        return echo(environ, start)

    served(looks, Visitor((0, part(b"hola"))), (b"host", b"mesa:8000"), (b"cookie", b"a=1"), (b"cookie", b"b=2"),
           (b"content-type", b"text/plain"), (b"x-real_ip", b"1.2.3.4"),
           (b"transfer-encoding", b"chunked"))  # fmt: skip
    expected = {"PATH_INFO": "/mesa \xf1", "QUERY_STRING": "a=1", "REQUEST_METHOD": "POST", "REMOTE_ADDR": "10.0.0.1",
                "CONTENT_LENGTH": "4", "CONTENT_TYPE": "text/plain", "HTTP_HOST": "mesa:8000",
                "HTTP_COOKIE": "a=1; b=2", "wsgi.url_scheme": "https"}  # fmt: skip
    assert {key: seen[key] for key in expected} == expected
    assert not {"HTTP_X_REAL_IP", "HTTP_TRANSFER_ENCODING", "HTTP_CONTENT_LENGTH"} & set(seen)


def test_a_long_answer_leaves_in_slices():
    def long(_environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        start("200 OK", [("Content-Length", "100000")])
        return iter([b"x" * 60_000, b"y" * 40_000])

    visitor = served(long, Visitor((0, part(b""))))
    assert visitor.body == b"x" * 60_000 + b"y" * 40_000
    assert [message.get("more_body") for message in visitor.sent[1:]] == [True, True, True, False]


@pytest.mark.parametrize("visitor", [Visitor((0, part(b"")), (0.1, GONE)), Visitor((0, part(b"")), reads=False)])
def test_a_stream_ends_when_its_listener_goes_away(visitor: Visitor):
    left, ended = Event(), Event()

    def tells() -> Iterator[bytes]:
        try:
            while not left.is_set():
                yield b"news"
            while True:
                yield b"more"
        finally:
            ended.set()

    def stream(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        environ[LEAVING](left.set)
        start("200 OK", [("Content-Type", "text/event-stream")])
        return tells()

    served(stream, visitor)
    assert left.wait(5)
    assert ended.wait(5) or not visitor.sent


def test_a_thread_that_is_far_ahead_is_let_go_at_once_when_its_listener_leaves():
    ended = Event()

    def tells() -> Iterator[bytes]:
        try:
            while True:
                yield b"more"
        finally:
            ended.set()

    def stream(_environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        start("200 OK", [("Content-Type", "text/event-stream")])
        return tells()

    class Stuck(Visitor):
        async def send(self, message: Mapping[str, Any]) -> None:
            self.sent.append(message)
            if len(self.sent) > 3:
                await asyncio.sleep(0.5)
                raise OSError

    served(stream, Stuck((0, part(b""))))
    assert ended.wait(5)


def test_an_app_that_breaks_off_answers_nothing():
    def breaks(_environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        start("200 OK", [])
        yield b"half"
        raise ValueError

    visitor = served(breaks, Visitor((0, part(b""))))
    assert all(message.get("more_body", True) for message in visitor.sent)


def test_who_tells_something_waits_for_nobody_who_looks():
    """With room for one page at a time, whose making takes until something was told."""
    is_told, got = Event(), list[str]()

    def app(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        method = environ["REQUEST_METHOD"]
        is_told.set() if method == "POST" else is_told.wait(10)
        got.append(method)
        return echo(environ, start)

    async def asks(threaded: ThreadedWsgi, method: str) -> None:
        visitor = Visitor((0, part(b"")))
        await threaded(scope(path=f"/{len(got)}") | {"method": method}, visitor.receive, visitor.send)

    async def together() -> None:
        threaded = ThreadedWsgi(app, 4, replace(LIMITS, one_requests=9))
        threaded._turns = RequestTurns(1, 60)
        looks = [asyncio.create_task(asks(threaded, "GET")) for _ in range(2)]
        await asyncio.sleep(0)
        await asyncio.wait_for(asks(threaded, "POST"), 5)
        await asyncio.wait_for(asyncio.gather(*looks), 5)

    asyncio.run(together())
    assert got == ["POST", "GET", "GET"]
