"""A heading stands over what it is the heading of: none is the last thing on a page."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.printing.paper_cache import PaperCache
from companion.tournaments import commands
from companion.view_models.exported_files import DocumentRequest
from tests.companion.tournaments.visit import Visit, opened

pytestmark = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed")
HEADING = re.compile(r"Ronda \d+|Cuartos de final|Semifinales|Final|Sanciones")


def last_lines(paper: bytes, folder: Path) -> list[str]:
    """The last line of each page but its foot."""
    (folder / "paper.pdf").write_bytes(paper)
    command = ["pdftotext", "-layout", folder / "paper.pdf", "-"]
    text = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    pages = [[line.strip() for line in page.splitlines() if line.strip()] for page in text.split("\f")]
    return [lines[-2] for lines in pages if lines]


@pytest.mark.parametrize("players", range(6, 17))
def test_no_page_ends_with_a_heading(tmp_path: Path, players: int):
    visit = Visit(opened(tmp_path))
    visit.founds([f"María del Carmen Álvarez de la Fuente {n}" for n in range(players)], format="round_robin")
    visit.says(commands.DrawZones("x"), commands.Penalise(entrant=1, points=-100, reason="tarde"))
    shown = visit.shown()
    visit.service.journal.close()
    for what in ("fixtures", "standings"):
        paper = PaperCache().of_tournament(shown, DocumentRequest(what=what, form="pdf", language="es"))
        assert paper is not None
        found = last_lines(paper.contents, tmp_path)
        assert found
        assert [line for line in found if HEADING.fullmatch(line)] == []
