"""Webhooks as shown on pages and in commands, without their secrets."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptView:
    """A delivery attempt."""

    event: str
    kind: str
    at_s: float
    tries: int
    answer: str
    """The status of the answer, or why there was none, in words."""
    took_ms: int
    standing: str
    """``delivered``, ``waits`` or ``given up``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HookView:
    """A webhook with its last deliveries."""

    hook: str
    kind: str
    """``web`` or ``obs``."""
    address: str
    events: tuple[str, ...]
    only: str
    is_on: bool
    source: str
    scene: str
    waiting: int
    """Events that wait to be sent."""
    attempts: tuple[AttemptView, ...]
    """The newest first."""


@dataclass(frozen=True, slots=True)
class CreatedHook:
    """A new webhook with its secret, which is shown once; empty where the user chose it."""

    hook: str
    secret: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HookRequest:
    """A requested webhook."""

    kind: str = "web"
    address: str
    events: tuple[str, ...] = ()
    only: str = ""
    """A match or a tournament by its name or the address of its page."""
    password: str = ""
    source: str = ""
    scene: str = ""
