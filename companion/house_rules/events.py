"""Events of stored rule sets: one frozen dataclass for each kind of entry, and their codec."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.eventstore.codec import EventCodec


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSetKept:
    """A rule set was created, changed, renamed or restored."""

    set: str
    """The permanent key of the rule set; titles may change."""
    title: str
    extends: str
    """The profile of which it changes some rules."""
    changes: Mapping[str, Any]
    """Those rules by key, each value as a profile writes it."""


@dataclass(frozen=True, slots=True)
class RuleSetRemoved:
    """A rule set was archived; matches played by it keep its rules."""

    set: str


Event = RuleSetKept | RuleSetRemoved
CODEC: EventCodec[Event] = EventCodec.of((RuleSetKept, RuleSetRemoved), {"changes": dict}, {})
kind_of, text_of, read_event = CODEC.kind_of, CODEC.text_of, CODEC.read
