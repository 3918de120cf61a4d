"""Shares, their intervals, and sums."""

from __future__ import annotations

import pytest

from companion.evaluation.counts import Proportion, Tally, percentile
from companion.evaluation.tile_grading import graded, is_right
from tests.companion.builders import belief


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        pytest.param(0, 0, 0.0, 1.0, id="nothing seen, nothing known"),
        pytest.param(0, 10, 0.0, 0.2775, id="none of ten"),
        pytest.param(10, 10, 0.7225, 1.0, id="ten of ten"),
        pytest.param(81, 263, 0.2553, 0.3662, id="Newcombe's example of 1998"),
        pytest.param(15, 148, 0.0624, 0.1605, id="and another of his"),
    ],
)
def test_intervals_are_wilsons(count: int, of: int, low: float, high: float) -> None:
    assert Proportion(count, of).interval == pytest.approx((low, high), abs=6e-5)


def test_shares_add_up() -> None:
    total = Tally(recall=Proportion(3, 4), elapsed_ms=(5.0,)) + Tally(recall=Proportion(1, 2), elapsed_ms=(7.0,))
    assert (total.recall, total.precision, total.elapsed_ms) == (Proportion(4, 6), Proportion(), (5.0, 7.0))


@pytest.mark.parametrize(
    ("label", "seen", "right"),
    [
        ("7r", "7r", True),
        ("7r", "7b", False),
        ("7", "7b", True),
        ("7", "17b", False),
        ("11", "1r", False),
        ("1", "11r", False),
        ("J", "J", True),
        ("J", "7r", False),
        ("7", "J", False),
        ("back", "back", True),
        ("7r", "back", False),
    ],
)
def test_a_label_without_colour_asks_only_for_the_number(label: str, seen: str, right: bool) -> None:
    assert is_right(label, seen) is right


@pytest.mark.parametrize(
    ("label", "seen", "expected"),
    [
        pytest.param("7r", "7r", {"number": 1, "color": 1, "both": 1, "silent": 0, "asked": 0}, id="right"),
        pytest.param("7r", "7b", {"number": 1, "color": 0, "both": 0, "silent": 1, "asked": 0}, id="wrong colour"),
        pytest.param("7r", "1r", {"number": 0, "color": 1, "both": 0, "silent": 1, "asked": 0}, id="wrong number"),
        pytest.param("7r", "1r.6", {"number": 0, "both": 0, "silent": 0, "asked": 1}, id="wrong, but asked"),
        pytest.param("7r", "7r.6", {"both": 1, "silent": 0, "asked": 1}, id="right, but asked"),
        pytest.param("7", "7b", {"number": 1, "silent": 0}, id="the colour was not labelled"),
        pytest.param("J", "J", {"number": 1, "both": 1}, id="a joker has no colour"),
        pytest.param("J", "3k", {"number": 0, "both": 0, "silent": 1}, id="a joker missed"),
    ],
)
def test_mistakes_are_counted_by_kind(label: str, seen: str, expected: dict[str, int]) -> None:
    tally = graded(label, belief(seen), 0.8, has_colors=label != "7")
    assert {name: getattr(tally, name).count for name in expected} == expected
    assert tally.color.of == int(label == "7r")
    assert tally.both.of == int(label != "7")


@pytest.mark.parametrize(
    ("values", "rank", "expected"),
    [
        pytest.param([], 50, None, id="none"),
        pytest.param([4.0], 95, {"value": 4.0, "low": 4.0, "high": 4.0}, id="one"),
        pytest.param([float(i) for i in range(1, 102)], 50, {"value": 51.0, "low": 41.0, "high": 61.0}, id="a median"),
    ],
)
def test_percentiles_come_with_the_interval_of_their_ranks(
    values: list[float], rank: int, expected: dict[str, float] | None
) -> None:
    assert percentile(values, rank) == expected
