"""Whoever waits for the camera takes a place; where all are taken, what is there is shown, and nobody else waits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Semaphore, Thread

import pytest
from flask import Flask

from companion.dashboard import DashboardSettings
from companion.dashboard.matches.listener_limit import ListenerLimit
from companion.server.server_process import THREADS
from companion.view_models import LivePicture
from tests.companion.dashboard.camera import ActedLookout
from tests.companion.dashboard.playing import Player, playing_app
from tests.companion.dashboard.test_doors import phone

PLACES = 2


@dataclass
class SlowLookout(ActedLookout):
    """A camera that shows nothing new until it is told to."""

    news: Event = field(default_factory=Event)
    waits: Semaphore = field(default_factory=lambda: Semaphore(0))

    def wait(self, after: int, timeout_s: float) -> int:
        """Waits for news."""
        self._waits(timeout_s)
        return 7

    def picture(self, after: int, timeout_s: float) -> LivePicture | None:
        """The drawn table, once."""
        if after >= 9:
            self._waits(timeout_s)
        return super().picture(after, timeout_s)

    def _waits(self, timeout_s: float) -> None:
        if timeout_s:
            self.waits.release()
            self.news.wait(timeout_s)


@pytest.fixture
def lookout() -> SlowLookout:
    return SlowLookout()


@pytest.fixture
def app(tmp_path: Path, lookout: SlowLookout) -> Iterator[Flask]:
    """A house where two screens may wait for the camera."""
    with playing_app(tmp_path, listeners=PLACES) as app:
        app.extensions["lookout"] = lookout
        yield app


ASKED = [
    # what is asked while others wait, and the status
    ("/api/camera?after=7", 503),
    ("/api/camera?after=6", 200),
    ("/api/camera", 200),
    ("/camera/panel?after=7", 503),
    ("/camera/panel?after=6", 200),
    ("/camera/panel", 200),
    ("/api/camera/picture?after=9", 503),
    ("/api/camera/picture?after=8", 200),
    ("/api/camera/picture", 200),
    ("/healthz", 200),
]


@pytest.mark.parametrize("kept", ["/api/camera?after=7", "/camera/panel?after=7", "/api/camera/picture?after=9"])
def test_while_all_places_are_taken_nobody_else_waits(app: Flask, lookout: SlowLookout, kept: str):
    waiting = [Thread(target=phone(app).get, args=(kept,)) for _ in range(PLACES)]
    for thread in waiting:
        thread.start()
    assert all(lookout.waits.acquire(timeout=5) for _ in waiting)
    answers = [phone(app).get(address) for address, _ in ASKED]
    lookout.news.set()
    for thread in waiting:
        thread.join(5)
    assert [answer.status_code for answer in answers] == [status for _, status in ASKED]
    assert {answer.headers.get("Retry-After") for answer in answers if answer.status_code == 503} == {"2"}
    assert phone(app).get(kept).status_code in (200, 204)


def test_those_who_wait_leave_room_for_the_others():
    settings = DashboardSettings(rules="clasico")
    assert 2 * settings.listeners + settings.waiting + 1 <= THREADS - 64


@pytest.mark.parametrize(
    ("come", "seated"),
    [
        (["10.0.0.1"] * 5, 2),
        (["10.0.0.1"] * 9 + ["10.0.0.2"], 3),
        ([f"2001:db8::{number}" for number in range(9)], 2),
        (["127.0.0.1"] * 9, 8),
        ([f"10.0.0.{number}" for number in range(9)], 8),
    ],
    ids=["one phone", "another comes after it", "one network of IPv6", "a relay", "many phones"],
)  # fmt: skip
def test_one_address_never_takes_all_places(come: list[str], seated: int):
    room = ListenerLimit(8)
    took = [address for address in come if room.take(address)]
    assert len(took) == seated
    for address in took:
        room.leave(address)
    assert sum(map(room.take, come)) == seated, "they were given back"


def test_a_stranger_leaves_screens_for_the_others(tmp_path: Path):
    with playing_app(tmp_path, listeners=8) as app:
        player = Player(app.test_client())
        player.begins()
        address = f"/api/matches/{player.match}/events"
        stranger, phone_of_a_player = ({"REMOTE_ADDR": f"10.0.0.{number}"} for number in (1, 2))
        streams = [app.test_client().get(address, environ_base=stranger) for _ in range(9)]
        assert [stream.status_code for stream in streams] == [200, 200, *[503] * 7]
        other = app.test_client().get(address, environ_base=phone_of_a_player)
        assert other.status_code == 200
        for stream in (*streams, other):
            stream.close()
