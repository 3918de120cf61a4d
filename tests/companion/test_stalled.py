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
