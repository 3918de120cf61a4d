"""Sample the reader's patches from a batch of windows: tiles framed as by a detector, and places without a tile."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from models.batches.batched_augmentation import normal, uniform
from models.batches.warping import short_sides
from models.batches.window_pool import SIDE_PX, Batch
from models.tile_reader import patch_sampling as how
from models.tile_reader.train import NOBODY, NONE, READABLE, SMALLEST_PX

TILES, SEAMS, ELSEWHERE, MISTAKEN = 24, 1, 1, 2
"""Of one window: tiles, places on the seams between them, places where nothing lies, and where a detector was wrong."""
_ANYWHERE = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))
"""Stands for a place that there is not."""


@dataclass(frozen=True, slots=True, eq=False)
class WindowPlaces:
    """The sampled places of n windows, s of each."""

    quads: Tensor
    """(n, s, 4, 2) in pixels."""
    labels: Tensor
    """(n, s, 2): kind and colour."""
    there: Tensor
    """(n, s): which of them there are."""


def places(windows: Batch) -> WindowPlaces:
    """Sample the places of each window."""
    good = (windows.visible > READABLE) & (short_sides(windows.quads) > SMALLEST_PX)
    best = (torch.rand(good.shape, device=good.device) * good).topk(TILES, dim=1).indices
    tiles = torch.take_along_dim(windows.quads, best[..., None, None], dim=1)
    wanted = jittered(tiles.flatten(0, 1)).view_as(tiles)
    seams, beside = _seams(windows)
    elsewhere, empty = _elsewhere(windows)
    mined, wrong = _mined(windows)
    quads = torch.cat([wanted, seams, elsewhere, mined], dim=1)
    there = torch.cat([good.gather(1, best), beside, empty, wrong], dim=1)
    known = torch.take_along_dim(windows.labels, best[..., None], dim=1)
    nothing = known.new_tensor([NONE, NOBODY]).expand(len(known), quads.shape[1] - TILES, 2)
    quads = torch.where(there[..., None, None], quads, quads.new_tensor(_ANYWHERE))
    return WindowPlaces(quads, torch.cat([known, nothing], dim=1), there)


def _seams(windows: Batch) -> tuple[Tensor, Tensor]:
    real = windows.visible > 0
    at = (torch.rand(real.shape, device=real.device) * real).topk(SEAMS, dim=1).indices
    quads = torch.take_along_dim(windows.quads, at[..., None, None], dim=1)
    side = torch.linalg.vector_norm(quads[:, :, 1] - quads[:, :, 0], dim=-1)
    angle = uniform(0, 2 * math.pi, *side.shape, like=quads)
    off = uniform(*how.SEAM, *side.shape, like=quads) * side
    away = torch.stack([angle.cos(), angle.sin()], dim=-1) * off[..., None]
    return quads + away[:, :, None], real.gather(1, at)


def _elsewhere(windows: Batch) -> tuple[Tensor, Tensor]:
    count, like = len(windows.quads), windows.quads
    size = torch.exp(uniform(*map(math.log, how.SIZES_PX), count, 1, 1, 1, like=like))
    angle = uniform(0, 2 * math.pi, count, ELSEWHERE, 1, 1, like=like)
    turn = torch.cat([torch.cat([angle.cos(), angle.sin()], -1), torch.cat([-angle.sin(), angle.cos()], -1)], -2)
    shape = like.new_tensor(how.CELL)
    center = uniform(0, SIDE_PX, count, ELSEWHERE, 1, 2, like=like)
    apart = torch.linalg.vector_norm(windows.quads.mean(dim=2)[:, None] - center, dim=-1)
    apart = torch.where((windows.visible > 0)[:, None], apart, torch.inf).amin(dim=2)
    return shape * size @ turn + center, apart > size[:, 0, 0]


def _mined(windows: Batch) -> tuple[Tensor, Tensor]:
    there = ~windows.false.isnan().any(dim=(2, 3))
    at = (torch.rand(there.shape, device=there.device) * there).topk(MISTAKEN, dim=1).indices
    return torch.take_along_dim(windows.false, at[..., None, None], dim=1).nan_to_num(), there.gather(1, at)


def jittered(quads: Tensor) -> Tensor:
    """Quadrilaterals (n, 4, 2) with a detector's errors, as `models.tile_reader.patch_sampling.jittered`."""
    count = len(quads)
    is_cut_out = torch.rand((count, 1, 1), device=quads.device) < how.CUT_OUT
    quads = torch.where(is_cut_out, cut_out(quads), quads)
    center = quads.mean(dim=1, keepdim=True)
    width = torch.linalg.vector_norm(quads[:, 1] - quads[:, 0], dim=1)[:, None, None]
    spread = quads.new_tensor(how.OFFS)[torch.randint(len(how.OFFS), (count, 1, 1), device=quads.device)]
    off = normal(1, count, 4, 2, like=quads) * width * spread
    loose = torch.rand((count, 1, 1), device=quads.device) < how.LOOSE
    shift = normal(1, count, 1, 2, like=quads) * width * torch.where(loose, how.LOOSE_SHIFT, how.SHIFT)
    loosely = uniform(*how.LOOSE_ZOOM, count, 1, 1, like=quads)
    zoom = torch.where(loose, loosely, normal(how.ZOOM, count, 1, 1, like=quads))
    return center + (quads - center) * zoom.exp() + off + shift


def cut_out(quads: Tensor) -> Tensor:
    """Frames (n, 4, 2) as cropped by a person, as `models.tile_reader.patch_sampling.cut_out`."""
    count, center = len(quads), quads.mean(dim=1, keepdim=True)
    heading = quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]
    angle = torch.atan2(heading[:, 1], heading[:, 0]) + normal(how.TURNED, count, like=quads)
    leaning = torch.rand(count, device=quads.device) < how.LEANING
    slant = torch.where(leaning, uniform(-how.MOST_SLANT, how.MOST_SLANT, count, like=quads), 0)
    across = torch.stack([angle.cos(), angle.sin()], dim=1)
    down = torch.stack([-across[:, 1], across[:, 0]], dim=1) + slant[:, None] * across
    axes = torch.stack([across, down], dim=1)
    level = (quads - center) @ torch.linalg.inv(axes)
    low, high = level.amin(dim=1), level.amax(dim=1)
    side = high - low
    reach = torch.where(torch.rand((count, 1), device=quads.device) < 0.5, *how.REACHES)
    low = low + side * reach * uniform(*how.OUTWARD_INWARD, count, 2, like=quads)
    high = high - side * reach * uniform(*how.OUTWARD_INWARD, count, 2, like=quads)
    footless = torch.rand(count, device=quads.device) < how.FOOTLESS
    foot = side[:, 1] * uniform(0, how.MOST_FOOT, count, like=quads) * footless
    high = torch.stack([high[:, 0], high[:, 1] - foot], dim=1)
    corners = torch.stack([low, torch.stack([high[:, 0], low[:, 1]], 1), high,
                           torch.stack([low[:, 0], high[:, 1]], 1)], dim=1)  # fmt: skip
    return corners @ axes + center
