"""Cut the reader's patches out of a batch of windows, as `vision.detection.patches` cuts them out of one picture."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F

from models.batches.patch_sampling import places
from models.batches.print_variation import printed_otherwise
from models.batches.warping import short_sides
from models.batches.window_pool import Batch
from models.tile_reader.patch_sampling import QUARTERS
from models.tile_reader.train import NOBODY
from vision.detection.patches import (
    DARKEST_WHITE,
    INNER_WIDTH,
    MOST_GAIN,
    ON_TILE,
    PATCH_HEIGHT_PX,
    PATCH_WIDTH_PX,
    SPARSE,
    WHITE,
    WHITE_SHARE,
)
from vision.predictions import COLORS, KINDS

_LEVELS = 4
"""Smaller copies of a picture, of which large tiles are taken."""
_UPRIGHT = (0.95, 0.01, 0.03, 0.01)
"""How often a tile is turned by so many quarters in each other window, as once they are turned."""
_BACK, _YELLOW = KINDS.index("back"), COLORS.index("y")


def cut(windows: Batch, pictures: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Patches (n, s, 3, 64, 48) from 0 to 255 of the augmented ``pictures``; labels (n, s, 3) of kind, colour and turn;
    and a mask (n, s)."""
    seen = places(windows)
    count, slots = seen.there.shape
    upright = torch.rand((count, 1), device=seen.quads.device) < 0.5
    shares = torch.where(upright, seen.quads.new_tensor(_UPRIGHT), seen.quads.new_tensor(QUARTERS))
    quarters = torch.multinomial(shares, slots, replacement=True)
    order = (torch.arange(4, device=quarters.device) + quarters[..., None]) % 4
    turned = torch.take_along_dim(seen.quads, order[..., None], dim=2)
    turn = torch.where(seen.labels[..., 0] >= _BACK, NOBODY, -quarters % 4)
    patches = printed_otherwise(balanced(rectified(pictures, turned)), seen.labels[..., 1] == _YELLOW)
    return patches, torch.cat([seen.labels, turn[..., None]], dim=2), seen.there


def rectified(pictures: Tensor, quads: Tensor) -> Tensor:
    """Patches (n, s, 3, 64, 48) of quadrilaterals (n, s, 4, 2), as `vision.detection.patches.rectify` cuts them."""
    count, slots = quads.shape[:2]
    height, width = PATCH_HEIGHT_PX, PATCH_WIDTH_PX
    seen = quads.new_tensor(ON_TILE.T) @ homographies(quads).transpose(-1, -2)
    seen = seen[..., :2] / seen[..., 2:].clamp(min=1e-3)
    level = torch.log2((short_sides(quads) / INNER_WIDTH).clamp(min=1)).floor().clamp(max=_LEVELS - 1)
    patches = pictures.new_empty((count, slots, 3, height, width))
    copy = pictures.float()
    for halvings in range(_LEVELS):
        side = copy.shape[3]
        grid = (2 * (seen * (side / pictures.shape[3]) + 0.5) / side - 1).view(count, slots * height, width, 2)
        cut = F.grid_sample(copy, grid, padding_mode="border", align_corners=False)
        cut = cut.view(count, 3, slots, height, width).transpose(1, 2)
        patches = torch.where((level == halvings)[..., None, None, None], cut.to(patches.dtype), patches)
        copy = F.avg_pool2d(copy, 2)
    return patches.float().round()


def balanced(patches: Tensor) -> Tensor:
    """As `vision.detection.patches.balance`, of patches (..., 3, 64, 48)."""
    sparse = patches[..., *SPARSE].flatten(-2)
    white = sparse.sort(dim=-1).values[..., int(sparse.shape[-1] * WHITE_SHARE)]
    gains = (WHITE / white.clamp(min=DARKEST_WHITE)).clamp(max=MOST_GAIN)
    return (patches * gains[..., None, None]).round().clamp_(0, 255)


def homographies(quads: Tensor) -> Tensor:
    """(..., 3, 3) from the unit square, its first corner the origin, to quadrilaterals (..., 4, 2) (Heckbert 1989)."""
    a, b, c, d = quads.unbind(dim=-2)
    (e, f), (g, h), (i, j) = ((b - c).unbind(-1), (d - c).unbind(-1), (a - b + c - d).unbind(-1))
    whole = e * h - f * g
    whole = torch.where(whole.abs() < 1e-6, 1e-6, whole)
    right, down = (i * h - j * g) / whole, (e * j - f * i) / whole
    first = torch.stack([b - a + right[..., None] * b, d - a + down[..., None] * d, a], dim=-1)
    last = torch.stack([right, down, torch.ones_like(right)], dim=-1)
    return torch.cat([first, last[..., None, :]], dim=-2)
