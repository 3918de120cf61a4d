"""Limit connections: a maximum for each address, and idle ones are closed.

The web server limits the number of connections, not that of one address, and its timeout ends with the TLS handshake.
On Linux the last activity of each connection is known; elsewhere none is closed here.
"""

from __future__ import annotations

import errno
import os
import socket
import stat
import struct
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from threading import Event, Thread

from companion.network.addresses import is_this_machine, place_of

Peer = tuple[str, int]
"""An IP address and a port."""
MOST_OF_ONE = 1024
"""The maximum number of connections of one address: a browser opens six, and a hundred phones may share a router."""
IDLE_S = 30.0
"""The seconds without traffic after which an idle connection is closed."""
LOOK_S = 1.0
_OPEN_FILES = "/proc/self/fd"
_TOLD = struct.Struct("=B43xI4xI")
"""Linux's TCP information: the state, and the milliseconds since the last data sent and received."""
_ESTABLISHED = 1


@dataclass(frozen=True, slots=True)
class OpenConnection:
    """An open connection, as reported by the system."""

    fd: int
    peer: Peer
    idle_s: float
    """Seconds since the last data in either direction."""


def peer_of(host: str, port: int) -> Peer:
    """The canonical form of a peer. Raises ValueError for an invalid address."""
    found = ip_address(host.partition("%")[0])
    return str(getattr(found, "ipv4_mapped", None) or found), port


def open_lines(port: int) -> Iterator[OpenConnection]:
    """The connections of others to ``port`` of this process; empty where the system does not report them."""
    with suppress(FileNotFoundError, PermissionError):
        for name in os.listdir(_OPEN_FILES):
            with suppress(OSError, ValueError, struct.error), _again(int(name)) as line:
                if line.family not in (socket.AF_INET, socket.AF_INET6) or line.getsockname()[1] != port:
                    continue
                host, number = line.getpeername()[:2]
                told = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _TOLD.size)
                state, sent_ms, came_ms = _TOLD.unpack(told)
                if state == _ESTABLISHED:
                    yield OpenConnection(int(name), peer_of(host, number), min(sent_ms, came_ms) / 1000)


def superfluous(
    lines: Collection[OpenConnection], busy: Collection[Peer], most_of_one: int | None
) -> list[OpenConnection]:
    """The connections to close: long idle ones, and the most idle beyond the limit of one address.

    This machine may have any number, since proxies connect from here; ``None``: no limit.
    """
    idle = [line for line in lines if line.idle_s > IDLE_S and line.peer not in busy]
    left = Counter(place_of(line.peer[0]) for line in lines) - Counter(place_of(line.peer[0]) for line in idle)
    too_many = []
    for line in sorted(
        (open_line for open_line in lines if open_line not in idle), key=lambda line: (line.peer in busy, -line.idle_s)
    ):
        host = line.peer[0]
        if most_of_one is not None and not is_this_machine(host) and left[place_of(host)] > most_of_one:
            left[place_of(host)] -= 1
            too_many.append(line)
    return idle + too_many


def close(line: OpenConnection) -> None:
    """Close a connection, if it is still the same."""
    with suppress(OSError, ValueError), _again(line.fd) as found:
        if peer_of(*found.getpeername()[:2]) == line.peer:
            found.shutdown(socket.SHUT_RDWR)


def keep_watch(port: int, busy: Callable[[], Collection[Peer]], most_of_one: int | None = MOST_OF_ONE) -> None:
    """Close superfluous connections in a thread; ``busy`` returns the peers being answered."""
    Thread(target=_watch, args=(port, busy, most_of_one), name="lines", daemon=True).start()


def _watch(port: int, busy: Callable[[], Collection[Peer]], most_of_one: int | None) -> None:
    pause = Event()
    while not pause.wait(LOOK_S):
        for line in superfluous(list(open_lines(port)), busy(), most_of_one):
            close(line)


def _again(fd: int) -> socket.socket:
    """A duplicate of an open connection's descriptor, so that its number cannot be reused meanwhile. Raises OSError for
    another file.

    Of that nothing may be closed: with any file of a database that a process closes, all its locks on it are gone, and
    the next program that opens it takes itself for the only one.
    """
    _check_connection(fd)
    held = os.dup(fd)
    _check_connection(held)  # a file that took its place at this very moment stays open
    return socket.socket(fileno=held)


def _check_connection(fd: int) -> None:
    if not stat.S_ISSOCK(os.fstat(fd).st_mode):
        raise OSError(errno.ENOTSOCK, os.strerror(errno.ENOTSOCK))
