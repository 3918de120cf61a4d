"""A tournament that was put away takes nothing more until it is brought back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.refusal import TournamentRefused
from companion.tournaments import orders
from companion.tournaments.events import Proposed
from companion.tournaments.export_import import exported
from tests.companion.tournaments.visit import Visit, opened

ASKED = (
    orders.CreateTournament(title="Otro"),
    orders.Enter("Zoe"),
    orders.Rename(1, "Anita"),
    orders.Withdraw(1),
    orders.DrawZones(),
    orders.PairRound(),
    orders.AddFixture(1, 2),
    orders.DrawBracket(),
    orders.DrawLots("A"),
    orders.SeatFixtures(),
    orders.StartClock(1),
    orders.StopClock(1),
    orders.ExtendTime(1, 5, "x"),
    orders.Propose(fixture=1, hand=2, side="home", points=(900, 300)),
    orders.AcceptPoints(1, 1, "away"),
    orders.Dispute(fixture=1, hand=1, side="away", reason="x"),
    orders.Rule(fixture=1, hand=1, points=(900, 300), seen=(800, 300), reason="x"),
    orders.WalkOver(1, "home", "x"),
    orders.Penalise(entrant=1, points=-50, reason="x"),
    orders.Admit(2),
    orders.Revoke(1),
    orders.LinkMatch(2, "m1"),
    orders.VoidEntry(2, "x"),
    orders.Join("Zoe", "x"),
    orders.Leave(1, "x"),
    orders.Return(1),
    orders.MissBoth(1, "x"),
    orders.Lock(1, 2),
    orders.Unlock(1),
)
SAID = orders.Propose(fixture=1, hand=1, side="home", points=(800, 300))


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    """A tournament that is being played, with a device at a table."""
    visit = Visit(opened(tmp_path))
    visit.founds()
    visit.says(orders.DrawZones(seed="x"), orders.SeatFixtures(), orders.Admit(1))
    yield visit
    visit.service.journal.close()


@pytest.mark.parametrize("order", ASKED, ids=lambda order: type(order).__name__)
def test_nothing_is_noted(visit: Visit, order: orders.Order):
    visit.says(SAID, orders.Archive())
    revision = visit.state.revision
    with pytest.raises(TournamentRefused) as refused:
        visit.says(order)
    assert (refused.value.status, refused.value.code) == (409, "tournaments.put_away")
    assert visit.state.revision == revision


def test_every_order_was_tried():
    assert {type(order) for order in ASKED} == set(orders.Order.__args__) - {orders.Archive, orders.RestoreArchived}


def test_whoever_brings_it_back_goes_on(visit: Visit):
    visit.says(orders.Archive())
    assert visit.says(orders.Archive()).standing == "nothing"
    assert visit.says(orders.RestoreArchived(), SAID).standing == "done"


def test_a_device_that_hears_no_answer_and_sends_again_hears_that_it_was_taken(visit: Visit):
    sender = visit.sender(key="before")
    visit.service.handle(visit.tournament, SAID, sender)
    visit.says(orders.Archive())
    assert visit.service.handle(visit.tournament, SAID, sender).standing == "done"


def test_what_an_earlier_program_noted_of_one_that_was_put_away_is_still_brought_in(visit: Visit, tmp_path: Path):
    visit.says(orders.Archive())
    proposed = Proposed(fixture=1, hand=1, points=(800, 300), side="home")
    visit.service._append(visit.tournament, proposed, visit.state.plan.version, visit.sender(), visit.state.revision)
    other = opened(tmp_path / "other")
    assert other.take_in(exported(visit.service.journal, visit.tournament)).count == visit.state.revision
    other.journal.close()
