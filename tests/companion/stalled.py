"""Connections that begin something and never go on, as a phone leaves them that lost its Wi-Fi.

``python -m tests.companion.stalled PORT [COUNT]`` tells how soon pages come beside them, on this machine.
"""

from __future__ import annotations

import http.client
import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from time import perf_counter, sleep

_POST = b"POST /photos HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/jpeg\r\n"
KINDS: Mapping[str, bytes] = {
    "idle": b"",
    "half a head": b"POST /photos HTTP/1.1\r\nHost: localhost\r\nX-",
    "half a body": _POST + b"Content-Length: 5000\r\n\r\nhalf",
    "a chunk of a body": _POST + b"Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
    "a slow reader": b"GET /demo/1/picture HTTP/1.1\r\nHost: localhost\r\n\r\n",
}
"""What each of them sends, before it falls silent."""
PAGES = ("/", "/matches", "/healthz")


@contextmanager
def stalled(port: int, kind: str, count: int) -> Iterator[None]:
    """So many connections of a kind to this machine, for as long as this lasts."""
    _open_more_files()
    with ExitStack() as lines:
        for _ in range(count):
            line = lines.enter_context(socket.socket())
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # little fits where nobody reads
            line.connect(("127.0.0.1", port))
            line.sendall(KINDS[kind])
        yield


def page_times_s(port: int, rounds: int) -> list[float]:
    """Seconds that pages take, shortest first; one that does not come is an error."""
    return sorted(_page_time_s(port, page) for _ in range(rounds) for page in PAGES)


def _page_time_s(port: int, page: str) -> float:
    began_s = perf_counter()
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as line:
        line.request("GET", page)
        answer = line.getresponse()
        answer.read()
    assert answer.status == 200
    return perf_counter() - began_s


def _open_more_files() -> None:
    with suppress(ImportError):
        from resource import RLIMIT_NOFILE, getrlimit, setrlimit

        hard = getrlimit(RLIMIT_NOFILE)[1]
        setrlimit(RLIMIT_NOFILE, (hard, hard))


def main(port: int, count: int = 1000) -> None:
    """Prints the median and the 99th of a hundred pages beside each kind."""
    for kind in KINDS:
        with stalled(port, kind, count):
            sleep(3)
            times_s = page_times_s(port, 100)
        print(f"{count} of {kind}: p50 {1000 * times_s[150]:.0f} ms, p99 {1000 * times_s[297]:.0f} ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
