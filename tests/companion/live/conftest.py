"""A house with a match, and a hand that somebody with perfect eyes watches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.eventstore import places
from companion.matches.service import MatchService
from tests.companion.live.watched_match import WatchedMatch


@pytest.fixture
def house(tmp_path: Path) -> Iterator[MatchService]:
    """A house of its own."""
    opened = MatchService.open(places(tmp_path, environment={}))
    yield opened
    opened.journal.close()


@pytest.fixture
def watched(house: MatchService) -> WatchedMatch:
    """Two who play the hand of the film, dealt and followed by the camera."""
    return WatchedMatch(house)
