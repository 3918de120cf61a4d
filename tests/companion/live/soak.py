"""Whether an evening fills the memory, of all the processes together:

    python -m tests.companion.live.soak FILM.json [--minutes 30] [--times 1]

A film of `datasets.synthetic_videos` is sent hand after hand, eight to a match, as a camera in the network sends it,
to the real program with the real networks; one page shows the picture and another listens. Prints a line of JSON every
half minute, in megabytes that each process has for itself and files that are held open, and a last one of what was told
meanwhile. An interrupt ends it early.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from companion.evaluation.film_truth import TrueFilm, load_true_film
from tests.companion.live.delay import FilmCamera, Listener, table_of
from tests.companion.live.killing import processes
from tests.companion.live.serving import Table, until
from tests.companion.running import WITH_THE_EYE, Running

EVERY_S, HANDS = 30.0, 8


@dataclass
class Evening:
    """One program over hand after hand of the same film."""

    sitting: TrueFilm
    camera: FilmCamera
    table: Table
    listener: Listener | None = None
    hands: int = 0
    entries: int = 0
    ended: threading.Event = field(default_factory=threading.Event)

    def plays(self, until_s: float) -> None:
        """Shows the film again and again, each time as the next hand; after eight of them another match begins."""
        self._sits_down()
        while time.monotonic() < until_s:
            if self.hands:
                self._goes_on()
            until(lambda: self.table.running.json("GET", "/api/camera")["state"] == "still")
            self.camera.begun_s = time.monotonic()
            self.hands += 1
            while not self.camera.is_over and time.monotonic() < until_s:
                time.sleep(0.5)
            self.camera.begun_s = 0.0
        self.ended.set()

    def _sits_down(self) -> None:
        """A page listens to the match and to no other, and the camera follows it."""
        if self.listener:
            self.listener.stop()
        self.listener = Listener(self.table)
        self.listener.start()
        self.table.is_followed()

    def _goes_on(self) -> None:
        """The hand that was shown is counted, and the next begins."""
        self.table.send("note", points=[0] * len(self.table.shown["teams"]))
        self.table.send("confirm")
        if self.hands % HANDS:
            self.table.send("deal", starter=self.sitting.starter)
            return
        self.entries += self.table.shown["revision"]
        self.table = table_of(self.table.running, self.sitting)
        self._sits_down()

    def shows_pictures(self) -> None:
        """A page on which somebody looks at the camera's picture."""
        seen = "0"
        with suppress(OSError):  # the program ends
            while not self.ended.is_set():
                answer = self.table.running.ask("GET", f"/api/camera/picture?after={seen}")
                seen = answer.headers.get("Picture-Number", seen)
                time.sleep(0.5)

    def measures(self) -> Iterator[dict[str, float]]:
        """What each process has for itself, and the files that all hold open, again and again."""
        began_s = time.monotonic()
        while not self.ended.wait(EVERY_S):
            all_of_them = {"main": psutil.Process(self.table.running.program.pid), **processes(self.table)}
            took = {name: one.memory_full_info().uss / 2**20 for name, one in all_of_them.items()}
            files = sum(program.num_fds() for program in all_of_them.values())
            minute = (time.monotonic() - began_s) / 60
            yield {"minute": round(minute, 1), **took, "all": sum(took.values()), "files": files}


@contextmanager
def evening(film: Path, times: float) -> Iterator[Evening]:
    """The program with a camera that shows a film, and whoever looks at it."""
    sitting = load_true_film(film)
    camera = FilmCamera(sitting, sitting.tables[-1].frame + 20, times)
    camera.plug_in()
    with tempfile.TemporaryDirectory() as kept:
        running = Running("--camera", camera.address, folder=Path(kept), code=WITH_THE_EYE)
        try:
            yield Evening(sitting, camera, table_of(running, sitting))
        finally:
            running.stop()
            camera.unplug()


def soaked(film: Path, minutes: float, times: float = 1) -> Iterator[dict[str, Any]]:
    """What each process takes over the minutes, and at last how much was told meanwhile; the film goes ``times`` as
    fast as it was filmed."""
    with evening(film, times) as one:
        for work in (lambda: one.plays(time.monotonic() + 60 * minutes), one.shows_pictures):
            threading.Thread(target=work, daemon=True).start()
        with suppress(KeyboardInterrupt):
            for sample in one.measures():
                yield {name: round(value, 1) for name, value in sample.items()}
        yield {"hands": one.hands, "entries": one.entries + one.table.shown["revision"]}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("film", type=Path)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--times", type=float, default=1)
    given = parser.parse_args()
    for line in soaked(given.film, given.minutes, given.times):
        print(json.dumps(line), flush=True)
