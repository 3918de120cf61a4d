"""Classify the ink colours of all tiles of one set jointly: they were printed with the same four inks.

A black that looks bluish alone is black beside a real blue, and an orange that looks red is orange beside a deep red.
The inks are measured relative to each tile's white and fitted by a mixture of four Gaussians with a common covariance
(expectation maximisation), initialised with and weighted by the network's prediction for each tile: without glare an
ink's darkness is informative, with it not. Where the tiles of one colour form two clusters, a second fit starts with
one of them as another colour, and each result counts by its likelihood; for a large cluster the network's mistake about
an ink counts once and not for each tile. Outliers, in a shadow or with a neighbour's ink in view, keep their own
prediction.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.belief import softmax
from vision.detection.patches import WHITE, least_channel, pixels_of, spots_of
from vision.order_statistics import ranked

F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]

_EDGE_PX = 11
"""The margin of a patch that is ignored, since some makers print a coloured border there."""
_WHOLE_ROWS = slice(_EDGE_PX, -_EDGE_PX)
_INK_SHARE = 0.08
"""Part of the inner patch that surely is ink; a thin 1 has little more. Every other pixel of both axes is enough."""
_WEIGHTS = np.array([1.0, 1.0, 0.3])
_STRENGTH = 0.15
"""Weights of what an ink takes of blue, green and red light, and of how dark it is: glare changes the last two more."""
_SPREAD = 0.07
_SPREAD_TILES = 2.0
"""The spread of one ink that is assumed before any tile is seen, and how many tiles that assumption counts for."""
_TRUST = 0.75
"""Weight of what the network says of a tile's colour: it looks at the same pixels as the ink's measure does."""
_STRAY = 0.003
"""The background density of an ink, relative to that at its centre."""
_APART = 2.5
"""Two groups of one colour lie at least so many times their own spread apart."""
_HOPELESS = -4.5
"""Weighted logarithm of the odds under which a group is not tried as another colour."""
_MISTAKEN = 5
"""The number of tiles of one ink that the network may confuse alike; it serves as a prior count."""
_ROUNDS = 5
_KNOWN_TILES = 8.0
"""The weight of a set's known ink, in tiles of the picture."""
_KNOWN_SPREAD_TILES = 24.0
"""The same of the spread of its inks, where all four are known."""


@dataclass(frozen=True, slots=True, eq=False)
class KnownInks:
    """The known inks of an adapted set."""

    means: F64
    """(4, 4): the mean feature of each colour; not a number where none of its tiles was shown."""
    variances: F64
    """(4,): of each measure, within one colour."""

    @property
    def are_all(self) -> bool:
        """Whether all four inks are known, so that nothing needs to be fitted."""
        return bool(np.isfinite(self.means).all())


def ink_features(patches: U8, rows: slice = _WHOLE_ROWS, share: float = _INK_SHARE) -> F64:
    """(n, 4) for balanced patches (n, h, w, 3): the direction of the ink's absorption relative to white, and its
    length.

    Measured where a ``share`` of the ``rows`` certainly is ink.
    """
    inner = pixels_of(patches, spots_of(slice(rows.start, rows.stop, 2), slice(_EDGE_PX, -_EDGE_PX, 2)))
    least = least_channel(inner)
    count = int(least.shape[1] * share)
    limit = ranked(least, count)[:, None]
    darker, level = least < limit, least == limit
    left_over = (count - darker.sum(axis=1, keepdims=True)) / level.sum(axis=1, keepdims=True)
    weights = (darker + level * left_over).astype(np.float32)
    ink = (weights[:, None] @ inner.astype(np.float32))[:, 0] / count
    taken = np.maximum(WHITE - ink, 1.0)
    length = np.asarray(np.linalg.norm(taken, axis=1, keepdims=True))
    return np.concatenate([_WEIGHTS * taken / length, _STRENGTH * length / 400], axis=1)


def color_probabilities(features: F64, alone: F64, inks: KnownInks | None = None) -> F64:
    """Colour probabilities (n, 4) of the tiles of one set, from the predictions ``alone`` (n, 4).

    A single tile says nothing about its set, so without ``inks`` inks its own prediction is returned.
    """
    spoken = _TRUST * np.log(alone + 1e-4)
    plain, likelihood = _fitted(features, spoken[None], softmax(spoken)[None], inks)
    rivals = [] if inks and inks.are_all else list(_rivals(features, spoken, plain[0]))
    if not rivals:
        return np.asarray(plain[0])
    starts, heard, odds = zip(*rivals, strict=True)
    others, likely = _fitted(features, np.stack(heard), np.stack(starts), inks)
    weights = softmax(np.concatenate([likelihood, likely + np.array(odds)]))
    return np.asarray(np.tensordot(weights, np.concatenate([plain, others]), 1))


