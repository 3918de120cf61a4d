"""A relay that passes on what it is sent, byte by byte, and says nothing of who sent it."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Thread


class Relay:
    """Listens on this machine, and speaks to a port of this machine for whoever connects."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listens = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listens.getsockname()[1])
        self._thread = Thread(target=self._accept, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Takes nobody any more."""
        with suppress(OSError):
            self._listens.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._listens.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                Thread(target=_joins, args=(self._listens.accept()[0], self._to), daemon=True).start()


def _joins(near: socket.socket, port: int) -> None:
    with near, socket.create_connection(("127.0.0.1", port)) as far:
        back = Thread(target=_passes_on, args=(far, near))
        back.start()
        _passes_on(near, far)
        back.join()


def _passes_on(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while part := source.recv(65536):
            sink.sendall(part)
    with suppress(OSError):
        sink.shutdown(socket.SHUT_WR)
