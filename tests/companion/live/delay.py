"""How long it takes from the tiles lying still to the move on the page:

    python -m tests.companion.live.delay FILM.json [--seconds 120]

A film of `datasets.synthetic_videos` is sent as a camera in the network sends it, to the real program with the real
networks; a page listens. Prints one line of JSON, in milliseconds.
"""

from __future__ import annotations

import argparse
import http.client
import json
import socket
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import cv2

from companion.evaluation.film_truth import TrueFilm, load_true_film, plain, visible
from engine.hand.notation import parse_move
from tests.companion.live.moody import MoodyCamera
from tests.companion.live.serving import Table, until
from tests.companion.running import WITH_THE_EYE, Running
from tests.companion.tournaments.load import quantile

QUALITY = 92


class FilmCamera(MoodyCamera):
    """Sends the frames of a film one after another, ``times`` as fast as it was filmed, the first until somebody says
    go."""

    def __init__(self, sitting: TrueFilm, frames: int, times: float = 1) -> None:
        super().__init__()
        film = cv2.VideoCapture(str(sitting.video))
        self._shots = list(_packed(film, frames))
        film.release()
        self._fps, self.begun_s = sitting.fps * times, 0.0

    def sent_s(self, frame: int) -> float:
        """When a frame was sent."""
        return self.begun_s + frame / self._fps

    @property
    def is_over(self) -> bool:
        """Whether the last frame was sent a while ago."""
        return time.monotonic() > self.sent_s(len(self._shots)) + 3

    def _part(self, number: int) -> bytes | None:
        if not self.begun_s:
            return self._shots[number % 2]
        at = int((time.monotonic() - self.begun_s) * self._fps)
        return self._shots[min(at, len(self._shots) - 1)]


def _packed(film: cv2.VideoCapture, frames: int) -> Iterator[bytes]:
    """The frames of a film as JPEGs, at most so many."""
    while frames and (read := film.read())[0]:
        frames -= 1
        yield bytes(cv2.imencode(".jpg", read[1], [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1])


@dataclass
class Listener:
    """A page that hears of each revision of a match."""

    table: Table
    heard_s: dict[int, float] = field(default_factory=dict)
    stream: http.client.HTTPConnection | None = None
    is_over: bool = False

    def start(self) -> None:
        """Listens from now on."""
        threading.Thread(target=self._listens, daemon=True).start()

    def stop(self) -> None:
        """Listens no longer."""
        self.is_over = True
        if self.stream and self.stream.sock:
            self.stream.sock.shutdown(socket.SHUT_RDWR)

    def _listens(self) -> None:
        with suppress(OSError, AttributeError):  # the program ends, or the page is closed
            while not self.is_over:
                self._hears(f"/api/matches/{self.table.match}/events?after={max(self.heard_s, default=0)}")

    def _hears(self, address: str) -> None:
        """Listens until the stream is over."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.table.running.port, timeout=600)) as stream:
            self.stream = stream
            stream.request("GET", address)
            with stream.getresponse() as answer:
                while line := answer.readline():
                    if line.startswith(b"data:"):
                        self.heard_s[json.loads(line.removeprefix(b"data:"))["revision"]] = time.monotonic()


def delays_ms(sitting: TrueFilm, camera: FilmCamera, listener: Listener) -> Iterator[float]:
    """For each move that was told rightly, the time from the first still frame that shows it to the page."""
    waiting = [(plain(move.move), move.frame) for move in visible(sitting.moves)]
    log = listener.table.running.json("GET", f"/api/matches/{listener.table.match}/log")["log"]
    for line in sorted(log, key=lambda line: line["number"]):
        heard = min((number for number in listener.heard_s if number >= line["number"]), default=None)
        for told in line["moves"] if line["author"] == "cámara" and heard else ():
            found = next((pair for pair in waiting if pair[0] == plain(parse_move(told))), None)
            if found:
                waiting.remove(found)
                yield (listener.heard_s[heard] - camera.sent_s(found[1])) * 1000


def table_of(running: Running, sitting: TrueFilm) -> Table:
    """A new match of those who sit in the film."""
    return Table(running, "ABCD"[: sitting.players], sitting.rules, sitting.starter)


def measured(film: Path, seconds: float) -> dict[str, float]:
    """What becomes of the first ``seconds`` of a film."""
    sitting = load_true_film(film)
    camera = FilmCamera(sitting, min(int(seconds * sitting.fps), sitting.tables[-1].frame + 20))
    camera.plug_in()
    with tempfile.TemporaryDirectory() as kept:
        running = Running("--camera", camera.address, folder=Path(kept), code=WITH_THE_EYE)
        try:
            table = table_of(running, sitting)
            listener = Listener(table)
            listener.start()
            table.is_followed()
            until(lambda: running.json("GET", "/api/camera")["state"] == "still")
            camera.begun_s = time.monotonic()
            until(lambda: camera.is_over, seconds + 60)
            found = list(delays_ms(sitting, camera, listener))
        finally:
            running.stop()
            camera.unplug()
    stills = [second.frame - first.frame for first, second in pairwise(sitting.tables)]
    return {"moves": len(found), "p50_ms": quantile(found, 0.5), "p95_ms": quantile(found, 0.95),
            "worst_ms": quantile(found, 1.0), "frames_between_moves": quantile(stills, 0.5)}  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("film", type=Path)
    parser.add_argument("--seconds", type=float, default=120)
    given = parser.parse_args()
    print(json.dumps(measured(given.film, given.seconds)))