def _fitted(features: F64, spoken: F64, together: F64, known_inks: KnownInks | None) -> tuple[F64, F64]:
    """Fit the mixtures initialised with ``together`` (s, n, 4), with the network's evidence ``spoken`` (s, n, 4).

    Returns colours again, and their log likelihoods (s,).
    """
    count, dimensions = features.shape
    inks = np.full((spoken.shape[2], dimensions), np.nan) if known_inks is None else known_inks.means
    taught: F64 = np.where(np.isfinite(inks).all(axis=1), _KNOWN_TILES, 0.0)[:, None]
    beforehand: F64 = taught * np.nan_to_num(inks)
    if known_inks and known_inks.are_all:
        tiles, assumed = _KNOWN_SPREAD_TILES, _KNOWN_SPREAD_TILES * known_inks.variances
    else:
        tiles, assumed = _SPREAD_TILES, np.full(dimensions, _SPREAD_TILES * _SPREAD**2)
    for _ in range(_ROUNDS):
        weight: F64 = together.sum(axis=1)[..., None] + taught
        means = (together.transpose(0, 2, 1) @ features + beforehand) / np.maximum(weight, 1e-6)
        squares = ((features[:, None] - means[:, None]) ** 2).reshape(len(spoken), -1, dimensions)
        variance = ((together.reshape(len(spoken), 1, -1) @ squares)[:, 0] + assumed) / (count + tiles)
        distances = (squares @ (0.5 / variance)[:, :, None]).reshape(spoken.shape)
        logits = spoken + np.log(np.exp(-distances) + _STRAY)
        together = softmax(logits)
    width = ((count + tiles) / 2 * np.log(variance) + assumed / (2 * variance)).sum(axis=1)
    return together, np.logaddexp.reduce(logits, axis=2).sum(axis=1) - width


def _rivals(features: F64, spoken: F64, together: F64) -> Iterator[tuple[F64, F64, float]]:
    """Alternative initialisations: one of two clusters of a colour relabelled as another plausible colour.

    Each with the network's evidence under it and its log odds. The network confuses the ink of a large cluster with the
    other, where that is not seen, so that its evidence for the two is exchanged there and counts as one mistake.
    """
    best, colors = together.argmax(axis=1), np.eye(together.shape[1])
    for color in range(len(colors)):
        members = np.flatnonzero(best == color)
        for group in _groups(features[members]):
            moved = members[group]
            likely = (spoken[moved] - spoken[moved, color][:, None]).mean(axis=0)
            for other in np.flatnonzero((likely > _HOPELESS) & (colors[color] == 0)):
                is_mistaken = len(moved) >= _MISTAKEN
                if is_mistaken and _is_elsewhere(features, best == other, moved):
                    continue
                start, heard, pair = together.copy(), spoken.copy(), np.array([color, other])
                start[moved] = colors[other]
                if is_mistaken:
                    heard[moved[:, None], pair] = spoken[moved[:, None], pair[::-1]]
                yield start, heard, _MISTAKEN * float(likely[other]) if is_mistaken else 0.0


def _is_elsewhere(features: F64, theirs: NDArray[np.bool_], group: NDArray[np.intp]) -> bool:
    """Whether the ink of a colour, shown by the tiles ``theirs`` (n,), is seen outside the ``group``."""
    if not theirs.any():
        return False
    apart = np.median(features[theirs], axis=0) - np.median(features[group], axis=0)
    return bool(np.linalg.norm(apart) > _APART * _SPREAD)


def _groups(points: F64) -> Iterator[NDArray[np.bool_]]:
    """The two clusters of ``points`` (n, d) along their principal axis; yields nothing for a single cluster."""
    if len(points) < 2:
        return
    offset = points - points.sum(axis=0) / len(points)
    along = offset @ np.linalg.svd(offset, full_matrices=False)[2][0]
    order = np.sort(along)
    below = np.arange(1, len(order))
    sums = np.cumsum(order)[:-1]
    between = below * (len(order) - below) * (sums / below - (order.sum() - sums) / (len(order) - below)) ** 2
    far = along > order[between.argmax()]
    if not far.any():
        return
    centers = [points[part].sum(axis=0) / np.count_nonzero(part) for part in (far, ~far)]
    spread = np.sqrt(((points - np.where(far[:, None], *centers)) ** 2).sum(axis=1).sum() / len(points))
    if np.linalg.norm(centers[0] - centers[1]) > _APART * spread:
        yield far
        yield ~far
