"""What the camera sees is told at the house, and what people say there the watch knows."""

from __future__ import annotations

import pytest

from companion.match_commands import Answer, Play, RecordObservation, Redo, Resync, Undo
from companion.matches.events import Asked, Moved
from companion.matches.hand_scoring import doubts
from companion.matches.service import MatchService
from companion.view_models import NO_TILE
from engine.rules.verdict import Code
from tests.companion.live.watched_match import WatchedMatch, played
from tests.companion.tabletop import Tabletop
from vision.belief import Belief
from vision.table_plan.zones import TableZone

FIRST_STATES = 12


@pytest.mark.parametrize(("profile", "seed"), [("clasico", 3), ("rummy", 2)])
def test_a_hand_that_is_seen_is_the_hand_of_the_journal(service: MatchService, profile: str, seed: int):
    watched = WatchedMatch(service, played(seed, profile))
    for at in range(FIRST_STATES):
        watched.sees(at)
    wanted = sorted(sorted(map(str, meld.tiles)) for meld in watched.made.states[FIRST_STATES - 1].melds)
    assert sorted(sorted(meld.split()) for meld in watched.melds) == wanted
    said = [
        recorded.entry.said
        for recorded in service.state(watched.match).course.recorded
        if isinstance(recorded.event, Moved)
    ]
    assert {(sender.author, sender.model) for sender in said} == {("cámara", "m1")}
    assert all(service.picture(sender.picture or "") for sender in said)


def test_a_rack_in_view_is_neither_told_nor_shown(watched: WatchedMatch):
    table = Tabletop.dealt()
    rack = table.lays("9r 4k 12y 4b 1b 6r J 7k 13y 3r 10y", (-150, 250))
    watched.shows(table.sees())
    table.lays("4r 5r 6r", (-100, 120))
    watched.shows(table.sees())
    shown = watched.attendant.known(table.sees())
    assert watched.melds == ["4r 5r 6r"]
    assert {tile.number for tile in rack}.isdisjoint(shown.settled.numbers)
    assert len(shown.settled.numbers) == len(table.pieces) - len(rack)


def test_the_journal_knows_where_each_meld_lies_in_its_picture(watched: WatchedMatch):
    for at in (1, 2):
        watched.sees(at)
    for recorded in watched.service.state(watched.match).course.recorded:
        if isinstance(recorded.event, Moved) and any(" lay " in str(move) for move in recorded.event.moves):
            assert [" ".join(sorted(meld.faces)) for meld in recorded.event.outlined] == ["2y 7k 9k"]
    line = watched.service.snapshot(watched.match, "es").hand.sheets[0].lines[0]
    seen = watched.service.meld_evidence(watched.match, 1, " ".join(tile.face for tile in line.tiles), line.entry)
    assert seen.picture
    assert [len(outline) for outline in seen.outlines] == [4]


def test_a_table_that_is_told_again_is_noted_once(watched: WatchedMatch):
    watched.sees(1)
    before = watched.revision
    watched.begins_anew()
    watched.sees(1)
    assert (watched.revision, watched.melds) == (before, ["7k 2y 9k"])


def test_what_was_taken_back_is_not_told_again_until_the_table_changes(watched: WatchedMatch):
    watched.sees(1)
    watched.send(Undo())
    watched.waits()
    assert watched.melds == []
    assert str(watched.attendant.attention.astray).startswith("0: 7k 2y 9k")
    watched.begins_anew()
    watched.sees(1)
    assert watched.melds == []
    watched.send(Redo())
    watched.waits()
    assert (watched.melds, str(watched.attendant.attention.astray)) == (["7k 2y 9k"], "")
    watched.send(Undo())
    watched.sees(2)
    assert watched.melds == ["7k 2y 9k 10k"]


def test_a_correction_holds_against_the_camera_also_after_a_restart(watched: WatchedMatch):
    wrong = {"9k": Belief.peaked("8k", 0.97)}
    watched.sees(1, wrong)
    watched.send(Play("0 correct #1 : 7k 2y 9k") if watched.melds else Play("0 lay 7k 2y 9k"))
    watched.waits()
    before = watched.revision
    assert watched.melds == ["7k 2y 9k"]
    watched.sees(1, wrong)
    watched.begins_anew()
    watched.sees(1, wrong)
    assert (watched.revision, watched.melds, str(watched.attendant.attention.astray)) == (before, ["7k 2y 9k"], "")
    watched.sees(2, wrong)
    assert watched.melds == ["7k 2y 9k 10k"]


