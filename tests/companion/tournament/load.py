"""How many hands and onlookers a tournament of 500 tables carries:

    python -m tests.companion.tournament.load [--rate 100] [--seconds 60] [--phones 300]

prints one line of JSON with the latencies in milliseconds. A hand is said by one device and confirmed by the other.
"""

from __future__ import annotations

import argparse
import http.client
import json
import tempfile
import threading
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from companion.orders import Sender
from companion.story import Journal, places
from companion.tournament import orders
from companion.tournament.hall import Hall
from tests.companion.running import Running
from tests.companion.tournament.test_event import token_of

TABLES, WORKERS, PHONES_EVERY_S = 500, 64, 8
STEADY_RATE, STEADY_S = 2.0, 15.0
_here = threading.local()


def prepared(folder: Path) -> str:
    """A tournament with a match at each of 500 tables, and two devices for each."""
    hall = Hall(Journal.open(places(folder, environment={}).database_url))
    keys = iter(range(10**6))

    def tell(*said: orders.Order) -> None:
        for order in said:
            hall.tell(name, order, Sender(author="load", key=f"load {next(keys)}"))

    found = orders.Found(title="500 mesas", format="free", tables=TABLES, overrides=("target=1000000",))
    name = hall.found(found, Sender(author="load", key="load")).match
    tell(orders.Enter("\n".join(f"Jugador {number}" for number in range(2 * TABLES))))
    tell(*(orders.AddFixture(2 * table + 1, 2 * table + 2) for table in range(TABLES)), orders.SeatFixtures())
    tell(*(orders.Admit(table + 1, seat) for table in range(TABLES) for seat in ("home", "away")))
    hall.journal.close()
    return name


def asked(port: int, method: str, address: str, body: object = None, **headers: str) -> tuple[int, float, str]:
    """The status, how long it took in milliseconds, and the tag of the answer; one connection for each thread."""
    if getattr(_here, "connection", None) is None:
        _here.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    began = time.perf_counter()
    _here.connection.request(method, address, body and json.dumps(body), headers)
    answer = _here.connection.getresponse()
    answer.read()
    return answer.status, (time.perf_counter() - began) * 1000, answer.headers.get("ETag", "")


def hands(port: int, name: str, tokens: Sequence[str], numbers: range, rate: float) -> list[tuple[int, float]]:
    """Status and latency of the two requests of each hand: those of ``numbers``, ``rate`` a second, said and agreed."""

    def play(number: int) -> list[tuple[int, float]]:
        hand, table = 1 + number // TABLES, number % TABLES
        address, told = f"/api/tournaments/{name}/table", []
        for side, order in enumerate(("propose", "agree")):
            sent = {"order": order, "hand": hand, "key": f"{number} {order}", "points": [100, 50]}
            headers = {"Content-Type": "application/json", "Authorization": f"Bearer {tokens[2 * table + side]}"}
            status, elapsed_ms, _ = asked(port, "POST", address, sent, **headers)
            told.append((status, elapsed_ms))
        return told

    began, waiting = time.perf_counter(), []
    with ThreadPoolExecutor(WORKERS) as pool:
        for turn, number in enumerate(numbers):
            time.sleep(max(began + turn / rate - time.perf_counter(), 0))
            waiting.append(pool.submit(play, number))
        return [one for future in waiting for one in future.result()]


def phones(port: int, name: str, count: int, seconds: float) -> list[float]:
    """Latencies of ``count`` phones that look at the standings again and again, as their pages do."""
    until = time.perf_counter() + seconds

    def look(number: int) -> list[float]:
        time.sleep(PHONES_EVERY_S * number / count)
        found, tag = [], ""
        while not found or time.perf_counter() < until:
            headers = {"If-None-Match": tag} if tag else {}
            status, elapsed_ms, tag = asked(
                port, "GET", f"/tournaments/{name}/standings", **headers, **{"X-Forwarded-For": "10.0.0.9"}
            )
            assert status in (200, 304), status
            found.append(elapsed_ms)
            time.sleep(PHONES_EVERY_S)
        return found

    with ThreadPoolExecutor(count) as pool:
        return [one for found in pool.map(look, range(count)) for one in found]


def quantile(latencies: Iterable[float], share: float) -> float:
    """The latency that ``share`` of all keep within."""
    ordered = sorted(latencies)
    return round(ordered[min(int(share * len(ordered)), len(ordered) - 1)], 1)


def measured(rate: float, seconds: float, watching: int) -> dict[str, float]:
    """What a burst of so many hands a second costs after a quiet time, while so many phones watch."""
    with tempfile.TemporaryDirectory() as kept:
        folder = Path(kept)
        name = prepared(folder)
        running = Running(folder=folder)
        steady = int(STEADY_RATE * STEADY_S)
        count = steady + int(rate * seconds)
        token = token_of(folder)
        tokens = [token(name, device + 1) for device in range(2 * TABLES)]
        with ThreadPoolExecutor(1) as aside:
            watched = aside.submit(phones, running.port, name, watching, STEADY_S + seconds) if watching else None
            before = hands(running.port, name, tokens, range(steady), STEADY_RATE)
            told = hands(running.port, name, tokens, range(steady, count), rate)
            seen = watched.result() if watched else [0.0]
        shown = running.json("GET", f"/api/tournaments/{name}")
        running.stop()
    slips = [slip for one in shown["fixtures"] for slip in one["slips"]]
    return {
        "hands": count,
        "failed": sum(status != 200 for status, _ in before + told),
        "lost": count - sum(slip["standing"] == "agreed" for slip in slips),
        "doubled": len(slips) - count if len(slips) > count else 0,
        "steady_p99_ms": quantile((ms for _, ms in before), 0.99),
        "hand_p50_ms": quantile((ms for _, ms in told), 0.5),
        "hand_p99_ms": quantile((ms for _, ms in told), 0.99),
        "phone_p95_ms": quantile(seen, 0.95),
        "looks": len(seen),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--phones", type=int, default=300)
    given = parser.parse_args()
    print(json.dumps(measured(given.rate, given.seconds, given.phones)))
