"""500 tables and 300 phones at once: nothing is lost, nothing is doubled, and nobody waits long."""

from __future__ import annotations

import pytest

from tests.companion.eventstore.postgres import driver_missing, postgresql
from tests.companion.tournaments.load import measured
from tests.torture.figures import Record, figure

RATES = pytest.mark.parametrize(("rate", "seconds"), [(2, 30), (100, 60)])
DRIVER = "psycopg"
"""The quicker one, which a hall of that size is told to use."""


@pytest.mark.slow
@pytest.mark.timeout(1800)
class TestANationalEvent:
    @RATES
    def test_is_carried_by_one_server(self, rate: float, seconds: float, record_property: Record):
        check(measured(rate, seconds, watching=300), f"one server, {rate:.0f} hands a second", record_property)

    @RATES
    @pytest.mark.skipif(bool(driver_missing(DRIVER)), reason=driver_missing(DRIVER) or "installed")
    def test_is_carried_by_two_servers_that_share_a_database(
        self, rate: float, seconds: float, record_property: Record
    ):
        with postgresql() as address:
            found = measured(rate, seconds, 300, address.format(driver=DRIVER))
        check(found, f"two servers, {rate:.0f} hands a second", record_property)


def check(found: dict[str, float], what: str, record_property: Record) -> None:
    """Whether nothing went wrong and nobody waited long."""
    hand_ms = max(found["hand_p99_ms"], found["steady_p99_ms"])
    figure(record_property, "L4", f"{what} p99 {hand_ms:.0f} ms", is_reached=hand_ms <= 150)
    figure(record_property, "L2", f"300 phones beside {what}, p95 {found['phone_p95_ms']:.0f} ms",
           is_reached=found["phone_p95_ms"] <= 300)  # fmt: skip
    assert (found["failed"], found["lost"], found["doubled"]) == (0, 0, 0), found
    assert max(found["hand_p99_ms"], found["steady_p99_ms"]) <= 150, found
    assert found["phone_p95_ms"] <= 300, found
