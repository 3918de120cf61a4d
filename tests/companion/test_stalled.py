"""Phones that stall keep nobody waiting, whatever they stall in; who sends too much is told so."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.companion.running import Running
from tests.companion.stalled import KINDS, PAGES, page_times_s, stalled
from tests.torture.figures import Record, figure

COUNT = 1100
"""More than the server had threads, and more than it held connections."""
P99_S = 0.1
MEBIBYTE = 2**20


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    """One server for all tests of this file."""
    running = Running("--camera", "phone")
    yield running
    running.stop()


@pytest.mark.parametrize("rounds", [5, pytest.param(100, marks=[pytest.mark.slow, pytest.mark.timeout(600)])])
@pytest.mark.parametrize("kind", KINDS)
def test_who_stalls_keeps_nobody_waiting(server: Running, kind: str, rounds: int, record_property: Record):
    with stalled(server.port, kind, COUNT):
        times_s = page_times_s(server.port, rounds)
    assert times_s[len(times_s) // 2] < 2.0
    if rounds * len(PAGES) < 100:
        return
    p99_s = times_s[len(times_s) * 99 // 100]
    for name in ("U3", "S6"):
        said = f"beside {COUNT} of {kind} p99 {1000 * p99_s:.0f} ms"
        figure(record_property, name, said, is_reached=p99_s <= P99_S)


def test_places_before_a_match_are_free_again_when_screens_go_away(server: Running):
    match = server.json("POST", "/api/matches", {"players": ["Ana", "Beto"], "rules": "clasico"})["match"]
    for _ in range(3):
        lines = [_listening(server.port, match) for _ in range(40)]
        assert {line.recv(12) for line in lines} == {b"HTTP/1.1 200"}
        for line in lines:
            line.close()
        assert server.ask("GET", "/healthz").status == 200


def _listening(port: int, match: str) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=10)
    line.sendall(f"GET /api/matches/{match}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return line


@pytest.mark.parametrize("announced", [True, False], ids=["announced", "in chunks"])
@pytest.mark.parametrize("address", ["/photos", "/api/read"])
def test_who_sends_too_much_hears_it_in_words(server: Running, address: str, announced: bool):
    sizes = {"Content-Length": str(40 * MEBIBYTE)} if announced else {"Transfer-Encoding": "chunked"}
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)) as line:
        parts = (bytes(MEBIBYTE) for _ in range(40))
        line.request("POST", address, parts, sizes, encode_chunked=not announced)
        answer = line.getresponse()
        assert (answer.status, "el máximo son 25 MB" in answer.read().decode()) == (413, True)


def test_a_body_in_chunks_is_a_body(server: Running):
    headers = {"Content-Type": "application/json", "Transfer-Encoding": "chunked"}
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)) as line:
        line.request("POST", "/api/meld", iter([b'{"melds": ', b'["5r 6r J 8r"]}']), headers, encode_chunked=True)
        assert json.loads(line.getresponse().read())["lawful"]


MELD = b'{"melds": ["5r 6r J 8r"]}'
WHOLE = b"%x\r\n%s\r\n" % (len(MELD), MELD)
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
BROKEN_BODIES = {
    "a negative size": CHUNKED + b"-1\r\n" + MELD + b"\r\n0\r\n\r\n",
    "a negative size after a sound chunk": CHUNKED + WHOLE + b"-5\r\nab\r\n0\r\n\r\n",
    "a size that is no number": CHUNKED + b"zz\r\nab\r\n0\r\n\r\n",
    "a size with a sign": CHUNKED + b"+" + WHOLE + b"0\r\n\r\n",
    "a size with a prefix": CHUNKED + b"0x" + WHOLE + b"0\r\n\r\n",
    "a size after a space": CHUNKED + b" " + WHOLE + b"0\r\n\r\n",
    "no size": CHUNKED + b"\r\nab\r\n",
    "a size beyond all numbers": CHUNKED + b"f" * 18 + b"\r\nab",
    "no end of a line after a chunk": CHUNKED + WHOLE[:-2] + b"XY0\r\n\r\n",
    "lines without carriage return": CHUNKED + WHOLE.replace(b"\r", b"") + b"0\n\n",
    "a trailer that is none": CHUNKED + WHOLE + b"0\r\nX Y\r\n\r\n",
    "a length beside chunks": b"Content-Length: 25\r\n" + CHUNKED + MELD,
    "an end after a chunk": CHUNKED + WHOLE,
    "an end within a chunk": CHUNKED + b"50\r\n" + MELD,
    "an end before the length": b"Content-Length: 50\r\n\r\n" + MELD,
    "a negative length": b"Content-Length: -5\r\n\r\n" + MELD,
    "two lengths": b"Content-Length: 25\r\nContent-Length: 26\r\n\r\n" + MELD,
    "an encoding that is none": b"Transfer-Encoding: gzip\r\n\r\n" + MELD,
}


@pytest.mark.parametrize("sent", BROKEN_BODIES.values(), ids=BROKEN_BODIES)
def test_a_body_that_breaks_the_rules_is_a_fault_of_its_sender(server: Running, sent: bytes):
    with closing(socket.create_connection(("127.0.0.1", server.port), timeout=10)) as line:
        line.sendall(b"POST /api/meld HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" + sent)
        line.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: line.recv(4096), b""))
    assert (answer.count(b"HTTP/1.1"), answer[:12]) == (1, b"HTTP/1.1 400")


def test_nothing_of_an_order_is_done_whose_body_breaks_off(server: Running):
    match = {"players": ["Ana", "Beto"], "rules": "clasico"}
    body = json.dumps(match).encode()
    before = len(server.json("GET", "/api/matches")["matches"])
    with closing(socket.create_connection(("127.0.0.1", server.port), timeout=10)) as line:
        line.sendall(
            b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + (CHUNKED + b"%x\r\n%s\r\n-1\r\n\r\n" % (len(body), body))
        )
        assert line.recv(12) == b"HTTP/1.1 400"
    assert len(server.json("GET", "/api/matches")["matches"]) == before
    server.json("POST", "/api/matches", match)
    assert len(server.json("GET", "/api/matches")["matches"]) == before + 1
