"""Several machines share one journal in PostgreSQL: what is told to one is seen on the other, and nothing is lost."""

from __future__ import annotations

import http.client
import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import text

from companion.errors import JournalError
from companion.eventstore import DataFolder, Entry, Journal, StaleStream
from companion.eventstore.database_opening import BUSY_MS
from companion.eventstore.match_transaction import Transaction
from companion.eventstore.photo_ledger import Ledger, LedgerKey
from companion.eventstore.schema import entries
from companion.matches.service import MatchService
from companion.network.key_derivation import organiser_text
from companion.refusal import TableRefused
from companion.tournaments import commands
from companion.tournaments.service import TournamentService
from tests.companion.eventstore.drafts import draft
from tests.companion.eventstore.postgres import DRIVERS, MISSING, driver_missing, postgresql
from tests.companion.eventstore.test_service import TallyService, sender
from tests.companion.running import Running
from tests.companion.tournaments.visit import Visit


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with postgresql() as address:
        yield address


@pytest.fixture(params=DRIVERS)
def url(request: pytest.FixtureRequest, server: str) -> str:
    """The same database by every driver that is installed."""
    if missing := driver_missing(request.param):
        pytest.skip(missing)
    return server.format(driver=request.param)


def test_a_driver_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pg8000", None)
    with pytest.raises(JournalError) as raised:
        Journal.open("postgresql+pg8000://burako@127.0.0.1:9/postgres")
    assert "pip install pg8000" in raised.value.sentence("es")
    assert "pip install pg8000" in raised.value.sentence("en")


