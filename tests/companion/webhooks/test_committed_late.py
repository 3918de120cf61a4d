"""Servers that share a database: what is on the disk later than what has a higher number is told all the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Event, Thread

import pytest

from companion.eventstore import Journal, transactions
from companion.eventstore.match_transaction import Transaction
from companion.tournaments import commands
from companion.tournaments.service import TournamentService
from tests.companion.eventstore.postgres import DRIVERS, MISSING, driver_missing, postgresql
from tests.companion.webhooks.house import HookHouse

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)
LONG_S = 30
_FIRST = count(1000, 1000)
"""Of the keys of a house: all of them share a database."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with postgresql() as address:
        yield address


class SlowJournal(Journal):
    """A server that has written, and is not done until it may be."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.wrote, self.may_end = Event(), Event()

    @contextmanager
    def turn(self, match: str) -> Iterator[Transaction]:
        with super().turn(match) as turn:
            yield turn
            self.wrote.set()
            assert self.may_end.wait(LONG_S)


def slow(house: HookHouse) -> SlowJournal:
    return SlowJournal(house.journal._database, lambda: house.now_s)


@contextmanager
def pairing(house: HookHouse, journal: SlowJournal, tournament: str) -> Iterator[None]:
    """While another server has paired the next round, and it is not yet to be seen."""
    service, sender = TournamentService(journal), house.sender()
    other = Thread(target=lambda: service.handle(tournament, commands.PairRound(), sender))
    other.start()
    assert journal.wrote.wait(LONG_S)
    try:
        yield
    finally:
        journal.may_end.set()
        other.join(LONG_S)


def announced(house: HookHouse) -> str:
    """A tournament whose first round is to be paired."""
    name = house.service.found(commands.CreateTournament(title="Otro", format="swiss", rounds=2), house.sender()).match
    house.asks(name, commands.Enter("Eva\nFede"))
    return name


@pytest.fixture(params=DRIVERS)
def house(request: pytest.FixtureRequest, tmp_path: Path, address: str) -> Iterator[HookHouse]:
    if missing := driver_missing(request.param):
        pytest.skip(missing)
    house = HookHouse(tmp_path, address.format(driver=request.param), events=("round.paired",))
    house.keys = count(next(_FIRST))
    yield house
    house.journal.close()


def told(house: HookHouse) -> list[str]:
    """The tournaments of the deliveries so far."""
    return [str(delivery.content["tournament"]) for delivery in house.heard.deliveries]


def test_nothing_is_passed_over_that_was_written_earlier_and_is_seen_later(house: HookHouse, monkeypatch):
    monkeypatch.setattr(transactions, "WRITERS_S", 0.2)
    late = announced(house)
    house.turns()
    with pairing(house, slow(house), late):
        early = house.tournament()
        assert house.turns() == []
        assert house.store.read_to(house.hook.name) < house.journal.newest()
    assert house.turns() == ["round.paired", "round.paired"]
    assert sorted(told(house)) == sorted([late, early])
    assert house.turns() == []


def test_who_is_only_a_moment_late_is_waited_for(house: HookHouse):
    late, journal = announced(house), slow(house)
    house.turns()
    with pairing(house, journal, late):
        early = house.tournament()
        Thread(target=lambda: (journal.may_end.wait(0.3), journal.may_end.set())).start()
        assert house.turns() == ["round.paired", "round.paired"]
    assert told(house) == [late, early] or told(house) == [early, late]


def test_a_file_has_one_writer_and_nobody_is_waited_for(tmp_path: Path, monkeypatch):
    def never(_seconds: float) -> None:
        raise AssertionError

    monkeypatch.setattr(transactions, "sleep", never)
    house = HookHouse(tmp_path, events=("round.paired",))
    house.tournament()
    assert house.turns() == ["round.paired"]
    house.journal.close()


def test_what_is_taken_in_is_written_in_a_turn_too(house: HookHouse, tmp_path: Path):
    other = HookHouse(tmp_path / "other")
    other.keys = count(next(_FIRST))
    brought = other.journal.entries(other.tournament())
    seen: list[bool] = []
    journal = house.journal
    database = journal._database
    turn = Transaction.append_all

    def watched(self: Transaction, fresh) -> None:
        turn(self, fresh)
        with transactions.reading(database) as connection:
            seen.append(bool(connection.scalars(transactions._IN_TURN).all()))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Transaction, "append_all", watched)
        assert journal.take_in([brought]) == len(brought)
    assert seen == [True]
    other.journal.close()
