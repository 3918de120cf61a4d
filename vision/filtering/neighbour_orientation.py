"""Evidence from neighbouring tiles: which way up a tile lies (6 or 9), and where a tile is to be expected."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry import axes, centers, distances, lengths, quads_of

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
Flags = NDArray[np.bool_]
COMPANY = 20.0
"""The odds that a tile has the orientation of one neighbour in its row, not the opposite one."""
_REACH, _LEVEL, _PARALLEL = 2.5, 0.5, 0.9
"""Neighbours lie within so many widths sideways and heights up or down, their directions at least so much alike."""
_ABOUT_NEXT, _ROOM = (0.55, 1.45), 0.6
"""A place may be that of the next tile if its middle is so many widths away; so far from others is that one, too."""
_NEXT, _STRAIGHT, _MOST_TIMES = (0.75, 1.4), 0.3, 1.4
"""The next tile of a row lies so many widths away and heights off. Tiles near each other differ in size at most so."""


def odds_turned(quads_px: F32, sure: Flags) -> F64:
    """(n,): the odds that each tile lies half a turn from its corners (n, 4, 2), judged by its neighbours.

    Without neighbours, the majority of the picture counts against a rotation (Laplace's rule of succession) and never
    for it: a player across the table lays tiles the other way up. Only tiles whose own direction is ``sure`` (n,) are
    counted; 1 where there are none.
    """
    around = _Around.of(quads_px)
    others = sure[None] & ~np.eye(len(sure), dtype=np.bool_)
    ways = others & (around.direction_cosine > _PARALLEL), others & (around.direction_cosine < -_PARALLEL)
    beside = (np.abs(around.sideways) < _REACH) & (around.off < _LEVEL)
    same, turned = ((way & beside).sum(axis=1) for way in ways)
    along, against = (way.sum(axis=1) for way in ways)
    by_row = (1 + COMPANY * turned) / (1 + COMPANY * same)
    return np.asarray(np.where(same + turned > 0, by_row, np.maximum((1 + against) / (1 + along), 1)))


def sides_in_row(quads_px: F32) -> F64:
    """(n, n): 1 where the second of two places (n, 4, 2) is to the right in a row of the first, -1 to the left, else
    0."""
    around = _Around.of(quads_px)
    nearest, farthest = _NEXT
    is_next = (np.abs(around.sideways) > nearest) & (np.abs(around.sideways) < farthest) & (around.off < _STRAIGHT)
    is_next &= (np.abs(around.direction_cosine) > _PARALLEL) & _are_similar(around.width) & _are_similar(around.height)
    return np.where(is_next, np.sign(around.sideways), 0.0)


def has_sure_neighbour(sides: F64 | Flags, sure: Flags) -> Flags:
    """(n,) bool: whether a place has a ``sure`` (n,) neighbour on either of its ``sides`` (n, n)."""
    return np.asarray(((sides != 0) & sure).any(axis=1))


def between_two(sides: F64, sure: Flags) -> Flags:
    """(n,) bool: whether a place has a ``sure`` (n,) neighbour on both of its ``sides`` (n, n)."""
    left, right = (((sides == side) & sure).any(axis=1) for side in (-1, 1))
    return np.asarray(left & right)


def widths_apart(quads_px: F32) -> F64:
    """(n, n): the distance of two places (n, 4, 2) in widths of the first, in any direction.

    Infinite where their sizes differ too much, and on the diagonal.
    """
    quads = quads_of(quads_px)
    apart = distances(centers(quads), centers(quads))
    width, height = np.sort([_lengths(axis) for axis in axes(quads)], axis=0)
    apart[~(_are_similar(width) & _are_similar(height))] = np.inf
    np.fill_diagonal(apart, np.inf)
    return np.asarray(apart / width)


def next_in_row(quads_px: F32, sure: Flags, kept: Flags) -> F32:
    """(n, 4, 2): the expected place of each tile as the next in the row of the nearest ``sure`` (n,) one.

    NaN where none is near, or where a place that is ``kept`` (n,) lies there already.
    """
    around, (across, _) = _Around.of(quads_px), axes(quads_of(quads_px))
    least, most = _ABOUT_NEXT
    steps = around.sideways.T
    is_near = (np.abs(steps) > least) & (np.abs(steps) < most) & (around.off.T < _STRAIGHT) & sure[None]
    nearest = np.where(is_near, np.abs(np.abs(steps) - 1), np.inf).argmin(axis=1)
    each = np.arange(len(nearest))
    moved = quads_px[nearest] + np.sign(steps[each, nearest])[:, None, None] * across[nearest][:, None]
    apart = distances(centers(moved), centers(quads_of(quads_px)))
    is_taken = ((apart < _ROOM * lengths(across)[nearest][:, None]) & kept[None]).any(axis=1)
    moved[~is_near[each, nearest] | is_taken] = np.nan
    return np.asarray(moved, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Around:
    """The relative positions of n places: each column seen from each row."""

    sideways: F64
    """(n, n) in widths of the row's place, to its right."""
    off: F64
    """(n, n) in heights of the row's place, above or below."""
    direction_cosine: F64
    """(n, n): cosines between their directions."""
    width: F64
    """(n,) in pixels."""
    height: F64
    """(n,) in pixels."""

    @staticmethod
    def of(quads_px: F32) -> _Around:
        """The relative positions of the places with the corners (n, 4, 2)."""
        quads = quads_of(quads_px)
        right, down = axes(quads)
        width, height = _lengths(right), _lengths(down)
        right /= width[:, None]
        (x, y), (along_x, along_y) = centers(quads).T, right.T[..., None]
        across, below = x - x[:, None], y - y[:, None]
        sideways = across * along_x + below * along_y
        off = np.abs(below * along_x - across * along_y)
        return _Around(sideways / width[:, None], off / height[:, None], right @ right.T, width, height)


def _lengths(axis: F64) -> F64:
    """(n,) in pixels: the lengths of one side of n places, none of them zero."""
    return np.asarray(np.maximum(lengths(axis), 1e-6))


def _are_similar(sides: F64) -> Flags:
    """(n, n) bool: which of the places differ in this side by no more than nearby tiles do."""
    times = sides[:, None] / sides
    return np.asarray((times < _MOST_TIMES) & (times > 1 / _MOST_TIMES))
