"""Picture augmentation in batches: `models.picture_augmentation` and `recolored` for many windows at once.

Pictures are (n, 3, height, width) from 0 to 255 in BGR throughout, changed in place where that spares memory. The
geometry does not change, so the labels stay true.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional as F

from models import picture_augmentation as how
from models.tile_detector.train import GREYED, MISTY


def uniform(low: float, high: float, *shape: int, like: Tensor) -> Tensor:
    """Uniform random numbers on the device of ``like``."""
    return low + (high - low) * torch.rand(shape, device=like.device)


def normal(deviation: float, *shape: int, like: Tensor) -> Tensor:
    """Normal random numbers on the device of ``like``."""
    return deviation * torch.randn(shape, device=like.device)


def lit(x: Tensor) -> Tensor:
    """Random colours and, sometimes, over- or underexposure, reflected lamps, or veiling light."""
    x = toned(x)
    draw = torch.rand(len(x), device=x.device)
    x = _some(x, draw < how.EXPOSED, exposed)
    x = _some(x, (draw >= how.EXPOSED) & (draw < how.EXPOSED + how.DIM), dimmed)
    x = _some(x, _share(x, how.GLARING), glaring)
    return _some(x, _share(x, how.VEILED), veiled)


def taken(x: Tensor, tile_px: Tensor) -> Tensor:
    """The pictures, with tiles ``tile_px`` (n,) wide, sometimes blurred or compressed."""
    draw = torch.rand(len(x), device=x.device)
    x = _some(x, draw < how.FEWER_PIXELS, with_fewer_pixels)
    soft = (draw >= how.FEWER_PIXELS) & (draw < how.FEWER_PIXELS + how.BLURRED)
    is_shaken = _share(x, how.SHAKEN)
    x = _some(x, soft & is_shaken, shaken, tile_px)
    x = _some(x, soft & ~is_shaken, defocused, tile_px)
    return _some(x, _share(x, how.COMPRESSED), compressed)


def _share(x: Tensor, share: float) -> Tensor:
    return torch.rand(len(x), device=x.device) < share


def _some(x: Tensor, which: Tensor, change: Callable[..., Tensor], *beside: Tensor) -> Tensor:
    """``x`` with ``change`` applied to the pictures selected by ``which`` (n,); ``beside`` holds one row for each
    picture."""
    at = which.nonzero()[:, 0]
    if len(at):
        x[at] = change(x[at], *(line[at] for line in beside)).clamp_(0, 255).to(x.dtype)
    return x


def toned(x: Tensor) -> Tensor:
    """A random tone curve for each channel, sometimes lifted from black or mixed towards grey."""
    count = len(x)
    veil = torch.where(_share(x, MISTY), uniform(0, 60, count, like=x), 0)[:, None]
    floor = veil * uniform(0.7, 1.3, count, 3, like=x)
    ceiling = 255 * uniform(0.85, 1.1, count, 3, like=x)
    bend = torch.exp(normal(0.18, count, 1, like=x) + normal(0.06, count, 3, like=x))
    spread = ((ceiling - floor)[..., None, None]).to(x.dtype)
    x = (x / 255).pow_(bend[..., None, None].to(x.dtype)).mul_(spread).add_(floor[..., None, None].to(x.dtype))
    return _some(x.clamp_(0, 255), _share(x, GREYED), greyed)


def greyed(x: Tensor) -> Tensor:
    """Mixed towards grey, or fully grey."""
    grey = (x * x.new_tensor([0.114, 0.587, 0.299])[:, None, None]).sum(dim=1, keepdim=True)
    return torch.lerp(x, grey.expand_as(x), uniform(0.3, 1, len(x), 1, 1, 1, like=x).to(x.dtype))


def exposed(x: Tensor) -> Tensor:
    """Scaled by the exposure and colour of a random light, not clipped."""
    gains = uniform(math.log(how.LEAST_LIGHT), math.log(how.MOST_LIGHT), len(x), 1, like=x)
    gains = torch.exp((gains + normal(how.LAMP, len(x), 3, like=x)) / how.GAMMA)
    return x * gains[..., None, None].to(x.dtype)


def dimmed(x: Tensor) -> Tensor:
    """A twentieth to a third of the light, with the noise of a camera in the dark."""
    count, height, width = len(x), *x.shape[2:]
    light = torch.exp(uniform(math.log(how.DIMMEST), math.log(how.LEAST_DIM), count, 1, 1, 1, like=x) / how.GAMMA)
    dark = x.float() * light
    read, shot = (uniform(0, how.MOST_NOISE, count, 1, 1, 1, like=x) for _ in range(2))
    deviation = torch.sqrt(read**2 + shot**2 * dark[:, 1:2] / 255)
    blotches = F.interpolate(
        normal(1, count, 3, height // 2, width // 2, like=x), size=(height, width), mode="bilinear"
    )
    grain = normal(1, count, 1, height, width, like=x) + 1.6 * uniform(0, 1, count, 1, 1, 1, like=x) * blotches
    return dark + deviation * grain


def glaring(x: Tensor) -> Tensor:
    """Up to three soft reflections, or one window of panes."""
    count, (height, width) = len(x), x.shape[2:]
    across = torch.linspace(0, 1, width, device=x.device)[None, None, None]
    down = torch.linspace(0, 1, height, device=x.device)[None, None, :, None]
    middle, turn = uniform(0, 1, count, 3, 2, like=x), uniform(0, math.pi, count, 3, 1, 1, like=x)
    dx, dy = across - middle[..., 0, None, None], down - middle[..., 1, None, None]
    along, beside = dx * turn.cos() + dy * turn.sin(), dy * turn.cos() - dx * turn.sin()
    axes = uniform(0.02, 0.22, count, 3, 2, 1, 1, like=x)
    u, v = along / axes[:, :, 0], beside / axes[:, :, 1]
    soft = torch.exp(uniform(math.log(0.01), math.log(0.6), count, 3, 1, 1, like=x)) / 0.12
    spots = torch.sigmoid((1 - torch.hypot(u, v)) / soft.clamp(min=0.05)).float()
    panes = torch.sigmoid((1 - torch.maximum(u.abs(), v.abs()) / 1.6) / soft.clamp(min=0.05))
    panes = panes * torch.sigmoid((torch.minimum(u.abs(), v.abs()) - 0.12) / soft.clamp(0.03, 0.3))
    there = torch.rand((count, 3), device=x.device) < x.new_tensor([1, 0.66, 0.33])
    spots = (spots * there[..., None, None]).amax(dim=1)
    is_lamp = torch.rand((count, 1, 1), device=x.device) < 0.65
    shape = torch.where(is_lamp, spots, panes[:, 0])
    peak = uniform(10, 280, count, 1, 1, 1, like=x) * torch.exp(normal(0.08, count, 3, 1, 1, like=x))
    return x + (shape[:, None] * peak).to(x.dtype)


def veiled(x: Tensor) -> Tensor:
    """Veiling light of a greasy lens."""
    light = uniform(*how.STRAY_LIGHT, len(x), 1, 1, 1, like=x) * torch.exp(normal(0.04, len(x), 3, 1, 1, like=x))
    return torch.lerp(x.float(), light.expand(x.shape), uniform(*how.VEIL, len(x), 1, 1, 1, like=x))


def with_fewer_pixels(x: Tensor) -> Tensor:
    """Reduced and enlarged again, all by one scale."""
    scale = float(torch.empty(1).uniform_(how.FEWEST_PIXELS, how.MOST_PIXELS))
    size = [max(8, round(side * scale)) for side in x.shape[2:]]
    small = F.interpolate(x.float(), size=size, mode="bilinear", antialias=True)
    return F.interpolate(small, size=x.shape[2:], mode="bilinear")


def shaken(x: Tensor, tile_px: Tensor) -> Tensor:
    """Motion blur along a line for each picture."""
    x = _blurred(x.float(), how.SHAKEN_DISC / 2 * tile_px * torch.rand_like(tile_px))
    length = how.MOST_SHAKEN * tile_px * torch.rand_like(tile_px)
    angle = uniform(0, math.pi, len(x), like=x)
    way = torch.stack([angle.cos(), angle.sin()], dim=1) * length[:, None]
    unmoved = torch.eye(2, 3, device=x.device).expand(len(x), 2, 3)
    side = x.new_tensor([x.shape[3], x.shape[2]])
    steps, total = 17, torch.zeros_like(x)
    for step in torch.linspace(-0.5, 0.5, steps).tolist():
        moved = unmoved.clone()
        moved[..., 2] = 2 * step * way / side
        grid = F.affine_grid(moved, list(x.shape), align_corners=False)
        total += F.grid_sample(x, grid, padding_mode="reflection", align_corners=False)
    return total / steps


def defocused(x: Tensor, tile_px: Tensor) -> Tensor:
    """Defocus of a random amount for each picture."""
    return _blurred(x.float(), how.MOST_DEFOCUSED / 2 * tile_px * torch.rand_like(tile_px))


def _blurred(x: Tensor, deviation_px: Tensor, reach: int = 18) -> Tensor:
    """Gaussian blur of ``deviation_px`` (n,), truncated at ``reach`` pixels."""
    off = torch.arange(-reach, reach + 1, device=x.device, dtype=x.dtype)
    bell = torch.exp(-0.5 * (off[None] / deviation_px.clamp(0.05, reach / 2.5)[:, None]) ** 2)
    bell = (bell / bell.sum(dim=1, keepdim=True)).repeat_interleave(3, dim=0)
    flat = F.pad(x.reshape(1, -1, *x.shape[2:]), [reach] * 4, mode="reflect")
    flat = F.conv2d(flat, bell[:, None, None, :], groups=len(bell))
    return F.conv2d(flat, bell[:, None, :, None], groups=len(bell)).reshape(x.shape)


_LUMA = torch.tensor([
    [16, 11, 10, 16, 24, 40, 51, 61], [12, 12, 14, 19, 26, 58, 60, 55], [14, 13, 16, 24, 40, 57, 69, 56],
    [14, 17, 22, 29, 51, 87, 80, 62], [18, 22, 37, 56, 68, 109, 103, 77], [24, 35, 55, 64, 81, 104, 113, 92],
    [49, 64, 78, 87, 103, 121, 120, 101], [72, 92, 95, 98, 112, 100, 103, 99]], dtype=torch.float32)  # fmt: skip
_CHROMA = torch.full((8, 8), 99.0)
_CHROMA[:4, :4] = torch.tensor([[17, 18, 24, 47], [18, 21, 26, 66], [24, 26, 56, 99], [47, 66, 99, 99]])
"""The tables of the JPEG standard (ITU-T T.81, annex K), which encoders scale."""


def compressed(x: Tensor) -> Tensor:
    """JPEG artefacts of a quality from 8 to 45: quantised frequencies, subsampled colours."""
    quality = uniform(how.WORST_QUALITY, how.BEST_QUALITY, len(x), 1, 1, 1, 1, 1, like=x)
    scale = 50 / quality
    blue, green, red = x.float().unbind(dim=1)
    luma = 0.114 * blue + 0.587 * green + 0.299 * red
    chroma = torch.stack([(blue - luma) * 0.564, (red - luma) * 0.713], dim=1)
    luma = _rounded(luma[:, None] - 128, _LUMA, scale) + 128
    small = _rounded(F.avg_pool2d(chroma, 2), _CHROMA, scale)
    bluish, reddish = F.interpolate(small, scale_factor=2.0, mode="bilinear").unbind(dim=1)
    luma = luma[:, 0]
    return torch.stack([luma + 1.772 * bluish, luma - 0.344 * bluish - 0.714 * reddish, luma + 1.402 * reddish], dim=1)


def _rounded(planes: Tensor, table: Tensor, scale: Tensor) -> Tensor:
    """(n, c, height, width), sides multiples of 8, with the DCT of each 8 by 8 block quantised."""
    count, depth, height, width = planes.shape
    at = torch.arange(8, device=planes.device, dtype=torch.float32)
    waves = torch.cos((2 * at[None] + 1) * at[:, None] * math.pi / 16) * 0.5
    waves[0] *= math.sqrt(0.5)
    blocks = planes.reshape(count, depth, height // 8, 8, width // 8, 8).transpose(3, 4)
    steps = (table.to(planes.device) * scale).clamp(1, 255)
    rounded = (waves @ blocks @ waves.T / steps).round() * steps
    return (waves.T @ rounded @ waves).transpose(3, 4).reshape(planes.shape)
