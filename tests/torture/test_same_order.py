"""Ten who send the same order at once, under one key: it is done once, and all are told the same."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.companion.running import Running
from tests.torture.figures import Record, figure

AT_ONCE = 10


@pytest.fixture
def running() -> Iterator[Running]:
    running = Running()
    yield running
    running.stop()


@pytest.mark.parametrize("rounds", [15, pytest.param(500, marks=[pytest.mark.slow, pytest.mark.timeout(1800)])])
def test_ten_at_once_under_one_key_are_one_entry(running: Running, rounds: int, record_property: Record):
    began_s, match, revision = time.monotonic(), "", 0
    with ThreadPoolExecutor(AT_ONCE) as people:
        for number in range(rounds):
            if number % 50 == 0:
                match = running.json("POST", "/api/matches", {"players": list("ABCD"), "rules": "clasico"})["match"]
                revision = running.json("POST", f"/api/matches/{match}/orders", {"order": "deal"})["revision"]
            answers = list(people.map(_tells, [running] * AT_ONCE, [match] * AT_ONCE, [number] * AT_ONCE))
            revision += 1
            assert {answer["standing"] for answer in answers} == {"done"}
            assert running.json("GET", f"/api/matches/{match}")["revision"] == revision
    took_s = time.monotonic() - began_s
    figure(record_property, "R4", f"{AT_ONCE} at once, {rounds} rounds over HTTP in {took_s:.0f} s, one entry each")


def _tells(running: Running, match: str, number: int) -> dict:
    order = {"order": "tap", "verb": "discard", "seat": number % 50 % 4}
    return running.json("POST", f"/api/matches/{match}/orders", order, **{"Idempotency-Key": f"{match} {number}"})
