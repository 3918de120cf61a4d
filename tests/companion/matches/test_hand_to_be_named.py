"""A hand that was confirmed is changed by whoever names it, and by nobody who means the one being played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion import match_commands
from companion.refusal import TableRefused
from tests.companion.matches.visit import Visit

UNNAMED = {
    "points": match_commands.Note((9, 9)),
    "a void hand": match_commands.Note(()),
    "a sheet": match_commands.RecordPaperSheet(("fichas 200", "fichas 100")),
    "a count": match_commands.Count(stock_out=True, partial=True),
    "moves": match_commands.Play("1 draw"),
    "a tap": match_commands.Tap(verb="draw", seat=1),
    "a table": match_commands.Resync("pozo: 9k"),
}


@pytest.mark.parametrize("command", UNNAMED.values(), ids=UNNAMED)
def test_a_confirmed_hand_is_changed_only_by_its_number(visit: Visit, command: match_commands.Command):
    visit.says(match_commands.Note((300, 200)), match_commands.Confirm())
    before = visit.shown()
    with pytest.raises(TableRefused, match="La mano 1 ya está confirmada") as refused:
        visit.says(command)
    assert (refused.value.status, visit.shown()) == (409, before)
    assert visit.says(replace(command, hand=1)).revision > before.revision


def test_what_is_noted_without_a_hand_after_an_annulment_is_not_of_the_hand_before(visit: Visit):
    visit.says(match_commands.Note((300, 200)), match_commands.Confirm(), match_commands.DealHand())
    visit.says(match_commands.Annul(2))
    with pytest.raises(TableRefused, match="La mano 1 ya está confirmada"):
        visit.says(match_commands.Note((50, 60)))
    assert [team.total for team in visit.shown().teams] == [300, 200]


def test_the_hand_being_played_needs_no_number(visit: Visit):
    visit.says(match_commands.Note((300, 200)), match_commands.Note((310, 200)), match_commands.Confirm())
    assert visit.says(match_commands.Confirm()).standing == "done", "nobody changes anything by that"
    visit.says(match_commands.DealHand(), match_commands.Note((50, 60)), match_commands.Confirm())
    assert [team.total for team in visit.shown().teams] == [360, 260]
