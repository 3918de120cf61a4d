"""Buffer request bodies: a thread is given only complete requests, and stalled ones are dropped.

A phone that loses its Wi-Fi in the middle of a photograph would otherwise occupy a thread for as long as it stays away.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
MEBIBYTE = 2**20


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestLimits:
    """Limits on size and duration of pending requests, by address and in total."""

    body_bytes: int = 25 * MEBIBYTE
    """The heaviest request."""
    one_bytes: int = 75 * MEBIBYTE
    all_bytes: int = 200 * MEBIBYTE
    one_requests: int = 2000
    """Requests of one address that are not here whole yet."""
    silent_s: float = 15.0
    """The time limit without data for an incomplete request…"""
    whole_s: float = 300.0
    """…and after how long it must be."""
    discarded_s: float = 10.0
    """The seconds for which a too large body is read and discarded, so that its sender receives the answer."""


@dataclass(frozen=True, slots=True)
class ReceivedBody:
    """A received request body, or its failure."""

    body: bytes = b""
    announced: int | None = None
    """The announced number of bytes, where known; at least the number received."""
    status: int = 200
    """The HTTP status for an incomplete body; 200 for a complete one."""

    @property
    def is_whole(self) -> bool:
        """Whether it is complete."""
        return self.status == 200 and (self.announced or 0) <= len(self.body)


class ClientDisconnected(Exception):  # noqa: N818
    """The client disconnected."""


class PendingBodies:
    """The pending request bodies, within ``limits``; belongs to one event loop."""

    def __init__(self, limits: RequestLimits) -> None:
        self.limits = limits
        self._bytes: Counter[str] = Counter()
        self._requests: Counter[str] = Counter()

    @contextmanager
    def room(self, address: str) -> Iterator[RequestSlot]:
        """A context that reserves a slot for one request of ``address``."""
        room = RequestSlot(self, address)
        try:
            yield room
        finally:
            room.clear()

    def may_begin(self, address: str) -> bool:
        """Whether another request of ``address`` is admitted."""
        return self._requests[address] < self.limits.one_requests

    def has_room(self, address: str, size: int) -> bool:
        """Whether ``size`` more bytes of ``address`` may be buffered."""
        limits = self.limits
        return self._bytes[address] + size <= limits.one_bytes and self._bytes.total() + size <= limits.all_bytes

    def reserve(self, address: str, *, size: int = 0, requests: int = 0) -> None:
        """Account for buffered bytes of ``address``; negative numbers release them."""
        for counted, change in ((self._bytes, size), (self._requests, requests)):
            counted[address] += change
            if not counted[address]:
                del counted[address]


class RequestSlot:
    """The buffer of one request until it is answered."""

    def __init__(self, arrivals: PendingBodies, address: str) -> None:
        self._arrivals, self._address, self._size = arrivals, address, 0

    async def take(self, receive: Receive, announced: int | None) -> ReceivedBody:
        """Receive the whole body, or the reason why it is incomplete."""
        limits = self._arrivals.limits
        if announced is not None and announced > limits.body_bytes:
            return ReceivedBody(announced=announced)
        if not self._arrivals.may_begin(self._address):
            return ReceivedBody(announced=announced, status=503)
        self._arrivals.reserve(self._address, requests=1)
        try:
            async with asyncio.timeout(limits.whole_s):
                return await self._whole(receive, announced)
        except TimeoutError:
            return ReceivedBody(announced=announced, status=408)
        except ClientDisconnected:  # the server in front says the same of a body that breaks the rules of HTTP
            return ReceivedBody(announced=announced, status=400)
        finally:
            self._arrivals.reserve(self._address, requests=-1)

    async def discard(self, receive: Receive) -> None:
        """Drain the rest of a request for a while, so that the client reads the answer."""
        with suppress(TimeoutError, ClientDisconnected):
            async with asyncio.timeout(self._arrivals.limits.discarded_s):
                while (await _next(receive))[1]:
                    pass

    def clear(self) -> None:
        """Release the buffer."""
        self._arrivals.reserve(self._address, size=-self._size)
        self._size = 0

    async def _whole(self, receive: Receive, announced: int | None) -> ReceivedBody:
        kept = bytearray()
        is_more = True
        while is_more:
            async with asyncio.timeout(self._arrivals.limits.silent_s):
                part, is_more = await _next(receive)
            if not self._arrivals.has_room(self._address, len(part)):
                return ReceivedBody(announced=announced, status=503)
            self._arrivals.reserve(self._address, size=len(part))
            self._size += len(part)
            kept += part
            if len(kept) > self._arrivals.limits.body_bytes:
                return ReceivedBody(announced=len(kept))
        return ReceivedBody(bytes(kept), len(kept))


async def _next(receive: Receive) -> tuple[bytes, bool]:
    """The next part of a body, and whether more follows. Raises ClientDisconnected."""
    message = await receive()
    if message["type"] != "http.request":
        raise ClientDisconnected
    return bytes(message.get("body") or b""), bool(message.get("more_body", False))
