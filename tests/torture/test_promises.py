"""The page on reliability names tests that are there and says broken where one fails."""

from collections import Counter

import pytest

from tests.companion.conftest import ROOT
from tests.torture.__main__ import MARKS, NOT_TRIED, Row, figures, rows_of, table, verdict
from tests.torture.promises import PROMISES, Promise

ONE = Promise("R0", "it holds", "all", ("tests/a/test_one.py", "tests/b"))


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.name)
def test_every_promise_has_tests_that_are_there(promise):
    assert promise.tests
    assert [place for place in promise.tests if not (ROOT / place).exists()] == []


def test_no_promise_is_told_twice():
    assert len({promise.name for promise in PROMISES}) == len({promise.said for promise in PROMISES}) == len(PROMISES)


@pytest.mark.parametrize(("found", "said"), [
    ({"tests/a/test_one": Counter(passed=3), "tests/b/test_two": Counter(passed=1, skipped=2)}, "4 passed, 2 skipped"),
    ({"tests/a/test_one": Counter(passed=3, failed=1)}, "**broken**: 1 of 4 failed"),
    ({"tests/a/test_one_more": Counter(passed=9)}, "not tried here"),
])  # fmt: skip
def test_how_it_went_is_said_as_it_was(found, said):
    assert verdict(ONE, found) == said


def test_what_falls_short_is_said():
    short = Promise("R0", "it holds", "1,000", ("tests/b",), "not timed", "fewer")
    found = {"tests/b/test_two": Counter(passed=1)}
    assert verdict(short, found) == "1 passed; not timed; fewer"
    assert verdict(short, found, is_whole=True) == "whole: 1 passed; not timed"


def test_what_was_measured_stands_in_the_row(tmp_path):
    report = tmp_path / "report.xml"
    kept = "".join(f'<property name="{name}" value="{said}"/>' for name, said in
                   (("R0", "back in 0.4 s"), ("R0", "back in 0.4 s"), ("R0 short", "p99 130 ms")))  # fmt: skip
    report.write_text(f"<suite><testcase><properties>{kept}</properties></testcase></suite>")
    found = {"tests/b/test_two": Counter(passed=1)}
    row = verdict(ONE, found, is_whole=True, said=figures(report))
    assert row == "whole: 1 passed (back in 0.4 s); p99 130 ms"


def test_a_row_that_failed_says_by_how_much():
    found = {"tests/b/test_two": Counter(failed=1, passed=1)}
    row = verdict(ONE, found, is_whole=True, said={"R0": ("p99 20 ms",), "R0 short": ("p99 190 ms",)})
    assert row == "**broken**: 1 of 2 failed; p99 190 ms"


def test_the_page_has_its_place_for_the_table():
    text = (ROOT / "docs" / "reliability.md").read_text("utf-8")
    assert MARKS.search(text)
    assert {promise.name for promise in PROMISES} == set(rows_of(text))


@pytest.mark.parametrize(("row", "held", "whole"), [
    ("3 passed", 1, 0), ("whole: 3 passed", 1, 1), ("whole: 3 passed; not timed", 1, 0),
    ("whole: 3 passed, 1 skipped", 1, 0), (NOT_TRIED, 0, 0),
    ("**broken**: 1 of 3 failed", 0, 0),
])  # fmt: skip
def test_only_what_was_tried_and_did_not_fail_holds(row: str, held: int, whole: int):
    rows = {promise.name: Row(NOT_TRIED) for promise in PROMISES} | {PROMISES[0].name: Row(row, "1 May 2026")}
    written = table(rows, "Here")
    assert f"Here. Of {len(PROMISES)} promises {held} hold, {whole} of them to the whole figure." in written
    assert rows_of(written)[PROMISES[0].name] == Row(row, "1 May 2026")