@pytest.mark.slow
@pytest.mark.skipif(bool(MISSING), reason=MISSING or "installed")
class TestOneJournalForAll:
    def test_the_same_journal_and_nobody_changes_it(self, url: str):
        match = f"m {url[11:19]}"
        first, second = Journal.open(url), Journal.open(url)
        written = first.append(draft("a", match, text='{"ñ": 1}'), after=0)
        assert second.entries(match) == (written,)
        assert second.append(draft("a", match), after=0) == written
        with pytest.raises(StaleStream):
            second.append(draft("b", match), after=0)
        with pytest.raises(Exception, match="stays as it was written"), first._database.begin() as connection:
            connection.execute(entries.delete())
        for journal in (first, second):
            journal.close()

    def test_many_who_open_and_write_at_once_all_get_their_turn(self, url: str):
        match = f"many {url[11:19]}"

        def writes(name: str) -> None:
            mine = Journal.open(url)
            for number in (n for n in range(10) for _ in range(2)):
                while True:
                    try:
                        mine.append(draft(f"{name}{number}", match), after=mine.last(match))
                        break
                    except StaleStream:
                        continue
            mine.close()

        together([threading.Thread(target=writes, args=(name,)) for name in "abcd"])
        journal = Journal.open(url)
        written = journal.entries(match)
        journal.close()
        assert [entry.number for entry in written] == list(range(1, 41))
        assert len({entry.said.key for entry in written}) == 40

    def test_a_server_asleep_in_its_turn_loses_it_and_keeps_nobody_waiting_for_ever(self, url: str):
        match = f"asleep {url[11:19]}"
        asleep, awake = Journal.open(url), Journal.open(url)
        began_s = time.monotonic()

        def sleeps() -> None:
            with asleep.turn(match) as turn:
                turn.append_all([turn.drafted(draft("lost", match), 1)])
                is_asleep.set()
                time.sleep(BUSY_MS / 1000 + 2)

        is_asleep, told = threading.Event(), list[Exception]()
        sleeper = threading.Thread(target=lambda: told.append(raised_by(sleeps)))
        sleeper.start()
        assert is_asleep.wait(5)
        for key in ("a", "b"):  # the first may give up a moment before the turn is free
            with suppress(JournalError):
                awake.append(draft(key, match), after=awake.last(match))
        waited_s = time.monotonic() - began_s
        sleeper.join()
        assert waited_s < BUSY_MS / 1000 + 5
        assert isinstance(told[0], JournalError)
        assert [entry.said.key for entry in awake.entries(match)][-1:] == ["b"]
        assert "lost" not in {entry.said.key for entry in asleep.entries(match)}
        for journal in (asleep, awake):
            journal.close()

    def test_a_name_that_no_database_can_hold_is_missing(self, url: str):
        tallies = TallyService(Journal.open(url))
        for asked in (lambda: tallies.state("m\0"), lambda: tallies.handle("m\0", 1, sender())):
            with pytest.raises(TableRefused, match="missing"):
                asked()
        tallies.journal.close()

    def test_a_connection_that_is_ended_in_its_turn_is_told_as_such(self, url: str):
        match = f"m cut {url[11:19]}"
        tallies, other = TallyService(Journal.open(url)), Journal.open(url)
        tallies.begins(match)

        def cut(turn: Transaction, *read: object) -> tuple[Entry, ...]:
            with other._database.begin() as connection:
                pids = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted"
                connection.execute(text(f"SELECT pg_terminate_backend(pid) FROM ({pids}) AS holders"))
            return following(turn, *read)

        following = Transaction.following
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(Transaction, "following", cut)
            with pytest.raises(TableRefused) as refused:
                tallies.handle(match, 1, sender())
        assert refused.value.code == "story_not_saved"
        assert tallies.handle(match, 1, sender()).revision == 2
        for journal in (tallies.journal, other):
            journal.close()

    @pytest.mark.parametrize("isolation", ["repeatable read", "serializable"])
    def test_nobody_is_refused_whatever_isolation_is_usual_there(self, url: str, isolation: str):
        match = f"m {isolation[:4]} {url[11:19]}"
        first = Journal.open(url)
        with first._database.begin() as connection:
            connection.execute(text(f"ALTER ROLE burako SET default_transaction_isolation = '{isolation}'"))
        first.close()
        servers = [TallyService(Journal.open(url)) for _ in range(2)]
        servers[0].begins(match)

        def tells(server: TallyService) -> None:
            for _ in range(30):
                server.handle(match, 1, sender())

        try:
            together([threading.Thread(target=tells, args=(server,)) for server in servers])
            assert [server.state(match).total for server in servers] == [60, 60]
        finally:
            with servers[0].journal._database.begin() as connection:
                connection.execute(text("ALTER ROLE burako RESET default_transaction_isolation"))
            for server in servers:
                server.journal.close()

    def test_all_servers_go_by_one_clock_whatever_their_own_say(self, url: str, tmp_path: Path):
        def opened(ahead_s: float) -> MatchService:
            return MatchService.open(DataFolder(tmp_path / f"{ahead_s}", url), lambda: time.time() + ahead_s)

        houses = [opened(ahead_s) for ahead_s in (-400.0, 0.0, 600.0)]
        behind, _, ahead = (Visit(TournamentService(house.journal)) for house in houses)
        behind.founds(format="round_robin", tables=4)
        ahead.tournament = behind.tournament
        behind.says(commands.DrawZones(), commands.SeatFixtures(), commands.StartClock())
        ahead.says(commands.Propose(fixture=1, hand=1, points=(10, 20), side="home"))
        slip = behind.state.fixtures[1].slip(1)
        assert slip is not None
        assert slip.ended_min < 0.1
        ahead.says(commands.StartClock(2), commands.StopClock())
        times = [house.journal.now_s() for house in houses]
        assert max(times) - min(times) < 1.0
        assert [house.jump_s() for house in houses] == [0.0, 0.0, 0.0]
        for house in houses:
            house.journal.close()

    def test_each_photograph_is_one_readers(self, url: str):
        keys = [LedgerKey(f"{number:064x}", url[11:19], "clasico 1") for number in range(30)]
        counted: list[str] = []

        def works(name: str) -> None:
            mine = Ledger.open(url)
            for key in keys:
                if mine.take(key, name).holder == name and mine.finish(key, "read"):
                    counted.append(key.photo)
            mine.close()

        together([threading.Thread(target=works, args=(name,)) for name in "abc"])
        assert sorted(counted) == [key.photo for key in keys]


