"""What is guessed of a meld: its line of text, and between what the score lies."""

from __future__ import annotations

import pytest

from companion import match_commands
from companion.matches.guessed_melds import GuessedRow, guessed_rows
from companion.matches.table_observation import TableLook
from companion.refusal import TableRefused
from engine.inference.observation import Observation
from engine.tiles import NotationError
from tests.companion.matches.visit import Visit

ROW = "7k 2y 4k? 10k @ 0.86 | 7k 2y 9k 10k"
SEEN = "0: 7k 2y 4k 10k; pozo: 12y; muertos: 11 11"


@pytest.mark.parametrize("text", [ROW, "5b 6b 7k? @ 1", "5k J? 2b? 8k @ 0.5 | 5k 6k 2b 8k | 5k J 7k 8k"])
def test_a_guessed_row_is_a_line_of_text_that_reads_back(text: str) -> None:
    assert str(GuessedRow.parse(text)) == text
    assert guessed_rows(f"{text}\n\n{ROW}") == (GuessedRow.parse(text), GuessedRow.parse(ROW))


@pytest.mark.parametrize("text", ["", "7k 8k", "7k? @ 2", "7k? @ nan", "99x? @ 0.5", "7k? @ 0.5 | 8z"])
def test_what_is_no_guessed_row_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        GuessedRow.parse(text)


RANGES = [
    # the row as it is told, the score of its side, and between what that lies; the muerto that nobody took is -100
    pytest.param(ROW, -140, (-140, -55), id="a probable offence may be a lawful meld"),
    pytest.param("", -140, (-140, -140), id="what is read is certain"),
    pytest.param(
        "7k 2y 4r? 10k @ 0.86 | 7k 2y 9k 10k", -140, (-140, -140), id="a row that lies nowhere changes nothing"
    ),
]


@pytest.mark.parametrize(("row", "score", "between"), RANGES)
def test_the_score_says_between_what_it_lies(visit: Visit, row: str, score: int, between: tuple[int, int]) -> None:
    visit.says(match_commands.RecordObservation(SEEN, guessed="4k" if row else "", guessed_rows=row))
    team = visit.shown().teams[0]
    assert (team.standing_total, team.standing_range) == (score, between)


def test_a_guessed_row_with_a_tile_that_lies_face_down_is_not_taken(visit: Visit) -> None:
    before = visit.state.revision
    row = GuessedRow(row=("7k", "back", "9k"), guessed=(2,), offence=1.0)
    with pytest.raises(TableRefused):
        visit.says(TableLook(Observation.parse(SEEN), guessed=("9k",), guessed_rows=(row,)))
    assert visit.state.revision == before


def test_a_look_of_values_is_written_as_the_same_look_in_text(visit: Visit) -> None:
    text = match_commands.RecordObservation(
        SEEN, passed="0 draw", guessed="4k", guessed_rows=ROW, outlined="7k @ 0.1,0.2 0.4,0.2 0.4,0.3"
    )
    other = Visit(visit.service)
    other.agrees()
    other.deals()
    visit.says(text)
    other.says(TableLook.parse(text))
    written = [asker.state.course.recorded[-1].entry for asker in (visit, other)]
    assert written[0].text == written[1].text


def test_a_probable_offence_is_told_as_probable_until_somebody_says_what_the_tile_is(visit: Visit) -> None:
    visit.says(match_commands.RecordObservation(SEEN, guessed="4k", guessed_rows=ROW))
    shown = visit.shown()
    assert shown.hand
    assert (shown.hand.provisional, [meld.offence for meld in shown.hand.melds]) == (True, [0.86])
    assert {
        offence.message.endswith("(probable, 86 %: falta decir qué ficha es)") for offence in shown.log[0].offences
    } == {True}
    visit.plays("0 correct #1 : 7k 2y 9k 10k")
    shown = visit.shown()
    assert shown.hand
    assert (shown.hand.provisional, [meld.offence for meld in shown.hand.melds]) == (False, [None])
    assert (shown.teams[0].standing_range, shown.log[0].offences) == ((-55, -55), ())


def test_a_row_that_nobody_could_have_written_is_refused_and_nothing_is_noted(visit: Visit) -> None:
    with pytest.raises((TableRefused, NotationError)):
        visit.says(match_commands.RecordObservation(SEEN, guessed="4k", guessed_rows="7k 8k @ many"))
    assert visit.moves == ""
