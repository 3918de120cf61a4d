"""What is wrong with a photograph of eight tiles, each fault made on purpose."""

import cv2
import numpy as np
import pytest

from vision.detection.patches import balance, rectify
from vision.quality.photo_problems import Flaw, flaws_of, flaws_of_none, words_of
from vision.quality.tile_quality import Quality

QUADS = np.array(
    [
        [[x, y], [x + 60, y], [x + 60, y + 78], [x, y + 78]]
        for y in (30, 140)
        for x in (20, 100, 180, 260)
    ],
    np.float32,
)  # fmt: skip


def table(scale=1.0):
    bgr = np.full((250, 350, 3), (70, 90, 80), np.uint8)
    inks = [(30, 30, 190), (170, 60, 20), (40, 40, 40), (20, 120, 220)]
    for at, quad in enumerate(QUADS.astype(int)):
        cv2.rectangle(bgr, tuple(quad[0].tolist()), tuple(quad[2].tolist()), (205, 225, 232), -1)
        place = (int(quad[0][0]) + 14, int(quad[0][1]) + 52)
        cv2.putText(bgr, "23457923"[at], place, cv2.FONT_HERSHEY_SIMPLEX, 1.6, inks[at % 4], 6, cv2.LINE_AA)
    bgr = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.clip(bgr + np.random.default_rng(2).normal(0, 3, bgr.shape), 0, 255).astype(np.uint8)


def flaws(bgr, quads=QUADS):
    return flaws_of(bgr, quads, Quality.of(bgr, quads, balance(rectify(bgr, quads))))


def moved(bgr, px, degrees):
    line = np.zeros((px, px), np.uint8)
    line[px // 2] = 1
    turn = cv2.getRotationMatrix2D((px / 2 - 0.5, px / 2 - 0.5), degrees, 1)
    kernel = cv2.warpAffine(line.astype(np.float32), turn, (px, px))
    return cv2.filter2D(bgr, -1, kernel / kernel.sum())


def waves(bgr):
    x = np.arange(bgr.shape[1])[None, :, None] / 25 + np.array([0, 1, 2]) / 3
    return np.clip(bgr * (1 + 0.4 * np.cos(2 * np.pi * x)), 0, 255).astype(np.uint8)


def dark(bgr):
    return np.random.default_rng(1).poisson(bgr / 9).clip(0, 255).astype(np.uint8)


def burnt(bgr):
    return np.clip(bgr * 1.5, 0, 255).astype(np.uint8)


def veiled(bgr):
    return (bgr * 0.18 + 180).astype(np.uint8)


def compressed(bgr):
    """In light that fades to one side, which JPEG makes steps of."""
    lit = np.clip(bgr * np.linspace(0.3, 1, bgr.shape[1])[None, :, None], 0, 255).astype(np.uint8)
    return cv2.imdecode(cv2.imencode(".jpg", lit, [cv2.IMWRITE_JPEG_QUALITY, 2])[1], cv2.IMREAD_COLOR)


@pytest.mark.parametrize(
    ("way", "flaw"),
    [
        (lambda bgr: moved(bgr, 17, 0), Flaw.SHAKEN),
        (lambda bgr: moved(bgr, 17, 90), Flaw.SHAKEN),
        (lambda bgr: moved(bgr, 25, 45), Flaw.SHAKEN),
        (lambda bgr: cv2.GaussianBlur(bgr, (0, 0), 5), Flaw.OUT_OF_FOCUS),
        (waves, Flaw.SCREEN),
        (dark, Flaw.TOO_DARK),
        (burnt, Flaw.OVEREXPOSED),
        (veiled, Flaw.VEILED),
        (compressed, Flaw.COMPRESSED),
    ],
    ids=["to and fro", "up and down", "aslant", "out of focus", "screen", "dark", "burnt", "veiled", "compressed"],
)
def test_the_likeliest_flaw_is_the_one_that_was_made(way, flaw):
    assert flaws(way(table()))[:1] == (flaw,)


def test_a_good_photograph_has_none():
    assert flaws(table()) == ()


def test_tiles_far_away_are_too_small_and_not_out_of_focus():
    assert flaws(table(0.2), QUADS * 0.2) == (Flaw.TOO_SMALL,)


@pytest.mark.parametrize(("level", "expected"), [(10, (Flaw.TOO_DARK,)), (120, ()), (255, (Flaw.OVEREXPOSED,))])
def test_where_no_tile_is_seen_the_light_alone_is_told(level, expected):
    assert flaws_of_none(np.full((60, 80, 3), level, np.uint8)) == expected


@pytest.mark.parametrize("flaw", Flaw)
def test_every_flaw_is_said_in_about_five_words_in_both_languages(flaw):
    for language in ("es", "en"):
        said, advice = words_of(flaw, language)
        assert len(said.split()) <= 6
        assert advice.endswith(".")
    assert words_of(flaw, "es") != words_of(flaw, "en")
