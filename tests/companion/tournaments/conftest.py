"""A tournament service with an empty journal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.tournaments.visit import Visit, opened


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    """Somebody where no tournament was announced yet."""
    visit = Visit(opened(tmp_path))
    yield visit
    visit.service.journal.close()
