"""What was asked under a key is remembered, and as little of it as is needed."""

from __future__ import annotations

from companion.eventstore.given_orders import GivenOrders
from companion.match_commands import Count
from companion.tournaments.orders import Propose


def test_what_comes_again_is_told_from_something_else():
    given = GivenOrders()
    given.keep("m1", "k", Count(racks={0: "7r"}))
    assert not given.is_another("m1", "k", Count(racks={0: "7r"}))
    assert given.is_another("m1", "k", Count(racks={0: "8r"}))
    assert not given.is_another("m2", "k", Count(racks={0: "8r"}))


def test_a_device_that_tries_again_later_says_the_same():
    given, said = GivenOrders(), {"fixture": 1, "hand": 1, "side": "home", "points": (800, 300)}
    given.keep("t1", "k", Propose(**said))
    assert not given.is_another("t1", "k", Propose(**said, late_s=90))


def test_no_more_is_remembered_than_was_agreed():
    given = GivenOrders(most=2)
    for key in "abc":
        given.keep("m1", key, key)
    assert [given.is_another("m1", key, "x") for key in "abc"] == [False, True, True]
