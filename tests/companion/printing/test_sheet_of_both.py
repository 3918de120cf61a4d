"""The sheet of a match that was noted at a table of the house: its lines are those that hold, of who made them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion import match_commands
from companion.printing.counted_score_sheets import sheet_of_fixture
from companion.printing.paper_cache import PaperCache
from companion.tournaments import commands
from companion.tournaments.service import TournamentService
from companion.view_models.exported_files import DocumentRequest
from companion.view_models.tournament import TournamentSnapshot
from tests.companion.matches.visit import Visit as MatchVisit
from tests.companion.matches.visit import opened as opened_matches
from tests.companion.tournaments.evening import drawn
from tests.companion.tournaments.visit import Visit

OURS = "3r 4r 5r 6r 7r 8r 9r | 10k 10b 10y | 3b 4b 5b 6b 7b 8b | 1k 1b 1y 1r | 11r 12r 13r"
RACK = "13b 13b 8k 8k 1y 2y 12y 12k 3y"
COUNT = match_commands.Count(closer=0, melds={0: OURS, 1: "5y 6y 7y"}, racks={0: "", 1: RACK},
                             muertos=("played", "untaken"))  # fmt: skip


@pytest.fixture
def match(tmp_path: Path) -> Iterator[MatchVisit]:
    """A match of Ana and Beto, whose only hand Ana closed."""
    visit = MatchVisit(opened_matches(tmp_path))
    visit.agrees(("Ana", "Beto"))
    visit.deals()
    visit.says(COUNT, match_commands.Confirm())
    yield visit
    visit.service.journal.close()


def tournament(match: MatchVisit, names: tuple[str, str], points: tuple[int, int]) -> TournamentSnapshot:
    """A tournament of two ``names``; that is their match, and these are the points of its hand, home first."""
    visit = drawn(Visit(TournamentService(match.service.journal)), names)
    visit.says(commands.LinkMatch(1, match.match), commands.Rule(fixture=1, hand=1, points=points))
    return visit.shown()


def totals(shown: TournamentSnapshot, match: MatchVisit) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Who is on the sheet, and what the lines of the hand come to for each; nothing where it has none."""
    sheet = sheet_of_fixture(shown, shown.fixtures[0], (match.shown(),), "es")
    return sheet.names, tuple(sum(points for _, points in lines) for lines in sheet.hands[0].lines)


def test_its_lines_are_of_who_made_them_whichever_way_round_it_names_the_sides(match: MatchVisit):
    ours, theirs = match.shown().hand.sheets[0].total, match.shown().hand.sheets[1].total
    found = set()
    for names in (("Ana", "Beto"), ("Beto", "Ana")):
        for points in ((ours, theirs), (theirs, ours)):
            sides, made = totals(tournament(match, names, points), match)
            found.add(sides)
            assert made == ((ours, theirs) if sides == ("Ana", "Beto") else (theirs, ours))[: len(made)]
            assert bool(made) == (points[sides.index("Ana")] == ours), "other points hold than these lines come to"
    assert found == {("Ana", "Beto"), ("Beto", "Ana")}


def test_a_sheet_is_printed_anew_when_the_house_corrects_its_hand(match: MatchVisit):
    ours, theirs = match.shown().hand.sheets[0].total, match.shown().hand.sheets[1].total
    papers = PaperCache(lambda name, language: (match.service.snapshot(name, language),))
    shown = tournament(match, ("Ana", "Beto"), (ours, theirs))
    if shown.fixtures[0].names[0] == "Beto":
        shown = tournament(match, ("Ana", "Beto"), (theirs, ours))
    wanted = DocumentRequest(what="sheets", form="pdf", language="es", fixture=1)
    before = papers.of_tournament(shown, wanted)
    assert before == papers.of_tournament(shown, wanted)
    match.says(replace(COUNT, melds={0: OURS.replace("10k 10b 10y", "11k 11b 11y"), 1: "5y 6y 7y"}, hand=1))
    assert papers.of_tournament(shown, wanted) != before
