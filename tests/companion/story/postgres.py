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


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of an empty database, without its driver: ``postgresql+{driver}://…``."""
    folder = Path(tempfile.mkdtemp(prefix="burako-postgresql-"))
    owner = _owner()
    if owner:
        shutil.chown(folder, owner["user"], owner["group"])
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        port = probe.getsockname()[1]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder, **owner}
    made = [PROGRAMS / "initdb", "-D", folder / "db", "-U", "burako", "-A", "trust", "-E", "UTF8", "--no-sync"]
    subprocess.run(made, check=True, **quiet)
    options = ("-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-k", folder, "-p", port)
    server = subprocess.Popen([PROGRAMS / "postgres", "-D", folder / "db", *map(str, options)], **quiet)
    try:
        _wait_for(port)
        yield f"postgresql+{{driver}}://burako@127.0.0.1:{port}/postgres"
    finally:
        server.send_signal(signal.SIGINT)  # at once, whoever is still connected
        server.wait(timeout=60)
        shutil.rmtree(folder, ignore_errors=True)


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
