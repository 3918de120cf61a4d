"""Programs that begin with everything loaded: forked from one process of the test run that has loaded it once."""

from __future__ import annotations

import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
LOADED = ("companion.cli.serve", "companion.server.server_process", "alembic.command", "tests.companion.builders")
"""What a server imports before it does anything."""
_FIRST = threading.Lock()
"""Two programs that are begun at once share one origin: a cache alone would make two, and lose one."""
_LETTER_BYTES = 2**20
_SERVES = "import sys; from tests.companion.forking import begin_others; begin_others(int(sys.argv[1]))"


class Command(NamedTuple):
    """What a program is to do; what modules write into the environment when they are loaded is there as well."""

    code: str
    arguments: tuple[str, ...]
    environment: dict[str, str]


class Forked:
    """A program that was begun, with what is used of `subprocess.Popen`; it leads a session of its own."""

    def __init__(self, code: str, arguments: Sequence[str], environment: Mapping[str, str]) -> None:
        (out, out_there), (err, err_there) = os.pipe(), os.pipe()
        order = Command(code, tuple(arguments), dict(environment))
        with _FIRST:
            self._origin = _origin()
        self.pid = self._origin.begins(order, (out_there, err_there))
        self.returncode: int | None = None
        for there in (out_there, err_there):
            os.close(there)
        self.stdout, self._stderr = (os.fdopen(here, encoding="utf-8") for here in (out, err))

    def poll(self) -> int | None:
        """The exit status; None while it runs."""
        if self.returncode is None:
            self.returncode = self._origin.ended(self.pid)
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        """Sends a signal, unless it ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def communicate(self, timeout: float) -> tuple[str, str]:
        """What it says on both its outputs until it ends. Raises TimeoutExpired where it goes on for longer."""
        until_s, said = time.monotonic() + timeout, {}
        readers = [
            threading.Thread(target=lambda file=file: said.update({file: file.read()}), daemon=True)
            for file in (self.stdout, self._stderr)
        ]
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join(max(0.0, until_s - time.monotonic()))
        while self.poll() is None or any(reader.is_alive() for reader in readers):
            if time.monotonic() > until_s:
                raise subprocess.TimeoutExpired(f"program {self.pid}", timeout)
            time.sleep(0.01)
        out, err = said[self.stdout], said[self._stderr]
        self.stdout.close()
        self._stderr.close()
        return out, err


class _Origin:
    """The process from which programs are forked; it ends with this one."""

    def __init__(self) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _SERVES, str(theirs.fileno())],
                cwd=ROOT,
                env={**os.environ, "BURAKO_LANG": "es"},
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        self._turn = threading.Lock()

    def begins(self, order: Command, outputs: Sequence[int]) -> int:
        """The number of a new process that writes into ``outputs``."""
        return self._answered(json.dumps(order).encode(), outputs)

    def ended(self, pid: int) -> int | None:
        """The exit status of a process as `subprocess` has it; None while it runs."""
        return self._answered(json.dumps(pid).encode())

    def _answered(self, said: bytes, files: Sequence[int] = ()) -> int | None:
        with self._turn:
            socket.send_fds(self._line, [said], files)
            return json.loads(self._line.recv(_LETTER_BYTES))


@cache
def _origin() -> _Origin:
    return _Origin()


def begin_others(fileno: int) -> None:
    """Begins the programs that are ordered, and tells of those that ended, until the line is closed."""
    before = dict(os.environ)
    for module in LOADED:
        importlib.import_module(module)
    told = {name: value for name, value in os.environ.items() if before.get(name) != value}
    line = socket.socket(fileno=fileno)
    while True:
        said, files, _, _ = socket.recv_fds(line, _LETTER_BYTES, 2)
        if not said:
            return
        asked = json.loads(said)
        if isinstance(asked, int):
            line.send(json.dumps(_status(asked)).encode())
            continue
        pid = os.fork()
        if pid == 0:
            line.close()
            code, arguments, environment = asked
            _become(Command(code, arguments, told | environment), files)
            return
        for file in files:
            os.close(file)
        line.send(json.dumps(pid).encode())


def _status(pid: int) -> int | None:
    found, status = os.waitpid(pid, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if found else None


def _become(order: Command, outputs: Sequence[int]) -> None:
    """Does what is ordered, as a process that was begun for it alone."""
    os.setsid()
    for file, number in zip(outputs, (1, 2), strict=True):
        os.dup2(file, number)
        os.close(file)
    sys.stdout, sys.stderr = (os.fdopen(number, "w", 1, encoding="utf-8", closefd=False) for number in (1, 2))
    os.environ.clear()
    os.environ.update(order.environment)
    sys.argv = ["-c", *order.arguments]
    exec(order.code, {"__name__": "__main__"})
