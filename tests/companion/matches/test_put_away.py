"""A match that was put away takes nothing more until somebody brings it back."""

from __future__ import annotations

import pytest

from companion import orders
from companion.dashboard.matches.order_parsing import NAMES
from companion.matches.table_observation import TableLook
from companion.refusal import TableRefused
from engine.inference.observation import NOTHING_SEEN
from tests.companion.matches.visit import Visit

ASKED = {
    "agree": orders.Agree(players=("A", "B", "C", "D"), rules="clasico"),
    "deal": orders.DealHand(),
    "play": orders.Play("0 discard 8k"),
    "tap": orders.Tap(verb="discard", seat=1, tiles="8k"),
    "look": orders.Look("pozo 9k"),
    "resync": orders.Resync("pozo 8k"),
    "answer": orders.Answer(3, None),
    "count": orders.Count(racks={0: "7r"}),
    "note": orders.Note((100, 50)),
    "sum": orders.Sum(()),
    "confirm": orders.Confirm(),
    "annul": orders.Annul(1),
    "revise": orders.Revise(3, "0 discard 8k"),
    "redo": orders.Redo(),
    "a camera": TableLook(NOTHING_SEEN),
}


def shelved(visit: Visit) -> int:
    visit.says(orders.Tap(verb="discard", seat=0, tiles="9k"), orders.Shelve())
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


@pytest.mark.parametrize("order", [orders.Unshelve(), orders.Undo()])
def test_whoever_brings_it_back_goes_on(visit: Visit, order: orders.Order):
    shelved(visit)
    assert visit.says(orders.Shelve()).standing == "nothing"
    visit.says(order)
    assert not visit.state.is_shelved
    assert visit.says(orders.Tap(verb="discard", seat=1, tiles="8k")).standing == "done"


def test_who_sends_again_what_was_taken_before_hears_so(visit: Visit):
    order, sender = orders.Tap(verb="discard", seat=0, tiles="9k"), visit.sender(key="before")
    visit.service.handle(visit.match, order, sender)
    visit.says(orders.Shelve())
    assert visit.service.handle(visit.match, order, sender).standing == "done"
