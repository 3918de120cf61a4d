"""The settings of a hook, and the events that it receives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

HookKind = Literal["web", "obs"]
HookEventKind = Literal[
    "score.changed",
    "hand.closed",
    "hand.removed",
    "match.finished",
    "round.paired",
    "round.finished",
    "tournament.finished",
    "test",
]
EVENTS: tuple[HookEventKind, ...] = (
    "score.changed", "hand.closed", "hand.removed", "match.finished", "round.paired", "round.finished",
    "tournament.finished",
)  # fmt: skip
"""The kinds of events; ``test`` is sent on request only."""
FIRST_EVENTS: tuple[HookEventKind, ...] = tuple(event for event in EVENTS if event != "hand.removed")
"""The kinds that there were to choose from where a hook does not say which."""
OF_OBS: tuple[HookEventKind, ...] = ("score.changed", "match.finished")
"""The kinds of events that a text in OBS follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hook:
    """The settings of a hook: where it sends, which events, and how they are signed."""

    name: str
    """``w`` and nine letters."""
    kind: HookKind = "web"
    address: str
    """An ``http`` or ``https`` URL; of OBS, a ``ws`` URL."""
    secret: str
    """The signing secret; of OBS, its password."""
    events: tuple[HookEventKind, ...] = EVENTS
    only: str = ""
    """The match or tournament it is limited to; empty for all."""
    is_on: bool = True
    is_near: bool = False
    """Whether it was created on this machine, and may use addresses of it and of local networks."""
    source: str = ""
    """For OBS: the text source that shows the score."""
    scene: str = ""
    """For OBS: the scene shown when a match is over; empty for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HookEvent:
    """An event to be sent."""

    event: str
    """The id; the same each time the event is sent."""
    kind: HookEventKind
    at_s: float
    about: tuple[str, ...]
    """The names of the match and the tournament that it concerns."""
    content: Mapping[str, Any]
    delay_s: int = 0
    """The seconds by which it is delayed, where the tournament's public board is."""
