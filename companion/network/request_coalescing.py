"""Coalesce concurrent equal requests for a picture or a document: it is created once for all of them.

A page is excluded: its forms contain an idempotency key, which two people must not share.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any, NamedTuple

from companion.network.request_buffering import Message, ReceivedBody

Answer = tuple[Message, Message]
"""The head and the whole body."""

FOR_ALL = (b"image/", b"video/", b"font/", b"text/css", b"text/javascript", b"application/pdf")
"""The kinds of responses that do not depend on the visitor."""

KNOWN_ADDRESSES = 1024
"""So many addresses are known to give each an answer of their own."""


class RequestIdentity(NamedTuple):
    """The key that identifies equal requests."""

    place: str
    scheme: str
    address: bytes | str
    """The path on this server."""
    query: bytes
    headers: tuple[tuple[bytes, bytes], ...]


def question(scope: Mapping[str, Any], arrived: ReceivedBody, place: str) -> RequestIdentity | None:
    """The identity of a request from everything its answer may depend on; None for unsafe or incomplete ones."""
    if scope["method"] != "GET" or arrived.body or not arrived.is_whole:
        return None
    headers = tuple((bytes(name), bytes(value)) for name, value in scope["headers"])
    return RequestIdentity(
        place, scope["scheme"], scope.get("raw_path") or scope["path"], scope["query_string"], headers
    )


class CoalescedAnswers:
    """The answers in progress; belongs to one event loop.

    Where an answer was for one client alone the next is assumed to be so, too: waiting to find that out would delay a
    client by the creation of another's page.
    """

    def __init__(self) -> None:
        self._made: dict[Hashable, asyncio.Future[Answer | None]] = {}
        self._alone: OrderedDict[Hashable, None] = OrderedDict()

    async def of_another(self, identity: RequestIdentity | None) -> Answer | None:
        """The answer to an equal request in progress; None without one, and where it is for one client alone."""
        made = self._made.get(identity) if identity and identity.address not in self._alone else None
        return await asyncio.shield(made) if made else None

    @contextmanager
    def making(self, identity: RequestIdentity | None) -> Iterator[AnswerInProgress]:
        """A context in which others may wait for the answer being created."""
        made = AnswerInProgress(asyncio.get_running_loop().create_future())
        is_first = identity is not None and identity not in self._made
        if is_first:
            self._made[identity] = made.future
        try:
            yield made
        finally:
            made.is_for_one()
            if is_first:
                del self._made[identity]
            if identity and made.is_for_all is not None:
                self._note(identity, made.is_for_all)

    def _note(self, identity: RequestIdentity, is_for_all: bool) -> None:
        if is_for_all:
            self._alone.pop(identity.address, None)
            return
        self._alone[identity.address] = None
        self._alone.move_to_end(identity.address)
        if len(self._alone) > KNOWN_ADDRESSES:
            self._alone.popitem(last=False)


class AnswerInProgress:
    """An answer in progress, message by message."""

    def __init__(self, future: asyncio.Future[Answer | None]) -> None:
        self.future = future
        self.is_for_all: bool | None = None
        """Whether what was asked for is the same for all; None where the answer does not show that ("not modified")."""
        self._head: Message | None = None

    def receive(self, message: Message) -> None:
        """Add a message: a complete picture or document is shared with all waiting clients, unless it sets a cookie."""
        if "body" not in message:
            self._head = message
            told = dict(message.get("headers", ()))
            is_whole = b"content-length" in told and b"set-cookie" not in told
            is_for_all = is_whole and told.get(b"content-type", b"").startswith(FOR_ALL)
            if message.get("status") == HTTPStatus.OK:
                self.is_for_all = is_for_all
            if not is_for_all:
                self.is_for_one()
        elif self._head and not message["more_body"] and not self.future.done():
            self.future.set_result((self._head, message))

    def is_for_one(self) -> None:
        """Mark it as not shareable."""
        if not self.future.done():
            self.future.set_result(None)
