"""A hook: which program hears of what, and how it can tell that we are who speaks.

The names of the headers and what is signed are those of the Standard Webhooks specification.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal

HookKind = Literal["web", "obs"]
HookEventKind = Literal[
    "score.changed", "hand.closed", "match.finished", "round.paired", "round.finished", "tournament.finished", "test"
]
EVENTS: tuple[HookEventKind, ...] = (
    "score.changed", "hand.closed", "match.finished", "round.paired", "round.finished", "tournament.finished",
)  # fmt: skip
"""What a hook may be told; ``test`` comes only where somebody asks for it."""
OF_OBS: tuple[HookEventKind, ...] = ("score.changed", "match.finished")
"""What a text in OBS follows."""
SECRET_BYTES, SECRET_PREFIX = 24, "whsec_"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hook:
    """Somebody who is told of what happens."""

    name: str
    """``w`` and nine letters."""
    kind: HookKind = "web"
    address: str
    """``http``, ``https`` or, of OBS, ``ws``."""
    secret: str
    """What signs; of OBS, its password."""
    events: tuple[HookEventKind, ...] = EVENTS
    only: str = ""
    """The match or the tournament of which it is told; empty for all."""
    is_on: bool = True
    is_near: bool = False
    """Whether it was set up at this machine: then it may be on it, or in the networks of the house."""
    source: str = ""
    """Of OBS: the text that shows the score."""
    scene: str = ""
    """Of OBS: the scene that is shown when a match is over; empty for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HookEvent:
    """Something that happened."""

    event: str
    """The same for whoever hears of it twice."""
    kind: HookEventKind
    at_s: float
    about: tuple[str, ...]
    """The match or the tournament, or both."""
    content: Mapping[str, Any]
    delay_s: int = 0
    """How much later it is told, where a tournament shows everything so much later."""


def new_secret() -> str:
    """A secret that nobody knows, as people copy it."""
    return SECRET_PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signature(secret: str, event: str, at_s: int, body: bytes) -> str:
    """What is sent as ``webhook-signature``: HMAC-SHA256 of the event's id, the moment of sending and the body.

    >>> signature("whsec_" + "A" * 32, "e1", 1700000000, b"{}")
    'v1,UG3CYixEHDikqXshjGusQFJKmEevbvgKaxoXW6CwmoQ='
    """
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    signed = hmac.new(key, f"{event}.{at_s}.".encode() + body, sha256).digest()
    return f"v1,{base64.b64encode(signed).decode()}"
