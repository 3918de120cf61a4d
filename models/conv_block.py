"""What both networks are built of."""

from __future__ import annotations

from torch import nn


def block(inward: int, outward: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    """Convolution, normalisation, rectifier; the picture grows smaller by ``stride`` alone."""
    return nn.Sequential(
        nn.Conv2d(inward, outward, size, stride, (size - stride + 1) // 2, bias=False),
        nn.BatchNorm2d(outward),
        nn.ReLU(inplace=True),
    )
