"""An address where no camera is: it is said within seconds, and meanwhile every page is answered as ever."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from urllib.parse import quote

import pytest

from tests.by_day import by_day
from tests.companion.live.serving import until
from tests.companion.running import Running
from tests.companion.tournaments.load import quantile
from tests.torture.figures import Record, figure

pytestmark = pytest.mark.skipif(os.name != "posix", reason="its system refuses no connection by silence")
SAID_S, P99_S, SLOWEST_S = 5.0, 0.5, 2.0
WAITING = 8
"""Connections that fill a listener who takes none."""
PAGES = ("/", "/camera", "/api/camera", "/healthz")
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@contextmanager
def unreachable() -> Iterator[int]:
    """A port that answers nothing at all, as the address of a machine that is off."""
    with ExitStack() as held:
        listener = held.enter_context(closing(socket.create_server(("127.0.0.1", 0), backlog=0)))
        for _ in range(WAITING):
            line = held.enter_context(closing(socket.socket()))
            line.setblocking(False)
            line.connect_ex(listener.getsockname())
        yield listener.getsockname()[1]


@contextmanager
def silent() -> Iterator[int]:
    """A port where connections are taken and nothing is ever said."""
    with closing(socket.create_server(("127.0.0.1", 0), backlog=64)) as listener:
        yield listener.getsockname()[1]


@contextmanager
def closed() -> Iterator[int]:
    """A port where nobody listens."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        port = listener.getsockname()[1]
    yield port


DEAD = {"unreachable": unreachable, "silent": silent, "closed": closed}


class Onlooker:
    """Asks for one page after another, and keeps how long each took."""

    def __init__(self, running: Running) -> None:
        self.times_ms: list[float] = []
        self._running, self._over = running, Event()
        self._thread = Thread(target=self._looks)

    def __enter__(self) -> Onlooker:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _looks(self) -> None:
        while not self._over.wait(0.02):
            for page in PAGES:
                began_s = monotonic()
                assert self._running.ask("GET", page).status == 200
                self.times_ms.append(1000 * (monotonic() - began_s))


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    running = Running("--camera", "phone", folder=tmp_path)
    yield running
    running.stop()


def is_told(running: Running) -> bool:
    return running.json("GET", "/api/camera")["state"] == "trouble"


@pytest.mark.parametrize("kind", by_day(tuple(DEAD), "closed"))
def test_a_dead_address_is_told(running: Running, kind: str):
    with DEAD[kind]() as port:
        chosen = running.ask("POST", "/camera/source", f"source={quote(f'http://127.0.0.1:{port}/video')}", **FORM)
        assert chosen.status == 303
        until(lambda: is_told(running))


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", DEAD)
@pytest.mark.parametrize("scheme", ["http", "https", "rtsp", "rtsps"])
def test_it_is_told_soon_and_holds_up_nobody(running: Running, scheme: str, kind: str, record_property: Record):
    until(lambda: running.json("GET", "/api/camera")["state"])
    with DEAD[kind]() as port, Onlooker(running) as onlooker:
        began_s = monotonic()
        address = quote(f"{scheme}://127.0.0.1:{port}/video")
        assert running.ask("POST", "/camera/source", f"source={address}", **FORM).status == 303
        until(lambda: is_told(running))
        said_s = monotonic() - began_s
        until(lambda: monotonic() > began_s + 2 * SAID_S)
    p99_ms, worst_ms = (quantile(onlooker.times_ms, share) for share in (0.99, 1.0))
    pages = f"pages p99 {p99_ms:.0f} ms, the slowest of {len(onlooker.times_ms)} {worst_ms:.0f} ms"
    figure(record_property, "C5", f"{scheme} that is {kind} in {said_s:.1f} s, {pages}")
    assert said_s <= SAID_S
    assert p99_ms <= 1000 * P99_S
    assert worst_ms <= 1000 * SLOWEST_S
