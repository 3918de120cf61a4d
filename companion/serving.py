"""Runs the pages in a process of their own, and hears from it when it cannot start."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

from flask import Flask
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server.common import AbstractServer

from companion import bootstrap, reception
from companion.dashboard import DashboardSettings, create_app
from vision.errors import VisionError

BLOCKING_THREADS = 64
"""Requests served at once; nearly all of them wait for a phone that is slow."""
STOP_S = 5
"""Seconds that requests under way are given when the program is told to stop."""
FAILED = 2
"""The exit status of a serving process that could not start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """What is served, as it travels to the process that serves it."""

    rules: str
    overrides: tuple[str, ...]
    is_demo: bool
    hosts: tuple[str, ...]
    """Names by which the pages may be addressed."""
    greeting: str
    """Said on stdout once the pages can be reached."""
    language: str


def run(address: str, port: int, served: Served) -> str | None:
    """Serves at an IP address until told to stop.

    Gives nothing then, else the sentence with which the serving process failed (empty where it said none).
    """
    said, failures = Pipe(duplex=False)
    try:
        _server(address, port).serve(target_loader=partial(build, served, failures), wrap_loader=False)
    except SystemExit:
        return str(said.recv()) if said.poll() else ""
    return None


def build(served: Served, failures: Connection) -> Flask:
    """The application, built in the process that serves it; says where it is once it is there."""
    try:
        eye = bootstrap.open_eye()
    except VisionError as error:
        failures.send(error.sentence(served.language))
        sys.exit(FAILED)
    laws = reception.open_laws(served.rules, served.overrides)
    settings = DashboardSettings(rules=served.rules, demo_first=served.is_demo, hosts=served.hosts)
    profiles = reception.profile_views(laws)
    app = create_app(reception.Reception(eye, laws).read, profiles, reception.demo_pictures(), settings)
    sys.stdout.write(f"{served.greeting}\n")
    sys.stdout.flush()
    return app


def _server(address: str, port: int) -> AbstractServer[Any]:
    return Granian(
        "burako",
        address=address,
        port=port,
        interface=Interfaces.WSGI,
        workers=1,
        blocking_threads=BLOCKING_THREADS,
        workers_kill_timeout=STOP_S,
        websockets=False,
        log_level=LogLevels.critical,
    )
