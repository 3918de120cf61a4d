"""No paper leaves a letter of a name out: letters get smaller, then there are more lines, then more pages."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import pytest
from reportlab.pdfbase import pdfmetrics

from companion.printing import shared_pictures
from companion.printing.a4_page import PLAIN, letters
from companion.printing.bracket import _LEAST_COLUMNS, MOST_ROUNDS, _drawn, beside_of, parts_of
from companion.printing.line_fitting import fitted_lines
from companion.printing.paper_cache import PaperCache
from companion.tournaments import commands
from companion.view_models.exported_files import DocumentRequest
from companion.view_models.tournament import TournamentSnapshot
from tests.companion.tournaments.evening import earlier
from tests.companion.tournaments.visit import Visit, opened

LONG = "María de los Ángeles Fernández Villaverde de la Santísima Concepción Echegaray Goyeneche Ruiz Díaz 1"
STANDING, LYING = (495.0, 666.0), (722.0, 411.0)
KINDS = {
    "usual": "Juan Pérez {}",
    "long": LONG[:97] + "{:03}",
    "wide": "W" * 97 + "{:03}",
    "pairs": "{0} y " + LONG[:80],
}
DRAWS: dict[str, commands.Command] = {
    "double": commands.DrawBracket(seed="x"),
    "elimination": commands.DrawBracket(seed="x"),
    "zones": commands.DrawZones("x"),
    "swiss": commands.PairRound(),
    "round_robin": commands.DrawZones("x"),
}
needs_pdftotext = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed")


def named(kind: str, count: int) -> list[str]:
    return [KINDS[kind].format(number) for number in range(1, count + 1)]


@cache
def played(kind: str, count: int, plan: str) -> TournamentSnapshot:
    """How a tournament stands after a match; it is played once, whatever is printed of it."""
    with TemporaryDirectory() as folder:
        return _played(Path(folder), named(kind, count), plan)


def _played(folder: Path, names: list[str], plan: str) -> TournamentSnapshot:
    visit = Visit(opened(folder))
    visit.founds(names, title=LONG, format=plan)
    visit.says(DRAWS[plan], commands.SeatFixtures())
    both = next(match.number for match in visit.shown().fixtures if all(match.names) and not match.is_unopposed)
    visit.plays(both, earlier(1, 2))
    shown = visit.shown()
    visit.service.journal.close()
    return shown


@pytest.mark.parametrize(
    ("said", "size", "lines"),
    [
        ("Ana", 11, 1),
        ("Los Ñandúes de Lobos", 7, 1),
        ("Los Ñandúes del Club Social de Lobos", 7, 2),
        ("W" * 22, 7, 2),
        ("Ana " + "W" * 12, 7, 2),
        ("W" * 90, 7, 7),
        ("", 11, 1),
    ],
)
def test_words_get_smaller_then_they_wrap_and_a_word_is_broken_last(said: str, size: float, lines: int):
    letters()
    fitted = fitted_lines(said, (90, 17), (11, 9, 7), PLAIN)
    assert (fitted.size, len(fitted.lines)) == (size, lines)
    assert "".join(fitted.lines).replace(" ", "") == said.replace(" ", "")
    assert all(pdfmetrics.stringWidth(line, PLAIN, fitted.size) <= 90 for line in fitted.lines)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("count", [3, 8, 33, 64, 130])
@pytest.mark.parametrize("room", [STANDING, LYING], ids=["standing", "lying"])
def test_in_a_bracket_every_name_fits_its_box_in_letters_that_can_be_read(
    kind: str, count: int, room: tuple[float, float]
):
    letters()
    shown = played(kind, count, "double")
    for rounds in (shown.bracket, *beside_of(shown)):
        parts = _drawn(rounds, "es", room)
        numbers = sorted(number for part in parts for number, _ in part._names)
        assert numbers == sorted(2 * [match.number for column in rounds for match in column])
        for part in parts:
            assert len(part._rounds) <= MOST_ROUNDS
            assert part.fits, "each in the half of its box"
            assert len(part._rounds[0]) * 2 * part._half < room[1], "and no box over another"
            assert min(name.size for name in part._names.values()) >= 5.4 if room == STANDING else 3
            assert part.width / max(len(part._rounds), _LEAST_COLUMNS) > 70
        if kind == "usual" and room == STANDING:
            assert len(parts) == len(list(parts_of(rounds))), "usual names are cut into no more parts than before"


@needs_pdftotext
@pytest.mark.parametrize("kind", ["long", "wide"])
@pytest.mark.parametrize("plan", ["double", "elimination", "zones", "swiss"])
@pytest.mark.parametrize("what", ["standings", "fixtures", "bracket", "sheets"])
def test_every_paper_has_every_name_whole(tmp_path: Path, kind: str, plan: str, what: str):
    names = named(kind, 16)
    shown = played(kind, 16, plan)
    if (what == "standings" and not shown.zones) or (what == "bracket" and not shown.bracket):
        pytest.skip("there is none")
    address = "https://192.168.0.12:8000/tournaments/t123456789"
    paper = PaperCache().of_tournament(shown, DocumentRequest(what=what, form="pdf", language="es", address=address))
    assert paper is not None
    said = words_of(paper.contents, tmp_path)
    assert "…" not in said
    played_on = [match.names for match in shown.fixtures if what != "sheets" or match.standing in ("ready", "seated")]
    on_it = [name for name in names if any(name in both for both in played_on)]
    assert len(on_it) >= 14
    assert [name for name in (*on_it, shown.title) if joined(name) not in said] == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("what", ["standings", "results"])
def test_every_picture_has_every_name_whole(monkeypatch: pytest.MonkeyPatch, kind: str, what: str):
    """Each within the picture, and no line over another."""
    names = named(kind, 8)
    shown = played(kind, 8, "round_robin")
    written: list[tuple[str, tuple[int, int], int]] = []
    draw = cv2.putText

    def noted(canvas, said, at, color, font, size_px, weight):
        written.append((said, at, size_px))
        wide = shared_pictures._width(said, weight, size_px)
        assert 0 <= at[0] <= at[0] + wide <= canvas.shape[1]
        assert size_px <= at[1] < canvas.shape[0]
        draw(canvas, said, at, color, font, size_px, weight)

    monkeypatch.setattr(cv2, "putText", noted)
    paper = PaperCache().of_tournament(shown, DocumentRequest(what=what, form="png", language="es"))
    assert paper is not None
    said = joined("".join(line for line, _, _ in written))
    assert "…" not in said
    assert [name for name in (*names, shown.title) if joined(name) not in said] == []
    lows = sorted({(at[1], size_px) for _, at, size_px in written})
    assert all(low[0] - above[0] >= 0.9 * low[1] for above, low in pairwise(lows) if low[0] != above[0])


def words_of(paper: bytes, folder: Path) -> str:
    """All that a paper says, in the order in which it was drawn, without spaces."""
    (folder / "paper.pdf").write_bytes(paper)
    command = ["pdftotext", "-raw", folder / "paper.pdf", "-"]
    return joined(subprocess.run(command, capture_output=True, check=True, text=True).stdout)


def joined(said: str) -> str:
    return re.sub(r"\s", "", said)
