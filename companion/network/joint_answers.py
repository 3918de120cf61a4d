"""Coalesces equal requests for a picture or a paper: it is made once for all who ask at the same time.

A page is not: in its forms is a key by which an order that comes twice is known, and two people must not have the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from companion.network.arrivals import Arrived, Message

Answer = tuple[Message, Message]
"""The head and the whole body."""

FOR_ALL = (b"image/", b"video/", b"font/", b"text/css", b"text/javascript", b"application/pdf")
"""The kinds of what is the same for all who ask."""


def question(scope: Mapping[str, Any], arrived: Arrived, place: str) -> Hashable | None:
    """What tells a question from others, with everything that its answer could hang on; None for one that may change
    something, or did not come whole."""
    if scope["method"] != "GET" or arrived.body or not arrived.is_whole:
        return None
    headers = tuple((bytes(name), bytes(value)) for name, value in scope["headers"])
    return place, scope["scheme"], scope.get("raw_path") or scope["path"], scope["query_string"], headers


class JointAnswers:
    """The answers that are being made; belongs to one event loop."""

    def __init__(self) -> None:
        self._made: dict[Hashable, asyncio.Future[Answer | None]] = {}

    async def of_another(self, asked: Hashable | None) -> Answer | None:
        """The answer to the same question that somebody asked a moment before; None where nobody did, and where it is
        theirs alone."""
        made = self._made.get(asked)
        return await asyncio.shield(made) if made else None

    @contextmanager
    def making(self, asked: Hashable | None) -> Iterator[MadeAnswer]:
        """While an answer is made, others may wait for it."""
        made = MadeAnswer(asyncio.get_running_loop().create_future())
        is_first = asked is not None and asked not in self._made
        if is_first:
            self._made[asked] = made.future
        try:
            yield made
        finally:
            made.is_for_one()
            if is_first:
                del self._made[asked]


class MadeAnswer:
    """What becomes of an answer, message by message."""

    def __init__(self, future: asyncio.Future[Answer | None]) -> None:
        self.future = future
        self._head: Message | None = None

    def comes(self, message: Message) -> None:
        """The next message: a picture or a paper that is whole is for all who wait, unless it gives a cookie."""
        if "body" not in message:
            self._head = message
            told = dict(message.get("headers", ()))
            is_whole = b"content-length" in told and b"set-cookie" not in told
            if not is_whole or not told.get(b"content-type", b"").startswith(FOR_ALL):
                self.is_for_one()
        elif self._head and not message["more_body"] and not self.future.done():
            self.future.set_result((self._head, message))

    def is_for_one(self) -> None:
        """Nobody else gets it."""
        if not self.future.done():
            self.future.set_result(None)
