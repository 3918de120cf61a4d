"""Stories as a file for another house: entries as lines of JSON, under a line that says how many there are."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

from companion.errors import StoryError
from companion.story.entries import Entry, Said

FORMAT, VERSION = "burako story", 1


def packed(entries: Iterable[Entry]) -> bytes:
    """The file of ``entries``; the same entries give the same bytes."""
    lines = b"".join(_line(_plain(entry)) for entry in entries)
    return _head(lines) + lines


def unpacked(blob: bytes) -> tuple[Entry, ...]:
    """The entries of a file that ``packed`` made. Raises StoryError for any other, and where a single byte is amiss."""
    first, _, lines = blob.partition(b"\n")
    try:
        head = json.loads(first)
        version = head["version"] if head["format"] == FORMAT else 0
    except (ValueError, KeyError, TypeError) as error:
        raise StoryError("no story file") from error
    if version > VERSION:
        raise StoryError("newer story file")
    if first + b"\n" != _head(lines):
        raise StoryError("damaged story file")
    return tuple(_entry(json.loads(line)) for line in lines.splitlines())


def check_follows(here: Sequence[Entry], brought: Sequence[Entry]) -> None:
    """Raises StoryError where what is ``here`` is not how the story that is ``brought`` begins."""
    if tuple(here) != tuple(brought[: len(here)]):
        raise StoryError("another story", match=brought[0].match)


def _head(lines: bytes) -> bytes:
    counted = {"entries": lines.count(b"\n"), "sha256": sha256(lines).hexdigest()}
    return _line({"format": FORMAT, "version": VERSION} | counted)


def _line(said: dict[str, Any]) -> bytes:
    return json.dumps(said, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def _plain(entry: Entry) -> dict[str, Any]:
    said, own = entry.said, ("match", "number", "kind", "text", "rules", "program")
    who = {name: getattr(said, name) for name in ("author", "key", "picture", "model")}
    return {name: getattr(entry, name) for name in own} | who | {"at_ms": round(entry.at_s * 1000)}


def _entry(plain: dict[str, Any]) -> Entry:
    said = Said(**{name: plain.pop(name) for name in ("author", "key", "picture", "model")})
    at_s = plain.pop("at_ms") / 1000
    return Entry(**plain, at_s=at_s, said=said)
