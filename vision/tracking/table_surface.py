"""Estimate the plane of the table from the tiles alone, which all have one size.

The plane is rectified in two steps. Far tiles look smaller: the cube root of a tile's area falls linearly towards the
horizon, which a straight line through all tiles finds. What remains is an affine stretch; the one that makes all tiles
equal rectangles solves linear equations. Tiles that fit badly, stacked or standing, are downweighted.

Table coordinates are millimetres as if every tile were 36 mm high. Their origin is the centre of the first picture, x
points to the right there and y down.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.geometry import F64, TILE_MM, are_convex, areas, axes, centers, signed_areas, transform_points
from vision.tracking.tracked_table import TrackedTable, Visibility, places_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SurfaceTuning:
    """Parameters of the surface estimation and its repetition."""

    fewest: int = 3
    """Tiles without which nothing is found."""
    size_noise: float = 0.03
    """Part by which the cube root of a tile's area is wrong, as a rule."""
    slant: float = 0.4
    """Part by which that changes from the middle of the picture to its side in an ordinary view; few tiles, and such as
    lie together, are trusted less."""
    outlier: float = 0.12
    """Part of its size by which a tile may miss before it has no more say."""
    drift: float = 0.12
    """Misfit of the middle tile from which the surface is found again."""
    rounds: int = 5


@dataclass(frozen=True, slots=True, eq=False)
class SurfaceFix:
    """The estimated plane of the table."""

    table_from_image: F64
    """(3, 3), from pixels to millimetres."""
    misfit: float
    """Part of its size by which the middle tile missed it."""
    tiles: int
    """The number of tiles used."""

    @property
    def image_from_table(self) -> F64:
        """The homography (3, 3) from millimetres to pixels."""
        return np.asarray(np.linalg.inv(self.table_from_image))

    def on_table(self, points_px: ArrayLike) -> F64:
        """Map points (..., 2) of the picture to millimetres."""
        return transform_points(self.table_from_image, points_px)

    def in_picture(self, points_mm: ArrayLike) -> F64:
        """Map points (..., 2) of the table to pixels."""
        return transform_points(self.image_from_table, points_mm)

    def moved(self, table_from_old_table: F64) -> SurfaceFix:
        """This fix with other table coordinates."""
        return replace(self, table_from_image=np.asarray(table_from_old_table @ self.table_from_image))


def find_surface(quads_px: F64, middle_px: ArrayLike, tuning: SurfaceTuning | None = None) -> SurfaceFix | None:
    """The surface on which the tiles at ``quads_px`` (n, 4, 2) lie; None for too few.

    ``middle_px`` is the centre of the picture. Tiles of unknown size do not determine the camera's distance.
    """
    tuning = tuning or SurfaceTuning()
    quads = quads_px[are_convex(quads_px)]
    if len(quads) < tuning.fewest:
        return None
    weights = np.ones(len(quads))
    flat_from_image = stretch = np.eye(3)
    for left in range(tuning.rounds - 1, -1, -1):
        flat_from_image = _without_horizon(quads, weights, float(np.max(middle_px)), tuning)
        found = _stretch(transform_points(flat_from_image, quads), weights)
        if found is None:
            return None
        stretch = found
        misfits = misfits_of(stretch @ flat_from_image, quads)
        weights = np.clip(1 - (misfits / (tuning.outlier * (1.5 + left))) ** 2, 1e-3, 1) ** 2
    table_from_image = _set_upright(stretch @ flat_from_image, np.asarray(middle_px, np.float64))
    misfits = misfits_of(table_from_image, quads)
    return SurfaceFix(table_from_image, float(np.median(misfits)), int((misfits < tuning.outlier).sum()))


