"""The building block of both networks."""

from __future__ import annotations

from torch import nn


def block(inward: int, outward: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    """Convolution, batch normalisation, rectifier; only ``stride`` reduces the size."""
    return nn.Sequential(
        nn.Conv2d(inward, outward, size, stride, (size - stride + 1) // 2, bias=False),
        nn.BatchNorm2d(outward),
        nn.ReLU(inplace=True),
    )
