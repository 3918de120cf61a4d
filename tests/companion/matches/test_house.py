"""The service of matches: orders are written down once, in order, and everything can be taken back."""

from __future__ import annotations

import gc
import threading
from dataclasses import replace
from pathlib import Path
from weakref import ref

import pytest

from companion import match_commands
from companion.eventstore import Draft, EventMetadata
from companion.matches.events import Moved, text_of
from companion.matches.hand_scoring import count, doubts
from companion.matches.match_state import match_state
from companion.matches.service import MATCHES, MatchService
from companion.refusal import TableRefused
from engine.hand.moves import Draw
from tests.companion.matches.visit import Visit, opened


def test_a_match_begins_under_the_names_of_its_players(visit: Visit):
    agreement = visit.state.agreement
    assert agreement.sides == ("Ana + Caro", "Beto + Dani")
    assert agreement.title == "Ana + Caro · Beto + Dani"
    assert visit.state.current.state.teams[1].name == "Beto + Dani"


def test_the_same_key_begins_one_match(visit: Visit):
    order, sender = match_commands.Agree(players=("A", "B"), rules="clasico"), visit.sender(key="once")
    assert visit.service.agree(order, sender) == visit.service.agree(order, sender)
    assert len(visit.service.cards("es", 0, 20)) == 2


def test_an_order_that_comes_twice_is_done_once(visit: Visit):
    order, sender = match_commands.Tap(verb="discard", seat=0, tiles="9k"), visit.sender(key="tap")
    first = visit.service.handle(visit.match, order, sender)
    visit.taps("draw", 1)
    again = visit.service.handle(visit.match, order, sender)
    assert (first.standing, again.standing, again.revision) == ("done", "done", visit.state.revision)
    assert visit.moves == "0 draw\n0 discard 9k\n1 draw"


