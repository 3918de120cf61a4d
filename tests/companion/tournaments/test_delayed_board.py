"""The board that the public sees is as far behind as its tournament says, and leaves nothing out."""

from __future__ import annotations

from pathlib import Path

from companion.tournaments import commands
from tests.companion.tournaments.visit import Visit, opened


def test_the_board_is_behind_by_its_delay(tmp_path: Path):
    now = [1000.0]
    visit = Visit(opened(tmp_path, lambda: now[0]))
    visit.founds(delay_s=60)
    visit.says(commands.DrawZones())
    assert visit.service.snapshot(visit.tournament, "es", is_public=True).entrants == ()
    now[0] += 61
    visit.says(commands.SeatFixtures())
    shown = visit.service.snapshot(visit.tournament, "es", is_public=True)
    assert (len(shown.fixtures), shown.fixtures[0].table) == (12, None)
    visit.service.journal.close()


def test_a_delayed_board_passes_nothing_over_where_clocks_differ(tmp_path: Path):
    """Servers that share a database have a clock each: what the one that is ahead wrote is not left out for ever."""
    now = [1000.0]
    visit = Visit(opened(tmp_path, lambda: now[0]))
    visit.founds(delay_s=60)
    now[0] = 1010.0
    visit.says(commands.DrawZones())
    now[0] = 1000.0
    visit.says(commands.SeatFixtures())
    for now[0] in (1065.0, 1071.0):
        shown = visit.service.snapshot(visit.tournament, "es", is_public=True)
    assert (len(shown.fixtures), shown.fixtures[0].table) == (12, 1)
    visit.service.journal.close()
