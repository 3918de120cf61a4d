"""What is done to the patches that a reader learns from: their labels stay true."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from models.tile_reader import print_variation

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
    monkeypatch.setattr(print_variation, "AROUND", around)
    outlined = print_variation.outlined(patches, np.random.default_rng(2))[stroke]
    assert outlined[30, inside, 0] > INK + 0.6 * (WHITE - INK)
    assert (outlined[30, line] == INK).all()


def test_a_stroke_too_thin_for_a_line_within_stays_whole(patches, monkeypatch):
    monkeypatch.setattr(print_variation, "AROUND", 0)
    assert (print_variation.outlined(patches, np.random.default_rng(2))[THIN] == patches[THIN]).all()


def test_the_line_of_a_soft_stroke_is_nearly_as_dark_as_its_ink(patches, monkeypatch):
    soft = np.stack([cv2.GaussianBlur(patch, (0, 0), 2.0) for patch in patches])
    monkeypatch.setattr(print_variation, "AROUND", 1)
    line = print_variation.outlined(soft, np.random.default_rng(2))[THICK, 30, 14:20].min()
    assert INK <= line < INK + 0.4 * (WHITE - INK)


def test_paler_ink_is_still_ink_on_the_same_white(patches):
    pale = print_variation.paler(patches, np.random.default_rng(1))
    inked = patches == INK
    assert (pale[~inked] == WHITE).all()
    assert (pale[inked] > INK).all()
    assert (pale[inked] < WHITE - 40).all()