def test_a_tile_that_cannot_be_read_is_named_with_one_tap(watched: WatchedMatch):
    poor = {"9k": Belief.peaked("9k", 0.5, ("5k", 0.45))}
    watched.sees(1, poor)
    unread = watched.attendant.attention.unread
    assert [face for face, _ in unread[0].options] == ["9k", "5k"]
    assert watched.melds == []
    watched.attendant.name_tile(unread[0].number, "9k")
    watched.waits()
    assert (watched.melds, watched.attendant.attention.unread) == (["7k 2y 9k"], ())
    watched.begins_anew()
    watched.sees(1, poor)
    assert watched.attendant.attention.unread == ()


def test_what_is_no_tile_is_left_out_with_one_tap(watched: WatchedMatch):
    """A pattern beside the meld seems to go on with it."""
    watched.sees(1, {"9k": Belief.peaked("9k", 0.5, ("5k", 0.45))})
    (unread,) = watched.attendant.attention.unread
    watched.attendant.name_tile(unread.number, NO_TILE)
    watched.waits()
    assert watched.attendant.attention.unread == ()
    seen = watched.onlooker.sees(1)
    assert list(watched.attendant.denied(seen).values()) == [NO_TILE]
    known = watched.attendant.known(seen)
    melds = [
        row for row, zone in zip(known.settled.reading.rows, known.zones.rows, strict=True) if zone is TableZone.OURS
    ]
    assert [len(row.tiles) for row in melds] == [2]


def test_a_discard_that_nobody_names_stays_a_question_while_the_hand_goes_on(service: MatchService):
    watched = WatchedMatch(service, played(4))
    first = next(at for at, state in enumerate(watched.made.states) if state.pozo)
    thrown = str(watched.made.states[first].pozo[0])
    poor = {thrown: Belief.peaked(thrown, 0.5, ("1r", 0.45))}
    for at in range(first + 3):
        watched.sees(at, poor)
    wanted = sorted(sorted(map(str, meld.tiles)) for meld in watched.made.states[first + 2].melds)
    assert sorted(sorted(meld.split()) for meld in watched.melds) == wanted
    (unread,) = watched.attendant.attention.unread
    watched.attendant.name_tile(unread.number, thrown)
    watched.waits()
    assert watched.attendant.attention.unread == ()


def test_a_tile_of_a_meld_stays_a_question_while_the_hand_goes_on_and_is_put_right_with_one_tap(watched: WatchedMatch):
    poor = {"9k": Belief.peaked("4k", 0.85, ("9k", 0.03))}
    watched.sees(1, poor)
    (unread,) = watched.attendant.attention.unread
    watched.sees(2, poor)
    assert (watched.melds, watched.guessed) == (["7k 2y 4k 10k"], ("4k",))
    watched.sees(3, poor)
    assert [tile.number for tile in watched.attendant.attention.unread] == [unread.number]
    watched.attendant.name_tile(unread.number, "9k")
    watched.waits()
    assert (asked(watched), watched.melds, watched.attendant.attention.unread) == (None, ["7k 2y 9k 10k"], ())
    watched.begins_anew()
    watched.sees(3, {"9k": Belief.peaked("4k", 0.97)})
    assert (asked(watched), watched.melds) == (None, ["7k 2y 9k 10k"])


def test_what_was_guessed_is_asked_again_after_a_restart_until_somebody_names_it(watched: WatchedMatch):
    poor = {"9k": Belief.peaked("4k", 0.85, ("9k", 0.03))}
    for at in (1, 2, 3):
        watched.sees(at, poor)
    assert (watched.melds, watched.guessed) == (["7k 2y 4k 10k"], ("4k",))
    watched.begins_anew()
    watched.sees(3, poor)
    (unread,) = watched.attendant.attention.unread
    assert (watched.melds, watched.guessed) == (["7k 2y 4k 10k"], ("4k",))
    watched.attendant.name_tile(unread.number, "4k")
    watched.waits()
    assert (watched.melds, watched.guessed, watched.attendant.attention.unread) == (["7k 2y 4k 10k"], (), ())
    watched.begins_anew()
    watched.sees(3, poor)
    assert watched.attendant.attention.unread == ()


def test_a_tile_that_seems_to_be_another_stays_what_it_was_until_somebody_names_it(watched: WatchedMatch):
    other = {"7k": Belief.peaked("7r", 0.97)}
    watched.sees(2)
    watched.sees(2, other)
    (unread,) = watched.attendant.attention.unread
    assert [face for face, _ in unread.options] == ["7r", "7k"]
    watched.sees(3, other)
    assert (asked(watched), watched.melds, watched.guessed) == (None, ["7k 2y 9k 10k"], ("7k",))
    watched.attendant.name_tile(unread.number, "7r")
    watched.waits()
    assert (watched.melds, watched.guessed) == (["7r 2y 9k 10k"], ())
    watched.sees(3)
    assert watched.melds == ["7r 2y 9k 10k"], "the camera's word is not a person's"