@pytest.mark.slow
@pytest.mark.skipif(
    bool(MISSING or driver_missing("pg8000")), reason=MISSING or driver_missing("pg8000") or "installed"
)
class TestTwoServers:
    @pytest.fixture
    def both(self, tmp_path: Path) -> Iterator[tuple[Running, Running]]:
        """Two programs that begin at the same moment on an empty database, each with a folder of its own."""
        with postgresql() as address:
            started: list[Running] = []

            def start(name: str) -> None:
                (tmp_path / name).mkdir()
                (tmp_path / name / "secret").write_bytes(bytes(range(32)))
                started.append(Running("--database", address.format(driver="pg8000"), folder=tmp_path / name))

            together([threading.Thread(target=start, args=(name,)) for name in ("one", "two")])
            yield started[0], started[1]
            for running in started:
                running.stop()

    def test_what_is_told_to_one_wakes_those_who_watch_the_other(self, both: tuple[Running, Running]):
        here, there = both
        match = here.json("POST", "/api/matches", {"players": list("ABCD"), "rules": "clasico"})["match"]
        assert there.json("GET", f"/api/matches/{match}")["revision"] == 1
        stream = http.client.HTTPConnection("127.0.0.1", there.port, timeout=30)
        stream.request("GET", f"/api/matches/{match}/events?after=1")
        events = stream.getresponse()
        told_at = time.monotonic()
        here.json("POST", f"/api/matches/{match}/orders", {"order": "deal"})
        while not (line := events.readline()).startswith(b"data:"):
            pass
        woke_s = time.monotonic() - told_at
        stream.close()
        assert json.loads(line.removeprefix(b"data:")) == {"revision": 2}
        print(f"\nwoken on the other server after {woke_s:.2f} s")
        assert woke_s < 10

    def test_codes_that_are_changed_on_one_open_nothing_on_the_other(self, both: tuple[Running, Running]):
        here, there = both
        link = {"link": organiser_text((there.folder / "secret").read_bytes())}
        token = there.json("POST", "/api/tokens", link)["token"]
        assert there.ask("GET", "/hooks", Authorization=f"Bearer {token}").status == 200
        assert here.ask("POST", "/lock").status == 303
        until_s = time.monotonic() + 10
        while there.ask("GET", "/hooks", Authorization=f"Bearer {token}").status == 200 and time.monotonic() < until_s:
            time.sleep(0.1)
        assert there.ask("GET", "/hooks", Authorization=f"Bearer {token}").status == 403
        assert "token" not in there.json("POST", "/api/tokens", link)
        fresh = (here.folder / "secret").read_bytes()
        assert there.json("POST", "/api/tokens", {"link": organiser_text(fresh)})["role"] == "organiser"

    def test_orders_given_to_both_at_once_are_all_done_once(self, both: tuple[Running, Running]):
        match = both[0].json("POST", "/api/matches", {"players": list("ABCD"), "rules": "clasico"})["match"]
        both[0].json("POST", f"/api/matches/{match}/orders", {"order": "deal"})
        done: list[str] = []

        def tells(server: Running, name: str) -> None:
            for number in (n for n in range(8) for _ in range(2)):
                order = {"order": "tap", "verb": "discard", "seat": number % 4}
                key = {"Idempotency-Key": f"{name} {number}"}
                while "standing" not in (said := server.json("POST", f"/api/matches/{match}/orders", order, **key)):
                    time.sleep(0.05)
                done.append(said["standing"])

        together([threading.Thread(target=tells, args=(server, name)) for name, server in zip("ab", both, strict=True)])
        shown = [server.json("GET", f"/api/matches/{match}") for server in both]
        assert [answer["revision"] for answer in shown] == [18, 18]
        assert shown[0]["hand"] == shown[1]["hand"]
        assert len(done) == 32


def raised_by(call: Callable[[], None]) -> Exception:
    """What a call raises; one that raises nothing fails."""
    with pytest.raises(Exception) as raised:  # noqa: PT011
        call()
    return raised.value


def together(threads: list[threading.Thread]) -> None:
    """Runs them side by side until all have ended."""
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
