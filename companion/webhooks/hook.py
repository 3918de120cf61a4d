"""A hook: which program hears of what; and an event of which it is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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
