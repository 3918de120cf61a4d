"""An HTTP server on this machine that answers as it is set up, and keeps what it was sent."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any


@dataclass
class Receiver:
    """What it heard, and what it answers: a status each, the last one for all that follow; 0 hangs up."""

    answers: list[int] = field(default_factory=lambda: [200])
    heard: list[tuple[Mapping[str, str], bytes]] = field(default_factory=list)
    port: int = 0
    came: Event = field(default_factory=Event)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?k=1"

    @property
    def deliveries(self) -> list[dict[str, Any]]:
        return [json.loads(body) for _, body in self.heard]

    def answer(self) -> int:
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


@contextmanager
def receiving(*answers: int) -> Iterator[Receiver]:
    """A receiver as long as it is needed."""
    receiver = Receiver(list(answers) or [200])

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.heard.append((dict(self.headers), body))
            receiver.came.set()
            status = receiver.answer()
            if not status:
                self.close_connection = True
                return
            self.send_response(status)
            self.send_header("Location", "http://127.0.0.1:1/elsewhere")
            self.send_header("Content-Length", "6")
            self.end_headers()
            self.wfile.write(b"secret")

        def log_message(self, *_said: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.port = server.server_address[1]
    Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
