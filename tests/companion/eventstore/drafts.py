"""Entries made quickly."""

from __future__ import annotations

from companion.eventstore import Draft, EventMetadata


def draft(key: str, match: str = "m1", text: str = "{}", picture: str | None = None) -> Draft:
    """An entry of ``match`` that somebody sends under ``key``."""
    said = EventMetadata(author="Ana", key=key, picture=picture, model="reader 1")
    return Draft(match=match, kind="played", text=text, rules="abc", said=said)
