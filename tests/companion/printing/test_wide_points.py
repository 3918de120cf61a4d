"""Points of any size stand beside the names on paper, never over them."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from companion.printing import shared_pictures
from companion.printing.paper_cache import PaperCache
from companion.tournaments import commands
from companion.view_models.exported_files import DocumentRequest
from companion.view_models.tournament import TournamentSnapshot
from tests.companion.printing.test_whole_names import needs_pdftotext
from tests.companion.tournaments.visit import Visit, opened

pytestmark = needs_pdftotext
_WORD = re.compile(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>')
_TOUCH_PT = 0.5
Box = tuple[float, float, float, float]
WIDE = {
    "lost points": [(-1240, -1980), (1500, 900)],
    "ten thousands": [(12_345, -12_345), (1500, 900)],
    "the most there are": [(-20_000, -19_999), (-20_000, -19_998), (19_999, 20_000)],
}


@pytest.fixture(params=WIDE)
def shown(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[TournamentSnapshot]:
    visit = Visit(opened(tmp_path))
    long = "María de los Ángeles Fernández Echegaray"
    visit.founds((long, f"{long} y Roque", "Caro", "Dani"), format="zones", qualifiers=2, zone_size=4)
    visit.says(commands.DrawZones("x"), commands.SeatFixtures())
    for hand, points in enumerate(WIDE[request.param], 1):
        visit.says(commands.Rule(fixture=1, hand=hand, points=points))
    visit.says(commands.Penalise(entrant=1, points=-20_000, reason="no jugó"))
    for match in range(2, 7):
        visit.says(commands.Rule(fixture=match, hand=0, points=(19_000 - match, -20_000)))
    if not visit.state.fixtures[1].is_over:
        visit.says(commands.WalkOver(1, "home", "se fue"))
    yield visit.shown()
    visit.service.journal.close()


def boxes(pdf: bytes) -> Iterator[list[tuple[Box, str]]]:
    """The words of each page, and where they are."""
    told = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=pdf, capture_output=True, check=True).stdout.decode()
    for page in told.split("<page")[1:]:
        yield [((float(a), float(b), float(c), float(d)), word) for a, b, c, d, word in _WORD.findall(page)]


def lie_over(first: Box, second: Box) -> bool:
    across = min(first[2], second[2]) - max(first[0], second[0])
    down = min(first[3], second[3]) - max(first[1], second[1])
    return across > _TOUCH_PT and down > 0.6 * min(first[3] - first[1], second[3] - second[1])


@pytest.mark.parametrize("language", ["es", "en", "it", "pt"])
@pytest.mark.parametrize(
    "wanted",
    [{"what": "standings"}, {"what": "fixtures"}, {"what": "bracket"}, {"what": "sheets", "fixture": 1}],
    ids=lambda wanted: wanted["what"],
)
def test_no_word_is_over_another(shown: TournamentSnapshot, wanted: dict, language: str):
    paper = PaperCache().of_tournament(shown, DocumentRequest(form="pdf", language=language, **wanted))
    assert paper
    for page in boxes(paper.contents):
        assert page
        over = [(first[1], second[1]) for first, second in combinations(page, 2) if lie_over(first[0], second[0])]
        assert over == []


@pytest.mark.parametrize("language", ["es", "en"])
def test_in_a_picture_points_are_between_the_names(shown: TournamentSnapshot, language: str):
    for match in shown.fixtures:
        home, points, away = (shared_pictures._lines(cell, 34) for cell in shared_pictures._result_row(match, language))
        wide = max(shared_pictures._width(line, points.cell.weight, points.size_px) for line in points.lines)
        assert home.cell.at_px <= points.cell.at_px - wide, match.totals
        assert points.cell.at_px <= away.cell.at_px, match.totals
