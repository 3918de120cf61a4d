"""A match from elsewhere: whatever orders led to here is taken there, and what the orders refuse is not."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion import match_commands
from companion.errors import JournalFileError
from companion.eventstore import Entry
from companion.matches import events
from companion.matches.events import Event, kind_of, read_event, text_of
from companion.tournaments.import_validation import validate_match_import
from engine.scoring.paper_sheet import SideSum
from tests.companion.matches.test_told_at_random import ORDERS, says_or_is_refused
from tests.companion.matches.visit import Visit, opened

SUMS = ("dos puras, cierre, muerto, fichas 245", "una impura, muerto, fichas 105, atril 35")


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.one_of(
            ORDERS,
            st.sampled_from(
                [match_commands.RecordPaperSheet(SUMS), match_commands.Archive(), match_commands.RestoreArchived()]
            ),
        ),
        max_size=14,
    )
)
def test_whatever_was_told_by_orders_is_taken(told: list[match_commands.Command]):
    with tempfile.TemporaryDirectory() as folder:
        visit = Visit(opened(Path(folder)))
        visit.agrees(("A", "B"))
        visit.deals()
        for order in told:
            says_or_is_refused(visit, order)
        assert validate_match_import(visit.service.journal.entries(visit.match)).revision == visit.state.revision
        visit.service.journal.close()


def followed(visit: Visit, event: Event) -> tuple[Entry, ...]:
    """The entries of a match, and one that nobody gave an order for."""
    entries = visit.service.journal.entries(visit.match)
    last = entries[-1]
    said = replace(last.said, key="forged")
    return (*entries, replace(last, number=last.number + 1, kind=kind_of(event), text=text_of(event), said=said))


CLOSED = SideSum(canastas=(), closed=True)
FORGED = {
    "a hand that goes on is confirmed": events.Confirmed(hand=1),
    "another hand is dealt while one goes on": events.Dealt(hand=2, starter=0),
    "a hand is dealt twice": events.Dealt(hand=1, starter=0),
    "somebody starts who does not play": events.Dealt(hand=2, starter=9),
    "points for three sides": events.Noted(hand=1, points=(1, 2, 3)),
    "points that are not what was summed": events.Noted(hand=1, points=(9000, 0), sums=(CLOSED, SideSum())),
    "two closed": events.Noted(hand=1, points=(0, 0), sums=(CLOSED, CLOSED)),
    "points of a hand that was never dealt": events.Noted(hand=7, points=(1, 2)),
    "moves in a hand that was never dealt": events.Moved(hand=7, moves=(), origin="look"),
    "a question that nobody asked is answered": events.Answered(hand=1, question=2, choice=0),
    "a hand that was never dealt is struck out": events.Annulled(hand=7),
    "something that is no move is revised": events.Revised(hand=1, entry=1, moves=()),
    "nothing to bring back": events.Redone(),
    "nothing is shelved": events.Restored(),
}


@pytest.mark.parametrize("event", FORGED.values(), ids=FORGED)
def test_what_the_orders_refuse_is_refused(visit: Visit, event: Event):
    validate_match_import(visit.service.journal.entries(visit.match))
    with pytest.raises(JournalFileError):
        validate_match_import(followed(visit, event))


def test_points_changed_after_the_sum_are_refused(visit: Visit):
    visit.says(match_commands.RecordPaperSheet(SUMS), match_commands.Confirm())
    entries = visit.service.journal.entries(visit.match)
    assert validate_match_import(entries).counting
    at, noted = next((at, entry) for at, entry in enumerate(entries) if entry.kind == "noted")
    event = read_event(noted.kind, noted.text)
    forged = replace(noted, text=text_of(replace(event, points=(event.points[0] + 500, event.points[1]))))
    with pytest.raises(JournalFileError):
        validate_match_import((*entries[:at], forged, *entries[at + 1 :]))


def test_a_match_that_was_never_agreed_on_is_refused(visit: Visit):
    with pytest.raises(JournalFileError):
        validate_match_import(
            [replace(entry, number=entry.number - 1) for entry in visit.service.journal.entries(visit.match)[1:]]
        )
    with pytest.raises(JournalFileError):
        validate_match_import([])
