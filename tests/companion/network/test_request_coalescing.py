"""What many ask for at once is made once for all of them, and what is somebody's own is made for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from threading import Barrier, BrokenBarrierError
from time import sleep
from typing import Any

import pytest

from companion.network.wsgi_threads import ThreadedWsgi
from tests.companion.test_wsgi_threads import LIMITS, Visitor, echo, part, scope

ROOMY = replace(LIMITS, one_requests=9, silent_s=5, whole_s=5)
OWN_COOKIE = ("Set-Cookie", "visitor=1")


def asked(
    path: str = "/picture", method: str = "GET", address: str = "10.0.0.1", cookie: bytes = b"a"
) -> dict[str, Any]:
    return scope((b"cookie", cookie), path=path, address=address) | {"method": method}


async def made(
    *requests: dict[str, Any], cookie: bool = False, is_stream: bool = False, kind: str = "image/jpeg"
) -> int:
    """How many answers were made for requests that come at once; each has its own body."""
    count = 0

    def app(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        nonlocal count
        count += 1
        sleep(0.05)
        body = environ["PATH_INFO"].encode()
        length = () if is_stream else (("Content-Length", str(len(body))),)
        start("200 OK", [("Content-Type", kind), *length, *([OWN_COOKIE] if cookie else [])])
        return iter([body])

    pages = ThreadedWsgi(app, 4, LIMITS)
    visitors = [Visitor((0, part(b""))) for _ in requests]
    await asyncio.gather(*(pages(one, visitor.receive, visitor.send)
                           for one, visitor in zip(requests, visitors, strict=True)))  # fmt: skip
    assert [(visitor.status, visitor.body.decode()) for visitor in visitors] == [
        (200, request["raw_path"].decode()) for request in requests
    ]
    return count


@pytest.mark.parametrize(
    ("second", "expected", "count"),
    [
        (asked(), {}, 1),
        (asked(path="/another"), {}, 2),
        (asked(cookie=b"b"), {}, 2),
        (asked(address="10.0.0.2"), {}, 2),
        (asked(), {"cookie": True}, 2),
        (asked(), {"is_stream": True}, 2),
        (asked(), {"kind": "text/html; charset=utf-8"}, 2),
        (asked(), {"kind": "application/json"}, 2),
        (asked(), {"kind": "application/pdf"}, 1),
    ],
    ids=[
        "the same",
        "another page",
        "another visitor",
        "another place",
        "a cookie is given",
        "a stream",
        "a page",
        "an answer to a program",
        "a paper",
    ],
)
def test_who_asks_the_same_at_once_gets_the_same(second: dict[str, Any], expected: dict[str, Any], count: int):
    assert asyncio.run(made(asked(), second, **expected)) == count


class Known:
    """A program of which the same is asked twice at once, again and again; its answers are of changing kinds."""

    def __init__(self) -> None:
        self.status, self.kind = "200 OK", "image/jpeg"
        self._both = Barrier(2)
        self._pages = ThreadedWsgi(self._app, 4, LIMITS)

    def _app(self, _environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        with suppress(BrokenBarrierError):
            self._both.wait(0.2)  # only two that are made at the same time are two here
            self.at_once += 1
        start(self.status, [("Content-Type", self.kind), ("Content-Length", "1")])
        return iter([b"."])

    async def are_made_at_once(self, kind: str, status: str = "200 OK") -> bool:
        """Whether two who ask the same are answered side by side, and neither waits for the other."""
        self.kind, self.status, self.at_once = kind, status, 0
        self._both.reset()
        visitors = [Visitor((0, part(b""))) for _ in range(2)]
        await asyncio.gather(*(self._pages(asked(), visitor.receive, visitor.send) for visitor in visitors))
        assert [visitor.body for visitor in visitors] == [b".", b"."]
        return self.at_once == 2


def test_where_the_answer_was_for_one_alone_nobody_waits_for_it_again():
    async def asked_again() -> list[bool]:
        known = Known()
        return [await known.are_made_at_once(kind) for kind in ("text/html", "text/html", "image/jpeg", "image/jpeg")]

    assert asyncio.run(asked_again()) == [False, True, True, False]


@pytest.mark.parametrize("status", ["304 NOT MODIFIED", "404 NOT FOUND", "503 SERVICE UNAVAILABLE"])
def test_an_answer_that_does_not_show_what_was_asked_for_changes_nothing(status: str):
    steps = [("image/jpeg", "200 OK"), ("text/html", status), ("image/jpeg", "200 OK"),
             ("text/html", "200 OK"), ("text/html", status), ("text/html", "200 OK")]  # fmt: skip

    async def asked_again() -> list[bool]:
        known = Known()
        return [await known.are_made_at_once(*step) for step in steps]

    assert asyncio.run(asked_again()) == [False, False, False, False, True, True]


def test_orders_are_each_given():
    assert asyncio.run(made(asked(method="POST"), asked(method="POST"))) == 2


@pytest.mark.parametrize(
    ("passed_on", "refused"),
    [((b"10.0.0.5",) * 3, 1), ((b"10.0.0.5", b"10.0.0.5", b"10.0.0.6"), 0), ((b"10.0.0.5, 10.0.0.7",) * 3, 1),
     ((b"10.0.0.5", b"10.0.0.6, 10.0.0.5", b"10.0.0.5"), 1), ((b"nobody",) * 3, 1)],
    ids=["one phone", "two phones", "two proxies", "one that says it is another", "nonsense"],
)  # fmt: skip
def test_behind_a_proxy_each_phone_has_its_own_room(passed_on: tuple[bytes, ...], refused: int):
    async def all_of_them() -> list[bytes]:
        pages = ThreadedWsgi(echo, 4, ROOMY, is_proxied=True)
        visitors = [Visitor((0, part(bytes(60), more=True)), (0.05, part(b""))) for _ in passed_on]
        await asyncio.gather(*(pages(scope((b"x-forwarded-for", phone)), one.receive, one.send)
                               for phone, one in zip(passed_on, visitors, strict=True)))  # fmt: skip
        return [visitor.body for visitor in visitors]

    assert sum(body.startswith(b"503") for body in asyncio.run(all_of_them())) == refused
