"""500 tables and 300 phones at once: nothing is lost, nothing is doubled, and nobody waits long."""

from __future__ import annotations

import pytest

from tests.companion.eventstore.postgres import driver_missing, postgresql
from tests.companion.tournaments.load import measured

RATES = pytest.mark.parametrize(("rate", "seconds"), [(2, 30), (100, 60)])
DRIVER = "psycopg"
"""The quicker one, which a hall of that size is told to use."""


@pytest.mark.slow
@pytest.mark.timeout(1800)
class TestANationalEvent:
    @RATES
    def test_is_carried_by_one_server(self, rate: float, seconds: float):
        check(measured(rate, seconds, watching=300))

    @RATES
    @pytest.mark.skipif(bool(driver_missing(DRIVER)), reason=driver_missing(DRIVER) or "installed")
    def test_is_carried_by_two_servers_that_share_a_database(self, rate: float, seconds: float):
        with postgresql() as address:
            check(measured(rate, seconds, 300, address.format(driver=DRIVER)))


def check(found: dict[str, float]) -> None:
    """Whether nothing went wrong and nobody waited long."""
    assert (found["failed"], found["lost"], found["doubled"]) == (0, 0, 0), found
    assert max(found["hand_p99_ms"], found["steady_p99_ms"]) <= 150, found
    assert found["phone_p95_ms"] <= 300, found
