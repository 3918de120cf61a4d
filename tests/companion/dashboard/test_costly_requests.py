"""How often one device may ask."""

from __future__ import annotations

from companion.dashboard.auth.costly_requests import BURST, PER_SECOND, REMEMBERED, RequestRateLimit


def test_questions_are_granted_anew_as_time_passes() -> None:
    now = [0.0]
    pace = RequestRateLimit(lambda: now[0])
    assert [pace.may_ask("a") for _ in range(BURST + 2)] == [True] * BURST + [False] * 2
    now[0] += 1
    assert [pace.may_ask("a") for _ in range(3)] == [True] * int(PER_SECOND) + [False]
    now[0] += 10_000
    assert sum(pace.may_ask("a") for _ in range(2 * BURST)) == BURST


def test_one_device_takes_nothing_from_another() -> None:
    pace = RequestRateLimit(lambda: 0.0)
    for _ in range(BURST + 1):
        pace.may_ask("a")
    assert pace.may_ask("b")
    assert not pace.may_ask("a")


def test_devices_that_asked_long_ago_are_forgotten() -> None:
    pace = RequestRateLimit(lambda: 0.0)
    for _ in range(BURST):
        pace.may_ask("a")
    for number in range(REMEMBERED):
        pace.may_ask(str(number))
    assert pace.may_ask("a")
