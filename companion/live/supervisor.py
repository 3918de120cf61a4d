"""Supervise the worker process: start it, read its reports, and restart it when it dies or hangs."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic

from companion.live.command_queue import CommandQueue
from companion.live.worker_messages import (
    Command,
    FilmedPicture,
    FilmTable,
    FrameReport,
    HeartbeatReport,
    SetZones,
    WatchTable,
    receive,
)

_LOG = logging.getLogger(__name__)
_ROOT = Path(__file__).parents[2]
HUNG_S, SLOW_S, STARTING_S = 2.5, 60.0, 60.0
"""The limits in seconds for a worker without messages or progress, for one that works without reports, and for the
first message."""
_WORK_S = 0.005
"""The CPU time between two heartbeats that counts as work."""
_TICK_S, _HELD_UP_S = 0.1, 0.5
"""How often the worker is watched, and the pause between two looks from which the machine itself was held up."""
_PAUSES_S = (0.0, 0.2, 0.5, 1.0)
_FAREWELL_S = 3.0


class WorkerSupervisor:
    """The present worker process of a table; reports are delivered by a thread of its own."""

    def __init__(
        self,
        order: WatchTable,
        hears: Callable[[FrameReport | None], None],
        films: Callable[[bytes], None] = lambda _jpeg: None,
    ) -> None:
        """``hears`` receives each report, and ``None`` when a worker ended and its tile numbers become invalid.

        ``films`` receives each picture to be kept as film.
        """
        self._order, self._hears, self._films = order, hears, films
        self._lock, self._closing = Lock(), Event()
        self._vigil = Heartbeat()
        self._failures = 0
        self._logged = ""
        """What was logged last of a second camera."""
        self._program: subprocess.Popen[bytes] | None = None
        self._outbox: CommandQueue | None = None
        self._ear = Thread(target=self._keep_reading, name="lookout", daemon=True)
        self._ear.start()
        self._watch = Thread(target=self._keep_watch, name="lookout watch", daemon=True)
        self._watch.start()

    @property
    def pid(self) -> int | None:
        """The process id of the present worker."""
        return self._program.pid if self._program else None

    def ask(self, command: Command) -> None:
        """Send a command; zones and filming are sent again to a restarted worker."""
        with self._lock:
            if isinstance(command, SetZones):
                self._order = replace(self._order, outlines=command.outlines)
            if isinstance(command, FilmTable):
                self._order = replace(self._order, is_filmed=command.is_on)
            if self._outbox:
                self._outbox.put(command)

    def close(self) -> None:
        """End the worker."""
        self._closing.set()
        self._end()
        self._ear.join(_FAREWELL_S)
        self._watch.join(_FAREWELL_S)

    def _keep_reading(self) -> None:
        while not self._closing.wait(_PAUSES_S[min(self._failures, len(_PAUSES_S) - 1)]):
            self._failures += 1
            try:
                program = self._begins()
            except OSError as error:
                _LOG.warning("the table cannot be read: %s", error)
                continue
            self._read_all(program)
            self._end()
            if not self._closing.is_set():
                _LOG.info("the program that reads the table ended; it is begun anew")
                self._hears(None)

    def _read_all(self, program: subprocess.Popen[bytes]) -> None:
        """Deliver every report until the worker ends."""
        pipe = program.stdout
        while pipe and (said := receive(pipe)) is not None:
            self._vigil.hear(said, monotonic())
            if isinstance(said, FilmedPicture):
                self._films(said.jpeg)
            if isinstance(said, FrameReport) and not self._closing.is_set():
                self._failures = 0 if said.watched.index else self._failures  # its networks may be yet to open
                self._log(said)
                self._hears(said)

    def _log(self, report: FrameReport) -> None:
        """Log the failure of a second camera, once."""
        failure = report.second.failure if report.second else ""
        if failure and failure != self._logged:
            _LOG.warning("the second camera is left out for a while: %s", failure)
        self._logged = failure

    def _keep_watch(self) -> None:
        """Kill a hanging worker, which is then restarted."""
        while not self._closing.wait(_TICK_S):
            if self._vigil.is_hung(monotonic()):
                _LOG.warning("the program that reads the table hangs")
                self._vigil = Heartbeat()
                self._end()

    def _begins(self) -> subprocess.Popen[bytes]:
        with self._lock:
            self._vigil = Heartbeat()
            self._program = subprocess.Popen(
                [sys.executable, "-P", "-m", "companion.live.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if _LOG.isEnabledFor(logging.DEBUG) else subprocess.DEVNULL,
                env=worker_environment(os.environ),
            )
            if self._program.stdin:
                self._outbox = CommandQueue(self._program.stdin)
                self._outbox.put(self._order)
            return self._program

    def _end(self) -> None:
        """Kill the worker; everything it held open is closed with it."""
        with self._lock:
            program = self._program
            if program is None:
                return
            program.kill()
            if self._outbox:
                self._outbox.close()
            with suppress(subprocess.TimeoutExpired):
                program.wait(_FAREWELL_S)


def worker_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment of a worker, where the program has this one.

    Its products of matrices are small: with two threads one of them mostly waits, and works all the same.
    """
    paths = [str(_ROOT), *filter(None, [environment.get("PYTHONPATH")])]
    return {"OPENBLAS_NUM_THREADS": "1", **environment, "PYTHONPATH": os.pathsep.join(paths)}


class Heartbeat:
    """Detects from a worker's messages whether it hangs."""

    def __init__(self) -> None:
        self._heard_s = self._worked_s = self._reported_s = monotonic()
        self._work_s = 0.0
        self._is_silent = True
        self._watched_s: float | None = None

    def hear(self, report: object, now_s: float) -> None:
        """Record a message."""
        self._is_silent, self._heard_s = False, now_s
        if isinstance(report, FrameReport):
            self._worked_s = self._reported_s = now_s
        if isinstance(report, HeartbeatReport):
            if report.worked_s - self._work_s > _WORK_S:
                self._worked_s = now_s
            self._work_s = report.worked_s

    def is_hung(self, now_s: float) -> bool:
        """Whether the worker must be considered hung; time in which the machine did not run this either is left out."""
        pause_s = now_s - (now_s if self._watched_s is None else self._watched_s)
        self._watched_s = now_s
        if pause_s > _HELD_UP_S:
            self._forgive(pause_s, now_s)
        if self._is_silent:
            return now_s - self._heard_s > STARTING_S
        return now_s - min(self._heard_s, self._worked_s) > HUNG_S or now_s - self._reported_s > SLOW_S

    def _forgive(self, pause_s: float, now_s: float) -> None:
        self._heard_s, self._worked_s, self._reported_s = (
            min(then_s + pause_s, now_s) for then_s in (self._heard_s, self._worked_s, self._reported_s)
        )
