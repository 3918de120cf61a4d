"""Export streams of the journal as a file of one JSON entry a line under a counting header, and import it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

from companion.errors import JournalFileError
from companion.eventstore.entries import Entry, EventMetadata

FORMAT, VERSION = "burako story", 1
_OF_ENTRY, _OF_SAID = ("match", "kind", "text", "rules", "program"), ("author", "key", "picture", "model")
_LAST_MS = 10**14
"""The last moment that has a date on every system."""


def packed(entries: Iterable[Entry]) -> bytes:
    """The file of ``entries``; deterministic."""
    lines = b"".join(_line(_plain(entry)) for entry in entries)
    return _head(lines) + lines


def unpacked(blob: bytes) -> tuple[Entry, ...]:
    """The entries of a file that ``packed`` made. Raises JournalFileError for any other, and for corruption."""
    first, _, lines = blob.partition(b"\n")
    try:
        head = json.loads(first)
        version = head["version"] if head["format"] == FORMAT else 0
        is_newer = version > VERSION
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise JournalFileError("no story file") from error
    if is_newer:
        raise JournalFileError("newer story file")
    if first + b"\n" != _head(lines):
        raise JournalFileError("damaged story file")
    try:
        return tuple(map(_entry, lines.splitlines(keepends=True)))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise JournalFileError("damaged story file") from error


def check_follows(here: Sequence[Entry], brought: Sequence[Entry]) -> None:
    """Raise JournalFileError unless the entries ``here`` are the beginning of those ``brought``."""
    if tuple(here) != tuple(brought[: len(here)]):
        raise JournalFileError("another story", match=brought[0].match)


def _head(lines: bytes) -> bytes:
    counted = {"entries": lines.count(b"\n"), "sha256": sha256(lines).hexdigest()}
    return _line({"format": FORMAT, "version": VERSION} | counted)


def _line(record: dict[str, Any]) -> bytes:
    return json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def _plain(entry: Entry) -> dict[str, Any]:
    who = {name: getattr(entry.said, name) for name in _OF_SAID}
    own = {name: getattr(entry, name) for name in _OF_ENTRY}
    return own | who | {"number": entry.number, "at_ms": round(entry.at_s * 1000)}


def _entry(line: bytes) -> Entry:
    """The entry of a line, strictly in the format of ``packed``."""
    plain = json.loads(line)
    said = EventMetadata(**{name: plain[name] for name in _OF_SAID})
    own = {name: plain[name] for name in _OF_ENTRY}
    entry = Entry(**own, number=plain["number"], at_s=plain["at_ms"] / 1000, said=said)
    texts = [*own.values(), said.author, said.key, said.model, said.picture or ""]
    if not all(isinstance(text, str) for text in texts) or type(entry.number) is not int:
        raise TypeError(line)
    if not 0 <= plain["at_ms"] < _LAST_MS or _line(_plain(entry)) != line:
        raise ValueError(line)
    return entry
