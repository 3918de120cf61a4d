"""Readings by how sure they were, against how many of them were right."""

from __future__ import annotations

from typing import Any

import pytest

from companion.evaluation.calibration import Calibration
from companion.evaluation.tile_grading import graded
from tests.companion.builders import belief


def calibration_of(*readings: tuple[float, bool]) -> Calibration:
    return sum((Calibration.of(confidence, right) for confidence, right in readings), Calibration())


@pytest.mark.parametrize(
    ("readings", "error"),
    [
        pytest.param([], None, id="of nothing nothing is said"),
        pytest.param([(0.75, True)] * 3 + [(0.75, False)], 0.0, id="three of four at three quarters is honest"),
        pytest.param([(1.0, False)], 1.0, id="sure and wrong is as bad as it gets"),
        pytest.param([(0.65, True), (0.65, False)], 0.15, id="half of those at 0.65 are right"),
        pytest.param([(0.65, True), (0.97, True)], 0.19, id="each bin counts by its readings"),
        pytest.param([(0.55, True), (0.65, False)], 0.55, id="one bin does not make good for another"),
    ],
)
def test_the_error_is_how_far_confidence_is_from_the_share_of_right_ones(
    readings: list[tuple[float, bool]], error: float | None
) -> None:
    assert calibration_of(*readings).error == (error if error is None else pytest.approx(error))


@pytest.mark.parametrize(
    ("confidence", "bounds"), [(0.0, (0.0, 0.5)), (0.5, (0.5, 0.6)), (0.989, (0.95, 0.99)), (1.0, (0.99, 1.0))]
)
def test_a_bin_holds_its_lower_bound_and_the_last_one_its_upper(confidence: float, bounds: tuple[float, float]) -> None:
    (one,) = calibration_of((confidence, True)).as_json()["bins"]
    assert (one["from"], one["to"], one["count"], one["right"]) == (*bounds, 1, 1)
    assert one["confidence"] == confidence


@pytest.mark.parametrize(
    ("label", "seen", "expected"),
    [
        pytest.param("7r", "7r.6/7b.35", {"confidence": 0.6, "right": 1}, id="a label with a colour judges both"),
        pytest.param("7", "7r.6/7b.35", {"confidence": 0.95, "right": 1}, id="a bare number judges the number"),
        pytest.param("1", "7r.6/7b.35", {"confidence": 0.95, "right": 0}, id="and tells when it is wrong"),
    ],
)
def test_a_reading_is_as_sure_as_its_label_can_judge(label: str, seen: str, expected: dict[str, Any]) -> None:
    (one,) = graded(label, belief(seen), 0.9).calibration.as_json()["bins"]
    assert one["confidence"] == pytest.approx(expected["confidence"], abs=0.01)
    assert one["right"] == expected["right"]
