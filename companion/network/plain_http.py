"""A small unencrypted server for the one page that a phone reads before it installs the certificate."""

from __future__ import annotations

from socket import AF_INET, AF_INET6
from socketserver import TCPServer, ThreadingMixIn
from threading import BoundedSemaphore, Thread
from typing import TYPE_CHECKING, Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

_AT_ONCE = 32
"""The maximum number of concurrent visitors; more are rejected."""
_PATIENCE_S = 10


class _Handler(WSGIRequestHandler):
    timeout = _PATIENCE_S

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True

    def __init__(self, place: tuple[str, int]) -> None:
        self._free = BoundedSemaphore(_AT_ONCE)
        self.address_family = AF_INET6 if ":" in place[0] else AF_INET
        super().__init__(place, _Handler)

    def server_bind(self) -> None:
        """Bind without the name lookup of the base class."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]
        self.setup_environ()

    def process_request(self, request: Any, client_address: Any) -> None:
        if self._free.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore disconnected clients."""


def serve_aside(app: WSGIApplication, address: str, port: int) -> None:
    """Serve ``app`` in a thread as long as the program runs. Raises OSError where it cannot."""
    server = _Server((address, port))
    server.set_app(app)
    Thread(target=server.serve_forever, name="welcome", daemon=True).start()
