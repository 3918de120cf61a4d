"""Convert entries to and from database rows, with prepared queries."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, bindparam, select

from companion.eventstore.entries import Draft, Entry, EventMetadata
from companion.eventstore.schema import entries, heads
from companion.version import program_version

PROGRAM = program_version()
_OF_MATCH = entries.c.match == bindparam("of")
OF_HEAD = select(heads).where(heads.c.match == bindparam("of"))
FROM = select(entries).where(_OF_MATCH, entries.c.number >= bindparam("first")).order_by(entries.c.number)
SAID = select(entries).where(_OF_MATCH, entries.c.key.in_(bindparam("keys", expanding=True)))


def written(draft: Draft, number: int, at_s: float) -> Entry:
    """``draft`` as an entry written at ``at_s``, seconds since 1970 in whole milliseconds."""
    return Entry(
        match=draft.match,
        number=number,
        kind=draft.kind,
        text=draft.text,
        rules=draft.rules,
        program=PROGRAM,
        at_s=round(at_s * 1000) / 1000,
        said=draft.said,
    )


def row_of(entry: Entry) -> dict[str, Any]:
    """An entry as its row."""
    said = entry.said
    return {
        "match": entry.match,
        "number": entry.number,
        "key": said.key,
        "kind": entry.kind,
        "text": entry.text,
        "rules": entry.rules,
        "program": entry.program,
        "author": said.author,
        "picture": said.picture,
        "model": said.model,
        "at_ms": round(entry.at_s * 1000),
        "asked": said.asked,
    }


def entry_of(row: Row[Any]) -> Entry:
    """The entry of a row."""
    return Entry(
        match=row.match,
        number=row.number,
        kind=row.kind,
        text=row.text,
        rules=row.rules,
        program=row.program,
        at_s=row.at_ms / 1000,
        checksum=row.checksum,
        said=EventMetadata(author=row.author, key=row.key, picture=row.picture, model=row.model, asked=row.asked),
    )
