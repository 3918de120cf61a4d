"""``burako serve --camera``: the hand under the camera is the hand on the page, whoever is killed meanwhile."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import psutil
import pytest

from tests.companion.live.acted import STATE_FILE, film, last_melds, network_camera
from tests.companion.live.killing import ALL, WORDS, is_back, kill, kill_at_random, processes
from tests.companion.live.serving import WITH_A_DIRECTOR, WITH_A_FILM, Table, until
from tests.companion.live.watched_match import WatchedMatch
from tests.companion.running import Running

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
LAST = 8
"""The last state of the hand that is shown."""


@contextmanager
def running_with(source: str, folder: Path, code: str) -> Iterator[Table]:
    """The program with a camera that follows a match."""
    running = Running("--camera", source, folder=folder, code=code)
    try:
        table = Table(running)
        table.is_followed()
        yield table
    finally:
        (running.kill if running.program.poll() is None else running.stop)()


def test_a_film_of_a_hand_ends_with_the_hand_on_the_page(tmp_path: Path):
    with running_with(str(film(tmp_path / "film.avi", 20)), tmp_path / "kept", WITH_A_FILM) as table:
        until(lambda: table.melds == last_melds())
        log = table.shown["log"]
        assert {line["author"] for line in log if line["kind"] == "moved"} == {"cámara"}
        assert table.running.ask("GET", f"/matches/pictures/{log[0]['picture']}").status == 200
        live = table.running.json("GET", "/api/camera")
        assert (live["match"], live["unread"]) == (table.match, [])
        until(lambda: drawn_places(table) == len(table.running.json("GET", "/api/camera")["score"]["tiles"]) > 0)


@pytest.mark.slow
def test_a_film_that_somebody_watched_before_is_followed_from_its_beginning(tmp_path: Path):
    running = Running("--camera", str(film(tmp_path / "film.avi", 4)), folder=tmp_path / "kept", code=WITH_A_FILM)
    try:
        table = Table(running)
        running.ask("GET", "/api/camera/picture")
        until(lambda: running.json("GET", "/api/camera")["state"] == "ended")
        table.is_followed()
        until(lambda: table.melds == last_melds())
    finally:
        running.stop()


def test_a_second_camera_is_named_beside_the_first_and_told_of(tmp_path: Path):
    with network_camera() as first, network_camera() as second:
        options = ("--camera", first, "--second", second)
        running = Running(*options, folder=tmp_path / "kept", code=WITH_A_FILM)
        try:
            running.ask("GET", "/api/camera/picture")
            until(lambda: "segunda cámara" in running.json("GET", "/api/camera")["second"])
            assert "segunda, en uso" in running.ask("GET", "/camera").text
        finally:
            running.stop()


def drawn_places(table: Table) -> int:
    """How many tiles are outlined on the picture of the match's page."""
    page = table.running.ask("GET", f"/matches/{table.match}").text
    assert "data-camera" in page
    return page.count('class="place is-read"')


class Director:
    """Says what lies on the table, and looks whether the journal says the same."""

    def __init__(self, table: Table, state: Path, reference: WatchedMatch) -> None:
        self.table, self._state, self.reference = table, state, reference

    def shows(self, at: int) -> None:
        """The table lies in another state."""
        self._state.write_text(str(at))
        self.reference.sees(at)

    def is_noted(self) -> bool:
        """Whether the journal tells the hand as it does where nobody is killed: nothing lost, nothing doubled."""
        hand, wanted = self.table.shown["hand"], self.reference.hand.state
        racks = [rack["count"] for rack in hand["racks"]]
        said = (self.table.melds, len(hand["pozo"]), hand["mazo"], hand["turn_count"], racks)
        return said == (
            self.reference.melds,
            len(wanted.pozo),
            wanted.mazo,
            wanted.turn.count,
            [rack.count for rack in wanted.racks],
        )


@pytest.fixture
def director(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, watched: WatchedMatch) -> Iterator[Director]:
    """The program with a camera in the network, whose table is directed."""
    state = tmp_path / "state"
    state.write_text("0")
    monkeypatch.setenv(STATE_FILE, str(state))
    with network_camera() as source, running_with(source, tmp_path / "served", WITH_A_DIRECTOR) as table:
        until(lambda: table.running.json("GET", "/api/camera")["state"] == "still")
        yield Director(table, state, watched)


def test_whoever_is_killed_comes_back_and_nothing_is_lost_or_doubled(director: Director):
    for at, kind in enumerate(WORDS, 1):
        director.shows(at)
        kill(director.table, kind)
        until(director.is_noted)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_hundred_times_whoever_at_whichever_moment(director: Director):
    took: dict[str, list[float]] = {kind: [] for kind in WORDS}
    for at in range(1, LAST + 1):
        director.shows(at)
        for kind, times in kill_at_random(director.table, 100 // LAST + 1, seed=at).items():
            took[kind] += times
        until(director.is_noted)
    assert sum(map(len, took.values())) >= 100
    print({kind: (len(times), sorted(times)[len(times) // 2], max(times)) for kind, times in took.items()})
    assert max(map(max, took.values())) < 3.0


@pytest.mark.slow
def test_who_learns_a_set_in_the_middle_of_a_hand_reads_with_it_from_the_next_move_on(director: Director):
    director.shows(1)
    until(director.is_noted)
    running, before = director.table.running, processes(director.table)["reading"].pid
    photo = running.ask("POST", "/sets/camera").getheader("Location")
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    assert running.ask("POST", "/sets", f"photo={photo.rpartition('/')[2]}&name=casa", **form).status == 303
    until(lambda: is_back(director.table, "reading", before))
    director.shows(2)
    until(director.is_noted)
    kill(director.table, "web")
    assert "Tus fichas: casa" in running.ask("GET", "/camera").text


@pytest.mark.slow
def test_who_chooses_another_camera_in_the_middle_of_a_hand_goes_on_with_it(director: Director):
    director.shows(1)
    until(director.is_noted)
    running, form = director.table.running, {"Content-Type": "application/x-www-form-urlencoded"}
    with network_camera() as other:
        chosen = running.ask("POST", "/camera/source", f"source={quote(other)}", **form)
        assert chosen.status == 303
        director.shows(2)
        until(director.is_noted)
        kill(director.table, "web")
        director.shows(3)
        until(director.is_noted)
        assert running.json("GET", "/api/camera")["source"] in other


@pytest.mark.slow
def test_one_that_hangs_is_begun_anew(director: Director):
    kill(director.table, "reading", signal.SIGSTOP)
    director.shows(1)
    until(director.is_noted)


def test_nothing_outlives_a_program_that_is_killed(director: Director):
    table = director.table
    left = list(processes(table).values())
    assert set(processes(table)) == set(ALL)
    os.kill(table.running.program.pid, signal.SIGKILL)
    _, alive = psutil.wait_procs(left, timeout=30)
    assert alive == []
