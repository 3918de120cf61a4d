"""Nobody holds too many connections, and one on which nothing happens is closed."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.network.connections import IDLE_S, OpenConnection, close, open_lines, peer_of, superfluous

SEEN, LONG_S = 1.0, IDLE_S + 1


def line(host: str, port: int = 5000, idle_s: float = SEEN) -> OpenConnection:
    return OpenConnection(port, (host, port), idle_s)


def lines(host: str, count: int) -> list[OpenConnection]:
    """As many of one address, the first the idlest."""
    return [line(host, 5000 + number, SEEN + (count - number) / 100) for number in range(count)]


@pytest.mark.parametrize(
    ("there", "busy", "closed"),
    [
        ([line("10.0.0.1"), line("10.0.0.1", 5001, LONG_S)], [], [5001]),
        ([line("10.0.0.1", 5001, LONG_S)], [("10.0.0.1", 5001)], []),
        ([line("127.0.0.1", 5001, LONG_S)], [], [5001]),
        (lines("10.0.0.1", 5), [], [5000, 5001]),
        (lines("10.0.0.1", 5), [("10.0.0.1", 5000)], [5001, 5002]),
        ([*lines("10.0.0.1", 3), *lines("10.0.0.2", 3)], [], []),
        (lines("127.0.0.1", 5), [], []),
        ([line(f"2001:db8::{number}", number) for number in range(5)], [], [0, 1]),
        ([line("10.0.0.1", 4999, LONG_S), *lines("10.0.0.1", 3)], [], [4999]),
    ],
    ids=["idle", "an answer is made", "idle here", "too many", "the idle first", "two phones", "a relay",
         "one network of IPv6", "what is closed does not count"],
)  # fmt: skip
def test_what_is_superfluous_is_closed(there: list[OpenConnection], busy: list[tuple[str, int]], closed: list[int]):
    assert [connection.peer[1] for connection in superfluous(there, busy, 3)] == closed


def test_behind_a_proxy_all_connections_are_the_proxys():
    assert superfluous(lines("10.0.0.1", 5), [], None) == []


def test_an_address_is_written_in_one_way():
    assert peer_of("::ffff:10.0.0.1", 7) == peer_of("10.0.0.1", 7)
    assert peer_of("fe80::1%eth0", 7) == peer_of("fe80::1", 7)


@pytest.fixture
def met() -> Iterator[tuple[socket.socket, socket.socket, int]]:
    """Both ends of a connection to a port, and the port."""
    with (
        closing(socket.create_server(("127.0.0.1", 0))) as door,
        closing(socket.create_connection(door.getsockname(), timeout=5)) as there,
        closing(door.accept()[0]) as here,
    ):
        yield here, there, door.getsockname()[1]


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not tell of connections")
def test_the_systems_own_word_of_a_connection(met: tuple[socket.socket, socket.socket, int]):
    here, there, port = met
    (found,) = open_lines(port)
    assert (found.fd, found.peer, found.idle_s < IDLE_S) == (here.fileno(), there.getsockname(), True)
    close(replace(found, peer=("127.0.0.1", 1)))
    assert [line.fd for line in open_lines(port)] == [here.fileno()], "that was another connection"
    close(found)
    assert there.recv(1) == b""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of connections")
def test_looking_at_connections_lets_go_of_no_lock_on_a_file(
    tmp_path: Path, met: tuple[socket.socket, socket.socket, int]
):
    """A process loses its locks on a file with any of its descriptors that is closed: SQLite's journal was at the mercy
    of the next program that opened it."""
    import fcntl

    tries = "import fcntl, sys; fcntl.lockf(open(sys.argv[1], 'r+'), fcntl.LOCK_EX | fcntl.LOCK_NB)"
    with (tmp_path / "kept").open("w+") as file:
        fcntl.lockf(file, fcntl.LOCK_EX)
        assert [connection.peer for connection in open_lines(met[2])]
        close(OpenConnection(file.fileno(), ("127.0.0.1", 1), SEEN))
        other = subprocess.run([sys.executable, "-c", tries, str(file.name)], capture_output=True, check=False)
    assert other.returncode == 1
