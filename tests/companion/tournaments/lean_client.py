"""An HTTP client that costs next to nothing, for measuring a server beside which it runs: real phones are elsewhere."""

from __future__ import annotations

import re
import socket

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_TAG = re.compile(rb"\r\netag: *([^\r]+)", re.IGNORECASE)
_STATUS = slice(9, 12)
_AT_ONCE = 65_536


class LeanClient:
    """One connection that is kept; answers must say how long they are, or have no body."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, method: str, address: str, body: str = "", **headers: str) -> tuple[int, str]:
        """The status and the tag of the answer. Raises OSError where the line breaks."""
        told = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        head = f"{method} {address} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n{told}\r\n"
        self._socket.sendall((head + body).encode("ascii"))
        received = b""
        while (end := received.find(b"\r\n\r\n")) < 0:
            received += self._more()
        length = _LENGTH.search(received, 0, end + 2)
        left = (int(length[1]) if length else 0) - (len(received) - end - 4)
        while left > 0:
            left -= len(self._more())
        tag = _TAG.search(received, 0, end + 2)
        return int(received[_STATUS]), tag[1].decode("ascii") if tag else ""

    def close(self) -> None:
        """Hangs up."""
        self._socket.close()

    def _more(self) -> bytes:
        if not (part := self._socket.recv(_AT_ONCE)):
            raise ConnectionError("the server hung up")
        return part
