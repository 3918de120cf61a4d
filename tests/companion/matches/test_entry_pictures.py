"""Which picture shows a meld, and where: told by looks and counts, found again by the tiles."""

from __future__ import annotations

import json

import pytest

from companion import match_commands
from companion.matches.events import read_event, text_of
from companion.matches.meld_outlines import MOST_MELDS, OutlinedMeld, outline_of, outlined_melds
from companion.refusal import TableRefused
from engine.placed_tile import parse_tiles
from engine.tiles import NotationError
from tests.companion.matches.visit import Visit

BOX = "0.1,0.2 0.4,0.2 0.4,0.3 0.1,0.3"
OTHER = "0.5,0.6 0.9,0.6 0.9,0.7 0.5,0.7"
SEEN = "0: 4r 5r 6r; pozo:; muertos: 11 11"
CORNERS = ((0.1, 0.2), (0.4, 0.2), (0.4, 0.3), (0.1, 0.3))


def looks(visit: Visit, seen: str, outlined: str, picture: str) -> None:
    look = match_commands.RecordObservation(seen, outlined=outlined)
    visit.service.handle(visit.match, look, visit.sender(picture=picture, model="m"))


@pytest.fixture
def pictures(visit: Visit) -> list[str]:
    return [visit.service.keep_picture(f"{at}".encode()) for at in range(3)]


@pytest.mark.parametrize("line", [f"4r 5r J @ {BOX}", f"10k @ {OTHER}", "4r 5r 6r @ 0,0 1,0 1,0.5"])
def test_an_outlined_meld_is_a_line_that_reads_back(line: str):
    assert str(OutlinedMeld.parse(line)) == line


@pytest.mark.parametrize(
    "text",
    ["4r 5r 6r", f"4r 5q @ {BOX}", "4r @ 0.1,0.2 0.3,0.4", "4r @ 1.2,0 1,0 1,1", "4r @ -1,0 1,0 1,1",
     f"4r 5r 6r @ {' '.join(['0.1,0.1'] * 41)}", "\n".join([f"4r 5r 6r @ {BOX}"] * (MOST_MELDS + 1))],
)  # fmt: skip
def test_what_is_no_outlined_meld_is_refused(visit: Visit, text: str):
    with pytest.raises(NotationError):
        outlined_melds(text)
    with pytest.raises(TableRefused):
        looks(visit, SEEN, text, "p")
    assert visit.shown().hand.melds == ()


@pytest.mark.parametrize(
    ("meld", "rows", "found"),
    [
        ("4r 5r 6r", [f"4r 5r 6r @ {BOX}"], True),
        ("4r 5r 6r", [f"4r 5r @ {BOX}"], True),
        ("4r 5r 6r", [f"4r @ {BOX}"], False),
        ("4r 5r 6r", [f"9k 9b 9y @ {BOX}"], False),
        ("4r 5r 6r", [f"4r 5r 6r 7r 8r 9r 10r @ {BOX}"], False),
        ("4r 5r 6r 7r", [f"4r 5r 6r 8r @ {OTHER}", f"4r 5r 6r 7r @ {BOX}"], True),
        ("4r 5r 6r", [], False),
    ],
)
def test_a_meld_is_found_by_most_of_its_tiles(meld: str, rows: list[str], found: bool):
    assert outline_of(parse_tiles(meld), map(OutlinedMeld.parse, rows)) == (CORNERS if found else ())


def test_a_look_tells_where_its_melds_are_and_only_of_those_that_are_new(visit: Visit, pictures: list[str]):
    looks(visit, SEEN, f"4r 5r 6r @ {BOX}", pictures[0])
    looks(visit, "0: 4r 5r 6r | 9k 9b 9y; pozo:; muertos: 11 11", f"4r 5r 6r @ {OTHER}\n9k 9b 9y @ {BOX}", pictures[1])
    event = visit.state.course.recorded[-1].event
    assert [str(outline) for outline in event.outlined] == [f"9k 9b 9y @ {BOX}"]
    assert read_event("moved", text_of(event)) == event
    first, second = (line.entry for line in visit.shown().hand.sheets[0].lines[:2])
    for meld, entry, picture in (("4r 5r 6r", first, pictures[0]), ("9k 9b 9y", second, pictures[1])):
        seen = visit.service.meld_evidence(visit.match, 1, meld, entry)
        assert (seen.entry, seen.picture, seen.outlines) == (entry, picture, (CORNERS,))


def test_each_step_shows_the_melds_that_it_tells_of(visit: Visit, pictures: list[str]):
    looks(visit, SEEN, f"4r 5r 6r @ {BOX}", pictures[0])
    step = visit.service.replay(visit.match, "es", 1).steps[-1]
    assert (step.picture, step.outlines) == (pictures[0], (CORNERS,))


def test_a_meld_put_right_by_somebody_is_shown_by_the_picture_before(visit: Visit, pictures: list[str]):
    looks(visit, SEEN, f"4r 5r 6r @ {BOX}", pictures[0])
    visit.taps("correct", 0, "4r 5r 6r 7r", meld=1)
    seen = visit.service.meld_evidence(visit.match, 1, "4r 5r 6r 7r", visit.state.revision)
    assert (seen.picture, seen.outlines) == (pictures[0], (CORNERS,))


def test_what_nobody_photographed_has_no_picture(visit: Visit):
    visit.taps("lay", 0, "4r 5r 6r")
    seen = visit.service.meld_evidence(visit.match, 1, "4r 5r 6r", visit.state.revision)
    assert (seen.author, seen.picture, seen.outlines) == ("Ana", None, ())


@pytest.mark.parametrize(("hand", "entry"), [(1, 1), (1, 99), (7, 3)])
def test_there_is_no_evidence_of_what_was_never_said(visit: Visit, hand: int, entry: int):
    visit.taps("lay", 0, "4r 5r 6r")
    with pytest.raises(TableRefused):
        visit.service.meld_evidence(visit.match, hand, "4r 5r 6r", entry)


def test_the_same_question_is_not_asked_twice_because_the_camera_trembles(visit: Visit, pictures: list[str]):
    visit.plays("0 draw\n0 lay 4r 5r 6r\n0 discard 9k")
    odd = "0: 4r 5r | 1b 2b; pozo: 9k; muertos: 11 11"
    for box, picture in ((BOX, pictures[0]), (OTHER, pictures[1])):
        looks(visit, odd, f"4r 5r @ {box}", picture)
    assert [recorded.entry.kind for recorded in visit.state.course.recorded].count("asked") == 1


def test_an_answer_is_shown_by_the_picture_that_raised_its_question(visit: Visit, pictures: list[str]):
    visit.plays("0 draw\n0 lay 4r 5r 6r\n0 discard 9k")
    looks(visit, "0: 4r 5r 6r; 1: 9r 9b; pozo: 9k; muertos: 11 11", f"9r 9b @ {BOX}", pictures[2])
    question = visit.state.question
    assert question is not None
    laid = next(at for at, moves in enumerate(question.event.answers) if any("9r 9b" in str(move) for move in moves))
    visit.says(match_commands.Answer(question.number, laid))
    seen = visit.service.meld_evidence(visit.match, 1, "9r 9b", visit.state.revision)
    assert (seen.picture, seen.outlines) == (pictures[2], (CORNERS,))


def test_entries_from_before_there_were_outlines_are_read(visit: Visit):
    visit.taps("lay", 0, "4r 5r 6r")
    recorded = visit.state.course.recorded[-1]
    old = {name: value for name, value in json.loads(recorded.entry.text).items() if name != "outlined"}
    assert read_event("moved", json.dumps(old)) == recorded.event
