"""A hall in miniature: ``burako cluster`` as programs of their own, which can be killed, and pictures to count."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import IO

import cv2
import numpy as np
import psutil

ROOT = Path(__file__).parents[3]
DEMO = sorted((ROOT / "companion" / "demo").glob("*.jpg"))
_COMMENT = b"\xff\xfe"


def many_pictures(folder: Path, count: int, width_px: int | None = None) -> list[Path]:
    """The demo pictures over and over, enlarged to ``width_px``; each file differs by a comment in it."""
    folder.mkdir(parents=True, exist_ok=True)
    blobs = [_enlarged(picture, width_px) if width_px else picture.read_bytes() for picture in DEMO]
    return [_varied(blobs[number % len(blobs)], folder / f"{number:05}.jpg", number) for number in range(count)]


def _enlarged(picture: Path, width_px: int) -> bytes:
    """As a phone would have taken it, with the grain of its sensor."""
    bgr = cv2.imread(str(picture))
    scale = width_px / bgr.shape[1]
    larger = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    grain = np.random.default_rng(width_px).normal(0, 5, larger.shape[:2])[..., None]
    grainy = np.clip(larger + grain, 0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", grainy, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()


def _varied(blob: bytes, target: Path, number: int) -> Path:
    note = f"photograph {number}".encode()
    target.write_bytes(blob[:2] + _COMMENT + (len(note) + 2).to_bytes(2, "big") + note + blob[2:])
    return target


class Cluster:
    """A scheduler and workers whose certificates are of the house in ``folder``."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        with closing(socket.create_server(("127.0.0.1", 0))) as probe:
            self.port = probe.getsockname()[1]
        self.address = f"tls://127.0.0.1:{self.port}"
        self.scheduler: subprocess.Popen | None = None
        self.workers: list[subprocess.Popen] = []

    def __enter__(self) -> Cluster:
        self.begin_scheduler()
        return self

    def __exit__(self, *_: object) -> None:
        for program in (*self.workers, self.scheduler):
            end(program)

    def begin_scheduler(self) -> None:
        """Starts the scheduler, or starts it again."""
        self.scheduler = program("cluster", "scheduler", "--port", self.port, folder=self.folder)

    def begin_worker(self, readers: int = 1, *arguments: object) -> subprocess.Popen:
        """Starts one more machine."""
        self.workers.append(
            program("cluster", "worker", self.address, "--workers", readers, *arguments, folder=self.folder)
        )
        return self.workers[-1]

    def kill_scheduler(self) -> None:
        """Without a warning."""
        end(self.scheduler)

    def kill_worker(self) -> None:
        """The machine that has been there longest, without a warning."""
        end(self.workers.pop(0))

    def tally(self, *arguments: object) -> subprocess.Popen:
        """``burako tally --cluster`` as a program of its own."""
        return tally(*arguments, "--cluster", self.address, folder=self.folder)


def tally(*arguments: object, folder: Path) -> subprocess.Popen:
    """``burako tally --json`` as a program of its own; ``told`` has what it said."""
    with (folder / "told.json").open("wb") as out:
        return program("tally", *arguments, "--json", folder=folder, out=out)


def outcome_of(running: subprocess.Popen, folder: Path) -> tuple[dict, str]:
    """What a run of ``tally`` ended with: its JSON, and its complaints, which are no lines of how far it is."""
    _, said = running.communicate()
    complaints = "".join(line for line in said.splitlines(keepends=True) if not line.startswith("Leyendo: "))
    return json.loads((folder / "told.json").read_bytes()), complaints


def program(*arguments: object, folder: Path, out: int | IO[bytes] = subprocess.PIPE) -> subprocess.Popen:
    """``burako ...`` with its matches in ``folder``."""
    return subprocess.Popen(
        [sys.executable, "-m", "companion", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "BURAKO_LANG": "es", "BURAKO_DATA": str(folder)},
        stdout=out,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def end(running: subprocess.Popen | None) -> None:
    """Kills a program of ours and all that it started."""
    if running is None:
        return
    if running.poll() is None:
        os.killpg(running.pid, signal.SIGKILL)
    running.communicate()


def every(seconds: float, running: subprocess.Popen) -> Iterator[int]:
    """Counts from 1, once every so many ``seconds`` while a program is ``running``."""
    number = 1
    begun = time.monotonic()
    while running.poll() is None:
        if time.monotonic() - begun > seconds * number:
            yield number
            number += 1
        time.sleep(0.1)


def pace(folder: Path) -> tuple[int, float]:
    """How many photographs the ledger in ``folder`` has as done, and how many of them were in a second.

    Since an eighth of them was, so that it does not matter how long the readers took to wake.
    """
    with closing(sqlite3.connect(folder / "story.sqlite")) as ledger:
        ended = [at for (at,) in ledger.execute("SELECT at_ms FROM photographs WHERE state = 'done' ORDER BY at_ms")]
    since = ended[len(ended) // 8 :]
    return len(ended), (len(since) - 1) * 1000 / max(since[-1] - since[0], 1)


def processor_s(running: subprocess.Popen, *others: subprocess.Popen | None) -> float:
    """Seconds of processor that programs and all that they started took, while the first of them was running."""
    took = 0.0
    while running.poll() is None:
        tops = [psutil.Process(other.pid) for other in (running, *others) if other and other.poll() is None]
        with suppress(psutil.NoSuchProcess):
            alive = [each for top in tops for each in (top, *top.children(recursive=True))]
            took = max(took, sum(sum(each.cpu_times()[:2]) for each in alive))
        time.sleep(0.5)
    return took
