"""Detect damaged entries: each has a checksum over its content and that of its predecessor in the stream."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from sqlalchemy import Row

from companion.errors import DamagedJournal

CHECKED = ("match", "number", "key", "kind", "text", "rules", "program", "author", "picture", "model", "at_ms")
"""The columns of an entry that its checksum covers, in order: all but the id."""


def checksum_of(before: str, row: Mapping[str, Any]) -> str:
    """The checksum of a row after the one with the checksum ``before``; the first follows an empty one.

    Raises TypeError for what no row of ours holds.
    """
    said = json.dumps([before, *(row[name] for name in CHECKED)], ensure_ascii=True, separators=(",", ":"))
    return sha256(said.encode()).hexdigest()


def chained(rows: Iterable[dict[str, Any]], before: str) -> list[dict[str, Any]]:
    """``rows`` with the checksum of each, the first following ``before``."""
    rows_with_sums = []
    for row in rows:
        before = checksum_of(before, row)
        rows_with_sums.append({**row, "checksum": before})
    return rows_with_sums


def check_chain(match: str, rows: Sequence[Row[Any]], after: int, head: tuple[int, str]) -> Sequence[Row[Any]]:
    """The entries of ``rows`` after number ``after``, verified against their checksums.

    ``rows`` begin with the entry ``after``; ``head`` is the number and checksum of the newest entry at the time of the
    query. Raises DamagedJournal.
    """
    number, before = after, ""
    if after:
        if not rows or rows[0].number != after:
            raise DamagedJournal(match)
        before, rows = rows[0].checksum, rows[1:]
    for row in rows:
        number += 1
        if row.number != number or row.match != match or row.checksum != _checksum(before, row):
            raise DamagedJournal(match)
        before = row.checksum
        if number == head[0] and before != head[1]:
            raise DamagedJournal(match)
    if number < head[0]:
        raise DamagedJournal(match)
    return rows


def _checksum(before: str, row: Row[Any]) -> str:
    """The expected checksum of a row; empty for an invalid one."""
    try:
        return checksum_of(before, row._asdict())
    except (TypeError, ValueError):
        return ""
