"""Leagues are made, changed, shared, taken along and erased; their evenings are tournaments of the house."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import sleep

import pytest

from companion.league.evenings import Game, HandsMade, evening_of
from companion.league.service import LeagueService
from companion.league.store import League, LeagueStore
from companion.refusal import LeagueRefused
from companion.tournaments import commands
from tests.companion.side_by_side import at_once
from tests.companion.tournaments.evening import drawn, earlier
from tests.companion.tournaments.visit import Visit, opened

MADE = HandsMade(2, 1, 0, 1, 2), HandsMade(2, 0, 3, 0, 1)


@pytest.fixture
def visit(tmp_path: Path) -> Iterator[Visit]:
    """Four who played everybody against everybody."""
    visit = Visit(opened(tmp_path))
    drawn(visit)
    visit.says(commands.LinkMatch(1, "m1"))
    visit.plays_all(earlier)
    yield visit
    visit.service.journal.close()


@pytest.fixture
def service(visit: Visit, tmp_path: Path) -> LeagueService:
    """A house with that one tournament."""
    service = visit.service
    return LeagueService(LeagueStore(tmp_path / "leagues"), service.state, service.journal.marks, lambda *_: MADE)


@pytest.fixture
def league(service: LeagueService, visit: Visit) -> str:
    """A league with that evening."""
    name = service.make("Liga de los sábados", "k")
    service.add(name, visit.tournament)
    return name


def points(service: LeagueService, league: str, of: str = "players") -> dict[str, int]:
    return {row.name: row.points for row in service.snapshot(league, "es", of).rows}


def test_an_evening_as_a_league_reckons_with_it(visit: Visit):
    seen = evening_of(visit.state, lambda *_: MADE)
    assert (len(seen.games), seen.places, seen.games[0].made) == (6, ("Ana", "Beto", "Caro", "Dani"), MADE)
    assert [game.made for game in seen.games[1:]] == [None] * 5


def test_who_left_and_did_not_play_did_not_come(visit: Visit):
    other = drawn(Visit(visit.service))
    other.says(commands.Leave(4, "no vino", for_good=True))
    other.plays_all(earlier)
    seen = evening_of(other.state, lambda *_: None)
    assert [side.name for side in seen.sides] == ["Ana", "Beto", "Caro"]
    assert sum(game.was_played for game in seen.games) == 3


def test_a_league_goes_on_with_its_evening(service: LeagueService, league: str, visit: Visit):
    assert points(service, league) == {"Ana": 10, "Beto": 7, "Caro": 4, "Dani": 1}
    assert service.snapshot(league, "es").rows[0].hands == 2
    seen = visit.state.fixtures[1].slips[0].points
    visit.says(commands.Rule(fixture=1, hand=0, points=seen[::-1], seen=seen, reason="al revés"))
    assert points(service, league) != {"Ana": 10, "Beto": 7, "Caro": 4, "Dani": 1}
    service.drop(league, visit.tournament)
    assert points(service, league) == {}


def test_the_same_key_is_the_same_league_and_a_league_outlives_the_program(service: LeagueService, league: str):
    assert service.make("Liga de los sábados", "k") == league
    service.change(league, "Apertura", {"won": 2, "level": 1, "lost": 0, "came": 0, "best": 3}, [5, 3])
    shown = service.snapshot(league, "es")
    assert (shown.title, shown.won, shown.came, shown.best, shown.places) == ("Apertura", 2, 0, 3, (5, 3))
    assert points(service, league) == {"Ana": 11, "Beto": 7, "Caro": 2, "Dani": 0}


def test_private_until_it_is_shared(service: LeagueService, league: str):
    assert service.cards(is_private=False) == ()
    assert [card.title for card in service.cards(is_private=True)] == ["Liga de los sábados"]
    service.share(league, is_public=True)
    assert service.is_public(league)
    assert len(service.cards(is_private=False)) == 1


def test_who_asks_not_to_be_shown_is_nowhere_on_the_disk_nor_in_a_paper(
    service: LeagueService, league: str, tmp_path: Path
):
    service.hide(league, " ANA ", is_hidden=True)
    shown = service.snapshot(league, "en")
    assert shown.rows[0].name == "(no name)"
    written = json.dumps(shown.as_json()) + service.paper(league, "json", "es").contents.decode()
    assert "Ana" not in written
    assert "Ana" not in (tmp_path / "leagues" / f"{league}.json").read_text()
    service.hide(league, "Ana", is_hidden=False)
    assert "Ana" in points(service, league)


def slowly(service: LeagueService, folder: Path) -> LeagueService:
    """The same house on such a disk."""
    read = service._read
    return LeagueService(SlowStore(folder / "leagues"), read._state, read._marks, read._made_in)


class SlowStore(LeagueStore):
    """A disk that takes its time, so that whoever asks at once reads at once."""

    def find(self, name: str) -> League | None:
        found = super().find(name)
        sleep(0.02)
        return found


def test_of_several_organisers_at_once_each_is_heeded(service: LeagueService, league: str, tmp_path: Path):
    slow = slowly(service, tmp_path)
    everybody = ["Ana", "Beto", "Caro", "Dani"]
    asked = [partial(slow.hide, league, name, is_hidden=True) for name in everybody]
    at_once(
        [*asked, partial(slow.share, league, is_public=True), partial(slow.change, league, "Otra", {}, [])],
        LeagueRefused,
    )
    shown = service.snapshot(league, "es")
    assert (shown.hidden, shown.is_public, shown.title) == (4, True, "Otra")
    assert not set(everybody) & {row.name for row in shown.rows}


def test_what_is_erased_does_not_come_back_by_who_was_changing_it(service: LeagueService, league: str, tmp_path: Path):
    slow = slowly(service, tmp_path)
    at_once([partial(slow.share, league, is_public=True), partial(slow.erase, league)], LeagueRefused)
    assert service.cards(is_private=True) == ()


def test_a_league_is_erased_and_its_tournament_stays(service: LeagueService, league: str, visit: Visit, tmp_path: Path):
    service.erase(league)
    assert list((tmp_path / "leagues").iterdir()) == []
    assert visit.state.entrants
    with pytest.raises(LeagueRefused, match="no está"):
        service.snapshot(league, "es")


@pytest.mark.parametrize(("form", "begins"), [("csv", b"\xef\xbb\xbf"), ("xlsx", b"PK"), ("json", b"{")])
def test_the_table_is_taken_along(service: LeagueService, league: str, form: str, begins: bytes):
    paper = service.paper(league, form, "es")
    assert (paper.name, paper.contents[: len(begins)]) == (f"liga-de-los-sabados.{form}", begins)
    assert service.paper(league, "exe", "es") is None


REFUSED = [
    pytest.param(lambda service, league: service.make(" ", "z"), "Poné un nombre", id="no title"),
    pytest.param(lambda service, league: service.make("x" * 41, "z"), "hasta 40", id="too long"),
    pytest.param(lambda service, league: service.add(league, "t123456789"), "torneo no está", id="no such tournament"),
    pytest.param(lambda service, league: service.add("l000000000", "t1"), "liga no está", id="no such league"),
    pytest.param(lambda service, league: service.snapshot("../secret", "es"), "liga no está", id="no name of a league"),
    pytest.param(
        lambda service, league: service.change(league, "A", {"won": 101}, []), "de 0 a 100", id="absurd points"
    ),
    pytest.param(lambda service, league: service.change(league, "A", {}, [1] * 21), "hasta 20", id="too many places"),
    pytest.param(
        lambda service, league: service.hide(league, " ", is_hidden=True), "como está en la tabla", id="nobody"
    ),
]


@pytest.mark.parametrize(("asks", "sentence"), REFUSED)
def test_what_cannot_be_is_refused_in_a_sentence(service: LeagueService, league: str, asks, sentence: str):
    with pytest.raises(LeagueRefused, match=sentence) as refused:
        asks(service, league)
    assert refused.value.sentence("en") != refused.value.sentence("es")


def test_a_file_that_is_no_league_is_passed_over(service: LeagueService, league: str, tmp_path: Path):
    (tmp_path / "leagues" / "l123456789.json").write_text("{")
    assert len(service.cards(is_private=True)) == 1


def test_one_key_is_one_league_whatever_became_of_it_and_no_other(service: LeagueService):
    name = service.make("Liga de los martes", "once")
    service.change(name, "Otro nombre", {"won": 3}, [])
    assert service.make("Liga de los martes", "once") == name
    with pytest.raises(LeagueRefused, match="decía otra cosa") as refused:
        service.make("Liga de los jueves", "once")
    assert refused.value.status == 409
    assert service.snapshot(name, "es").title == "Otro nombre"


def test_a_league_of_an_earlier_program_is_still_one(service: LeagueService, tmp_path: Path):
    name = service.make("Liga de los martes", "once")
    file = tmp_path / "leagues" / f"{name}.json"
    said = json.loads(file.read_text())
    del said["asked"]
    file.write_text(json.dumps(said))
    assert service.make("Liga de los martes", "once") == name


@pytest.fixture
def said_twice(service: LeagueService, league: str, visit: Visit) -> dict[str, Callable[[str], None]]:
    """What forms say of a league, each with a key, and what takes it back."""
    evening = visit.tournament
    return {
        "add": lambda key: service.add(league, evening, key),
        "drop": lambda key: service.drop(league, evening, key),
        "share": lambda key: service.share(league, is_public=True, key=key),
        "keep": lambda key: service.share(league, is_public=False, key=key),
        "hide": lambda key: service.hide(league, "Ana", is_hidden=True, key=key),
        "show": lambda key: service.hide(league, "Ana", is_hidden=False, key=key),
    }


@pytest.mark.parametrize(
    ("said", "back"),
    [("add", "drop"), ("drop", "add"), ("share", "keep"), ("keep", "share"), ("hide", "show"), ("show", "hide")],
)
def test_a_form_that_is_sent_twice_takes_nothing_back_that_came_in_between(
    service: LeagueService, league: str, said_twice: dict[str, Callable[[str], None]], said: str, back: str
):
    def stands() -> tuple[object, ...]:
        shown = service.snapshot(league, "es")
        return shown.evenings, shown.is_public, shown.hidden

    said_twice[said]("one")
    said_twice[back]("other")
    before = stands()
    said_twice[said]("one")
    assert stands() == before
    said_twice[said]("")
    assert stands() != before, "a program that names no key is heard each time"


def test_another_command_under_the_key_of_a_form_is_refused(
    said_twice: dict[str, Callable[[str], None]], service: LeagueService, league: str
):
    said_twice["share"]("one")
    with pytest.raises(LeagueRefused, match="ya se mandó"):
        said_twice["keep"]("one")
    assert service.is_public(league)


def test_a_form_that_is_sent_again_brings_no_erased_league_back(service: LeagueService, league: str):
    service.erase(league)
    with pytest.raises(LeagueRefused, match="no está"):
        service.make("Liga de los sábados", "k")
    assert service.cards(is_private=True) == ()
    assert service.make("Liga de los sábados", "another form") != league


@pytest.mark.parametrize(("leaving", "wins"), [("lose", 3), ("half", 3), ("annul", 2)])
def test_what_counts_for_nobody_in_the_tournament_does_not_in_the_league(visit: Visit, leaving: str, wins: int):
    other = drawn(Visit(visit.service), leaving=leaving)
    other.plays_all(earlier)
    other.says(commands.Leave(4, "se fue", for_good=True))
    seen = evening_of(other.state, lambda *_: None)
    won = sum(game.score[game.sides[1].name == "Ana"] == 1 for game in seen.games if "Ana" in _names(game))
    assert won == wins == next(row.won for row in other.shown().zones[0].standings if row.name == "Ana")
    assert [side.name for side in seen.sides] == ["Ana", "Beto", "Caro", "Dani"], "who left had come"


def _names(game: Game) -> tuple[str, ...]:
    return tuple(side.name for side in game.sides)
