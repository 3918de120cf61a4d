"""A camera in the network that behaves as it is told: motion JPEG over a real connection."""

from __future__ import annotations

import socket
from contextlib import closing, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from time import sleep

import cv2
import numpy as np

STEP_S = 0.1
BOUNDARY = "picture"


def shot(number: int, size: tuple[int, int] = (1280, 720), *, level: tuple[int, int] = (90, 160)) -> bytes:
    """A JPEG of noise; no two are equal whose numbers differ."""
    noise = np.random.default_rng(number).integers(*level, (18, 32, 3), np.uint8)
    return bytes(cv2.imencode(".jpg", cv2.resize(noise, size, interpolation=cv2.INTER_NEAREST))[1])


class MoodyCamera:
    """Moods: well, frozen, black, huge (3840×2160), garbage, hung, slow (one in 4 s); and it can be unplugged."""

    def __init__(self) -> None:
        with closing(socket.create_server(("127.0.0.1", 0))) as probe:
            self.port = probe.getsockname()[1]
        self.mood = "well"
        self._server: ThreadingHTTPServer | None = None
        self._gone = Event()

    @property
    def address(self) -> str:
        """Where it is found while it is plugged in."""
        return f"http://127.0.0.1:{self.port}/video"

    def plug_in(self) -> None:
        """It can be reached from now on."""
        camera, self._gone = self, Event()

        class Stream(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                camera.streams(self)

            def log_message(self, *_: object) -> None:
                """Says nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), Stream)
        self._server.daemon_threads = True
        Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def unplug(self) -> None:
        """It cannot be reached any more; whoever was connected hears nothing more."""
        self._gone.set()
        if self._server:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def streams(self, answer: BaseHTTPRequestHandler) -> None:
        """Sends picture after picture until it is unplugged or nobody listens."""
        gone, number = self._gone, 0
        answer.send_response(200)
        answer.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={BOUNDARY}")
        answer.end_headers()
        with suppress(OSError):
            while not gone.is_set():
                number += self.mood != "frozen"
                part = self._part(number)
                if part is not None:
                    head = f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(part)}\r\n\r\n"
                    answer.wfile.write(head.encode() + part + b"\r\n")
                sleep(4.0 if self.mood == "slow" else STEP_S)

    def _part(self, number: int) -> bytes | None:
        if self.mood == "hung":
            return None
        if self.mood == "garbage":
            return b"this is no picture " * 50
        if self.mood == "huge":
            return shot(number, (3840, 2160))
        return shot(number, level=(0, 3)) if self.mood == "black" else shot(number)
