"""500 tables and 300 phones at two servers that share a PostgreSQL: nothing is refused, lost or doubled."""

from __future__ import annotations

import pytest

from tests.companion.eventstore.postgres import driver_missing, postgresql
from tests.companion.tournaments.load import measured
from tests.companion.tournaments.test_load import RATES, check
from tests.torture.figures import Record

DRIVER = "psycopg"
"""The quicker one, which a hall of that size is told to use."""


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.skipif(bool(driver_missing(DRIVER)), reason=driver_missing(DRIVER) or "installed")
@RATES
def test_a_national_event_is_carried_by_two_servers(rate: float, seconds: float, record_property: Record):
    with postgresql() as address:
        found = measured(rate, seconds, 300, address.format(driver=DRIVER))
    check(found, f"{rate:.0f} hands a second", "+4", record_property)
