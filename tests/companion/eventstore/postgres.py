"""A PostgreSQL of the test's own, where Debian's is installed: in a folder that is thrown away, on loopback."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path

PROGRAMS = next(iter(sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)
DRIVERS = ("pg8000", "psycopg")
MISSING = "" if PROGRAMS else "PostgreSQL is not installed: sudo apt install postgresql"


def driver_missing(driver: str) -> str:
    """Why a driver cannot be tried; empty where it can."""
    return MISSING or ("" if find_spec(driver) else f"{driver} is not installed")


class Server:
    """A server of databases with its files in ``folder``, which may be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self._folder, owner = folder, _owner()
        if owner:
            shutil.chown(folder, owner["user"], owner["group"])
        with closing(socket.create_server(("127.0.0.1", 0))) as probe:
            self.port = probe.getsockname()[1]
        self._quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder, **owner}
        made = [PROGRAMS / "initdb", "-D", folder / "db", "-U", "burako", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(made, check=True, **self._quiet)
        self._program: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """The address of an empty database, without its driver."""
        return f"postgresql+{{driver}}://burako@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        options = ("-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-k", self._folder, "-p", self.port)
        self._program = subprocess.Popen(
            [PROGRAMS / "postgres", "-D", self._folder / "db", *map(str, options)], **self._quiet
        )
        _wait_for(self.port)

    def stop(self) -> None:
        """Stops it at once, whoever is still connected."""
        self._program.send_signal(signal.SIGINT)
        self._program.wait(timeout=60)

    def processes(self) -> Iterator[int]:
        """The server, and one process for each of its connections and of what it does beside."""
        yield self._program.pid
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", f"{self._program.pid}"], capture_output=True, check=True)
        yield from map(int, listed.stdout.split())


@contextmanager
def restartable() -> Iterator[Server]:
    """A server that runs."""
    folder = Path(tempfile.mkdtemp(prefix="burako-postgresql-"))
    server = Server(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of an empty database, without its driver: ``postgresql+{driver}://…``."""
    with restartable() as server:
        yield server.address


def _owner() -> dict[str, str]:
    """PostgreSQL does not run as root: then it runs as the user that its package made."""
    return {"user": "postgres", "group": "postgres"} if os.geteuid() == 0 else {}


def _wait_for(port: int) -> None:
    asked = [PROGRAMS / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)]
    until = time.monotonic() + 60
    while subprocess.run(asked, check=False).returncode != 0:
        if time.monotonic() > until:
            raise TimeoutError("PostgreSQL does not start")
        time.sleep(0.1)
