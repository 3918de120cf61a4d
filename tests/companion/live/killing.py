"""Kills the processes of a running program with a camera, at random moments, and looks what is left."""

from __future__ import annotations

import os
import random
import signal
from contextlib import suppress
from time import sleep

import psutil

from tests.companion.live.serving import Table, until

WORDS = {"web": "granian", "capture": "vision.cameras.capture", "reading": "companion.live.worker"}
"""What is begun anew at once."""
ALL = WORDS | {"decoding": "companion.decoding.decoder_process"}
"""A decoder is begun anew when a picture is to be opened."""


def processes(table: Table) -> dict[str, psutil.Process]:
    """The processes of the program by what they do, as far as they run."""
    found = {}
    for process in psutil.Process(table.running.program.pid).children(recursive=True):
        with suppress(psutil.Error):
            said = f"{process.name()} {' '.join(process.cmdline())}"
            kind = next((kind for kind, word in ALL.items() if word in said), None)
            found[kind or ("web" if process.ppid() == table.running.program.pid else "other")] = process
    return found


def kill(table: Table, kind: str, number: signal.Signals = signal.SIGKILL) -> float:
    """Kills one process; how long it took until another one did its work, in seconds."""
    victim = until_there(table, kind)
    os.kill(victim.pid, number)
    return until(lambda: is_back(table, kind, victim.pid))


def until_there(table: Table, kind: str) -> psutil.Process:
    """The process that does this work, once there is one."""
    until(lambda: kind in processes(table))
    return processes(table)[kind]


def is_back(table: Table, kind: str, before: int) -> bool:
    """Whether another process than ``before`` does this work, and pages are answered and the table is read."""
    now = processes(table).get(kind)
    if now is None or now.pid == before:
        return False
    with suppress(OSError):
        return table.running.json("GET", "/api/camera")["state"] in ("still", "ended")
    return False


def kill_at_random(table: Table, times: int, seed: int = 0) -> dict[str, list[float]]:
    """Kills whichever process, at whichever moment; how long each took to come back."""
    chance = random.Random(seed)
    took: dict[str, list[float]] = {kind: [] for kind in WORDS}
    for _ in range(times):
        sleep(chance.uniform(0.0, 0.8))
        kind = chance.choice(tuple(WORDS))
        took[kind].append(kill(table, kind))
    return took
