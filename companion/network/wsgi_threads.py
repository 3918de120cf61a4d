"""Serve a WSGI application from one event loop: complete requests go to threads, responses are sent by the loop.

No thread waits for a slow upload or download: only streams occupy one.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from http import HTTPStatus
from threading import Lock, Semaphore
from typing import TYPE_CHECKING, Any

from companion.network.connections import Peer
from companion.network.request_buffering import ClientDisconnected, Message, PendingBodies, Receive, RequestLimits
from companion.network.request_coalescing import AnswerInProgress, CoalescedAnswers, question
from companion.network.request_keys import LEAVING
from companion.network.request_scheduling import ORDER_S, ORDERS_AT_ONCE, RequestTurn, RequestTurns
from companion.network.response_sending import READING_S, ResponseSender, Send, body_part, head_of
from companion.network.wsgi_environment import Scope, announced_bytes, environment, place_asking, who_asks

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

_AHEAD = 16
"""Messages that a thread may be ahead of who reads them."""


class ThreadedWsgi:
    """An ASGI application that runs a WSGI ``app`` for complete requests, each in one of several ``threads``.

    Where it ``is_proxied``, the proxy in front supplies the client's address.
    """

    def __init__(self, app: WSGIApplication, threads: int, limits: RequestLimits, *, is_proxied: bool = False) -> None:
        self._app, self._is_proxied = app, is_proxied
        self._arrivals, self._turns, self._joint = PendingBodies(limits), RequestTurns(), CoalescedAnswers()
        self._order_turns = RequestTurns(ORDERS_AT_ONCE, ORDER_S)
        self._outbox = ResponseSender()
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="page")
        self._peers: Counter[Peer] = Counter()
        self._lock = Lock()

    def busy(self) -> frozenset[Peer]:
        """The peers being answered; thread-safe."""
        with self._lock:
            return frozenset(self._peers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; a client that disconnects or does not read is dropped."""
        if scope["type"] != "http":
            return
        place = place_asking(scope, is_proxied=self._is_proxied)
        with self._noted(scope), self._arrivals.room(place) as room, suppress(ClientDisconnected):
            arrived = await room.take(receive, announced_bytes(scope))
            if arrived.status in _NEVER_WHOLE:
                await self._outbox.send(place, send, _NEVER_WHOLE[arrived.status], body_part(b"", is_more=False))
                return
            asked = question(scope, arrived, place)
            if shared := await self._joint.of_another(asked):
                await self._outbox.send(place, send, *shared)
                return
            with self._joint.making(asked) as made:
                turn = await self._lane(scope).turn(place)
                sends = partial(self._outbox.send, place, send)
                try:
                    await self._answer(environment(scope, arrived), receive, sends, (turn, made))
                finally:
                    turn.end()
            if not arrived.is_whole:
                await room.discard(receive)

    def _lane(self, scope: Scope) -> RequestTurns:
        """The queue of a request: writing requests never wait for reading ones."""
        return self._turns if scope["method"] in ("GET", "HEAD") else self._order_turns

    @contextmanager
    def _noted(self, scope: Scope) -> Iterator[None]:
        """A context in which the peer counts as being answered."""
        peer = who_asks(scope)
        with self._lock:
            self._peers[peer] += 1
        try:
            yield
        finally:
            with self._lock:
                self._peers[peer] -= 1
                if not self._peers[peer]:
                    del self._peers[peer]

    async def _answer(
        self, environ: dict[str, Any], receive: Receive, send: Send, told: tuple[RequestTurn, AnswerInProgress]
    ) -> None:
        line = _Line(asyncio.get_running_loop())
        environ[LEAVING] = line.when_closed
        self._threads.submit(_make, self._app, environ, line)
        turn, made = told
        leaves: asyncio.Task[None] | None = None
        try:
            is_more = True
            while is_more:
                message = await line.get()
                made.receive(message)
                is_more = message.get("more_body", True)
                if "body" in message:
                    turn.end()
                await send(message)
                if is_more and leaves is None and "body" in message:
                    leaves = asyncio.create_task(_leaving(receive, line))
        finally:
            line.close()
            if leaves:
                leaves.cancel()


class _Line:
    """The messages of one response, from the thread that creates them to the loop that sends them."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._messages: asyncio.Queue[Message | None] = asyncio.Queue()
        self._room = Semaphore(_AHEAD)
        self._is_open = True
        self._called: list[Callable[[], None]] = []

    def when_closed(self, call: Callable[[], None]) -> None:
        """Register ``call`` for the closing."""
        self._called.append(call)

    def put(self, message: Message) -> None:
        """Add a message, from a thread. Raises ClientDisconnected where the client disconnected."""
        if not self._room.acquire(timeout=READING_S) or not self._is_open:
            raise ClientDisconnected
        try:
            self._loop.call_soon_threadsafe(self._messages.put_nowait, message)
        except RuntimeError as error:  # the loop has ended
            raise ClientDisconnected from error

    def break_off(self) -> None:
        """Tell the loop, from a thread, that nothing follows."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._messages.put_nowait, None)

    async def get(self) -> Message:
        """The next message. Raises ClientDisconnected where none follows."""
        message = await self._messages.get()
        if message is None:
            raise ClientDisconnected
        self._room.release()
        return message

    def close(self) -> None:
        """The client disconnected."""
        self._is_open = False
        self._room.release()  # lets a thread go that waits for somebody to read
        self._messages.put_nowait(None)
        for call in self._called:
            call()
        self._called.clear()


def _make(app: WSGIApplication, environ: dict[str, Any], line: _Line) -> None:
    """Run the app in a thread: a body of known length at once, a stream as it comes."""
    head: Message = {}

    def start(status: str, headers: list[tuple[str, str]], _error: object = None) -> Callable[[bytes], object]:
        head.update(head_of(int(status.split(" ", 1)[0]), headers))
        return _no_writing

    try:
        parts = app(environ, start)
        try:
            line.put(head)
            if any(name == b"content-length" for name, _ in head["headers"]):
                line.put(body_part(b"".join(parts), is_more=False))
                return
            for part in parts:
                line.put(body_part(part, is_more=True))
            line.put(body_part(b"", is_more=False))
        finally:
            getattr(parts, "close", lambda: None)()
    except ClientDisconnected:
        return
    except Exception:
        line.break_off()
        logging.getLogger(__name__).exception("an answer broke off")


async def _leaving(receive: Receive, line: _Line) -> None:
    """Close a stream as soon as its client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
    line.close()


def _no_writing(_part: bytes) -> None:
    """The legacy ``write`` callable of PEP 3333; not supported."""
    raise NotImplementedError


_NEVER_WHOLE = {
    int(status): head_of(status, (("content-length", "0"), ("connection", "close")))
    for status in (HTTPStatus.BAD_REQUEST, HTTPStatus.REQUEST_TIMEOUT)
}
"""The answer where a body stopped before its end, in broken chunks for example, or took too long."""
