"""The board that the public sees is as far behind as its tournament says, and leaves nothing out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.eventstore import Entry, find_data_folder
from companion.eventstore.backup import back_up
from companion.eventstore.repair import repair_match
from companion.tournaments import commands
from companion.tournaments.service import KEPT_STATES, TournamentService
from tests.companion.eventstore.damage import edited
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


@pytest.mark.parametrize("delay_s", [0, 60])
def test_a_board_that_was_put_back_has_another_version_at_the_same_number(tmp_path: Path, delay_s: int):
    now = [1000.0]
    visit, other = (Visit(opened(tmp_path, lambda: now[0])) for _ in range(2))
    visit.founds(delay_s=delay_s)
    where = find_data_folder(tmp_path, environment={})
    back_up(where, tmp_path / "all.zip")
    visit.says(commands.DrawZones(seed="x"))
    now[0] += 100
    before = visit.service.version(visit.tournament)
    shown = visit.service.snapshot(visit.tournament, "es", is_public=True)
    edited(
        tmp_path / "story.sqlite", f"UPDATE entries SET text = '{{}}' WHERE match = '{visit.tournament}' AND number > 2"
    )
    repair_match(tmp_path / "all.zip", where, visit.tournament)
    other.tournament = visit.tournament
    other.says(commands.DrawZones(seed="y"))
    now[0] += 100
    after = visit.service.version(visit.tournament)
    assert before.split()[0] == after.split()[0] == "3"
    assert before != after == other.service.version(visit.tournament)
    assert visit.service.snapshot(visit.tournament, "es", is_public=True).seed == "y" != shown.seed
    for house in (visit, other):
        house.service.journal.close()


def test_which_matches_are_withheld_is_known_without_reading_every_tournament_again(tmp_path: Path):
    """A house match is told to hooks, and shown to who only looks, by what this answers: at every event."""
    now = [1000.0]
    visit = Visit(opened(tmp_path, lambda: now[0]))
    for _ in range(KEPT_STATES + 5):
        visit.founds(format="free")
    visit.says(commands.AddFixture(1, 2), commands.LinkMatch(1, "m123456789"))
    assert visit.service.withheld() == {}
    read: list[str] = []
    following = visit.service.journal.following

    def counted(match: str, after: int, mark: str = "") -> Sequence[Entry]:
        read.append(match)
        return following(match, after, mark)

    visit.service.journal.following = counted
    another = TournamentService(visit.service.journal)
    assert another.withheld() == {}, "also in a program that begins"
    assert read == []
    assert visit.service.withheld() == {}
    assert read == []
    visit.says(commands.CreateTournament(title="Sábado", format="free", delay_s=60))
    read.clear()
    assert visit.service.withheld() == {"m123456789": 60}
    assert set(read) == {visit.tournament}
    visit.plays(1, (1500, 900))
    assert visit.service.withheld() == {"m123456789": 60}
    now[0] += 61
    assert visit.service.withheld() == {}
    visit.service.journal.close()


def test_a_match_that_goes_on_another_day_is_withheld_all_the_same(tmp_path: Path):
    """Its hands are told to the house's match; the tournament hears of its end."""
    now = [1000.0]
    visit = Visit(opened(tmp_path, lambda: now[0]))
    visit.founds(format="free", delay_s=60)
    visit.says(commands.AddFixture(1, 2), commands.LinkMatch(1, "m123456789"))
    for _ in range(8):
        now[0] += 24 * 3600
        assert visit.service.withheld() == {"m123456789": 60}
    visit.plays(1, (1500, 900))
    now[0] += 61
    assert visit.service.withheld() == {}
    visit.service.journal.close()


def test_a_board_is_not_behind_by_years_on_a_machine_whose_clock_is(tmp_path: Path):
    """A house goes on where nobody set the clock: what was written before is not of the future."""
    now = [1_800_000_000.0]
    visit = Visit(opened(tmp_path, lambda: now[0]))
    visit.founds(format="free", delay_s=60)
    now[0] = 1_200_000_000.0
    visit.says(commands.AddFixture(1, 2))
    shown = visit.service.snapshot(visit.tournament, "es", is_public=True)
    assert (len(shown.entrants), len(shown.fixtures)) == (8, 0)
    now[0] += 61
    assert len(visit.service.snapshot(visit.tournament, "es", is_public=True).fixtures) == 1
    visit.service.journal.close()
