"""Whatever is said in whatever order: the journal told again gives the same, and what is undone is as if never said."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion import match_commands
from companion.eventstore import Journal
from companion.matches.match_state import match_state
from companion.refusal import TableRefused
from engine.rules.profiles import load_rules
from engine.simulation.simulate import simulate
from tests.companion.matches.visit import Visit, opened

HAND = [str(move) for move in simulate(load_rules("clasico"), seed=2).history.moves][:30]
ORDERS = st.one_of(
    st.sampled_from([match_commands.Play(move) for move in HAND]),
    st.sampled_from(
        [
            match_commands.Undo(),
            match_commands.Redo(),
            match_commands.Undo(),
            match_commands.Redo(),
            match_commands.DealHand(),
            match_commands.Confirm(),
        ]
    ),
    st.sampled_from(
        [
            match_commands.Note((100, 200)),
            match_commands.Note(()),
            match_commands.Annul(1),
            match_commands.Annul(2),
            match_commands.Answer(3, 0),
        ]
    ),
    st.sampled_from(
        [
            match_commands.Resync("0: 4r 5r 6r; pozo: 9k"),
            match_commands.RecordObservation("0: 4r 5r 6r; pozo: 9k; muertos: 11 11"),
        ]
    ),
    st.builds(match_commands.Revise, st.integers(1, 12), st.sampled_from(["", "0 draw", "0 draw\n0 discard 8k"])),
    st.builds(
        match_commands.Count, stock_out=st.booleans(), partial=st.just(True), racks=st.sampled_from([{}, {0: "3b J"}])
    ),
)


SLOW_ALLOWED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@settings(SLOW_ALLOWED, max_examples=30)
@given(st.lists(ORDERS, max_size=14))
def test_the_journal_told_again_gives_the_same(told: list[match_commands.Command]):
    gives_the_same(told)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@settings(SLOW_ALLOWED, max_examples=10_000)
@given(st.lists(ORDERS, max_size=14))
def test_the_journal_told_again_gives_the_same_ten_thousand_times(told: list[match_commands.Command]):
    gives_the_same(told)


def gives_the_same(told: list[match_commands.Command]) -> None:
    """Orders are given, taken back and given again; the journal told from the start shows the same."""
    with tempfile.TemporaryDirectory() as folder:
        visit = Visit(opened(Path(folder)))
        visit.agrees(("A", "B"))
        visit.deals()
        for order in told:
            says_or_is_refused(visit, order)
            before = visit.shown()
            if visit.state.course.to_undo and not visit.state.course.to_redo:
                visit.says(match_commands.Undo(), match_commands.Redo())
                after = visit.shown()
                assert (after.hand, after.teams, after.hands) == (before.hand, before.teams, before.hands)
        fresh = match_state(visit.match, visit.service.journal.entries(visit.match))
        again = Visit(opened(Path(folder)), visit.match)
        assert again.shown() == visit.shown()
        assert fresh.revision == visit.state.revision
        assert all(hand.state.count() == 106 for hand in fresh.hands)
        for service in (visit.service, again.service):
            service.journal.close()


def says_or_is_refused(visit: Visit, order: match_commands.Command) -> None:
    """Gives an order; one that is refused changes nothing."""
    revision = visit.state.revision
    try:
        visit.says(order)
    except TableRefused:
        assert visit.state.revision == revision


def plays_until_killed(folder: str, match: str, moves: int, told: object) -> None:
    """Types the moves of a hand, each under a key of its own, from the first that is not there."""
    visit = Visit(opened(Path(folder)), match)
    for number, move in enumerate(HAND[:moves]):
        sender = visit.sender(key=f"move {number}")
        visit.service.handle(match, match_commands.Play(move), sender)
        told.send(number)
    told.send(-1)


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
@pytest.mark.parametrize("moves", [14, pytest.param(len(HAND), marks=pytest.mark.slow)])
def test_a_hand_outlives_the_program_that_notes_it(tmp_path: Path, moves: int):
    """Killed after one move or two, again and again: no move is lost and none is there twice."""
    import multiprocessing

    visit = Visit(opened(tmp_path))
    visit.agrees(("A", "B"))
    visit.deals()
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.companion.matches.test_told_at_random"])
    acknowledged, kills = -1, 0
    while acknowledged < moves - 1:
        receiver, sender = context.Pipe(duplex=False)
        player = context.Process(target=plays_until_killed, args=(str(tmp_path), visit.match, moves, sender))
        player.start()
        sender.close()
        while (number := receiver.recv()) <= acknowledged + kills % 3 and number >= 0:
            continue
        player.kill()
        player.join()
        kills += 1
        acknowledged = max(acknowledged, number)
        noted = visit.moves.splitlines()
        assert noted == HAND[: len(noted)]
        assert len(noted) > acknowledged
        if number < 0:
            break
    assert kills > 5
    visit.service.journal.close()
    Journal.open(f"sqlite:///{tmp_path / 'story.sqlite'}").close()
