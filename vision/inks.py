"""The few inks of a set, judged together: one photograph's tiles were printed with the same four.

A black that looks bluish alone is black beside a real blue. The tiles' inks are measured against their own white and
fitted by a mixture of four Gaussians of one common, round spread (expectation and maximisation), which begins with
what the network says of each tile alone and keeps listening to it. A tile in a shadow, or with a neighbour's ink in
view, lies far from all four: it is a stray, and what it says alone decides.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.belief import softmax

F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]

_WHITE = 235.0
_INK_SHARE = 0.08
"""Part of the inner patch that surely is ink; a thin 1 has little more. Every other pixel of both axes is enough."""
_STRENGTH = 0.3
"""Weight of how dark an ink is, beside its hue: blur and glare change darkness more."""
_SPREAD = 0.1
_SPREAD_TILES = 6.0
"""The spread of one ink that is assumed before any tile is seen, and how many tiles that assumption counts for."""
_TRUST = 2 / 3
"""Weight of what the network says of a tile's colour: it looks at the same pixels as the ink's measure does."""
_STRAY = 0.003
"""How likely an ink is anywhere at all, as a part of how likely it is in the middle of its own."""
_ROUNDS = 5
_KNOWN_TILES = 4.0
"""How many tiles the known ink of a set counts for beside those in the picture."""


def ink_features(patches: U8) -> F64:
    """(n, 4) for balanced patches (n, h, w, 3): direction of what the ink takes away from white, and its length."""
    inner = patches[:, 8:-8:2, 7:-7:2].reshape(len(patches), -1, 3)
    least = np.minimum(np.minimum(inner[..., 0], inner[..., 1]), inner[..., 2])
    count = int(least.shape[1] * _INK_SHARE)
    limit = np.partition(least, count, axis=1)[:, count : count + 1]
    darker, level = least < limit, least == limit
    left_over = (count - darker.sum(axis=1, keepdims=True)) / level.sum(axis=1, keepdims=True)
    share = (darker + level * left_over).astype(np.float32)
    ink = (share[:, None] @ inner.astype(np.float32))[:, 0] / count
    taken = np.maximum(_WHITE - ink, 1.0)
    length = np.asarray(np.linalg.norm(taken, axis=1, keepdims=True))
    return np.concatenate([taken / length, _STRENGTH * length / 400], axis=1)


def agree(features: F64, alone: F64, known: F64 | None = None) -> F64:
    """Colour probabilities (n, 4) of tiles of one set, from ``alone`` (n, 4), what each tile's own look says.

    ``known`` (4, 4) are features of the set's inks, where somebody taught them; not a number where nobody did. One
    tile alone says nothing of its set, so without known inks its own look decides.
    """
    spoken = _TRUST * np.log(alone + 1e-4)
    together = softmax(spoken)
    inks = np.full((alone.shape[1], features.shape[1]), np.nan) if known is None else known
    taught: F64 = np.where(np.isfinite(inks).all(axis=1), _KNOWN_TILES, 0.0)[:, None]
    beforehand: F64 = taught * np.nan_to_num(inks)
    for _ in range(_ROUNDS):
        weight: F64 = together.sum(axis=0)[:, None] + taught
        means = (together.T @ features + beforehand) / np.maximum(weight, 1e-6)
        squares = ((features[:, None] - means[None]) ** 2).sum(axis=2)
        dimensions = features.shape[1]
        assumed = _SPREAD_TILES * dimensions * _SPREAD**2
        variance = ((together * squares).sum() + assumed) / (dimensions * (len(alone) + _SPREAD_TILES))
        together = softmax(spoken + np.log(np.exp(-squares / (2 * variance)) + _STRAY))
    return together
