"""What is done to the patches that a reader learns from: their labels stay true."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch is not installed: make setup-train")

WHITE, INK = 235, 40


@pytest.fixture
def patches():
    """Two white patches: a stroke nine pixels wide, and one of two pixels."""
    out = np.full((2, 64, 48, 3), WHITE, np.uint8)
    out[0, 10:50, 20:29], out[1, 10:50, 20:22] = INK, INK
    return out


def test_only_the_inside_of_a_thick_stroke_becomes_white(patches):
    from models.tile_reader.train import outlined

    thick, thin = outlined(patches, np.random.default_rng(1))
    assert thick[30, 24, 0] > INK + 0.6 * (WHITE - INK)
    assert (thick[30, [20, 28]] == INK).all()
    assert (thin == patches[1]).all()


def test_paler_ink_is_still_ink_on_the_same_white(patches):
    from models.tile_reader.train import paler

    pale = paler(patches, np.random.default_rng(1))
    inked = patches == INK
    assert (pale[~inked] == WHITE).all()
    assert (pale[inked] > INK).all()
    assert (pale[inked] < WHITE - 40).all()
