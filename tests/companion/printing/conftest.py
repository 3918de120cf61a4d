"""A tournament in the middle of its zones, with everything a paper may have to show."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.tournaments import commands
from companion.view_models.tournament import TournamentSnapshot
from tests.companion.tournaments.visit import Visit, opened

NAMES = ("Ana María Ñandú; Lobos", "=1+1; Roque Pérez", "Caro & Dani <3", "Łukasz", "Eva", "Fede", "Gabi", "Hugo")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visit]:
    """Eight in two zones: one match was put right by a judge, one is disputed, the others are played."""
    visit = Visit(opened(tmp_path_factory.mktemp("tournaments")))
    visit.founds(NAMES, title="Sábado en el club", tables=4)
    visit.says(commands.DrawZones(seed="x"), commands.SeatFixtures())
    visit.plays(1, (800, -300), (900, 650))
    visit.says(commands.Rule(fixture=1, hand=2, points=(910, 650), seen=(900, 650), reason="mal sumada"))
    visit.says(commands.Propose(fixture=2, hand=1, points=(700, 40), side="home"))
    visit.says(commands.Dispute(fixture=2, hand=1, side="away", points=(700, 90)))
    visit.says(
        commands.WalkOver(3, "home", reason="no vino"), commands.Penalise(entrant=1, points=-100, reason="tarde")
    )
    yield visit
    visit.service.journal.close()


@pytest.fixture(scope="module")
def shown(club: Visit) -> TournamentSnapshot:
    """How it stands."""
    return club.shown()
