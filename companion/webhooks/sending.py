"""Send one event to one hook, once.

Only the status of the answer is kept: creating a hook does not let anybody read what its address answers.
"""

from __future__ import annotations

import json
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from http.client import HTTPConnection, HTTPException
from threading import Timer
from time import monotonic, time

from companion.version import program_version
from companion.webhooks.addresses import BarredAddress, Target, parsed, target
from companion.webhooks.hook import Hook
from companion.webhooks.obs import show
from companion.webhooks.signing import signature
from companion.webhooks.store import Delivery

CONNECT_S, WHOLE_S = 5.0, 10.0
"""The time limits for connecting and for the whole request."""
_AGAIN = frozenset({408, 409, 421, 423, 425, 429})
"""Answers below 500 after which it is tried again."""
_OK, _UNLAWFUL, _BROKEN = 200, 400, 500


@dataclass(frozen=True, slots=True)
class HookAnswer:
    """The result of an attempt."""

    says: str
    """The HTTP status, or a word for the failure that ``wording`` translates."""
    took_ms: int
    is_done: bool
    is_final: bool
    """Whether a retry is pointless."""


def sent(hook: Hook, delivery: Delivery, clock: Callable[[], float] = time) -> HookAnswer:
    """Send ``delivery``; returns the result, and never raises."""
    began_s = monotonic()
    try:
        parts = parsed(hook.address, hook.kind)
        if parts is None:
            raise BarredAddress("never")
        where = target(parts, is_near=hook.is_near)
        says = show(hook, where, delivery) if hook.kind == "obs" else f"{_posted(hook, where, delivery, clock)}"
    except BarredAddress as barred:
        says = barred.why
    except ssl.SSLError:
        says = "certificate"
    except TimeoutError:
        says = "too slow"
    except ConnectionRefusedError:
        says = "nobody there"
    except (OSError, HTTPException, ValueError):
        says = "cut off"
    return answered(says, int(1000 * (monotonic() - began_s)))


def answered(says: str, took_ms: int) -> HookAnswer:
    """The meaning of a status or failure: 2xx is delivered; of the others below 500 most are final.

    >>> [answered(says, 1).is_final for says in ("204", "404", "410", "429", "503", "near", "nobody there")]
    [True, True, True, False, False, True, False]
    """
    if not says.isdecimal():
        return HookAnswer(says, took_ms, says == "shown", says in ("shown", "near", "never", "no extra"))
    status = int(says)
    is_refused = (status < _OK or 300 <= status < _BROKEN) and status not in _AGAIN
    return HookAnswer(says, took_ms, _OK <= status < 300, _OK <= status < 300 or is_refused)


def body_of(delivery: Delivery) -> bytes:
    """The JSON body of a delivery: the event, its time and its id."""
    said = {
        "type": delivery.kind,
        "id": delivery.event,
        "timestamp": datetime.fromtimestamp(delivery.at_s, UTC).isoformat(timespec="milliseconds"),
        "data": delivery.content,
    }
    return json.dumps(said, ensure_ascii=False).encode()


def _posted(hook: Hook, where: Target, delivery: Delivery, clock: Callable[[], float]) -> int:
    """The status that the other side answered. Raises OSError and HTTPException where it did not."""
    body, at_s = body_of(delivery), int(clock())
    connection = HTTPConnection(where.parts.hostname or "", where.port, timeout=CONNECT_S)
    opened = _opened(where)
    connection.sock = opened
    late = Timer(WHOLE_S, partial(_shut, opened))
    late.start()
    try:
        path = (where.parts.path or "/") + (f"?{where.parts.query}" if where.parts.query else "")
        connection.request("POST", path, body, {
            "Host": where.parts.netloc,
            "Content-Type": "application/json",
            "User-Agent": f"burako/{program_version()}".rstrip("/"),
            "Connection": "close",
            "webhook-id": delivery.event,
            "webhook-timestamp": f"{at_s}",
            "webhook-signature": signature(hook.secret, delivery.event, at_s, body),
        })  # fmt: skip
        return connection.getresponse().status
    finally:
        late.cancel()
        connection.close()


def _opened(where: Target) -> socket.socket:
    """A connection to the address that was judged, whatever its name leads to by now."""
    opened = socket.create_connection((where.ip, where.port), timeout=CONNECT_S)
    if where.parts.scheme != "https":
        return opened
    try:
        return ssl.create_default_context().wrap_socket(opened, server_hostname=where.parts.hostname)
    except OSError:
        opened.close()
        raise


def _shut(opened: socket.socket) -> None:
    with suppress(OSError):
        opened.shutdown(socket.SHUT_RDWR)
