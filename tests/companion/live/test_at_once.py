"""What people tap in the very moment in which the camera tells something: their word holds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.match_commands import Answer, Command, Outcome, Play, Sender
from companion.matches.events import Answered, Asked, Moved
from companion.matches.service import MatchService
from companion.matches.table_observation import MatchCommand, TableLook
from companion.refusal import TableRefused
from tests.companion.live.watched_match import WatchedMatch, played


class Between:
    """Somebody who tells something just before the camera's next order of a kind arrives."""

    def __init__(self, service: MatchService, order: Command, before: type[Command]) -> None:
        self._handle, self._order, self._before = service.handle, order, before
        self.is_told = False

    def __call__(self, match: str, command: MatchCommand, sender: Sender) -> Outcome:
        """Handles what is told, and before it what that person says."""
        if isinstance(command, self._before) and not self.is_told:
            self.is_told = True
            self._handle(match, self._order, Sender(author="A", key="person"))
        return self._handle(match, command, sender)


Tells = Callable[[Command, type[Command]], Between]


@pytest.fixture
def tells(watched: WatchedMatch, monkeypatch: pytest.MonkeyPatch) -> Tells:
    """What somebody tells just before the camera's next order of a kind."""

    def told(order: Command, before: type[Command]) -> Between:
        between = Between(watched.service, order, before)
        monkeypatch.setattr(watched.service, "handle", between)
        return between

    return told


@pytest.fixture
def asked(watched: WatchedMatch) -> int:
    """The number of a question with two answers: two turns were played that nobody saw."""
    thrown = [at for at, state in enumerate(watched.made.states) if len(state.pozo) == 1]
    watched.sees(thrown[0])
    watched.sees(twice(watched))
    question = watched.service.state(watched.match).question
    assert question
    assert isinstance(question.event, Asked)
    assert len(question.event.answers) == 2
    return question.number


def twice(watched: WatchedMatch) -> int:
    return next(at for at, state in enumerate(watched.made.states) if len(state.pozo) == 3)


@pytest.mark.parametrize("choice", [0, 1])
@pytest.mark.parametrize("before", [TableLook, Answer])
def test_an_answer_in_the_moment_in_which_people_play_on_holds(
    watched: WatchedMatch, asked: int, tells: Tells, choice: int, before: type[Command]
):
    between = tells(Answer(asked, choice), before)
    watched.sees(twice(watched) + 1)
    assert between.is_told
    events = [recorded.event for recorded in watched.service.state(watched.match).course.recorded[asked:]]
    assert [type(event) for event in events] == [Answered, Moved]
    assert (events[0].choice, watched.hand.unanswered) == (choice, 0)


@pytest.mark.parametrize("before", [TableLook, Answer])
def test_who_dismisses_a_question_in_that_moment_is_not_answered_by_the_camera(
    watched: WatchedMatch, asked: int, tells: Tells, before: type[Command]
):
    between = tells(Answer(asked, None), before)
    watched.sees(twice(watched) + 1)
    assert between.is_told
    events = [recorded.event for recorded in watched.service.state(watched.match).course.recorded[asked:]]
    assert [type(event) for event in events] == [Answered, Asked]
    assert events[0].choice is None
    assert watched.hand.unanswered == 0


def test_what_somebody_types_while_the_camera_looks_is_noted_once(watched: WatchedMatch, tells: Tells):
    watched.sees(0)
    between = tells(Play("0 draw\n0 lay 7k 2y 9k"), TableLook)
    watched.sees(1)
    assert between.is_told
    assert [str(event.move) for event in watched.hand.events] == ["0 draw", "0 lay 7k 2y 9k"]
    assert watched.melds == ["7k 2y 9k"]


@pytest.mark.parametrize("seed", range(2))
def test_a_turn_of_rummy_that_somebody_types_while_the_camera_looks_is_noted_once(
    service: MatchService, monkeypatch: pytest.MonkeyPatch, seed: int
):
    alone, watched = (WatchedMatch(service, played(seed, "rummy")) for _ in range(2))
    for at in range(len(alone.made.states)):
        alone.sees(at)
        if alone.melds:
            break
    told = [str(event.move) for event in alone.hand.events]
    between = Between(service, Play("\n".join(told)), TableLook)
    monkeypatch.setattr(service, "handle", between)
    for at in range(alone.at + 1):
        watched.sees(at)
    assert between.is_told
    assert [str(event.move) for event in watched.hand.events] == told


def test_an_answer_that_comes_after_the_camera_left_it_to_the_likeliest_puts_that_right(
    watched: WatchedMatch, asked: int
):
    watched.sees(twice(watched) + 1)
    assert watched.hand.unanswered == 1
    watched.send(Answer(asked, 1))
    question = watched.service.state(watched.match).course.recorded[asked - 1].event
    assert tuple(event.move for event in watched.hand.steps[-2].events) == question.answers[1]
    assert watched.hand.unanswered == 0


def test_the_answer_that_the_camera_took_is_no_longer_provisional_once_somebody_said_so_too(
    watched: WatchedMatch, asked: int
):
    watched.sees(twice(watched) + 1)
    before = list(watched.hand.events)
    watched.send(Answer(asked, 0))
    assert ([event.move for event in watched.hand.events], watched.hand.unanswered) == ([e.move for e in before], 0)


def test_of_two_who_answer_late_the_first_is_right(watched: WatchedMatch, asked: int):
    watched.sees(twice(watched) + 1)
    watched.send(Answer(asked, 1))
    with pytest.raises(TableRefused, match="ya no está abierta"):
        watched.send(Answer(asked, None))


def test_an_answer_is_too_late_once_somebody_said_anything_else(watched: WatchedMatch, asked: int):
    watched.sees(twice(watched) + 1)
    watched.send(Play("0 discard 1y"))
    with pytest.raises(TableRefused, match="ya no está abierta"):
        watched.send(Answer(asked, 1))