def misfits_of(table_from_image: F64, quads_px: F64) -> F64:
    """(n,): the relative error of each tile in width, height or rectangularity."""
    tiles = transform_points(table_from_image, quads_px)
    across, along = axes(tiles)
    width, height = np.linalg.norm(across, axis=1), np.linalg.norm(along, axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        lean = np.abs((across * along).sum(axis=1)) / (width * height)
        wrong = np.abs(np.log(np.stack([width / TILE_MM[0], height / TILE_MM[1]])))
    return np.asarray(np.nan_to_num(np.maximum(wrong.max(axis=0), lean), nan=9.0, posinf=9.0))


def checked_surface(
    fix: SurfaceFix | None, quads_px: F64, middle_px: ArrayLike, tuning: SurfaceTuning | None = None
) -> SurfaceFix | None:
    """``fix`` where it still fits the tiles, else a new one that keeps the table coordinates as far as possible.

    It is also estimated anew when many more tiles have come to lie on the table. The last fix is kept where there are
    too few tiles.
    """
    tuning = tuning or SurfaceTuning()
    if len(quads_px) < tuning.fewest:
        return fix
    if fix is not None and not _is_worth_finding_again(fix, quads_px, tuning):
        return fix
    found = find_surface(quads_px, middle_px, tuning)
    if fix is None or found is None or found.tiles < tuning.fewest:
        return found or fix
    middles = centers(quads_px)
    return found.moved(turn_and_shift(found.on_table(middles), fix.on_table(middles)))


def rough_surface(quads_px: NDArray[np.floating], middle_px: ArrayLike) -> SurfaceFix:
    """A surface for too few tiles: assuming a vertical view, scaled by their size."""
    heights = np.linalg.norm(quads_px[:, 3] - quads_px[:, 0], axis=1) if len(quads_px) else np.array([TILE_MM[1]])
    scale = TILE_MM[1] / max(float(np.median(heights)), 1.0)
    x, y = np.asarray(middle_px, np.float64)
    return SurfaceFix(np.array([[scale, 0, -scale * x], [0, scale, -scale * y], [0, 0, 1]]), 1.0, 0)


def turn_and_shift(points: F64, targets: F64) -> F64:
    """The rigid motion (3, 3) that best maps ``points`` (n, 2) to ``targets``; a translation for one point."""
    middle, target_middle = points.mean(axis=0), targets.mean(axis=0)
    away, target_away = (points - middle) @ [1, 1j], (targets - target_middle) @ [1, 1j]
    agreement = complex(away.conj() @ target_away)
    heading = agreement / abs(agreement) if abs(agreement) > 1e-9 else complex(1)
    turn = np.array([[heading.real, -heading.imag], [heading.imag, heading.real]])
    out = np.eye(3)
    out[:2, :2] = turn
    out[:2, 2] = target_middle - turn @ middle
    return out


def _is_worth_finding_again(fix: SurfaceFix, quads_px: F64, tuning: SurfaceTuning) -> bool:
    misfit = float(np.median(misfits_of(fix.table_from_image, quads_px)))
    return misfit > max(tuning.drift, 2 * fix.misfit) or len(quads_px) >= 2 * fix.tiles


def _without_horizon(quads: F64, weights: F64, reach_px: float, tuning: SurfaceTuning) -> F64:
    """The transform (3, 3) after which equal tiles have equal areas: a line fitted to the cube roots of the areas.

    ``reach_px`` is half the width of the picture.
    """
    middles = centers(quads)
    middle = np.average(middles, axis=0, weights=weights)
    spread = max(float(np.sqrt(np.average(((middles - middle) ** 2).sum(axis=1), weights=weights))), 1e-6)
    at = np.column_stack([(middles - middle) / spread, np.ones(len(quads))])
    size = np.cbrt(areas(quads))
    size = size / np.median(size)
    doubt = np.diag([1.0, 1.0, 0.0]) * (tuning.size_noise / (tuning.slant * min(spread / reach_px, 1.0))) ** 2
    normal = at.T @ (at * weights[:, None]) + doubt
    slope_x, slope_y, level = np.linalg.solve(normal, at.T @ (size * weights))
    slant = np.array([slope_x, slope_y]) / (max(level, 1e-3) * spread)
    return np.array([[1, 0, 0], [0, 1, 0], [slant[0], slant[1], 1 - slant @ middle]])


def _stretch(tiles: F64, weights: F64) -> F64 | None:
    """The symmetric stretch (3, 3) that makes the quads rectangles of a tile's size, None where none does."""
    if (signed_areas(tiles) <= 0).any():
        return None
    across, along = axes(tiles)
    width, height = TILE_MM
    rows, wanted = [], []
    for one, other, length in (
        (across, across, width * width),
        (along, along, height * height),
        (across, along, width * height),
    ):
        cells = (one[:, 0] * other[:, 0], one[:, 0] * other[:, 1] + one[:, 1] * other[:, 0], one[:, 1] * other[:, 1])
        rows.append(np.column_stack(cells) / length)
        wanted.append(np.full(len(tiles), 0.0 if one is not other else 1.0))
    root = np.sqrt(np.tile(weights, 3))
    cells, *_ = np.linalg.lstsq(np.concatenate(rows) * root[:, None], np.concatenate(wanted) * root, rcond=None)
    lengths, directions = np.linalg.eigh(np.array([[cells[0], cells[1]], [cells[1], cells[2]]]))
    if lengths.min() <= 0:
        return None
    out = np.eye(3)
    out[:2, :2] = directions @ np.diag(np.sqrt(lengths)) @ directions.T
    return out


def _set_upright(table_from_image: F64, middle_px: NDArray[np.float64]) -> F64:
    """The transform with the origin at the picture's centre and x along the picture's right there."""
    origin, right = transform_points(table_from_image, np.stack([middle_px, middle_px + np.array([1, 0])]))
    ahead = (right - origin) / np.linalg.norm(right - origin)
    turn = np.array([[ahead[0], ahead[1]], [-ahead[1], ahead[0]]])
    move = np.eye(3)
    move[:2, :2] = turn
    move[:2, 2] = -turn @ origin
    return np.asarray(move @ table_from_image)


def followed_surface(fix: SurfaceFix | None, table: TrackedTable, size_px: tuple[int, int]) -> SurfaceFix | None:
    """The surface after camera motion, estimated anew where the tiles contradict it."""
    if fix is not None and not np.array_equal(table.now_from_then, np.eye(3)):
        fix = replace(fix, table_from_image=fix.table_from_image @ np.linalg.inv(table.now_from_then))
    flat = [track for track in table.tracks if track.standing is Visibility.SEEN and track.number not in table.stacked]
    middle = (size_px[0] / 2, size_px[1] / 2)
    return checked_surface(fix, places_of(flat).astype(np.float64), middle, SurfaceTuning())