def test_moves_that_nobody_saw_are_asked_about_until_people_play_on_and_the_count_says_so(watched: WatchedMatch):
    thrown = [at for at, state in enumerate(watched.made.states) if len(state.pozo) == 1]
    twice = next(at for at, state in enumerate(watched.made.states) if len(state.pozo) == 3)
    watched.sees(thrown[0])
    watched.sees(twice)
    assert [fault.code for fault in asked(watched).doubts] == [Code.TWO_DISCARDS]
    assert watched.hand.unanswered == 0
    watched.sees(twice + 1)
    wanted = sorted(sorted(map(str, meld.tiles)) for meld in watched.made.states[twice + 1].melds)
    assert (asked(watched), sorted(sorted(meld.split()) for meld in watched.melds)) == (None, wanted)
    assert watched.hand.unanswered == 1
    watched.send(Play("stock_out"))
    assert Code.UNANSWERED in [fault.code for fault in doubts(watched.hand)]


def test_what_seems_to_be_gone_is_asked_about_and_the_hand_goes_on_with_it(watched: WatchedMatch):
    for at in range(12):
        watched.sees(at)
    before = watched.melds
    watched.sees(1)
    assert Code.MELD_LOST in [fault.code for fault in asked(watched).doubts]
    watched.sees(2)
    assert watched.melds[: len(before)] == before


def asked(watched: WatchedMatch) -> Asked | None:
    question = watched.service.state(watched.match).question
    return question.event if question and isinstance(question.event, Asked) else None


@pytest.fixture
def puzzled(watched: WatchedMatch) -> WatchedMatch:
    """A table from which a meld has disappeared."""
    watched.sees(3)
    watched.sees(0)
    assert asked(watched)
    return watched


def test_a_question_is_gone_when_the_table_lies_right_again(puzzled: WatchedMatch):
    puzzled.sees(3)
    assert asked(puzzled) is None
    assert puzzled.melds == ["7k 2y 9k 10k"]


def test_a_question_that_came_to_nothing_is_not_asked_again(puzzled: WatchedMatch):
    number = puzzled.revision
    puzzled.send(Answer(number, None))
    puzzled.waits()
    assert (asked(puzzled), puzzled.revision) == (None, number + 1)
    seen = str(puzzled.attendant.attention.astray)
    assert seen
    puzzled.send(Resync(seen))
    puzzled.waits()
    assert (puzzled.melds, str(puzzled.attendant.attention.astray)) == ([], "")


def test_what_somebody_types_first_is_not_told_by_the_camera_as_well(watched: WatchedMatch):
    watched.sees(0)
    watched.send(Play("0 lay 7k 2y 9k"))
    before = watched.revision
    watched.sees(1)
    assert watched.revision == before


@pytest.mark.parametrize(("seed", "at"), [(3, 15), (4, 12), (5, 7)])
def test_what_somebody_types_before_the_table_shows_it_is_told_as_nothing_else(
    service: MatchService, seed: int, at: int
):
    watched = WatchedMatch(service, played(seed, "torneo"))
    for before in range(at + 1):
        watched.sees(before)
    told = [str(event.move) for event in watched.hand.events]
    made, upto = watched.made.script.history.moves, watched.made.upto
    typed = [str(move) for move in made[upto[at] : upto[at + 1]]]
    watched.send(Play("\n".join(typed)))
    watched.waits()
    watched.sees(at + 1)
    assert [str(event.move) for event in watched.hand.events] == [*told, *typed]
    watched.sees(at + 2)
    wanted = watched.made.states[at + 2]
    assert len(watched.hand.state.pozo) == len(wanted.pozo)
    assert [rack.count for rack in watched.hand.state.racks] == [rack.count for rack in wanted.racks]


def test_a_look_that_somebody_wrote_is_as_good(watched: WatchedMatch):
    watched.sees(0)
    watched.send(RecordObservation("0: 7k 2y 9k; pozo:; muertos: 11 11"))
    watched.sees(1)
    assert watched.melds == ["7k 2y 9k"]


def test_where_most_tiles_cannot_be_read_the_camera_says_so_until_it_can(service: MatchService):
    watched = WatchedMatch(service, played(3, "clasico"))
    states = watched.made.states
    number = next(n for n, state in enumerate(states) if sum(len(meld.row) for meld in state.melds) >= 12)
    faces = {str(tile) for meld in states[number].melds for tile in meld.tiles}
    watched.sees(number, dict.fromkeys(faces, Belief.flat()))
    watched.waits()
    assert "no se leen bien" in watched.attendant.attention.says("es").lower()
    assert watched.attendant.attention.unread == ()
    assert watched.melds == []
    watched.waits()
    assert watched.attendant.attention.says("en")
    watched.sees(number)
    assert watched.attendant.attention.says("es") == ""
