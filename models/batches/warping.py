"""Crop, rotate, skew and scale windows, for a whole batch at once.

Points are in pixels from a picture's top left edge; a pixel's centre is at a half.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor
from torch.nn import functional as F

from models.batches.batched_augmentation import uniform
from models.tile_detector.train import CLOSE_UP, SHEARED, WINDOW_PX

TURNED = 0.2
"""Share of the windows turned by any angle, and a little enlarged or shrunk."""


def moved(pictures: Tensor, quads: Tensor) -> tuple[Tensor, Tensor]:
    """Pictures (n, 3, 384, 384) warped from larger ones, and their quadrilaterals (n, t, 4, 2).

    Outside a picture is its mean colour.
    """
    ways = _ways(len(pictures), pictures.shape[3], quads)
    back = torch.linalg.inv(ways)
    middles = torch.arange(WINDOW_PX, device=ways.device) + 0.5
    points = torch.stack(torch.meshgrid(middles, middles, indexing="xy"), dim=-1).reshape(1, -1, 2)
    seen = points @ back[:, :2, :2].transpose(1, 2) + back[:, None, :2, 2]
    grid = (2 * seen / pictures.shape[3] - 1).reshape(len(ways), WINDOW_PX, WINDOW_PX, 2)
    whole = pictures.float()
    around = whole.mean(dim=(2, 3), keepdim=True)
    cut = F.grid_sample(whole - around, grid, align_corners=False) + around
    return cut, quads @ ways[:, None, :2, :2].transpose(2, 3) + ways[:, None, None, :2, 2]


def _ways(count: int, side: int, like: Tensor) -> Tensor:
    """(n, 3, 3): random transforms from a window's points to the output's."""
    whole = torch.eye(3, device=like.device).repeat(count, 1, 1)
    turned = _about(side / 2, uniform(-math.pi, math.pi, count, like=like), uniform(0.8, 1.25, count, like=like))
    draw = torch.rand((count, 1, 1), device=like.device)
    slanted = _slanted(count, side, like)
    first = torch.where(draw < SHEARED, slanted, torch.where(draw < SHEARED + TURNED, turned, whole))
    quarters = torch.randint(4, (count,), device=like.device)
    last = _about(WINDOW_PX / 2, quarters * (math.pi / 2), torch.ones(count, device=like.device))
    return last @ _cut(count, side, like) @ first


def _slanted(count: int, side: int, like: Tensor) -> Tensor:
    """(n, 3, 3): a skew, as rows are seen from the side."""
    out = torch.eye(3, device=like.device).repeat(count, 1, 1)
    out[:, 0, 1] = uniform(-0.7, 0.7, count, like=like)
    out[:, 0, 2], out[:, 1, 1] = -out[:, 0, 1] * side / 2, uniform(0.6, 1.0, count, like=like)
    return out


def _cut(count: int, side: int, like: Tensor) -> Tensor:
    """(n, 3, 3): a random crop of the window, sometimes a small one that is enlarged."""
    out = torch.eye(3, device=like.device).repeat(count, 1, 1)
    near = torch.rand(count, device=like.device) < CLOSE_UP
    seen = torch.where(near, (WINDOW_PX / uniform(1.2, 2.6, count, like=like)).round(), float(WINDOW_PX))
    corner = (torch.rand((count, 2), device=like.device) * (side - seen + 1)[:, None]).floor()
    scale = WINDOW_PX / seen
    out[:, 0, 0], out[:, 1, 1], out[:, :2, 2] = scale, scale, -corner * scale[:, None]
    return out


def _about(middle: float, angle: Tensor, scale: Tensor) -> Tensor:
    """(n, 3, 3): rotation by ``angle`` and scaling about the point (middle, middle)."""
    cos, sin = angle.cos().round(decimals=6) * scale, angle.sin().round(decimals=6) * scale
    out = torch.zeros((len(angle), 3, 3), device=angle.device)
    out[:, 0, 0], out[:, 0, 1], out[:, 1, 0], out[:, 1, 1], out[:, 2, 2] = cos, -sin, sin, cos, 1
    out[:, 0, 2], out[:, 1, 2] = middle * (1 - cos + sin), middle * (1 - sin - cos)
    return out


def short_sides(quads: Tensor) -> Tensor:
    """(...): the shorter of the top and the left side of quadrilaterals (..., 4, 2)."""
    top = torch.linalg.vector_norm(quads[..., 1, :] - quads[..., 0, :], dim=-1)
    return torch.minimum(top, torch.linalg.vector_norm(quads[..., 3, :] - quads[..., 0, :], dim=-1))
