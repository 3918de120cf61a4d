"""A look at the table becomes moves, a question, or the table as it lies."""

from __future__ import annotations

import random

import pytest

from companion import match_commands
from companion.matches.observation_handlers import resync
from engine.hand.apply import replay
from engine.inference.observation import Observation, observe
from engine.rules.profiles import PROFILES, load_rules
from engine.simulation.simulate import simulate
from tests.companion.matches.visit import Visit

LAID = "0 draw\n0 lay 4r 5r 6r\n0 discard 9k"
SEEN = "0: 4r 5r 6r; pozo: 9k; muertos: 11 11"


def test_a_look_becomes_moves(visit: Visit):
    visit.plays(LAID)
    outcome = visit.says(match_commands.RecordObservation("0: 4r 5r 6r; 1: 8b 8k 8y; pozo: 9k 3b; muertos: 11 11"))
    assert outcome.standing == "done"
    assert visit.moves == f"{LAID}\n1 draw\n1 lay 8b 8k 8y\n1 discard 3b"
    assert visit.shown().in_step


def test_a_look_that_shows_nothing_new_writes_nothing(visit: Visit):
    visit.plays(LAID)
    revision = visit.state.revision
    assert visit.says(match_commands.RecordObservation(SEEN)).standing == "nothing"
    assert visit.state.revision == revision


@pytest.mark.parametrize(
    ("moves", "seen", "code"),
    [
        (
            "0 draw\n0 lay 4r 5r 6r 7r 8r 9r\n0 discard 9k",
            "0: 4r 5r 6r | 7r 8r 9r; pozo: 9k; muertos: 11 11",
            "SPLIT",
        ),
        (
            "0 draw\n0 lay 4r 5r 6r\n0 lay 7r 8r 9r\n0 discard 9k",
            "0: 4r 5r 6r 7r 8r 9r; pozo: 9k; muertos: 11 11",
            "MERGED",
        ),
        (
            "0 draw\n0 lay 13k 13y 13k 13r 2r 13b\n0 discard 9k",
            "0: 13b 13y 13k 13r 2r; pozo: 9k; muertos: 11 11",
            "SHRINK",
        ),
    ],
)
def test_a_meld_that_seems_to_be_parted_joined_or_smaller_is_asked_about(
    visit: Visit, moves: str, seen: str, code: str
):
    visit.plays(moves)
    assert visit.says(match_commands.RecordObservation(seen)).standing == "asked"
    question = visit.shown().question
    assert question is not None
    overlooked, told = (answer.says for answer in question.answers)
    assert overlooked == told[: len(overlooked)] != told
    assert code in [str(fault.code) for fault in visit.state.question.event.doubts]


def test_a_tile_that_seems_to_be_taken_off_a_meld_may_have_been_overlooked(visit: Visit):
    visit.agrees(("A", "B"), "clasico")
    visit.deals()
    visit.plays("0 draw\n0 lay 13k 13y 13k 13r 2r 13b\n0 discard 9k")
    visit.says(match_commands.RecordObservation("0: 13b 13y 13k 13r 2r; pozo: 9k 3b; muertos: 11 11"))
    overlooked, taken = visit.state.question.event.answers
    assert list(map(str, overlooked)) == ["1 draw", "1 discard 3b"]
    assert list(map(str, taken)) == [*map(str, overlooked), "0 draw", "0 rearrange #1 : 13b 13y 13k 13r 2r"]
    visit.says(match_commands.Answer(visit.state.question.number, 0))
    assert len(visit.shown().hand.melds[0].tiles) == 6


def test_two_tiles_beside_a_pile_are_asked_about_before_they_are_a_meld_that_is_too_short(visit: Visit):
    visit.agrees(("A", "B"), "clasico")
    visit.deals()
    visit.plays("0 draw\n0 lay 4r 5r 6r 7r\n0 lay 9k 9b 9y\n0 discard 3k\n1 draw\n1 discard 3b")
    assert (
        visit.says(
            match_commands.RecordObservation("0: 4r 5r 6r 7r | 9k 9b 9y | 8r 9r; pozo: 3k 3b; muertos: 11 11")
        ).standing
        == "asked"
    )
    event = visit.state.question.event
    assert "TOO_SHORT" in [fault.code for fault in event.doubts]
    assert [str(moves[-1]) for moves in event.answers] == ["0 extend #1 4r 5r 6r 7r 8r 9r", "0 lay 8r 9r"]
    visit.says(match_commands.Answer(visit.state.question.number, 0))
    assert [meld.meld for meld in visit.shown().hand.melds] == ["4r 5r 6r 7r 8r 9r", "9k 9b 9y"]


def test_what_does_not_add_up_is_a_question_with_answers(visit: Visit):
    visit.plays(LAID)
    outcome = visit.says(match_commands.RecordObservation("0: 4r 5r 9r; pozo: 9k; muertos: 11 11"))
    assert outcome.standing == "asked"
    shown = visit.shown()
    assert not shown.in_step
    assert [doubt.code for doubt in shown.question.doubts] == ["REREAD"]
    assert shown.question.answers[0].says[0].startswith("Se corrige un juego")
    assert visit.moves == LAID
    visit.says(match_commands.Answer(shown.question.number, 0))
    assert visit.shown().in_step
    assert visit.shown().hand.melds[0].meld == "4r 5r 9r"


