"""What is done to the patches that a reader learns from: their labels stay true."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is not installed: make setup-train")

WHITE, INK = 235, 40
THICK, THIN = 0, 1


@pytest.fixture
def patches():
    """Two white patches: a stroke nine pixels wide, and one of two pixels."""
    out = np.full((2, 64, 48, 3), WHITE, np.uint8)
    out[0, 10:50, 20:29], out[1, 10:50, 20:22] = INK, INK
    return out


@pytest.mark.parametrize(
    ("around", "stroke", "line", "inside"),
    [
        pytest.param(0, THICK, [20, 28], 24, id="within a thick stroke its edges are left"),
        pytest.param(1, THICK, [19, 29], 24, id="around a thick stroke lies a line"),
        pytest.param(1, THIN, [19, 22], 20, id="around a thin stroke lies a line"),
    ],
)
def test_only_a_line_is_left_of_an_outlined_stroke(patches, monkeypatch, around, stroke, line, inside):
    from models.tile_reader import augmentation

    monkeypatch.setattr(augmentation, "AROUND", around)
    outlined = augmentation.outlined(patches, np.random.default_rng(2))[stroke]
    assert outlined[30, inside, 0] > INK + 0.6 * (WHITE - INK)
    assert (outlined[30, line] == INK).all()


def test_a_stroke_too_thin_for_a_line_within_stays_whole(patches, monkeypatch):
    from models.tile_reader import augmentation

    monkeypatch.setattr(augmentation, "AROUND", 0)
    assert (augmentation.outlined(patches, np.random.default_rng(2))[THIN] == patches[THIN]).all()


def test_the_line_of_a_soft_stroke_is_nearly_as_dark_as_its_ink(patches, monkeypatch):
    from models.tile_reader import augmentation

    soft = np.stack([cv2.GaussianBlur(one, (0, 0), 2.0) for one in patches])
    monkeypatch.setattr(augmentation, "AROUND", 1)
    line = augmentation.outlined(soft, np.random.default_rng(2))[THICK, 30, 14:20].min()
    assert INK <= line < INK + 0.4 * (WHITE - INK)


def test_paler_ink_is_still_ink_on_the_same_white(patches):
    from models.tile_reader.augmentation import paler

    pale = paler(patches, np.random.default_rng(1))
    inked = patches == INK
    assert (pale[~inked] == WHITE).all()
    assert (pale[inked] > INK).all()
    assert (pale[inked] < WHITE - 40).all()


@pytest.fixture
def stroke():
    """A black stroke across a white picture."""
    bgr = np.full((120, 120, 3), WHITE, np.uint8)
    bgr[:, 56:64] = INK
    return bgr


def test_a_blur_spreads_the_ink_and_keeps_it(stroke, monkeypatch):
    from models.tile_reader import augmentation

    monkeypatch.setattr(augmentation, "FEWER_PIXELS", 0)
    monkeypatch.setattr(augmentation, "BLURRED", 1)
    blurred = [augmentation.softened(stroke, 60.0, np.random.default_rng(seed)) for seed in range(12)]
    assert all(abs(float(one.mean()) - stroke.mean()) < 2 for one in blurred)
    assert sum(int((one < WHITE - 10).sum()) > 1.2 * (stroke < WHITE).sum() for one in blurred) > 4


def test_what_is_not_softened_is_as_it_was(stroke, monkeypatch):
    from models.tile_reader import augmentation

    monkeypatch.setattr(augmentation, "FEWER_PIXELS", 0)
    monkeypatch.setattr(augmentation, "BLURRED", 0)
    assert augmentation.softened(stroke, 60.0, np.random.default_rng(1)) is stroke


def test_stray_light_pales_the_ink_more_than_the_white(stroke):
    from models.tile_reader.augmentation import veiled

    pale = veiled(stroke, np.random.default_rng(1)).astype(int)
    contrast = pale[60, 10] - pale[60, 60]
    assert (contrast < 0.85 * (WHITE - INK)).all()
    assert (contrast > 0.3 * (WHITE - INK)).all()
    assert (pale[60, 60] > INK + 20).all()


def test_more_light_burns_the_white_out_and_leaves_the_ink_darker(stroke, monkeypatch):
    from models.tile_reader import augmentation

    monkeypatch.setattr(augmentation, "LEAST_LIGHT", 2.5)
    monkeypatch.setattr(augmentation, "LAMP", 0)
    lit = augmentation.exposed(stroke, np.random.default_rng(1)).astype(int)
    assert (lit[60, 10] == 255).all()
    assert (lit[60, 60] > INK).all()
    assert (lit[60, 60] < 100).all()


def test_a_lamp_colours_the_white(stroke, monkeypatch):
    from models.tile_reader import augmentation

    monkeypatch.setattr(augmentation, "MOST_LIGHT", augmentation.LEAST_LIGHT)
    lit = [augmentation.exposed(stroke, np.random.default_rng(seed))[60, 10].astype(int) for seed in range(8)]
    assert max(int(np.ptp(white)) for white in lit) > 40


def test_a_mirrored_lamp_only_adds_light(stroke):
    from models.tile_reader.augmentation import glaring

    seen = [glaring(stroke, np.random.default_rng(seed)) for seed in range(8)]
    assert all((one >= stroke).all() for one in seen)
    assert all((one > stroke).any() for one in seen)


def test_what_is_compressed_keeps_its_number_and_loses_its_colour(monkeypatch):
    from models.tile_reader import augmentation

    monkeypatch.setattr(augmentation, "FEWER_PIXELS", 0)
    monkeypatch.setattr(augmentation, "BLURRED", 0)
    monkeypatch.setattr(augmentation, "COMPRESSED", 1)
    blue = np.full((64, 64, 3), WHITE, np.uint8)
    blue[:, 30:33] = ink = np.array([200, 60, 40], np.uint8)
    seen = [augmentation.badly_taken(blue, 20.0, np.random.default_rng(seed)).astype(int) for seed in range(8)]
    assert all(one[:, 31].mean() < WHITE - 60 for one in seen)
    assert min(int(np.ptp(one[32, 31])) for one in seen) < 0.6 * np.ptp(ink)
