"""Pagination of long lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from flask import request

PER_PAGE = 20
"""Entries on a page of a list, and in an answer of the API."""
_FARTHEST = 1_000_000

CardT = TypeVar("CardT")


@dataclass(frozen=True, slots=True)
class ListPage(Generic[CardT]):
    """A part of a list."""

    cards: Sequence[CardT]
    newer: int | None
    """Where the page before begins; ``None`` where this is the first."""
    older: int | None
    """Where the next begins; ``None`` where this is the last."""


def list_page(cards: Callable[[int, int], Sequence[CardT]]) -> ListPage[CardT]:
    """The page requested by ``first``; ``cards`` returns at most so many from a place of the list on."""
    first = min(max(request.args.get("first", 0, type=int), 0), _FARTHEST)
    found = cards(first, PER_PAGE + 1)
    newer = max(first - PER_PAGE, 0) if first else None
    return ListPage(found[:PER_PAGE], newer, first + PER_PAGE if len(found) > PER_PAGE else None)
