"""500 tables and 300 phones at one server: nothing is lost, nothing is doubled, and nobody waits long."""

from __future__ import annotations

import pytest

from tests.companion.tournaments.load import measured
from tests.torture.figures import Record, figure

RATES = pytest.mark.parametrize(("rate", "seconds"), [(2, 30), (100, 60)])


@pytest.mark.slow
@pytest.mark.timeout(1800)
@RATES
def test_a_national_event_is_carried_by_one_server(rate: float, seconds: float, record_property: Record):
    check(measured(rate, seconds, watching=300), f"{rate:.0f} hands a second", "L4", record_property)


def check(found: dict[str, float], what: str, row: str, record_property: Record) -> None:
    """Whether nothing was refused, lost or doubled, and no hand waited long."""
    hand_ms = max(found["hand_p99_ms"], found["steady_p99_ms"])
    figure(record_property, row, f"{what} p99 {hand_ms:.0f} ms", is_reached=hand_ms <= 150)
    check_all_taken(found)
    assert hand_ms <= 150, found


def check_all_taken(found: dict[str, float]) -> None:
    """Whether each order was taken, once."""
    assert (found["failed"], found["lost"], found["doubled"]) == (0, 0, 0), found
