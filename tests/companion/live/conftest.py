"""A match service with a match, and a hand that an observer with perfect sight watches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.eventstore import find_data_folder
from companion.matches.service import MatchService
from tests.companion.live.watched_match import WatchedMatch


@pytest.fixture
def service(tmp_path: Path) -> Iterator[MatchService]:
    """A house of its own."""
    opened = MatchService.open(find_data_folder(tmp_path, environment={}))
    yield opened
    opened.journal.close()


@pytest.fixture
def watched(service: MatchService) -> WatchedMatch:
    """Two who play the hand of the film, dealt and followed by the camera."""
    return WatchedMatch(service)
