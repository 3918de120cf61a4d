"""How many hands and onlookers a tournament of 500 tables carries:

    python -m tests.companion.tournaments.load [--rate 100] [--seconds 60] [--phones 300] [--postgresql psycopg]

prints one line of JSON with the latencies in milliseconds. A hand is said by one device and confirmed by the other, and
the phones are a program of their own. With PostgreSQL two servers share the tables.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from companion.eventstore import Journal, find_data_folder
from companion.eventstore.data_folder import write_privately
from companion.match_commands import Sender
from companion.tournaments import commands
from companion.tournaments.service import TournamentService
from tests.companion.eventstore.postgres import DRIVERS, postgresql
from tests.companion.running import Running
from tests.companion.tournaments.lean_client import LeanClient
from tests.companion.tournaments.test_event import token_of

TABLES, WORKERS, PHONES_EVERY_S = 500, 64, 8
STEADY_RATE, STEADY_S = 2.0, 15.0
_here = threading.local()
_lines: list[LeanClient] = []


@dataclass(frozen=True, slots=True)
class House:
    """Where a tournament is played: the servers that share its tables, and what each device shows at the door."""

    tournament: str
    ports: tuple[int, ...]
    tokens: tuple[str, ...]

    def port(self, number: int) -> int:
        """The server of a table or of a phone."""
        return self.ports[number % len(self.ports)]


def prepared(folder: Path, database: str | None = None) -> str:
    """A tournament with a match at each of 500 tables, and two devices for each."""
    service = TournamentService(Journal.open(find_data_folder(folder, database, environment={}).database_url))
    keys = iter(range(10**6))

    def tell(*said: commands.Command) -> None:
        for order in said:
            service.handle(name, order, Sender(author="load", key=f"load {next(keys)}"))

    found = commands.CreateTournament(title="500 mesas", format="free", tables=TABLES, overrides=("target=1000000",))
    name = service.found(found, Sender(author="load", key="load")).match
    tell(commands.Enter("\n".join(f"Jugador {number}" for number in range(2 * TABLES))))
    tell(*(commands.AddFixture(2 * table + 1, 2 * table + 2) for table in range(TABLES)), commands.SeatFixtures())
    tell(*(commands.Admit(table + 1, seat) for table in range(TABLES) for seat in ("home", "away")))
    service.journal.close()
    return name


def asked(port: int, method: str, address: str, body: object = None, **headers: str) -> tuple[int, float, str]:
    """The status, how long it took in milliseconds, and the tag of the answer; one connection for each thread."""
    if port not in (mine := _here.__dict__):
        mine[port] = LeanClient(port)
        _lines.append(mine[port])
    began = time.perf_counter()
    status, tag = mine[port].ask(method, address, json.dumps(body) if body else "", **headers)
    return status, (time.perf_counter() - began) * 1000, tag


@contextmanager
def lines_closed() -> Iterator[None]:
    """Closes, at the end, the connections of threads that have ended by then."""
    yield
    while _lines:
        _lines.pop().close()


@lines_closed()
def hands(house: House, numbers: range, rate: float) -> list[tuple[int, float]]:
    """Status and latency of the two requests of each hand: those of ``numbers``, ``rate`` a second, said and agreed."""

    def play(number: int) -> list[tuple[int, float]]:
        hand, table = 1 + number // TABLES, number % TABLES
        address, told = f"/api/tournaments/{house.tournament}/table", []
        for side, order in enumerate(("propose", "agree")):
            sent = {"order": order, "hand": hand, "key": f"{number} {order}", "points": [100, 50]}
            headers = {"Content-Type": "application/json", "Authorization": f"Bearer {house.tokens[2 * table + side]}"}
            status, elapsed_ms, _ = asked(house.port(table), "POST", address, sent, **headers)
            told.append((status, elapsed_ms))
        return told

    began, waiting = time.perf_counter(), []
    with ThreadPoolExecutor(WORKERS) as pool:
        for turn, number in enumerate(numbers):
            time.sleep(max(began + turn / rate - time.perf_counter(), 0))
            waiting.append(pool.submit(play, number))
        return [answer for future in waiting for answer in future.result()]


@lines_closed()
def phones(house: House, count: int, seconds: float) -> list[float]:
    """Latencies of ``count`` phones that look at the standings again and again, as their pages do."""
    until = time.perf_counter() + seconds
    address = f"/tournaments/{house.tournament}/standings"

    def look(number: int) -> list[float]:
        time.sleep(PHONES_EVERY_S * number / count)
        found, tag = [], ""
        while not found or time.perf_counter() < until:
            headers = {"X-Forwarded-For": "10.0.0.9", "Accept-Encoding": "gzip"} | (
                {"If-None-Match": tag} if tag else {}
            )
            status, elapsed_ms, tag = asked(house.port(number), "GET", address, **headers)
            assert status in (200, 304), status
            found.append(elapsed_ms)
            time.sleep(PHONES_EVERY_S)
        return found

    with ThreadPoolExecutor(count) as pool:
        return [answer for found in pool.map(look, range(count)) for answer in found]


def quantile(latencies: Iterable[float], share: float) -> float:
    """The latency that ``share`` of all keep within."""
    ordered = sorted(latencies)
    return round(ordered[min(int(share * len(ordered)), len(ordered) - 1)], 1)


def measured(rate: float, seconds: float, watching: int, database: str | None = None) -> dict[str, float]:
    """What a burst of so many hands a second costs after a quiet time, while so many phones watch.

    Two servers share a ``database``, each with a folder of its own; without one there is one server with its file.
    """
    with tempfile.TemporaryDirectory() as kept:
        folders = [Path(kept) / str(number) for number in range(2 if database else 1)]
        name, secret = prepared(folders[0], database), find_data_folder(folders[0], environment={}).secret()
        for folder in folders[1:]:
            folder.mkdir()
            write_privately(folder / "secret", secret)
        chosen = ("--database", database) if database else ()
        started = [Running(*chosen, folder=folder) for folder in folders]
        sign = token_of(folders[0])
        house = House(
            name,
            tuple(server.port for server in started),
            tuple(sign(name, number + 1) for number in range(2 * TABLES)),
        )
        found = _played(house, rate, seconds, watching)
        shown = started[0].json("GET", f"/api/tournaments/{name}")
        for server in started:
            server.stop()
    slips = [slip for fixture in shown["fixtures"] for slip in fixture["slips"]]
    agreed = sum(slip["standing"] == "agreed" for slip in slips)
    return found | {"lost": found["hands"] - agreed, "doubled": max(len(slips) - found["hands"], 0)}


def _played(house: House, rate: float, seconds: float, watching: int) -> dict[str, float]:
    steady = int(STEADY_RATE * STEADY_S)
    count = steady + int(rate * seconds)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as aside:
        watched = aside.submit(phones, house, watching, STEADY_S + seconds) if watching else None
        before = hands(house, range(steady), STEADY_RATE)
        told = hands(house, range(steady, count), rate)
        seen = watched.result() if watched else [0.0]
    return {
        "hands": count,
        "failed": sum(status != 200 for status, _ in before + told),
        "steady_p99_ms": quantile((ms for _, ms in before), 0.99),
        "hand_p50_ms": quantile((ms for _, ms in told), 0.5),
        "hand_p99_ms": quantile((ms for _, ms in told), 0.99),
        "phone_p95_ms": quantile(seen, 0.95),
        "looks": len(seen),
    }


def main() -> None:
    """Command line of the measure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--phones", type=int, default=300)
    parser.add_argument("--postgresql", choices=DRIVERS, help="the driver of two servers")
    given = parser.parse_args()
    with postgresql() if given.postgresql else nullcontext() as address:
        database = address.format(driver=given.postgresql) if address else None
        print(json.dumps(measured(given.rate, given.seconds, given.phones, database)))


if __name__ == "__main__":
    main()
