"""How much of a processor a watched table takes, at rest and while it is played:

    python -m tests.companion.live.idle FILM.json [--seconds 30] [--played 60]

A film of `datasets.synthetic_videos` is sent as a camera in the network sends it, to the real program with the real
networks; nobody looks at a page. Its first picture is the table at rest, each time with other noise, as a sensor has.
Prints one line of JSON for each part: the share of one processor, in percent, that each process takes.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import cv2
import numpy as np
import psutil

from companion.evaluation.film_truth import TrueFilm, load_true_film
from tests.companion.live.delay import QUALITY, FilmCamera, table_of
from tests.companion.live.killing import processes
from tests.companion.live.serving import Table, until
from tests.companion.running import WITH_THE_EYE, Running

NOISE, PICTURES = 2.0, 16
SETTLED_S = 20.0


class RestingCamera(FilmCamera):
    """The film's table at rest until somebody says go."""

    def __init__(self, sitting: TrueFilm, frames: int) -> None:
        super().__init__(sitting, frames)
        first = cv2.imdecode(np.frombuffer(self._shots[0], np.uint8), cv2.IMREAD_COLOR)
        self._at_rest = [noisy(first, seed) for seed in range(PICTURES)]

    def _part(self, number: int) -> bytes | None:
        return super()._part(number) if self.begun_s else self._at_rest[number % PICTURES]


def noisy(bgr: np.ndarray, seed: int) -> bytes:
    """A JPEG of the picture with a sensor's noise."""
    noise = np.random.default_rng(seed).normal(0.0, NOISE, bgr.shape)
    return bytes(
        cv2.imencode(".jpg", np.clip(bgr + noise, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
    )


def shares(table: Table, seconds: float) -> Mapping[str, float]:
    """Percent of one processor that each process takes during the next ``seconds``."""
    watched = {"main": psutil.Process(table.running.program.pid), **processes(table)}
    before, began_s = {name: worked_s(process) for name, process in watched.items()}, time.monotonic()
    time.sleep(seconds)
    spent_s = time.monotonic() - began_s
    took = {name: 100 * (worked_s(process) - before[name]) / spent_s for name, process in watched.items()}
    return {name: round(share, 1) for name, share in {**took, "all": sum(took.values())}.items()}


def worked_s(process: psutil.Process) -> float:
    """Seconds of processor that a process took so far."""
    times = process.cpu_times()
    return times.user + times.system


def measured(film: Path, seconds: float, played: float) -> Iterator[Mapping[str, object]]:
    """The shares at rest, and during the first ``played`` seconds of the film."""
    sitting = load_true_film(film)
    camera = RestingCamera(sitting, min(int((played + 5) * sitting.fps), sitting.tables[-1].frame + 20))
    camera.plug_in()
    with tempfile.TemporaryDirectory() as kept:
        running = Running("--camera", camera.address, folder=Path(kept), code=WITH_THE_EYE)
        try:
            table = table_of(running, sitting)
            table.is_followed()
            until(lambda: running.json("GET", "/api/camera")["state"] == "still")
            time.sleep(SETTLED_S)
            yield {"part": "at rest", **shares(table, seconds)}
            camera.begun_s = time.monotonic()
            yield {"part": "played", **shares(table, played)}
        finally:
            running.stop()
            camera.unplug()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("film", type=Path)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--played", type=float, default=60)
    given = parser.parse_args()
    for line in measured(given.film, given.seconds, given.played):
        print(json.dumps(line), flush=True)
