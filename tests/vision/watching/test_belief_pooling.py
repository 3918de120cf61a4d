"""Looks at one tile add up to a belief, and to little more than one witness."""

from __future__ import annotations

import numpy as np
import pytest

from vision.belief import Belief
from vision.tracking.belief_pooling import MEMORY, PooledBelief


def pooled(*beliefs: Belief) -> Belief:
    opinion = PooledBelief.of(beliefs[0])
    for belief in beliefs[1:]:
        opinion = opinion.after(belief)
    return opinion.belief


SIX = Belief.peaked("6r", 0.7, ("9r", 0.28))
NINE = Belief.peaked("9r", 0.7, ("6r", 0.28))
WRONG = Belief.peaked("9r", 0.9999)


@pytest.mark.parametrize(
    ("beliefs", "best", "low", "high"),
    [
        ([SIX], "6r", 0.69, 0.71),
        ([SIX] * 2, "6r", 0.73, 0.77),
        ([SIX] * 9, "6r", 0.73, 0.77),
        ([SIX, NINE, SIX], "6r", 0.5, 0.7),
        ([Belief.flat()] * 5, "1r", 0.0, 0.02),
        ([WRONG, *[Belief.peaked("6r", 0.95)] * 4], "6r", 0.6, 1.0),
        ([Belief.peaked("6r", 1.0)] * 4, "6r", 0.99, 1.0),
    ],
)
def test_looks_add_up(beliefs: list[Belief], best: str, low: float, high: float) -> None:
    belief = pooled(*beliefs)
    assert belief.confidence == pytest.approx((low + high) / 2, abs=(high - low) / 2 + 1e-9)
    assert belief.best == best or best == "1r"
    assert belief.probabilities.sum() == pytest.approx(1)
    assert (belief.probabilities >= 0).all()


def test_old_looks_fade() -> None:
    opinion = PooledBelief.of(WRONG)
    for _ in range(40):
        opinion = opinion.after(SIX)
    assert opinion.looks == 41
    assert opinion.weight == pytest.approx(MEMORY)
    assert np.allclose(opinion.belief.of("6r"), pooled(*[SIX] * 9).of("6r"), atol=0.02)
