"""What a side made is credited to it, canasta by canasta, whichever way round a match names the sides."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import match_commands
from companion.league.evenings import HandsMade
from companion.league.hand_statistics import made_in
from tests.companion.matches.visit import Visit, opened

OURS = "dos puras, una impura, cierre, muerto, fichas 245, atril 15"
THEIRS = "una pura, fichas 100, atril 60"
WON, LOST = HandsMade(1, puras=2, impuras=1, closes=1, muertos=1), HandsMade(1, puras=1)


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    """A match of two, with one hand noted as on the paper sheet."""
    visit = Visit(opened(tmp_path))
    visit.agrees(("Ana", "Beto"))
    visit.deals()
    visit.says(match_commands.RecordPaperSheet((OURS, THEIRS)), match_commands.Confirm())
    yield visit
    visit.service.journal.close()


@pytest.mark.parametrize(
    ("sides", "made"),
    [
        (("Ana", "Beto"), (WON, LOST)),
        (("Beto", "ANA"), (LOST, WON)),
        (("Beto", "Anita"), (LOST, WON)),  # whose name was corrected since
        (("Ana", "Alberto"), (WON, LOST)),
        (("Anita", "Alberto"), (WON, LOST)),
    ],
)
def test_each_side_has_what_it_made(visit: Visit, sides: tuple[str, str], made: tuple[HandsMade, HandsMade]):
    assert made_in(visit.state, sides) == made
