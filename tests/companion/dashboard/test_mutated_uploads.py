"""Mutated pictures of ten formats are sent to the served program: each is read or refused, and nobody else waits."""

from __future__ import annotations

import http.client
import os
import random
import threading
import time
from collections import Counter
from contextlib import closing

import psutil
import pytest

from tests.companion.running import Running
from tests.companion.tournaments.load import quantile
from tests.torture.figures import Record, figure
from tests.vision.image_files import FLAG_HEIC, encoded, flag, pillow, saved

FLAG = flag()
FORMATS = {
    "JPEG": encoded(FLAG),
    "PNG": encoded(FLAG, ".png"),
    "WebP": saved(pillow(FLAG), "WEBP", lossless=True),
    "BMP": encoded(FLAG, ".bmp"),
    "AVIF": saved(pillow(FLAG), "AVIF", quality=80),
    "HEIC": FLAG_HEIC,
    "GIF": encoded(FLAG, ".gif"),
    "TIFF": encoded(FLAG, ".tiff"),
    "PPM": encoded(FLAG, ".ppm"),
    "JPEG 2000": encoded(FLAG, ".jp2"),
}
"""Those that are opened, and such as are refused; HEIC is opened where its library is installed."""
REFUSED = {400, 413, 415, 422}
ANSWER_MS, GROWS_MB, SENDERS, WARM = 250.0, 150.0, 4, 80


def mutant(chance: random.Random, whole: bytes) -> bytes:
    """The file with two bytes of its head and three of the rest changed, sometimes cut short or with a tail."""
    blob = bytearray(whole)
    for at in (*(chance.randrange(min(64, len(blob))) for _ in range(2)),
               *(chance.randrange(len(blob)) for _ in range(3))):  # fmt: skip
        blob[at] = chance.randrange(256)
    shape = chance.random()
    return bytes(blob[: chance.randrange(1, len(blob))] if shape < 0.1 else blob + blob[:99] if shape > 0.95 else blob)


class Senders:
    """People who send one mutated picture after another; what they were answered, and how long that took."""

    def __init__(self, port: int, count: int) -> None:
        self.answers: Counter[int] = Counter()
        self.took_ms: list[float] = []
        self.read: set[str] = set()
        self._port = port
        self._threads = [threading.Thread(target=self._sends, args=(seed, count // SENDERS)) for seed in range(SENDERS)]
        for thread in self._threads:
            thread.start()

    def wait(self) -> None:
        """Until all is sent."""
        for thread in self._threads:
            thread.join()

    def _sends(self, seed: int, count: int) -> None:
        chance = random.Random(seed)
        with closing(http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)) as line:
            for _ in range(count):
                kind = chance.choice(tuple(FORMATS))
                began_s = time.perf_counter()
                line.request("POST", "/api/read", mutant(chance, FORMATS[kind]), {"Content-Type": "image/jpeg"})
                with line.getresponse() as answer:
                    answer.read()
                self.took_ms.append(1000 * (time.perf_counter() - began_s))
                self.answers[answer.status] += 1
                if answer.status == 200:
                    self.read.add(kind)


@pytest.mark.parametrize("count", [160, pytest.param(200_000, marks=[pytest.mark.slow, pytest.mark.timeout(3600)])])
def test_each_is_read_or_refused_and_the_program_grows_no_more(count: int, record_property: Record):
    running = Running()
    try:
        Senders(running.port, WARM).wait()
        before_mb = memory_mb(running)
        senders = Senders(running.port, count)
        senders.wait()
        grown_mb = memory_mb(running) - before_mb
        assert running.ask("GET", "/healthz").status == 200
    finally:
        running.stop()
    assert set(senders.answers) <= {200} | REFUSED, senders.answers
    assert {"JPEG", "BMP"} <= senders.read <= set(FORMATS) - {"GIF", "TIFF", "PPM", "JPEG 2000"}
    assert sum(senders.answers.values()) == len(senders.took_ms) == count
    p99_ms = quantile(senders.took_ms, 0.99)
    said = (
        f"{count} of {len(FORMATS)} formats over HTTP, {senders.answers[200]} read, the others refused, p99 "
        f"{p99_ms:.0f} ms with {SENDERS} at once on {os.cpu_count()} processors, {grown_mb:+.0f} MB"
    )
    figure(record_property, "U1", said, is_reached=p99_ms <= ANSWER_MS and grown_mb <= GROWS_MB)


def memory_mb(running: Running) -> float:
    """What the program and all that it started hold of the memory."""
    program = psutil.Process(running.program.pid)
    return sum(process.memory_info().rss for process in (program, *program.children(recursive=True))) / 1e6
