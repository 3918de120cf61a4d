"""What is done to the pictures that both networks learn from: nothing moves, and so the labels stay true."""

from __future__ import annotations

import numpy as np
import pytest

from models import picture_augmentation

WHITE, INK = 235, 40


@pytest.fixture
def stroke():
    """A black stroke across a white picture."""
    bgr = np.full((120, 120, 3), WHITE, np.uint8)
    bgr[:, 56:64] = INK
    return bgr


def test_a_blur_spreads_the_ink_and_keeps_it(stroke, monkeypatch):
    monkeypatch.setattr(picture_augmentation, "FEWER_PIXELS", 0)
    monkeypatch.setattr(picture_augmentation, "BLURRED", 1)
    blurred = [picture_augmentation.softened(stroke, 60.0, np.random.default_rng(seed)) for seed in range(12)]
    assert all(abs(float(patch.mean()) - stroke.mean()) < 2 for patch in blurred)
    assert sum(int((patch < WHITE - 10).sum()) > 1.2 * (stroke < WHITE).sum() for patch in blurred) > 4


def test_what_is_not_softened_is_as_it_was(stroke, monkeypatch):
    monkeypatch.setattr(picture_augmentation, "FEWER_PIXELS", 0)
    monkeypatch.setattr(picture_augmentation, "BLURRED", 0)
    assert picture_augmentation.softened(stroke, 60.0, np.random.default_rng(1)) is stroke


def test_stray_light_pales_the_ink_more_than_the_white(stroke):
    pale = picture_augmentation.veiled(stroke, np.random.default_rng(1)).astype(int)
    contrast = pale[60, 10] - pale[60, 60]
    assert (contrast < 0.85 * (WHITE - INK)).all()
    assert (contrast > 0.3 * (WHITE - INK)).all()
    assert (pale[60, 60] > INK + 20).all()


def test_more_light_burns_the_white_out_and_leaves_the_ink_darker(stroke, monkeypatch):
    monkeypatch.setattr(picture_augmentation, "LEAST_LIGHT", 2.5)
    monkeypatch.setattr(picture_augmentation, "LAMP", 0)
    lit = picture_augmentation.exposed(stroke, np.random.default_rng(1)).astype(int)
    assert (lit[60, 10] == 255).all()
    assert (lit[60, 60] > INK).all()
    assert (lit[60, 60] < 100).all()


def test_a_lamp_colours_the_white(stroke, monkeypatch):
    monkeypatch.setattr(picture_augmentation, "MOST_LIGHT", picture_augmentation.LEAST_LIGHT)
    lit = [picture_augmentation.exposed(stroke, np.random.default_rng(seed))[60, 10].astype(int) for seed in range(8)]
    assert max(int(np.ptp(white)) for white in lit) > 40


def test_in_hardly_any_light_the_ink_is_still_darker_and_the_noise_is_seen(stroke):
    seen = [picture_augmentation.dimmed(stroke, np.random.default_rng(seed)).astype(int) for seed in range(8)]
    assert all(patch[:, :50].mean() < 0.65 * WHITE for patch in seen)
    assert all(patch[:, 58:62].mean() < patch[:, :50].mean() - 15 for patch in seen)
    assert max(patch[:, :50].std() for patch in seen) > 3


def test_a_mirrored_lamp_only_adds_light(stroke):
    seen = [picture_augmentation.glaring(stroke, np.random.default_rng(seed)) for seed in range(8)]
    assert all((patch >= stroke).all() for patch in seen)
    assert all((patch > stroke).any() for patch in seen)


def test_what_is_compressed_keeps_its_number_and_loses_its_colour(monkeypatch):
    monkeypatch.setattr(picture_augmentation, "FEWER_PIXELS", 0)
    monkeypatch.setattr(picture_augmentation, "BLURRED", 0)
    monkeypatch.setattr(picture_augmentation, "COMPRESSED", 1)
    blue = np.full((64, 64, 3), WHITE, np.uint8)
    blue[:, 30:33] = ink = np.array([200, 60, 40], np.uint8)
    seen = [picture_augmentation.badly_taken(blue, 20.0, np.random.default_rng(seed)).astype(int) for seed in range(8)]
    assert all(patch[:, 31].mean() < WHITE - 60 for patch in seen)
    assert min(int(np.ptp(patch[32, 31])) for patch in seen) < 0.6 * np.ptp(ink)
