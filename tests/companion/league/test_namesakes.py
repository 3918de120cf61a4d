"""Two people of one name are two rows of a season, on whatever evenings they came, and who is hidden stays hidden."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.league.service import LeagueService
from companion.league.store import LeagueStore
from companion.tournaments import commands
from companion.tournaments.service import TournamentService
from tests.companion.tournaments.visit import Visit, opened

LOBOS, OTHER, JUST = "Juan Pérez; Lobos", "Juan Pérez; Cañuelas", "Juan Pérez"


@pytest.fixture
def tournaments(tmp_path: Path) -> Iterator[TournamentService]:
    service = opened(tmp_path)
    yield service
    service.journal.close()


class Season:
    """A league, and evenings on which whoever entered first wins."""

    def __init__(self, tournaments: TournamentService, folder: Path) -> None:
        self.tournaments = tournaments
        store = LeagueStore(folder / "leagues")
        self.leagues = LeagueService(store, tournaments.public, tournaments.public_marks, lambda *_: None)
        self.name = self.leagues.make("Liga", "key")

    def evening(self, *people: str, absent: int | None = None) -> None:
        visit = Visit(self.tournaments)
        visit.founds(people, format="round_robin", tables=3)
        visit.says(commands.DrawZones(seed="x"))
        if absent:
            visit.says(commands.Leave(absent, "no vino", for_good=True))
        visit.plays_all(lambda home, away: (1500, 900) if home < away else (900, 1500))
        self.leagues.add(self.name, visit.tournament)

    def hide(self, name: str) -> None:
        self.leagues.hide(self.name, name, is_hidden=True)

    @property
    def evenings(self) -> dict[str, tuple[int, int, int]]:
        """Evenings, wins and losses by name, for as many as are named."""
        rows = self.leagues.snapshot(self.name, "es").rows
        return {row.name: (row.evenings, row.won, row.lost) for row in rows}

    @property
    def names(self) -> set[str]:
        """All names that are told anywhere in the table."""
        rows = self.leagues.snapshot(self.name, "es").rows
        return {row.name for row in rows} | {rival.name for row in rows for rival in row.met}


@pytest.fixture
def season(tournaments: TournamentService, tmp_path: Path) -> Season:
    return Season(tournaments, tmp_path)


def test_the_evenings_of_two_people_of_one_name_are_not_added_up(season: Season):
    season.evening(LOBOS, "Rita")
    season.evening("Rita", OTHER)
    assert season.evenings[JUST] == (2, 1, 1), "who changed clubs is one person, as long as nobody knows better"
    season.evening(LOBOS, OTHER, "Rita")
    assert season.evenings == {"Juan Pérez (Lobos)": (2, 3, 0), "Juan Pérez (Cañuelas)": (2, 1, 2), "Rita": (3, 1, 3)}
    season.evening("Rita", JUST)
    assert season.evenings[JUST] == (1, 0, 1), "nobody knows which of them it was"


@pytest.mark.parametrize("hidden", [JUST, "Juan Pérez (Lobos)"])
def test_who_is_hidden_stays_so_when_a_namesake_comes_or_goes(season: Season, hidden: str):
    season.evening(LOBOS, "Rita")
    season.hide(hidden)
    assert season.names == {"(sin nombre)", "Rita"}
    season.evening(LOBOS, OTHER, "Rita")
    season.evening(OTHER, LOBOS)
    assert not {JUST, "Juan Pérez (Lobos)"} & season.names
    assert ("Juan Pérez (Cañuelas)" in season.names) == (hidden != JUST)


@pytest.mark.parametrize("hidden", [JUST, "Juan Pérez (Lobos)"])
def test_who_was_entered_and_did_not_come_is_no_third_and_stays_hidden(season: Season, hidden: str):
    season.evening(LOBOS, OTHER, "Rita")
    season.evening(LOBOS, "Rita", "Ana", absent=1)
    assert JUST not in season.names
    assert season.evenings["Juan Pérez (Lobos)"] == (1, 2, 0)
    season.hide(hidden)
    assert not {JUST, "Juan Pérez (Lobos)"} & season.names


def test_who_never_came_is_hidden_with_the_club_beside_the_name(season: Season):
    season.hide("Juan Pérez (Lobos)")
    season.evening(LOBOS, "Rita", "Ana", absent=1)
    assert season.names == {"Rita", "Ana", "(sin nombre)"}
    season.evening(OTHER, LOBOS, "Ana", absent=2)
    assert season.names == {"Rita", "Ana", "Juan Pérez (Cañuelas)", "(sin nombre)"}


def test_places_and_pairs_go_with_the_name(season: Season):
    season.leagues.change(season.name, "Liga", {"won": 0, "came": 0}, [10, 6, 3])
    season.evening(LOBOS, OTHER, "Rita")
    season.evening("Rita", LOBOS)
    points = {row.name: row.points for row in season.leagues.snapshot(season.name, "es").rows}
    assert points == {"Juan Pérez (Lobos)": 16, "Rita": 13, "Juan Pérez (Cañuelas)": 6}
