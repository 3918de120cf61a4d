"""A tournament that was put away takes nothing more until it is brought back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.refusal import TournamentRefused
from companion.tournaments import commands
from companion.tournaments.events import Proposed
from companion.tournaments.export_import import exported
from tests.companion.tournaments.visit import Visit, opened

ASKED = (
    commands.CreateTournament(title="Otro"),
    commands.Enter("Zoe"),
    commands.Rename(1, "Anita"),
    commands.Withdraw(1),
    commands.DrawZones(),
    commands.PairRound(),
    commands.AddFixture(1, 2),
    commands.DrawBracket(),
    commands.DrawLots("A"),
    commands.SeatFixtures(),
    commands.StartClock(1),
    commands.StopClock(1),
    commands.ExtendTime(1, 5, "x"),
    commands.Propose(fixture=1, hand=2, side="home", points=(900, 300)),
    commands.AcceptPoints(1, 1, "away"),
    commands.Dispute(fixture=1, hand=1, side="away", reason="x"),
    commands.Rule(fixture=1, hand=1, points=(900, 300), seen=(800, 300), reason="x"),
    commands.WalkOver(1, "home", "x"),
    commands.Penalise(entrant=1, points=-50, reason="x"),
    commands.Admit(2),
    commands.Revoke(1),
    commands.LinkMatch(2, "m1"),
    commands.VoidEntry(2, "x"),
    commands.Join("Zoe", "x"),
    commands.Leave(1, "x"),
    commands.Return(1),
    commands.MissBoth(1, "x"),
    commands.Lock(1, 2),
    commands.Unlock(1),
)
SAID = commands.Propose(fixture=1, hand=1, side="home", points=(800, 300))


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    """A tournament that is being played, with a device at a table."""
    visit = Visit(opened(tmp_path))
    visit.founds()
    visit.says(commands.DrawZones(seed="x"), commands.SeatFixtures(), commands.Admit(1))
    yield visit
    visit.service.journal.close()


@pytest.mark.parametrize("order", ASKED, ids=lambda order: type(order).__name__)
def test_nothing_is_noted(visit: Visit, order: commands.Command):
    visit.says(SAID, commands.Archive())
    revision = visit.state.revision
    with pytest.raises(TournamentRefused) as refused:
        visit.says(order)
    assert (refused.value.status, refused.value.code) == (409, "tournaments.put_away")
    assert visit.state.revision == revision


def test_every_order_was_tried():
    assert {type(order) for order in ASKED} == set(commands.Command.__args__) - {
        commands.Archive,
        commands.RestoreArchived,
    }


def test_whoever_brings_it_back_goes_on(visit: Visit):
    visit.says(commands.Archive())
    assert visit.says(commands.Archive()).standing == "nothing"
    assert visit.says(commands.RestoreArchived(), SAID).standing == "done"


def test_a_device_that_hears_no_answer_and_sends_again_hears_that_it_was_taken(visit: Visit):
    sender = visit.sender(key="before")
    visit.service.handle(visit.tournament, SAID, sender)
    visit.says(commands.Archive())
    assert visit.service.handle(visit.tournament, SAID, sender).standing == "done"


def test_what_an_earlier_program_noted_of_one_that_was_put_away_is_still_brought_in(visit: Visit, tmp_path: Path):
    visit.says(commands.Archive())
    proposed = Proposed(fixture=1, hand=1, points=(800, 300), side="home")
    visit.service._append(visit.tournament, proposed, visit.state.plan.version, visit.sender(), visit.state.revision)
    other = opened(tmp_path / "other")
    assert other.take_in(exported(visit.service.journal, visit.tournament)).count == visit.state.revision
    other.journal.close()
