"""A question stays open until something is recorded in its hand; another name and an earlier hand are not that."""

from __future__ import annotations

import pytest

from companion.match_commands import Agree, Annul, Command, Confirm, Note, Tap
from tests.companion.matches.visit import PLAYERS, Visit

OTHER_NAME = Agree(players=(*PLAYERS[:3], "Elsa"), rules="clasico")


@pytest.mark.parametrize(
    ("since", "is_open"),
    [
        (OTHER_NAME, True),
        (Note((110, 50), hand=1), True),
        (Agree(players=PLAYERS[:4], rules="clasico", overrides=("muerto_taken_bonus=0",)), False),
        (Note((110, 50), hand=2), False),
        (Annul(2), False),
    ],
)
def test_a_question_stays_open_until_something_bears_on_it(visit: Visit, since: Command, is_open: bool):
    visit.agrees(PLAYERS[:4], "clasico")
    visit.deals()
    visit.says(Note((100, 50)), Confirm())
    visit.deals()
    turn = visit.shown().hand.turn
    visit.says(Tap(verb="discard", seat=(turn + 2) % 4, tiles="1b"))
    assert visit.shown().question
    visit.says(since)
    assert (visit.shown().question is not None) == is_open
