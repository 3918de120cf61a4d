"""Pages written for one thread each, served by one loop: whole requests go to threads, answers leave by the loop.

No thread waits for what a phone sends, nor for a phone that does not read: only who listens to a stream has one.
"""

from __future__ import annotations

import asyncio
import io
import logging
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http import HTTPStatus
from threading import Semaphore
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

from companion.network.addresses import place_of
from companion.network.arrivals import Arrivals, Arrived, Gone, Message, Receive, RequestLimits
from companion.network.request_keys import LEAVING, UNREAD

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

Send = Callable[[Message], Awaitable[None]]
Scope = Mapping[str, Any]
_SLICE_BYTES = 32 * 1024
_READING_S = 30.0
"""How long somebody may take to read a slice of an answer."""
_AHEAD = 16
"""Messages that a thread may be ahead of who reads them."""


class Threaded:
    """The ASGI application that hands whole requests to a WSGI ``app``, each in one of so many ``threads``."""

    def __init__(self, app: WSGIApplication, threads: int, limits: RequestLimits) -> None:
        self._app = app
        self._arrivals = Arrivals(limits)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="page")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request; whoever goes away meanwhile, or does not read, is not answered."""
        if scope["type"] != "http":
            return
        with self._arrivals.room(_address(scope)) as room, suppress(Gone):
            arrived = await room.take(receive, _announced(scope))
            if arrived.status == HTTPStatus.REQUEST_TIMEOUT:
                await _send(send, _TOO_SLOW)
                await _send(send, _part(b"", is_more=False))
                return
            await self._answer(environment(scope, arrived), receive, send)
            if not arrived.is_whole:
                await room.discard(receive)

    async def _answer(self, environ: dict[str, Any], receive: Receive, send: Send) -> None:
        line = _Line(asyncio.get_running_loop())
        environ[LEAVING] = line.when_closed
        self._threads.submit(_make, self._app, environ, line)
        leaves: asyncio.Task[None] | None = None
        try:
            is_more = True
            while is_more:
                message = await line.get()
                is_more = message.get("more_body", True)
                await _send(send, message)
                if is_more and leaves is None and "body" in message:
                    leaves = asyncio.create_task(_leaving(receive, line))
        finally:
            line.close()
            if leaves:
                leaves.cancel()


class _Line:
    """The messages of one answer, from the thread that makes them to the loop that sends them."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._messages: asyncio.Queue[Message | None] = asyncio.Queue()
        self._room = Semaphore(_AHEAD)
        self._is_open = True
        self._called: list[Callable[[], None]] = []

    def when_closed(self, call: Callable[[], None]) -> None:
        """Calls ``call`` once this is closed."""
        self._called.append(call)

    def put(self, message: Message) -> None:
        """Hands on a message, from a thread. Raises Gone where nobody reads any more."""
        if not self._room.acquire(timeout=_READING_S) or not self._is_open:
            raise Gone
        try:
            self._loop.call_soon_threadsafe(self._messages.put_nowait, message)
        except RuntimeError as error:  # the loop has ended
            raise Gone from error

    def break_off(self) -> None:
        """Tells the loop that nothing more comes, from a thread."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._messages.put_nowait, None)

    async def get(self) -> Message:
        """The next message. Raises Gone where none comes."""
        message = await self._messages.get()
        if message is None:
            raise Gone
        self._room.release()
        return message

    def close(self) -> None:
        """Nobody reads any more."""
        self._is_open = False
        self._room.release()  # lets a thread go that waits for somebody to read
        self._messages.put_nowait(None)
        for call in self._called:
            call()
        self._called.clear()


def _make(app: WSGIApplication, environ: dict[str, Any], line: _Line) -> None:
    """Lets the app answer a request, in a thread: a body of known length at once, a stream as it comes."""
    head: Message = {}

    def start(status: str, headers: list[tuple[str, str]], _error: object = None) -> Callable[[bytes], object]:
        head.update(_head(int(status.split(" ", 1)[0]), headers))
        return _no_writing

    try:
        parts = app(environ, start)
        try:
            line.put(head)
            if any(name == b"content-length" for name, _ in head["headers"]):
                line.put(_part(b"".join(parts), is_more=False))
                return
            for part in parts:
                line.put(_part(part, is_more=True))
            line.put(_part(b"", is_more=False))
        finally:
            getattr(parts, "close", lambda: None)()
    except Gone:
        return
    except Exception:
        line.break_off()
        logging.getLogger(__name__).exception("an answer broke off")


async def _leaving(receive: Receive, line: _Line) -> None:
    """Closes the line of a stream as soon as whoever listens goes away."""
    while (await receive())["type"] != "http.disconnect":
        pass
    line.close()


async def _send(send: Send, message: Message) -> None:
    """Sends a message, its body in slices. Raises Gone where nobody reads it."""
    try:
        for one in _slices(message):
            async with asyncio.timeout(_READING_S):
                await send(one)
    except (OSError, RuntimeError, TimeoutError) as error:
        raise Gone from error


def _slices(message: Message) -> Iterator[Message]:
    body = message.get("body", b"")
    if len(body) <= _SLICE_BYTES:
        yield message
        return
    for at in range(0, len(body), _SLICE_BYTES):
        after = at + _SLICE_BYTES
        yield _part(body[at:after], is_more=message["more_body"] or after < len(body))


def environment(scope: Scope, arrived: Arrived) -> dict[str, Any]:
    """The WSGI environment of a request, as PEP 3333 says."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or ("", 0)
    path = unquote_to_bytes(scope["raw_path"]) if scope.get("raw_path") else scope["path"].encode()
    return {
        **_headers(scope["headers"]),
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": path.decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": str(server[0]),
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": str(client[0]),
        "CONTENT_LENGTH": "" if arrived.announced is None else str(arrived.announced),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(arrived.body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        UNREAD: arrived.status,
    }


def _headers(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Headers as WSGI names them, without those that told how the body travelled.

    One with an underscore could pass for another, and is left out.
    """
    found: dict[str, str] = {}
    for raw_name, raw_value in headers:
        name, value = raw_name.decode("latin-1").upper(), raw_value.decode("latin-1")
        if "_" in name or name in ("TRANSFER-ENCODING", "CONTENT-LENGTH"):
            continue
        key = "CONTENT_TYPE" if name == "CONTENT-TYPE" else f"HTTP_{name.replace('-', '_')}"
        between = "; " if key == "HTTP_COOKIE" else ","
        found[key] = f"{found[key]}{between}{value}" if key in found else value
    return found


def _announced(scope: Scope) -> int | None:
    said = next((value for name, value in scope["headers"] if name.lower() == b"content-length"), b"")
    return int(said) if said.isdigit() else None


def _address(scope: Scope) -> str:
    """The place that a request comes from."""
    return place_of(str((scope.get("client") or ("",))[0]))


def _head(status: int, headers: Iterable[tuple[str, str]]) -> Message:
    written = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return {"type": "http.response.start", "status": status, "headers": written}


def _part(body: bytes, *, is_more: bool) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": is_more}


def _no_writing(_part: bytes) -> None:
    """What PEP 3333 gives to old programs; none of ours writes so."""
    raise NotImplementedError


_TOO_SLOW = _head(HTTPStatus.REQUEST_TIMEOUT, (("content-length", "0"), ("connection", "close")))
