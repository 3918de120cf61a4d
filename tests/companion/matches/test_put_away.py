"""A match that was put away takes nothing more until somebody brings it back."""

from __future__ import annotations

import pytest

from companion import match_commands
from companion.dashboard.matches.command_parsing import NAMES
from companion.matches.table_observation import TableLook
from companion.refusal import TableRefused
from engine.inference.observation import NOTHING_SEEN
from tests.companion.matches.visit import Visit

ASKED = {
    "agree": match_commands.Agree(players=("A", "B", "C", "D"), rules="clasico"),
    "deal": match_commands.DealHand(),
    "play": match_commands.Play("0 discard 8k"),
    "tap": match_commands.Tap(verb="discard", seat=1, tiles="8k"),
    "look": match_commands.RecordObservation("pozo 9k"),
    "resync": match_commands.Resync("pozo 8k"),
    "answer": match_commands.Answer(3, None),
    "count": match_commands.Count(racks={0: "7r"}),
    "note": match_commands.Note((100, 50)),
    "sum": match_commands.RecordPaperSheet(()),
    "confirm": match_commands.Confirm(),
    "annul": match_commands.Annul(1),
    "revise": match_commands.Revise(3, "0 discard 8k"),
    "redo": match_commands.Redo(),
    "a camera": TableLook(NOTHING_SEEN),
}


def shelved(visit: Visit) -> int:
    visit.says(match_commands.Tap(verb="discard", seat=0, tiles="9k"), match_commands.Archive())
    return visit.state.revision


@pytest.mark.parametrize("name", ASKED)
def test_nothing_is_noted(visit: Visit, name: str):
    revision = shelved(visit)
    with pytest.raises(TableRefused) as refused:
        visit.says(ASKED[name])
    assert (refused.value.status, refused.value.code) == (409, "matches.put_away")
    assert visit.state.revision == revision


def test_every_order_was_tried():
    assert set(ASKED) >= set(NAMES) - {"undo", "shelve", "unshelve"}


@pytest.mark.parametrize("order", [match_commands.RestoreArchived(), match_commands.Undo()])
def test_whoever_brings_it_back_goes_on(visit: Visit, order: match_commands.Command):
    shelved(visit)
    assert visit.says(match_commands.Archive()).standing == "nothing"
    visit.says(order)
    assert not visit.state.is_shelved
    assert visit.says(match_commands.Tap(verb="discard", seat=1, tiles="8k")).standing == "done"


def test_who_sends_again_what_was_taken_before_hears_so(visit: Visit):
    order, sender = match_commands.Tap(verb="discard", seat=0, tiles="9k"), visit.sender(key="before")
    visit.service.handle(visit.match, order, sender)
    visit.says(match_commands.Archive())
    assert visit.service.handle(visit.match, order, sender).standing == "done"
