"""Objects on tables that are not tiles, each a flat texture from straight above."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from datasets.synthetic_tables import clutter_figures, clutter_gear, clutter_meal, clutter_paper
from datasets.synthetic_tables.flat_object import Clutter, Thing
from datasets.synthetic_tables.hands import sample_hand
from datasets.synthetic_tables.random_fields import Rng

__all__ = ["KINDS", "THINGS", "Clutter", "sample_clutter", "sample_hand"]

THINGS: Mapping[str, tuple[Thing, float]] = {
    **clutter_paper.THINGS,
    **clutter_figures.THINGS,
    **clutter_meal.THINGS,
    **clutter_gear.THINGS,
}
KINDS = tuple(THINGS)
"""The kinds of thing; each is drawn in proportion to the weight beside its maker."""
_SHARES = np.array([weight for _, weight in THINGS.values()]) / sum(weight for _, weight in THINGS.values())


def sample_clutter(rng: Rng, px_per_mm: float = 2.0) -> Clutter:
    """A random object, drawn at about ``px_per_mm``, the scale of the picture, so that its sharpness matches."""
    kind = KINDS[int(rng.choice(len(KINDS), p=_SHARES))]
    return THINGS[kind][0](rng, px_per_mm)
