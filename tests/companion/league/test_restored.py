"""A backup that is put back shows nobody in a league who asked since to be out of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.league.service import LeagueService
from companion.league.store import FOLDER, LeagueStore
from tests.companion.tournaments.evening import drawn, earlier
from tests.companion.tournaments.visit import Visit, opened


@contextmanager
def open_leagues(house: Path) -> Iterator[LeagueService]:
    service = opened(house)
    yield LeagueService(LeagueStore(house / FOLDER), service.state, service.journal.marks, lambda *_: None)
    service.journal.close()


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """With a public league of one evening, in which Ana is hidden, as a backup has it."""
    house = tmp_path / "house"
    visit = Visit(opened(house))
    drawn(visit)
    visit.plays_all(earlier)
    visit.service.journal.close()
    with open_leagues(house) as leagues:
        name = leagues.make("Liga", "k")
        leagues.add(name, visit.tournament)
        leagues.share(name, is_public=True)
        leagues.hide(name, "Ana", is_hidden=True)
    assert main(["backup", str(tmp_path / "all.zip"), "--data", str(house)]) == 0
    return house


def put_back(house: Path) -> None:
    assert main(["restore", str(house.parent / "all.zip"), "--replace", "--data", str(house)]) == 0


def test_who_was_hidden_since_stays_hidden(house: Path):
    with open_leagues(house) as leagues:
        (card,) = leagues.cards(is_private=True)
        leagues.hide(card.league, "Ana", is_hidden=False)
        leagues.hide(card.league, "Beto", is_hidden=True)
    put_back(house)
    with open_leagues(house) as leagues:
        named = {row.name for row in leagues.snapshot(card.league, "es").rows}
    assert named.isdisjoint({"Ana", "Beto"})
    assert {"Caro", "Dani"} <= named


def test_a_league_that_was_made_private_since_stays_so(house: Path):
    with open_leagues(house) as leagues:
        (card,) = leagues.cards(is_private=False)
        leagues.share(card.league, is_public=False)
        leagues.make("Otra", "of after the backup")
    put_back(house)
    with open_leagues(house) as leagues:
        assert leagues.cards(is_private=False) == ()
        assert [there.title for there in leagues.cards(is_private=True)] == ["Liga"]


def test_one_that_was_erased_since_is_there_as_it_was(house: Path):
    with open_leagues(house) as leagues:
        (card,) = leagues.cards(is_private=False)
        leagues.erase(card.league)
    put_back(house)
    with open_leagues(house) as leagues:
        assert leagues.cards(is_private=False) == (card,)
