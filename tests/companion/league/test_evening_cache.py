"""An evening is told again only where something was said since: of it, or of a match in which it was noted."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.league import evening_cache, evening_reader
from companion.league.evening_cache import EveningStore, EveningSummary
from companion.league.evenings import HandsMade, evening_of
from companion.league.service import LeagueService
from companion.league.store import LeagueStore
from companion.tournaments import commands
from tests.companion.tournaments.evening import drawn, earlier
from tests.companion.tournaments.visit import Visit, opened

MADE = HandsMade(2, 1, 0, 1, 2), HandsMade(2, 0, 3, 0, 1)


class House:
    """A tournament in a league, and how often it was told."""

    def __init__(self, folder: Path) -> None:
        self.visit, self.folder, self.told, self.match = Visit(opened(folder)), folder, 0, "1 a"
        self.later: list[Callable[[], None]] = []
        drawn(self.visit)
        self.visit.says(commands.LinkMatch(1, "m1"))
        self.visit.plays_all(earlier)
        self.league = self.service().make("Los sábados", "k")
        self.service().add(self.league, self.visit.tournament)
        self.told = 0

    @property
    def file(self) -> Path:
        return self.folder / "leagues" / "evenings" / f"{self.visit.tournament}.json"

    def service(self) -> LeagueService:
        """A program that has just begun."""
        service = self.visit.service

        def story(name: str):
            self.told += 1
            return service.state(name)

        def marks(names: Sequence[str]) -> dict[str, str]:
            return {name: self.match if name == "m1" else mark for name, mark in service.journal.marks(names).items()}

        return LeagueService(LeagueStore(self.folder / "leagues"), story, marks, lambda *_: MADE, self.later.append)

    def shown(self) -> list[tuple[str, int]]:
        return [(row.name, row.points) for row in self.service().snapshot(self.league, "es").rows]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    house.visit.service.journal.close()


def damaged(house: House) -> None:
    house.file.write_bytes(house.file.read_bytes()[:-20])


def strange(house: House) -> None:
    house.file.write_text(
        json.dumps(json.loads(house.file.read_text()) | {"games": [[[0, 99], [1, 2], [1, 0], 1, None]]})
    )


def of_another_format(house: House) -> None:
    house.file.write_text(
        json.dumps(json.loads(house.file.read_text()) | {"by": [evening_cache.FORMAT - 1, "0.0.0-x"]})
    )


def of_an_earlier_version(house: House) -> None:
    """As if it had counted the points of the matches otherwise."""
    said = json.loads(house.file.read_text()) | {"by": [evening_cache.FORMAT, "0.0.0-x"]}
    said["games"] = [[sides, points, score[::-1], *more] for sides, points, score, *more in said["games"]]
    house.file.write_text(json.dumps(said))


def said_of_it(house: House) -> None:
    house.visit.says(commands.Penalise(entrant=1, points=-10, reason="tarde"))


def said_of_its_match(house: House) -> None:
    house.match = "2 b"


@pytest.mark.parametrize(
    ("does", "expected"),
    [
        (lambda house: None, 0),
        (damaged, 1),
        (strange, 1),
        (of_another_format, 1),
        (said_of_it, 1),
        (said_of_its_match, 1),
        (lambda house: house.file.unlink(), 1),
    ],
    ids=["nothing", "damaged", "strange", "another format", "its tournament", "its match", "gone"],
)
def test_when_an_evening_is_told_again(house: House, does: Callable[[House], None], expected: int):
    before = house.shown()
    house.told = 0
    does(house)
    assert house.shown() == before
    assert house.told == expected
    house.shown()
    assert house.told == expected, "and once is enough"


def test_a_journal_that_was_put_back_with_as_many_entries_is_another(house: House):
    said = json.loads(house.file.read_text())
    number, _, checksum = said["marks"][house.visit.tournament].partition(" ")
    assert (int(number), len(checksum)) == (house.visit.state.revision, 64)


def test_what_is_read_is_what_was_written(house: House):
    evening = evening_of(house.visit.state, lambda *_: MADE)
    store = EveningStore(house.folder / "others")
    store.keep(EveningSummary(evening, {evening.tournament: "7 c"}))
    assert store.find(evening.tournament) == EveningSummary(evening, {evening.tournament: "7 c"})
    assert evening.games[0].made == MADE


def test_nothing_of_an_evening_that_is_in_no_league_is_kept(house: House):
    other = house.service().make("Los domingos", "o")
    house.service().add(other, house.visit.tournament)
    house.service().drop(house.league, house.visit.tournament)
    assert house.file.exists()
    house.service().erase(other)
    assert not house.file.exists()


@pytest.mark.parametrize("name", ["../leagues", "t../../etc", "", "t123456789/x"])
def test_no_name_leads_out_of_the_folder(tmp_path: Path, name: str):
    store = EveningStore(tmp_path / "evenings")
    store.drop(name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("left", [b"", b'{"by": [1', b"\0" * 900])
def test_what_a_failure_of_power_left_of_a_summary_is_told_again(house: House, left: bytes) -> None:
    shown = house.shown()
    house.told = 0
    house.file.write_bytes(left)
    assert (house.shown(), house.told) == (shown, 1)


def test_nobody_waits_for_the_disk_for_what_can_be_told_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.file.unlink(missing_ok=True)
    waited: list[int] = []
    monkeypatch.setattr(os, "fsync", waited.append)
    house.shown()
    assert house.file.exists()
    assert waited == []


def test_after_an_update_it_is_shown_as_it_was_and_told_anew_beside_the_pages(house: House) -> None:
    right = house.shown()
    of_an_earlier_version(house)
    service = house.service()
    house.told = 0

    def rows() -> list[tuple[str, int]]:
        return [(row.name, row.points) for row in service.snapshot(house.league, "es").rows]

    earlier_rows = rows()
    assert rows() == earlier_rows != right
    assert (house.told, len(house.later)) == (0, 1)
    house.later.pop()()
    assert (rows(), house.told, house.later) == (right, 1, [])
    assert (house.shown(), house.told) == (right, 1), "and so it is kept"


@pytest.mark.parametrize("does", [said_of_it, said_of_its_match], ids=["its tournament", "its match"])
def test_what_was_said_since_an_update_is_in_it_at_once(house: House, does: Callable[[House], None]) -> None:
    right = house.shown()
    of_an_earlier_version(house)
    does(house)
    house.told = 0
    assert (house.shown(), house.told, house.later) == (right, 1, [])


def test_what_is_taken_along_after_an_update_is_as_this_version_tells_it(house: House) -> None:
    right = house.service().paper(house.league, "csv", "es")
    of_an_earlier_version(house)
    assert house.service().paper(house.league, "csv", "es") == right


def test_whatever_is_not_kept_is_told_beside_the_pages_before_anybody_looks(house: House) -> None:
    house.file.unlink()
    service = house.service()
    service.prepare()
    house.told = 0
    house.later.pop()()
    house.later.pop()()
    assert (house.told, house.file.exists()) == (1, True)
    service.prepare()
    house.later.pop()()
    assert (house.told, house.later) == (1, []), "and once is enough"


def test_what_is_erased_meanwhile_is_not_kept_by_whoever_tells_it_anew(house: House) -> None:
    of_an_earlier_version(house)
    service = house.service()
    service.snapshot(house.league, "es")
    service.erase(house.league)
    house.later.pop()()
    assert not house.file.exists()


def test_an_evening_that_nobody_can_tell_keeps_no_other_from_being_told(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = house.shown()
    of_an_earlier_version(house)
    service, evening = house.service(), evening_reader.evening_of

    def unforeseen(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(evening_reader, "evening_of", unforeseen)
    service.snapshot(house.league, "es")
    house.later.pop()()
    monkeypatch.setattr(evening_reader, "evening_of", evening)
    service.snapshot(house.league, "es")
    house.later.pop()()
    assert [(row.name, row.points) for row in service.snapshot(house.league, "es").rows] == right


def test_a_journal_that_cannot_be_read_is_told_for_each_evening(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    service = house.service()
    monkeypatch.setattr(
        type(house.visit.service.journal), "marks", lambda *_: (_ for _ in ()).throw(JournalError("story away"))
    )
    assert [bool(evening.trouble) for evening in service.snapshot(house.league, "es").evenings] == [True]
