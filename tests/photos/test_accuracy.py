"""What must hold on labelled photographs, set by set; ``burako evaluate`` prints the same figures in full."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.bootstrap import DEFAULT_RULES, Recognizer, open_rules
from companion.evaluation.counts import Tally
from companion.evaluation.labelled_pictures import load_truth, true_crops
from companion.evaluation.measure import RecognizerGrader
from companion.recognition.thresholds import THRESHOLDS

pytestmark = pytest.mark.photos
RULES = open_rules(DEFAULT_RULES)


def short_of(tally: Tally, least: dict[str, float]) -> dict[str, float | None]:
    """The shares that do not reach what they must."""
    shares = dict(tally.shares())
    return {name: shares[name].value for name, value in least.items() if (shares[name].value or 0) < value}


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("folder", "least"),
    [
        pytest.param("rummikub-230", {"recall": 0.97, "precision": 0.97, "both": 0.98}, id="tables"),
        pytest.param("rummikub-racks", {"recall": 0.85, "number": 0.92}, id="racks"),
    ],
)
def test_photographs_are_read_well_enough(
    photos: Path, recognizer: Recognizer, folder: str, least: dict[str, float]
) -> None:
    examiner = RecognizerGrader(recognizer, THRESHOLDS.sure, RULES)
    pictures = load_truth(photos / folder / "annotations.json")
    assert short_of(sum((examiner.picture(picture).tally for picture in pictures), Tally()), least) == {}


@pytest.mark.timeout(600)
def test_single_tiles_are_read_well_enough(photos: Path, recognizer: Recognizer) -> None:
    examiner = RecognizerGrader(recognizer, THRESHOLDS.sure, RULES)
    crops = true_crops(photos / "rummikub-crops")
    total = sum((examiner.crop(crop).tally for crop in crops), Tally())
    assert total.number.of > 1500
    assert short_of(total, {"number": 0.97}) == {}
