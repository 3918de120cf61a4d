"""Send responses in slices, a bounded number at once, at the pace of their clients."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator

from companion.network.request_buffering import ClientDisconnected, Message
from companion.network.request_scheduling import RequestTurns

Send = Callable[[Message], Awaitable[None]]
_SLICE_BYTES = 32 * 1024
READING_S = 30.0
"""The seconds a client may take to read a slice of a response."""
_AT_ONCE, _BRIEF_S = 16, 0.005
"""Answers of several slices that leave at once; who takes longer reads slowly, and lets the next one go."""


class ResponseSender:
    """Sends responses, those of several slices alternating between addresses; belongs to one event loop."""

    def __init__(self) -> None:
        self._turns = RequestTurns(_AT_ONCE, _BRIEF_S)

    async def send(self, place: str, send: Send, *messages: Message) -> None:
        """Send messages to ``place``. Raises ClientDisconnected where the client disconnected."""
        for message in messages:
            if len(message.get("body", b"")) <= _SLICE_BYTES:
                await _whole(send, message)
                continue
            turn = await self._turns.turn(place)
            try:
                await _whole(send, message)
            finally:
                turn.end()


async def _whole(send: Send, message: Message) -> None:
    """Send a message, its body in slices. Raises ClientDisconnected where the client disconnected."""
    try:
        for part in _slices(message):
            async with asyncio.timeout(READING_S):
                await send(part)
    except (OSError, RuntimeError, TimeoutError) as error:
        raise ClientDisconnected from error


def _slices(message: Message) -> Iterator[Message]:
    body = message.get("body", b"")
    if len(body) <= _SLICE_BYTES:
        yield message
        return
    for at in range(0, len(body), _SLICE_BYTES):
        after = at + _SLICE_BYTES
        yield body_part(body[at:after], is_more=message["more_body"] or after < len(body))


def head_of(status: int, headers: Iterable[tuple[str, str]]) -> Message:
    """The start message of a response."""
    written = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return {"type": "http.response.start", "status": status, "headers": written}


def body_part(body: bytes, *, is_more: bool) -> Message:
    """A body message."""
    return {"type": "http.response.body", "body": body, "more_body": is_more}
