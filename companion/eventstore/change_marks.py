"""Marks of what can be changed in a form, so that of two who change it at once the second is told.

A page sends back the mark of what it showed; where it has become something else meanwhile, saving is refused. Programs
need not say what they saw.
"""

from __future__ import annotations

import json
from hashlib import sha256

_LETTERS = 12


def mark_of(contents: object) -> str:
    """A short digest of ``contents``, which can be written as JSON.

    >>> mark_of({"tables": 3}) == mark_of({"tables": 3}), mark_of({"tables": 3}) == mark_of({"tables": 4})
    (True, False)
    """
    return sha256(json.dumps(contents, sort_keys=True).encode()).hexdigest()[:_LETTERS]


def is_overtaken(seen: str, mark: str) -> bool:
    """Whether something has another mark by now than the one that was ``seen``; False where none was.

    >>> is_overtaken("", "0c1d"), is_overtaken("0c1d", "0c1d"), is_overtaken("0c1d", "77ab")
    (False, False, True)
    """
    return bool(seen) and seen != mark
