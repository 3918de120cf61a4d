"""Detector targets in batches: `models.tile_detector.targets.draw` for many windows at once."""

from __future__ import annotations

from dataclasses import dataclass, fields

import torch
from torch import Tensor

from models.tile_detector.targets import HIDDEN, SEEN, SPREAD_CELLS
from vision.detection.detector import STRIDE

_REACHES = (4, 8, 16, 32, 64, 128)
"""Tiles are drawn together with those that reach about as far, in cells."""
_GEOMETRIES = 10


@dataclass(frozen=True, slots=True, eq=False)
class _Tiles:
    """One row for each tile of a batch, lengths in cells."""

    window: Tensor
    center: Tensor
    up: Tensor
    right: Tensor
    visible: Tensor
    backs: Tensor

    def only(self, at: Tensor) -> _Tiles:
        return _Tiles(*(getattr(self, field.name)[at] for field in fields(self)))

    @property
    def lengths(self) -> Tensor:
        """(n, 2): half height and half width."""
        return torch.linalg.vector_norm(torch.stack([self.up, self.right], dim=1), dim=-1)

    @property
    def reach(self) -> Tensor:
        """(n, 2): the radius of a tile's heat bump."""
        return 0.55 * (self.up.abs() + self.right.abs()) + 1.5

    @property
    def shapes(self) -> Tensor:
        """(n, 8): the geometry targets of each without its offset."""
        double = 2 * torch.stack([torch.atan2(way[:, 1], way[:, 0]) for way in (self.up, self.right)], dim=1)
        turns = torch.stack([double.cos(), double.sin()], dim=2).flatten(1)
        return torch.cat([self.lengths.log(), turns, self.up / self.lengths[:, :1]], dim=1)


@dataclass(frozen=True, slots=True, eq=False)
class _Maps:
    """Flat target maps of all cells of all windows, written tile by tile; the strongest bump wins."""

    side: int
    heat: Tensor
    care: Tensor
    best: Tensor


@dataclass(frozen=True, slots=True, eq=False)
class _Claims:
    """Candidate cells of a tile: strength, geometry target, and whether it lies face down."""

    cell: Tensor
    bump: Tensor
    geometry: Tensor
    is_back: Tensor


def draw(quads_px: Tensor, visible: Tensor, backs: Tensor, side: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Heat (n, side, side), geometry (n, side, side, 10), care (n, side, side) and weight (n, side, side, 2) of
    quadrilaterals (n, t, 4, 2) with their visible shares and backs (n, t)."""
    tiles = _drawn(quads_px, visible, backs, side)
    cells = len(quads_px) * side * side
    maps = _Maps(side, quads_px.new_zeros(cells), quads_px.new_ones(cells), quads_px.new_zeros(cells))
    size, least, claims = tiles.reach.amax(dim=1), 0, []
    for most in _REACHES:
        alike = ((size > least) & (size <= most)).nonzero()[:, 0]
        least = most
        if len(alike):
            claims.append(_mark(tiles.only(alike), most, maps))
    geometry, weight = quads_px.new_zeros((cells, _GEOMETRIES)), quads_px.new_zeros((cells, 2))
    for claim in claims:
        won = claim.bump >= maps.best[claim.cell]
        geometry[claim.cell[won]] = claim.geometry[won]
        weight[claim.cell[won]] = torch.stack([claim.bump, claim.bump * ~claim.is_back], dim=1)[won]
    shape = (len(quads_px), side, side)
    return maps.heat.view(shape), geometry.view(*shape, -1), maps.care.view(shape), weight.view(*shape, 2)


def _drawn(quads_px: Tensor, visible: Tensor, backs: Tensor, side: int) -> _Tiles:
    """The tiles that are neither hidden nor tiny, and whose centre is in the window."""
    tl, tr, br, bl = (quads_px / STRIDE).unbind(dim=2)
    window = torch.arange(len(quads_px), device=quads_px.device)[:, None].expand(visible.shape)
    parts = window, (tl + tr + br + bl) / 4, (tl + tr - bl - br) / 4, (tr + br - tl - bl) / 4, visible, backs
    tiles = _Tiles(*(part.flatten(0, 1) for part in parts))
    inside = ((tiles.center >= 0) & (tiles.center < side)).all(dim=1)
    return tiles.only(inside & (tiles.visible >= HIDDEN) & (tiles.lengths.amin(dim=1) >= 0.6))


def _mark(tiles: _Tiles, most: int, maps: _Maps) -> _Claims:
    """Write tiles with a reach of at most ``most`` cells, each in a square around it."""
    off = torch.arange(-most, most + 1, device=tiles.center.device)
    at = tiles.center.floor().long()[:, None, :] + off[:, None]
    apart = tiles.center[:, None] - 0.5 - at
    there = (at >= 0) & (at < maps.side) & (apart.abs() <= tiles.reach[:, None])
    there = there[:, :, None, 1] & there[:, None, :, 0]
    dx, dy = torch.broadcast_tensors(apart[:, None, :, 0], apart[:, :, None, 1])
    spread = (0.17 * tiles.lengths).clamp(*SPREAD_CELLS)
    ways = torch.stack([tiles.up, tiles.right], dim=1) / (tiles.lengths * spread)[..., None]
    along = torch.einsum("nyxk,nwk->nyxw", torch.stack([dx, dy], dim=-1), ways)
    bump = torch.exp(-0.5 * along.square().sum(dim=-1))
    cell = (tiles.window[:, None, None] * maps.side + at[:, :, None, 1]) * maps.side + at[:, None, :, 0]
    is_seen = (tiles.visible >= SEEN)[:, None, None]
    maps.care[cell[there & ~is_seen & (bump > 0.1)]] = 0.0
    there = there & is_seen
    close, shown, strong = (there & (bump > least) for least in (0.05, 0.004, 0.25))
    lightness = spread.prod(dim=1).rsqrt()[:, None, None].expand_as(bump)
    maps.care.scatter_reduce_(0, cell[close], lightness[close], "amin")
    peak = (dx.abs() <= 0.5) & (dy.abs() <= 0.5)
    maps.heat.scatter_reduce_(0, cell[shown], torch.where(peak, 1.0, bump)[shown], "amax")
    maps.best.scatter_reduce_(0, cell[strong], bump[strong], "amax")
    which = strong.nonzero()[:, 0]
    offsets = torch.stack([dx[strong], dy[strong]], dim=1)
    return _Claims(cell[strong], bump[strong], torch.cat([offsets, tiles.shapes[which]], dim=1), tiles.backs[which])
