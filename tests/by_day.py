"""Which rows of a long table of tests are tried by day; the others are at night."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from engine import PROFILES


def by_day(rows: Sequence[Any], *kept: Any) -> list[Any]:
    """The rows as `pytest` takes them, all but ``kept`` marked as slow; each is one parameter."""
    assert all(row in rows for row in kept)
    return [pytest.param(row, marks=[] if row in kept else pytest.mark.slow) for row in rows]


KINDS = by_day(PROFILES, "clasico", "burraco-fibur", "rummy", "rummikub")
"""The profiles, by day one of each kind: canastas and muertos by our rules and by those of abroad, melds of one's own,
and melds that are everybody's."""
