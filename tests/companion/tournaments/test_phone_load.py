"""300 phones that look at the standings of 500 tables are answered soon, however many hands are told meanwhile."""

from __future__ import annotations

import pytest

from tests.companion.tournaments.load import measured
from tests.companion.tournaments.test_load import RATES, check_all_taken
from tests.torture.figures import Record, figure

PHONES, P95_MS = 300, 300


@pytest.mark.slow
@pytest.mark.timeout(1800)
@RATES
def test_phones_are_answered_soon(rate: float, seconds: float, record_property: Record):
    found = measured(rate, seconds, watching=PHONES)
    phone_ms = found["phone_p95_ms"]
    said = f"{PHONES} phones beside {rate:.0f} hands a second, p95 {phone_ms:.0f} ms"
    figure(record_property, "L2", said, is_reached=phone_ms <= P95_MS)
    check_all_taken(found)
    assert phone_ms <= P95_MS, found
