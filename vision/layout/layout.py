"""Group tiles into rows by geometry alone, measured in each tile's own size, so that perspective cancels out.

Every tile has two ports, its left and its right side. Two ports of different tiles may touch when the tiles, measured
in widths and heights of those very tiles, are adjacent, level and turned alike. Ports that are each other's best choice
are linked; the chains of links are the rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.tiles import JOKER
from vision.belief import BACK, FACE_NAMES, SAME_TURNED
from vision.geometry import F64, are_convex, axes, centers, components, lengths, quads_of
from vision.layout.chains import Chain, chains_of, split_at_wide_gaps
from vision.reading import ReadTile, TileRow

_SAYS = np.array(
    [0.01 if name in (BACK, str(JOKER)) else 0.3 if int(name[:-1]) in SAME_TURNED else 1.0 for name in FACE_NAMES]
)
"""The evidence of each face about the orientation of its tile, in the order of a belief."""

ASPECT = 0.72
"""Width of a tile over its height, on the table."""


@dataclass(frozen=True, slots=True)
class LayoutTuning:
    """Thresholds for adjacent tiles. Widths and heights are those of the two tiles."""

    aspect: float = ASPECT
    """Width of a tile over its height, on the table."""
    widest_gap: float = 0.40
    """Widths between the facing sides."""
    deepest_overlap: float = 0.30
    """Widths by which one tile may lie over the next."""
    largest_shift: float = 0.36
    """Heights by which a tile may lie above or below the next."""
    largest_skew_deg: float = 20.0
    """Degrees, on the table, by which a tile may be turned against the next."""
    largest_ratio: float = 1.6
    """Length of one of the facing sides over the other's."""
    largest_strain: float = 1.0
    """Gap, shift and skew together, each as a part of its largest value, squared and added."""
    pair_strain: float = 0.45
    """The same, for two tiles that lie side by side with no third."""


@dataclass(frozen=True, slots=True, eq=False)
class _Contacts:
    """n pairs of ports that may touch, best first. Port ``2 * tile`` is a left side, ``2 * tile + 1`` a right side."""

    ports: NDArray[np.intp]
    """(n, 2)."""
    gaps: F64
    """(n,) in widths, negative where the tiles overlap."""
    strains: F64
    """(n,)."""


def lay_out(
    tiles: Sequence[ReadTile], tuning: LayoutTuning | None = None
) -> tuple[tuple[TileRow, ...], tuple[int, ...]]:
    """The rows among ``tiles``, from the top of the picture down, and the indices of loose tiles.

    A row runs from left to right as most of its tiles are read upright; a single tile is no row.
    """
    tuning = tuning or LayoutTuning()
    quads = quads_of([tile.place.corners_px for tile in tiles])
    contacts = _contacts(quads, tuning)
    chains = chains_of(contacts.ports, contacts.gaps, contacts.strains)
    middles, says = centers(quads), _says_of(tiles)
    parts = [part for chain in chains for part in split_at_wide_gaps(chain, middles)]
    rows = [_read_from_left(part, says, middles) for part in parts if not _is_doubtful_pair(part, tuning)]
    rows.sort(key=lambda row: tuple(middles[list(row)].sum(axis=0)[::-1] / len(row)))
    in_rows = {index for row in rows for index in row}
    return tuple(TileRow(row) for row in rows), tuple(i for i in range(len(tiles)) if i not in in_rows)


def _contacts(quads: F64, tuning: LayoutTuning) -> _Contacts:
    """The pairs of ports of different tiles that are near, level and aligned enough to touch."""
    near = _neighbours(quads)
    ports = np.concatenate([2 * near + sides for sides in ((0, 0), (0, 1), (1, 0), (1, 1))])
    outward, top, bottom = _sides(quads)
    one, other = ports.T
    along = (outward[one] - outward[other]) / 2
    alike = (one % 2 != other % 2)[:, None]
    edge = bottom[one] - top[one]
    facing = np.where(alike, bottom[other] - top[other], top[other] - bottom[other])
    step = (top[other] + bottom[other] - top[one] - bottom[one]) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        gap, shift = components(step, along, (edge + facing) / 2)
        skew = _skew_deg(outward[one], edge, -outward[other], facing, tuning.aspect)
        ratio = lengths(edge) / lengths(facing)
        reach = np.where(gap > 0, tuning.widest_gap, tuning.deepest_overlap)
        strain = (gap / reach) ** 2 + (shift / tuning.largest_shift) ** 2 + (skew / tuning.largest_skew_deg) ** 2
        fit = (strain <= tuning.largest_strain) & (np.abs(np.log(ratio)) <= np.log(tuning.largest_ratio))
    kept = np.flatnonzero(fit)
    kept = kept[np.argsort(strain[kept], kind="stable")]
    return _Contacts(ports[kept], gap[kept], strain[kept])


def _neighbours(quads: F64) -> NDArray[np.intp]:
    """(n, 2): pairs of valid quads whose centres are near enough to touch, the lower index first."""
    sound = np.flatnonzero(are_convex(quads))
    x, y = centers(quads[sound]).T
    diagonals = quads[sound, 2:] - quads[sound, :2]
    reach = 0.3 * np.hypot(diagonals[..., 0], diagonals[..., 1]).sum(axis=1)
    near = (x[:, None] - x) ** 2 + (y[:, None] - y) ** 2 < (reach[:, None] + reach) ** 2
    one, other = np.nonzero(near)
    return np.asarray(sound[np.column_stack([one, other])[one < other]])


def _sides(quads: F64) -> tuple[F64, F64, F64]:
    """By port (2n, 2): the outward vector, one width long, and the upper and lower end of the side."""
    right, _ = axes(quads)
    outward = np.stack([-right, right], axis=1).reshape(-1, 2)
    return outward, quads[:, [0, 1]].reshape(-1, 2), quads[:, [3, 2]].reshape(-1, 2)


def _skew_deg(right: F64, down: F64, other_right: F64, other_down: F64, aspect: float) -> F64:
    """(n,): the rotation in degrees of the second tile against the first, on the table."""
    across, along = components(other_right, right, down)
    leaning, standing = components(other_down, right, down)
    by_width = np.arctan2(along, across * aspect)
    by_height = np.arctan2(-leaning * aspect, standing)
    return np.asarray(np.degrees((np.abs(by_width) + np.abs(by_height)) / 2))


def _is_doubtful_pair(chain: Chain, tuning: LayoutTuning) -> bool:
    """Whether a chain is two tiles that are near each other by chance."""
    return len(chain.tiles) == 2 and max(chain.strains) > tuning.pair_strain


def _read_from_left(chain: Chain, says: F64, middles: F64) -> tuple[int, ...]:
    """The chain's tiles in reading order; without upright evidence, from the picture's left."""
    balance = sum(says[tile] * (1 if way else -1) for tile, way in zip(chain.tiles, chain.rightwards, strict=True))
    if balance == 0:
        balance = float((middles[chain.tiles[-1]] - middles[chain.tiles[0]]).sum())
    return chain.tiles if balance > 0 else chain.tiles[::-1]


def _says_of(tiles: Sequence[ReadTile]) -> F64:
    """(n,): the weight of each tile's evidence for its upright direction; doubtful ones never outvote a certain one."""
    likely = np.reshape([tile.belief.probabilities for tile in tiles], (-1, len(FACE_NAMES)))
    return np.asarray(_SAYS[likely.argmax(axis=1)] * likely.max(axis=1) ** 2)
