"""The web server in front of the pages: HTTP/1.1, HTTP/2 and TLS, with limits for many and slow connections."""

from __future__ import annotations

import sys
from contextlib import suppress
from threading import Timer
from typing import Any

from granian import Granian
from granian.constants import HTTPModes, Interfaces, Loops, SSLProtocols
from granian.http import HTTP1Settings, HTTP2Settings
from granian.log import LogLevels
from granian.server.common import AbstractServer

from companion.network.certificates import ServerCertificate

CONNECTIONS = 8192
"""Connections open at once, nearly all of them idle; more wait until one closes."""
HEAD_MS, HEAD_BYTES = 20_000, 64 * 1024
"""The limits of a request's head: the time until it is complete, which also limits idle connections, and its size."""
ALIVE_MS, ALIVE_S = 20_000, 20
"""The interval of HTTP/2 pings, and the timeout of their answers."""
STOP_S = 5
"""The seconds that running requests are given at shutdown."""
_MOMENT_S = 1.0


def web_server(address: str, port: int, leaf: ServerCertificate | None, farewell: str) -> AbstractServer[Any]:
    """A server for an ASGI application at an IP address, encrypted with ``leaf`` if given.

    It prints the ``farewell`` where it takes more than a moment to stop, as while pages are open.
    """
    _open_more_files()
    server = Granian(
        "burako",
        address=address,
        port=port,
        ssl_cert=leaf.certificate if leaf else None,
        ssl_key=leaf.key if leaf else None,
        ssl_protocol_min=SSLProtocols.tls12,
        interface=Interfaces.ASGINL,
        http=HTTPModes.auto if leaf else HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=HEAD_MS, max_buffer_size=HEAD_BYTES),
        http2_settings=HTTP2Settings(keep_alive_interval=ALIVE_MS, keep_alive_timeout=ALIVE_S),
        backpressure=CONNECTIONS,
        loop=Loops.asyncio,
        workers=1,
        workers_kill_timeout=STOP_S,
        websockets=False,
        log_level=LogLevels.critical,
    )
    _say_at_stop(server, farewell)
    return server


def _say_at_stop(server: AbstractServer[Any], sentence: str) -> None:
    """Have a server say so at the signal: its own hook is called when all is over."""
    at_signal: Any = server
    stop = at_signal.signal_handler_interrupt

    def stop_and_say(*_: object) -> None:
        late = Timer(_MOMENT_S, _write, (f"{sentence}\n",))
        late.daemon = True
        late.start()
        stop()

    at_signal.signal_handler_interrupt = stop_and_say


def _write(sentence: str) -> None:
    with suppress(OSError, ValueError):
        sys.stdout.write(sentence)
        sys.stdout.flush()


def _open_more_files() -> None:
    """Raise the limit of open files for this process and its children to the number of connections."""
    if sys.platform == "win32":
        return
    from resource import RLIMIT_NOFILE, getrlimit, setrlimit  # not on Windows

    soft, hard = getrlimit(RLIMIT_NOFILE)
    wanted = 2 * CONNECTIONS if hard < 0 else min(hard, 2 * CONNECTIONS)
    if 0 <= soft < wanted:
        with suppress(OSError, ValueError):
            setrlimit(RLIMIT_NOFILE, (wanted, hard))
