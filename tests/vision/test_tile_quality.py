"""How good a picture is of its tiles, and how far it is believed: a tile printed clearly, then taken badly."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.belief import BACK
from vision.detection.patches import balance, rectify
from vision.predictions import KINDS, Predictions
from vision.quality.tile_quality import Quality, blockiness, rims
from vision.recognition.confidence_by_quality import QualityExponents

QUAD = np.array([[[60, 40], [160, 40], [160, 170], [60, 170]]], np.float32)
GOOD = Quality(*(np.array([value]) for value in (0.25, 240.0, 3.0, 0.0, 3.0, 255.0)))

FACE = np.array([True])
CLEAR = np.zeros(1)
"""Nothing lies over it."""


@pytest.fixture
def picture():
    """A tile with a red 5 on a grey table, 100 pixels wide."""
    bgr = np.full((220, 220, 3), 90, np.uint8)
    bgr[40:170, 60:160] = (205, 225, 232)
    cv2.putText(bgr, "5", (80, 125), cv2.FONT_HERSHEY_SIMPLEX, 2.6, (30, 30, 190), 12, cv2.LINE_AA)
    return cv2.GaussianBlur(bgr, (0, 0), 1)


def quality(bgr):
    return Quality.of(bgr, QUAD, balance(rectify(bgr, QUAD)))


def out_of_focus(bgr):
    return cv2.blur(bgr, (41, 41))


def veiled(bgr):
    return (bgr * 0.15 + 190).astype(np.uint8)


def screened(bgr):
    x = np.arange(bgr.shape[1])[None, :, None] / 30 + np.array([0, 1, 2]) / 3
    return np.clip(bgr * (1 + 0.4 * np.cos(2 * np.pi * x)), 0, 255).astype(np.uint8)


def burnt(bgr):
    return np.clip(bgr.astype(float) * 1.4, 0, 255).astype(np.uint8)


def grey(bgr):
    return cv2.cvtColor(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)


def compressed(bgr):
    """In light that fades to one side, which JPEG makes steps of."""
    lit = np.clip(bgr * np.linspace(0.6, 1, bgr.shape[1])[None, :, None], 0, 255).astype(np.uint8)
    return cv2.imdecode(cv2.imencode(".jpg", lit, [cv2.IMWRITE_JPEG_QUALITY, 6])[1], cv2.IMREAD_COLOR)


def sharpened(bgr):
    soft = cv2.GaussianBlur(bgr, (0, 0), 3)
    return cv2.addWeighted(bgr, 6, soft, -5, 0)


@pytest.mark.parametrize(
    ("way", "measure", "limit", "is_below"),
    [
        (out_of_focus, "sharp", 0.14, True),
        (veiled, "contrast", 80, True),
        (screened, "uneven", 20, False),
        (burnt, "burnt", 0.5, False),
        (grey, "tint", 5, True),
        (compressed, "blocky", 2.2, False),
    ],
)
def test_each_fault_is_measured(picture, way, measure, limit, is_below):
    before, after = (float(np.max(getattr(quality(bgr), measure))) for bgr in (picture, way(picture)))
    assert (after < limit) == is_below
    assert (before < limit) != is_below


def test_of_a_good_picture_all_is_believed(picture):
    trust = QualityExponents.of(quality(picture), FACE, CLEAR)
    assert trust.number.tolist() == trust.color.tolist() == [1.0]
    assert not len(trust.poor())


def sure_of(kind, chance=0.99):
    """A look at one patch: that kind, blue, upright."""
    kinds = np.full((1, len(KINDS)), (1 - chance) / (len(KINDS) - 1))
    kinds[0, KINDS.index(kind)] = chance
    color = np.full((1, 4), (1 - chance) / 3)
    color[0, 1] = chance
    return Predictions(kinds, color, np.array([[1.0, 0, 0, 0]]))


@pytest.mark.parametrize(
    ("fault", "number_asked", "color_asked"),
    [
        ({}, False, False),
        ({"sharp": 0.08}, True, False),
        ({"contrast": 60.0}, False, True),
        ({"contrast": 30.0}, True, True),
        ({"uneven": 32.0}, False, True),
        ({"uneven": 50.0}, True, True),
        ({"burnt": 0.6}, False, True),
        ({"tint": 10.0}, False, True),
        ({"blocky": 2.85}, False, True),
        ({"blocky": 4.0}, True, True),
        ({"rimmed": 24.0}, False, True),
        ({"sunk": 80.0}, False, True),
        ({"covered": 0.05}, False, False),
        ({"covered": 0.11}, True, False),
        ({"covered": 0.4}, True, False),
    ],
)
def test_what_is_asked_about(fault, number_asked, color_asked):
    covered = np.array([fault.get("covered", 0.0)])
    measured = {
        name: value if name in ("tint", "blocky", "rimmed") else np.array([value])
        for name, value in fault.items()
        if name != "covered"
    }
    poor = replace(GOOD, **measured)
    look = QualityExponents.of(poor, FACE, covered).applied(sure_of("8"), poor)
    assert (look.kind.max() < 0.9, look.color.max() < 0.9) == (number_asked, color_asked)
    assert look.is_likeliest("8")
    assert look.color.argmax() == 1


@pytest.mark.parametrize(("burnt_part", "asked"), [(0.0, False), (0.3, False), (0.7, True), (1.0, True)])
def test_a_washed_out_face_is_a_question_and_never_a_back(burnt_part, asked):
    poor = replace(GOOD, burnt=np.array([burnt_part]))
    look = QualityExponents.of(poor, ~FACE, CLEAR).applied(sure_of(BACK, 0.9999), poor)
    assert look.is_likeliest(BACK)
    assert (look.kind.max() < 0.9) == asked


def test_a_back_has_no_print_and_is_as_sharp_as_the_tiles_beside_it():
    """Alone it is believed; beside a face that is out of focus it may be a face."""
    plain = replace(GOOD, sharp=np.array([0.0]), contrast=np.array([20.0]))
    assert QualityExponents.of(plain, ~FACE, CLEAR).number.tolist() == [1.0]
    both = Quality(*(np.array(pair) for pair in ([0.08, 0.0], [240.0, 20.0], [3.0, 3.0], [0.0, 0.0], [3.0, 3.0],
                                                [255.0, 255.0])))  # fmt: skip
    assert QualityExponents.of(both, np.array([True, False]), np.zeros(2)).number.tolist() == [0.35, 0.35]


def test_worse_is_never_believed_more():
    for measure, values in {"sharp": (0.25, 0.15, 0.1, 0.05), "contrast": (240, 100, 60, 20),
                            "uneven": (3, 20, 35, 60), "burnt": (0, 0.3, 0.6, 1)}.items():  # fmt: skip
        trusts = [
            QualityExponents.of(replace(GOOD, **{measure: np.array([float(value)])}), FACE, CLEAR) for value in values
        ]
        for part in ("number", "color"):
            believed = [float(getattr(trust, part)[0]) for trust in trusts]
            assert believed == sorted(believed, reverse=True), (measure, part)


@pytest.mark.parametrize(
    ("ink", "is_sunk"),
    [((95, 37, 33), True), ((40, 40, 40), False), ((30, 30, 190), False)],
    ids=["a dark blue", "black", "red"],
)
def test_what_is_left_of_a_dark_ink_that_a_program_sharpened_is_told_from_black(picture, ink, is_sunk):
    cv2.putText(picture, "5", (80, 125), cv2.FONT_HERSHEY_SIMPLEX, 2.6, ink, 18, cv2.LINE_AA)
    assert (quality(sharpened(picture)).sunk[0] < 70) == is_sunk
    assert quality(picture).sunk[0] == 255


def test_rims_tell_of_sharpening_where_three_tiles_have_them(picture):
    as_taken, made_worse = (balance(rectify(bgr, QUAD)) for bgr in (picture, sharpened(picture)))
    assert rims(np.repeat(as_taken, 3, axis=0)) < 11.5
    assert rims(np.repeat(made_worse, 3, axis=0)) > 16
    assert rims(np.repeat(made_worse, 2, axis=0)) == 0


def test_without_any_print_there_are_no_rims():
    assert rims(np.full((3, 64, 48, 3), 235, np.uint8)) == 0


def test_a_narrow_picture_has_no_squares():
    assert blockiness(np.zeros((30, 5, 3), np.uint8)) == 1.0
    assert blockiness(np.zeros((30, 50, 3), np.uint8)) == 1.0
