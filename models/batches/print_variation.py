"""Print variation in batches: `models.tile_reader.print_variation` for many windows at once."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F

from models.batches.batched_augmentation import uniform
from models.tile_reader import print_variation as how
from vision.detection.patches import WHITE


def printed_otherwise(patches: Tensor, of_yellow: Tensor) -> Tensor:
    """Patches (n, s, 3, 64, 48), those of some windows in a rare print style; and which are yellow (n, s)."""
    count = len(patches)
    redder = (torch.rand((count, 1), device=patches.device) < how.REDDENED) & of_yellow
    nearer = uniform(0.3, 0.8, count, 1, like=patches).expand(redder.shape)
    patches[redder] = reddened(patches[redder], nearer[redder])
    for window in (torch.rand(count, device=patches.device) < how.OUTLINED).nonzero()[:, 0].tolist():
        patches[window] = outlined(patches[window])
    fading = (torch.rand(count, device=patches.device) < how.FAINT).nonzero()[:, 0]
    kept = uniform(0.33, 0.8, len(fading), 1, 1, 1, 1, like=patches)
    some = patches[fading]
    patches[fading] = torch.where(some < WHITE, WHITE - kept * (WHITE - some), some).floor()
    return patches


def reddened(patches: Tensor, nearer: Tensor) -> Tensor:
    """Orange ink of patches (m, 3, 64, 48) with its hue scaled by ``nearer`` (m,)."""
    most, least = patches.amax(dim=1), patches.amin(dim=1)
    spread = most - least
    blue, green, red = patches.unbind(dim=1)
    warm = (red >= most) & (green >= blue)
    hue = torch.where(warm, (green - blue) / spread.clamp(min=1) * (256 / 6), 128.0)
    ink = spread / most.clamp(min=1) * 255 > how.LEAST_SATURATION
    middle = torch.where(ink, hue, torch.nan).flatten(1).nanmedian(dim=1).values
    orange = (middle > how.ORANGE[0]) & (middle < how.ORANGE[1])
    changed = orange[:, None, None] & warm & (hue < 2 * how.ORANGE[1])
    green = torch.where(changed, blue + (green - blue) * nearer[:, None, None], green)
    return torch.stack([blue, green, red], dim=1)


def outlined(patches: Tensor) -> Tensor:
    """Patches (s, 3, 64, 48) with strokes replaced by their outlines, inside or around them."""
    draw = torch.rand(4).tolist()
    around, left, darker = draw[0] < how.AROUND, 0.3 * draw[1], 1 + (how.MOST_DARKER - 1) * draw[2]
    ink = (WHITE - patches).clamp(min=0)
    if around:
        whole, inside = F.max_pool2d(ink, 3, 1, 1), ink
    elif draw[3] < 0.7:
        whole, inside = ink, -F.max_pool2d(-ink, 3, 1, 1)
    else:
        whole, inside = ink, -F.max_pool2d(F.pad(-ink, (1, 0, 1, 0), value=-1e4), 2, 1)
    line = (whole + (left - 1) * inside).clamp(min=0)
    rows, columns = how.PRINTED
    dark = ink[..., rows, columns].amax(dim=(1, 2, 3)) / line[..., rows, columns].amax(dim=(1, 2, 3)).clamp(min=1)
    return (WHITE - line * dark.clamp(max=darker)[:, None, None, None]).clamp(0, 255).round()
