"""One row of the journal: before it is written (`Draft`), and after (`Entry`)."""

from __future__ import annotations

from dataclasses import dataclass, field

TOURNAMENT = "t"
"""The first letter of tournament names; match names never begin with it."""
GAME = "g"
"""The first letter of screen game names; match names never begin with it."""
RULE_SETS = "rule sets"
"""The name of the stream of the house's rule sets."""
HOUSE_KEYS = "house keys"
"""The name of the stream of the keys that were replaced in a house of several servers."""


def is_tournament(name: str) -> bool:
    """Whether the stream ``name`` is a tournament."""
    return name.startswith(TOURNAMENT)


def is_match(name: str) -> bool:
    """Whether the stream ``name`` is a match."""
    return not (is_tournament(name) or is_game(name) or name in (RULE_SETS, HOUSE_KEYS))


def is_game(name: str) -> bool:
    """Whether the stream ``name`` is a screen game, whose tiles are secret."""
    return name.startswith(GAME)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventMetadata:
    """The author and context of an event."""

    author: str
    key: str
    """The sender's idempotency key; a key occurs once in a stream."""
    picture: str | None = None
    """The name of the picture that shows it (see ``EvidenceStore``)."""
    model: str = ""
    """The version of the networks that read the picture; empty where no network did."""
    asked: str = field(default="", compare=False)
    """The digest of the command that made it; empty where it was imported, or written before digests were kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An entry before it is written."""

    match: str
    kind: str
    text: str
    """The event as one line of JSON."""
    rules: str
    """The version of the rules it was judged by."""
    said: EventMetadata


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A written entry of the journal."""

    match: str
    number: int
    """Counts from 1 within its match."""
    kind: str
    text: str
    rules: str
    program: str
    """The version of the program that wrote it."""
    at_s: float
    """The time of writing in seconds since 1970; the order of entries is that of their numbers."""
    said: EventMetadata
    checksum: str = field(default="", compare=False, repr=False)
    """Of all entries up to this one, as the database has it; empty before it is written."""
