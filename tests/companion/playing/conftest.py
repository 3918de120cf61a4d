"""A game between two people, its tiles known to the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.playing.sitting import Sitting, bag_for

RACKS = "4r 5r 6r 7r 9k 9b 9y 2b J 1k 13k 5y", "8r 8k 8y 3b 4b 5b 10y 11y 12y 13y 1y 6b"


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    """Ana, who begins, and Beto, at the classic game."""
    sitting = Sitting(tmp_path, bag_for("clasico", *RACKS, mazo="8b 6k 2y"))
    yield sitting.begins()
    sitting.service.journal.close()
