"""A match service with an empty journal, and a match in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.matches.visit import Visit, opened


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    """Four players of the classic game, the first hand dealt to Ana."""
    visit = Visit(opened(tmp_path))
    visit.agrees()
    visit.deals()
    yield visit
    visit.service.journal.close()