def test_ten_at_once_with_one_key_are_one(visit: Visit):
    sender = visit.sender(key="same")
    order = match_commands.Tap(verb="discard", seat=0, tiles="9k")
    threads = [threading.Thread(target=visit.service.handle, args=(visit.match, order, sender)) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert visit.moves == "0 draw\n0 discard 9k"


def test_two_programs_on_one_journal_see_each_other(visit: Visit, tmp_path: Path):
    other = Visit(opened(tmp_path), visit.match)
    other.taps("discard", 0, "9k")
    visit.taps("discard", 1, "8k")
    other.taps("discard", 2, "7k")
    assert visit.moves == other.moves
    assert visit.state.current.state.pozo == other.state.current.state.pozo
    assert len(visit.state.current.state.pozo) == 3
    other.service.journal.close()


def test_who_did_not_see_what_happened_is_told(visit: Visit):
    seen = visit.state.revision
    visit.taps("draw", 0)
    with pytest.raises(TableRefused) as refused:
        visit.service.handle(visit.match, match_commands.Undo(), visit.sender(revision=seen))
    assert refused.value.status == 409
    visit.service.handle(visit.match, match_commands.Undo(), visit.sender(revision=seen + 1))
    assert visit.moves == ""


def test_everything_can_be_taken_back_and_brought_back(visit: Visit):
    """Also the deal; only the agreement stays."""
    states = [visit.state.current.state]
    for verb, seat, tiles in (("lay", 0, "4r 5r 6r"), ("discard", 0, "9k"), ("pozo", 1, ""), ("discard", 1, "9k")):
        visit.taps(verb, seat, tiles)
        states.append(visit.state.current.state)
    for state in reversed(states[:-1]):
        visit.says(match_commands.Undo())
        assert visit.state.current.state == state
    visit.says(match_commands.Undo())
    assert visit.state.hands == ()
    with pytest.raises(TableRefused, match="deshacer"):
        visit.says(match_commands.Undo())
    for state in states:
        visit.says(match_commands.Redo())
        assert visit.state.current.state == state
    with pytest.raises(TableRefused, match="rehacer"):
        visit.says(match_commands.Redo())


def test_what_was_taken_back_is_forgotten_once_something_else_happens(visit: Visit):
    visit.taps("discard", 0, "9k")
    visit.says(match_commands.Undo())
    visit.taps("discard", 0, "8k")
    assert visit.shown().redo is None
    assert visit.moves.endswith("0 discard 8k")


def test_a_restart_goes_on_where_it_was(visit: Visit, tmp_path: Path):
    visit.taps("lay", 0, "4r 5r 6r")
    visit.taps("discard", 0, "9k")
    visit.says(match_commands.Undo())
    again = Visit(opened(tmp_path), visit.match)
    assert again.shown() == visit.shown()
    again.says(match_commands.Redo())
    assert again.moves == "0 draw\n0 lay 4r 5r 6r\n0 discard 9k"
    again.service.journal.close()


def test_the_rules_stay_what_was_agreed_whatever_becomes_of_their_file(tmp_path: Path):
    own = tmp_path / "casa.toml"
    own.write_text('extends = "clasico"\ncanasta_pure = 250\n', encoding="utf-8")
    visit = Visit(opened(tmp_path))
    visit.agrees(("A", "B"), str(own), overrides=("target=1500",))
    own.unlink()
    again = Visit(opened(tmp_path), visit.match)
    rules = again.state.agreement.rules
    assert (rules.canasta_pure, rules.target) == (250, 1500)
    assert again.state.agreement.version == visit.state.agreement.version
    assert again.state.agreement.version != again.state.agreement.rules.name
    for visitor in (visit, again):
        visitor.service.journal.close()


def test_agreeing_anew_counts_everything_anew(visit: Visit):
    visit.taps("lay", 0, "4r 5r J 7r 8r 9r 10r")
    before = visit.shown().hand.sheets[0].total
    visit.says(
        match_commands.Agree(
            players=("Ana", "Beto", "Caro", "Dani"), rules="clasico", overrides=("canasta_impure=500",)
        )
    )
    assert visit.shown().hand.sheets[0].total == before + 400


@pytest.mark.parametrize(
    ("order", "status", "words"),
    [
        (match_commands.Tap(verb="lay", seat=0, tiles="99z"), 422, "99z"),
        (match_commands.Tap(verb="lay", seat=0), 422, "tocá las fichas"),
        (match_commands.Tap(verb="discard", seat=0, tiles="9k 9b"), 422, "una sola ficha"),
        (match_commands.Tap(verb="fly", seat=0), 422, "fly"),
        (match_commands.Tap(verb="add", seat=0, tiles="4r", meld=7), 409, "7"),
        (match_commands.Tap(verb="draw", seat=9), 409, "10"),
        (match_commands.Play("nonsense"), 422, "nonsense"),
        (match_commands.RecordObservation("0: 4r 5r 99"), 422, "99"),
        (match_commands.RecordObservation("5: 4r 5r 6r"), 422, ""),
        (match_commands.Answer(3, 0), 409, "abierta"),
        (match_commands.DealHand(), 409, "mano 1"),
        (match_commands.Confirm(), 409, "no terminó"),
        (match_commands.Note((1, 2, 3)), 422, "2"),
        (match_commands.Annul(4), 404, "no se jugó"),
        (match_commands.Revise(1, ""), 409, "no se puede"),
        (match_commands.Tap(verb="draw", seat=-1), 409, "no hay jugador 0"),
        (match_commands.Tap(verb="lay", seat=4, tiles="4r 5r 6r"), 409, "no hay jugador 5"),
        (match_commands.RecordObservation("turn: 4"), 422, "no dice lo que se ve"),
        (match_commands.RecordObservation("hands: 4"), 422, "no dice lo que se ve"),
        (match_commands.RecordObservation("2: 5r 6r 7r"), 422, "no dice lo que se ve"),
        (match_commands.RecordObservation("-1: 5r 6r 7r"), 422, "no dice lo que se ve"),
        (match_commands.Resync("turn: 4"), 422, "no dice lo que se ve"),
        (match_commands.Resync("turn: -1"), 422, "no dice lo que se ve"),
        (match_commands.Count(closer=7), 422, "8"),
        (match_commands.Count(muertos=("eaten", "played")), 422, "eaten"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_writes_nothing(visit: Visit, order, status: int, words: str):
    before = visit.state.revision
    with pytest.raises(TableRefused) as refused:
        visit.says(order)
    assert refused.value.status == status
    assert words in refused.value.sentence("es")
    assert refused.value.sentence("en") != refused.value.sentence("es")
    assert visit.state.revision == before


@pytest.mark.parametrize(
    ("players", "rules", "words"),
    [
        (("A", "A"), "clasico", "mismo nombre"),
        (("A", "B", "C"), "clasico", "3"),
        (("A", "B"), "nope", "nope"),
        ((), "clasico", "0"),
    ],
)
def test_a_match_that_cannot_be_is_refused(visit: Visit, players, rules: str, words: str):
    with pytest.raises(TableRefused, match=words):
        visit.agrees(players, rules)


def test_names_are_one_tidy_line(visit: Visit):
    visit.agrees((" Ana\n ", "B" * 90, "", "\u202eDani"))
    assert visit.state.agreement.players == ("Ana", "B" * 90, "3", "Dani")


def test_no_name_is_cut(visit: Visit):
    """At a tournament the club may stand beside a name of a hundred letters."""
    visit.agrees(("A" * 210, "B"))
    assert visit.state.agreement.players == ("A" * 210, "B")
    with pytest.raises(TableRefused, match="más de 210 letras"):
        visit.agrees(("A" * 211, "B"))


def test_a_match_put_away_is_not_listed(visit: Visit):
    def listed() -> tuple[list[str], list[str], bool]:
        cards = (
            [card.match for card in visit.service.cards("es", 0, 20, shelved=shelved)] for shelved in (False, True)
        )
        return (*cards, visit.shown().shelved)

    away, back = ([], [visit.match], True), ([visit.match], [], False)
    assert listed() == back
    for order, expected in (
        (match_commands.Archive(), away),
        (match_commands.Archive(), away),
        (match_commands.Undo(), back),
        (match_commands.Redo(), away),
        (match_commands.RestoreArchived(), back),
        (match_commands.RestoreArchived(), back),
        (match_commands.Undo(), away),
    ):
        visit.says(order)
        assert listed() == expected, order


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        pytest.param("moved", text_of(Moved(hand=1, moves=(Draw(-1),), origin="typed")), id="no such seat"),
        pytest.param("toasted", "{}", id="a kind of a newer program"),
        pytest.param("shelved", '{"why": "rain"}', id="a field of a newer program"),
    ],
)
def test_one_match_that_cannot_be_read_is_a_line_among_the_others(visit: Visit, kind: str, text: str):
    readable = visit.match
    visit.agrees()
    draft = Draft(match=visit.match, kind=kind, text=text, rules="", said=EventMetadata(author="Ana", key="of old"))
    visit.service.journal.append(draft, visit.state.revision)
    for ask in (visit.service.revision, lambda match: visit.service.snapshot(match, "es")):
        with pytest.raises(TableRefused):
            ask(visit.match)
    cards = visit.service.cards("es", 0, 20)
    assert [card.match for card in cards] == [visit.match, readable]
    assert [bool(card.trouble) for card in cards] == [True, False]


def test_whoever_waits_is_woken(visit: Visit):
    seen = visit.state.revision
    threading.Timer(0.05, visit.taps, ("draw", 0)).start()
    assert visit.service.wait(visit.match, seen, timeout_s=5) == seen + 1
    assert visit.service.wait(visit.match, 0, timeout_s=5) == seen + 1
    assert visit.service.wait(visit.match, seen + 1, timeout_s=0.01) == seen + 1


def test_a_match_is_folded_for_the_list_only_after_something_was_said(visit: Visit, monkeypatch: pytest.MonkeyPatch):
    before, folds = visit.service.cards("es", 0, 20), []
    newest = visit.service._states.newest
    monkeypatch.setattr(visit.service._states, "newest", lambda *asked: folds.append(1) or newest(*asked))
    assert (visit.service.cards("es", 0, 20), visit.service.cards("en", 0, 20)[0].match, folds) == (
        before,
        visit.match,
        [],
    )
    visit.says(match_commands.Note(points=(150, 20)), match_commands.Confirm())
    folds.clear()
    [card] = visit.service.cards("es", 0, 20)
    assert (card.hands, [team.total for team in card.teams], folds) == (1, [150, 20], [1])


def test_many_matches_are_folded_again_when_somebody_asks(visit: Visit, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("companion.matches.service.MATCHES", replace(MATCHES, kept=2))
    first = visit.match
    visit.service = MatchService(visit.service.journal, visit.service.evidence)
    for _ in range(4):
        visit.agrees()
    assert len(visit.service._states) == 2
    assert visit.service.state(first).current.number == 1


def test_a_hand_that_nobody_keeps_is_not_kept_for_its_count(visit: Visit):
    entries = visit.service.journal.entries(visit.match)
    hand = match_state(visit.match, entries).current
    count(hand), doubts(hand)
    gone = ref(hand)
    del hand
    gc.collect()
    assert gone() is None