GUESSES = [
    ("", "", "", ()),
    ("6r", "", "6r", ("6r",)),
    ("6r", "1 draw", "6r", ("6r",)),
    ("6r", "0 correct #1 : 4r 5r 6r", "", ()),
    ("6r J", "0 correct #1 : 4r 5r 6r", "", ("J",)),
    ("6r", "0 correct #1 : 4r 5r 9r", "", ()),
]


@pytest.mark.parametrize(("guessed", "then", "again", "left"), GUESSES)
def test_what_a_look_guessed_stays_noted_until_a_person_or_another_look_says_more(
    visit: Visit, guessed: str, then: str, again: str, left: tuple[str, ...]
):
    visit.says(match_commands.RecordObservation(SEEN, guessed=guessed))
    if then:
        visit.plays(then)
    assert visit.state.current.guessed == left
    visit.says(match_commands.RecordObservation(SEEN, guessed=again))
    assert visit.state.current.guessed == tuple(again.split())


def test_what_a_person_writes_instead_of_a_look_guesses_nothing(visit: Visit):
    visit.says(match_commands.RecordObservation(SEEN, guessed="6r"))
    visit.says(match_commands.Revise(visit.state.revision, LAID))
    assert (visit.moves, visit.state.current.guessed) == (LAID, ())


def test_a_guess_is_cleared_up_once_and_can_be_taken_back(visit: Visit):
    visit.says(match_commands.RecordObservation(SEEN, guessed="6r"))
    assert visit.says(match_commands.RecordObservation(SEEN, guessed="6r")).standing == "nothing"
    assert visit.says(match_commands.RecordObservation(SEEN)).standing == "done"
    assert (visit.moves, visit.shown().log[0].says) == (LAID, ("Se aclaró qué ficha es una que no se leía.",))
    visit.says(match_commands.Undo())
    assert (visit.moves, visit.state.current.guessed) == (LAID, ("6r",))


def test_the_count_says_what_was_guessed_and_never_confirmed(visit: Visit):
    visit.says(match_commands.RecordObservation(SEEN, guessed="6r"))
    assert visit.shown().hand.problems == ()
    visit.plays("stock_out")
    codes = [problem.code for problem in visit.shown().hand.problems]
    assert "GUESSED" in codes
    visit.plays("0 correct #1 : 4r 5r 6r")
    assert "GUESSED" not in [problem.code for problem in visit.shown().hand.problems]


def test_a_table_that_is_as_it_was_answers_the_question(visit: Visit):
    visit.plays(LAID)
    visit.says(match_commands.RecordObservation("pozo: 9k; muertos: 11 11"))
    assert visit.shown().question is not None
    visit.says(match_commands.RecordObservation(SEEN))
    assert visit.shown().question is None
    assert visit.shown().in_step
    assert visit.moves == LAID


def test_one_tap_takes_the_table_as_it_lies(visit: Visit):
    visit.plays(LAID)
    visit.says(match_commands.RecordObservation("1: 8b 8k 8y | 2k 3k 4k; pozo: 5k 5b; muertos: 11"))
    question = visit.shown().question
    visit.says(match_commands.Resync(question.seen))
    shown = visit.shown()
    assert shown.in_step
    assert [meld.meld for meld in shown.hand.melds] == ["8b 8k 8y", "2k 3k 4k"]
    assert {meld.team for meld in shown.hand.melds} == {1}
    assert (shown.hand.pozo, shown.hand.muertos) == (("5k", "5b"), (11,))
    assert visit.state.current.state.count() == 106


def test_taking_the_table_as_it_is_known_writes_nothing(visit: Visit):
    visit.plays(LAID)
    assert visit.says(match_commands.Resync(SEEN)).standing == "nothing"


@pytest.mark.parametrize("profile", PROFILES)
def test_from_any_moment_to_any_later_one_the_table_can_be_taken_as_it_lies(profile: str):
    """Twelve pairs of moments of simulated hands; all tiles of the set stay somewhere."""
    rules = load_rules(profile)
    chance = random.Random(profile)
    for seed in range(4):
        hand = simulate(rules, seed)
        states = [replay(hand.history.start, hand.history.moves[:at], rules).state for at in range(0, 40, 3)]
        for _ in range(3):
            before, after = sorted(chance.sample(range(len(states)), 2))
            seen = Observation.parse(str(observe(states[after], rules)))
            replayed = replay(states[before], resync(states[before], seen, rules), rules).state
            assert observe(replayed, rules).agrees_with(seen)
            assert replayed.count() == len(rules.bag)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_simulated_hand_is_followed_by_looking_after_each_turn(visit: Visit, profile: str):
    """What a sharp reader sees after each turn tells the melds and the pozo of the whole hand, without a question."""
    rules = load_rules(profile)
    hand = simulate(rules, seed=3)
    visit.agrees(tuple("ABCD")[: len(hand.history.start.racks)], profile)
    visit.says(match_commands.DealHand(hand.history.start.turn.seat))
    state = hand.history.start
    if rules.pozo_start:
        visit.says(match_commands.RecordObservation(str(observe(state, rules))))
    for move in hand.history.moves[:60]:
        before, state = state, replay(state, (move,), rules).state
        if state.turn.count != before.turn.count:
            seen = str(observe(state, rules)) + (f"; turn: {state.turn.seat}" if rules.meld_owner == "table" else "")
            visit.says(match_commands.RecordObservation(seen))
            assert observe(visit.state.current.state, rules).agrees_with(observe(state, rules))
