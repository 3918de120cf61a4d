"""What a wrong answer of the detector costs while it is trained, for one tile seen straight and from the side."""

from __future__ import annotations

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: make setup-train")

SLANTS_DEG = (-35, -20, 20, 35)


def targets(lean_deg):
    """Heat, geometry and weights of one tile, 40 by 56 pixels, whose sides lean by ``lean_deg``."""
    from models.tile_detector.targets import draw

    lean = 28 * np.tan(np.radians(lean_deg))
    quad = np.array([[44 + lean, 36], [84 + lean, 36], [84 - lean, 92], [44 - lean, 92]], np.float32)
    return [torch.from_numpy(target)[None] for target in draw(quad[None], np.ones(1), np.zeros(1, bool), (32, 32))]


def cost(geometry, heat, *rest):
    """The losses of the answer that says just ``geometry``, of (heat, geometry, care, weight)."""
    from models.tile_detector.train import losses

    logits = torch.logit(heat.clamp(1e-4, 1 - 1e-4))[..., None]
    answer = torch.cat([logits, geometry], -1).permute(0, 3, 1, 2)
    return {name: float(loss) for name, loss in losses(answer, heat, *rest).items()}


def rectangular(geometry):
    """The same with the upward axis at right angles to the other."""
    out = geometry.clone()
    out[..., 4:6] = -geometry[..., 6:8]
    return out


@pytest.mark.parametrize("lean_deg", SLANTS_DEG)
def test_the_right_answer_costs_nothing_and_follows_the_slant(lean_deg):
    heat, geometry, care, weight = targets(lean_deg)
    right = cost(geometry, heat, geometry, care, weight)
    assert (right["shape"], right["_askew"]) == pytest.approx((0, 1), abs=1e-3)


@pytest.mark.parametrize("lean_deg", SLANTS_DEG)
def test_a_rectangle_for_a_slanted_tile_costs_more_than_the_other_way_round(lean_deg):
    heat, geometry, care, weight = targets(lean_deg)
    wrong = cost(rectangular(geometry), heat, geometry, care, weight)
    other_way = cost(geometry, heat, rectangular(geometry), care, weight)
    assert wrong["_askew"] == pytest.approx(0, abs=1e-3)
    assert wrong["shape"] > 1.5 * other_way["shape"]
