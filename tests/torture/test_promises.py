"""The page on reliability names tests that are there and says broken where one fails."""

from collections import Counter

import pytest

from tests.companion.conftest import ROOT
from tests.torture.__main__ import MARKS, table, verdict
from tests.torture.promises import PROMISES, Promise

ONE = Promise("R0", "it holds", "all", ("tests/a/test_one.py", "tests/b"))


@pytest.mark.parametrize("promise", PROMISES, ids=lambda one: one.name)
def test_every_promise_has_tests_that_are_there(promise):
    assert promise.tests
    assert [place for place in promise.tests if not (ROOT / place).exists()] == []


def test_no_promise_is_told_twice():
    assert len({one.name for one in PROMISES}) == len({one.said for one in PROMISES}) == len(PROMISES)


@pytest.mark.parametrize(("found", "said"), [
    ({"tests/a/test_one": Counter(passed=3), "tests/b/test_two": Counter(passed=1, skipped=2)}, "4 passed, 2 skipped"),
    ({"tests/a/test_one": Counter(passed=3, failed=1)}, "**broken**: 1 of 4 failed"),
    ({"tests/a/test_one_more": Counter(passed=9)}, "not tried here"),
])  # fmt: skip
def test_how_it_went_is_said_as_it_was(found, said):
    assert verdict(ONE, found) == said


def test_what_falls_short_is_said():
    short = Promise("R0", "it holds", "1,000", ("tests/b",), "fewer")
    assert verdict(short, {"tests/b/test_two": Counter(passed=1)}) == "1 passed; fewer"


def test_the_page_has_its_place_for_the_table():
    text = (ROOT / "docs" / "reliability.md").read_text("utf-8")
    assert MARKS.search(text)
    assert table({}, "Nowhere", is_whole=True).count("not tried here") == len(PROMISES)


def test_only_what_was_tried_and_did_not_fail_holds():
    assert f"Of {len(PROMISES)} promises 0 hold, 0 of them" in table({}, "Nowhere", is_whole=True)
    tried = {"tests/companion/eventstore/test_steady_clock": Counter(passed=3)}
    assert "promises 1 hold, 1 of them to the whole figure." in table(tried, "Here", is_whole=True)
    assert "promises 1 hold.\n" in table(tried, "Here", is_whole=False)
    failed = {"tests/companion/eventstore/test_steady_clock": Counter(failed=1, passed=9)}
    assert "promises 0 hold.\n" in table(failed, "Here", is_whole=False)
