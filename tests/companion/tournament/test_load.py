"""500 tables and 300 phones at once: nothing is lost, nothing is doubled, and nobody waits long."""

from __future__ import annotations

import pytest

from tests.companion.tournament.load import measured


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("rate", "seconds"), [(2, 30), (100, 60)])
def test_a_national_event_is_carried(rate: float, seconds: float):
    found = measured(rate, seconds, watching=300)
    assert (found["failed"], found["lost"], found["doubled"]) == (0, 0, 0), found
    assert found["hand_p99_ms"] <= 150, found
    assert found["phone_p95_ms"] <= 300, found
