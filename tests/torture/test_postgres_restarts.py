"""A server of databases that goes and comes back while people tell and look: no 500, our words alone, nothing lost."""

from __future__ import annotations

import json
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from threading import Event

import pytest

from companion.eventstore import Journal
from tests.companion.eventstore.postgres import DRIVERS, MISSING, driver_missing, restartable
from tests.companion.running import WITH_A_FAKE_EYE, Running

RESTARTS, AWAY_S, BACK_S, WELL_S = 4, 1.5, 3.0, 5.0
WRITERS, READERS = 3, 3
DRIVER_WORDS = ("psycopg", "pg8000", "sqlalchemy", "server closed", "connection refused", "terminating connection",
                "Traceback", "OperationalError", "InterfaceError", "administrator command")  # fmt: skip


@dataclass
class Heard:
    """What people who tell and look were answered."""

    statuses: Counter = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)

    def hear(self, what: str, status: int, text: str, *, reads: bool) -> None:
        self.statuses[(what, status)] += 1
        said = text.lower()
        if status in (500, 502) or any(word.lower() in said for word in DRIVER_WORDS):
            self.wrong.append(f"{what} {status}: {text[:300]}")
        if reads and ("No se pudo guardar" in text or status not in (200, 503)):
            self.wrong.append(f"{what} {status}: {text[:300]}")
        if not reads and status not in (200, 409, 503):
            self.wrong.append(f"{what} {status}: {text[:300]}")


def tells(running: Running, match: str, who: int, heard: Heard, ends: Event) -> None:
    """Renames a match again and again, each order under its key until it is acknowledged."""
    for number in range(1_000_000):
        key = f"w{who}-{number}"
        order = {"order": "agree", "players": [f"A{who}{number}", "B", "C", "D"], "rules": "clasico"}
        while not ends.is_set():
            answer = asked(running, "POST", f"/api/matches/{match}/orders", order, key)
            if answer is None:
                heard.wrong.append("the pages went away")
                return
            heard.hear("order", *answer, reads=False)
            if answer[0] == 200:
                heard.acknowledged.append(key)
                break
            time.sleep(0.05)
        if ends.is_set():
            return


def looks(running: Running, match: str, heard: Heard, ends: Event) -> None:
    """Looks at pages again and again."""
    while not ends.is_set():
        for address in (f"/matches/{match}", "/matches", f"/api/matches/{match}", "/troubles", "/"):
            answer = asked(running, "GET", address)
            if answer is None:
                heard.wrong.append("the pages went away")
                return
            heard.hear(address.replace(match, "M"), *answer, reads=True)


def asked(running: Running, method: str, address: str, body: object = None, key: str = "") -> tuple[int, str] | None:
    headers = {"Content-Type": "application/json", **({"Idempotency-Key": key} if key else {})}
    try:
        answer = running.ask(method, address, json.dumps(body) if body else None, **headers)
    except (OSError, HTTPException):
        return None
    return answer.status, answer.text


def said_into(log: Path) -> str:
    """What has a program write its complaints to a file: a pipe that nobody reads holds up who writes."""
    return f"import os\nos.dup2(os.open({str(log)!r}, os.O_WRONLY | os.O_CREAT), 2)\n"


def is_well_within(running: Running, patience_s: float) -> bool:
    """Whether the house says soon that it is well."""
    until = time.monotonic() + patience_s
    while time.monotonic() < until:
        if asked(running, "GET", "/healthz")[0] == 200:
            return True
        time.sleep(0.2)
    return False


@pytest.mark.slow
@pytest.mark.skipif(bool(MISSING), reason=MISSING or "installed")
@pytest.mark.parametrize("driver", DRIVERS)
def test_restarts_under_load(driver: str, tmp_path: Path) -> None:
    if missing := driver_missing(driver):
        pytest.skip(missing)
    heard, ends, log = Heard(), Event(), tmp_path / "log"
    with restartable() as server:
        url = server.address.format(driver=driver)
        running = Running("--camera", "phone", "--database", url, code=f"{said_into(log)}{WITH_A_FAKE_EYE}")
        try:
            match = running.json("POST", "/api/matches", {"players": list("ABCD"), "rules": "clasico"})["match"]
            with ThreadPoolExecutor(WRITERS + READERS) as people:
                jobs = [people.submit(tells, running, match, who, heard, ends) for who in range(WRITERS)]
                jobs += [people.submit(looks, running, match, heard, ends) for _ in range(READERS)]
                for _ in range(RESTARTS):
                    time.sleep(BACK_S)
                    server.stop()
                    time.sleep(AWAY_S)
                    server.start()
                time.sleep(BACK_S)
                ends.set()
                for job in jobs:
                    job.result()
            assert is_well_within(running, WELL_S)
        finally:
            running.stop()
        journal = Journal.open(url)
        kept = [entry.said.key for entry in journal.entries(match)]
        assert journal.check().is_sound
        journal.close()
    print(dict(heard.statuses), len(heard.acknowledged))
    assert heard.wrong == []
    assert "Exception on" not in log.read_text(), "a page failed"
    assert set(heard.acknowledged) <= set(kept), "what was acknowledged is lost"
    assert len(kept) == len(set(kept))
    assert len(heard.acknowledged) > RESTARTS
    assert any(status == 503 for _, status in heard.statuses), "it never went away"
