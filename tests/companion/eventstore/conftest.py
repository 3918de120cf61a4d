"""A journal in a folder of its own, with a clock that ticks once an entry."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.eventstore import Journal


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Where the journal is."""
    return f"sqlite:///{tmp_path / 'story.sqlite'}"


@pytest.fixture
def journal(url: str) -> Iterator[Journal]:
    """An empty journal."""
    opened = Journal.open(url, clock=itertools.count(1000.0).__next__)
    yield opened
    opened.close()
