"""The small tile reader: answers as the tile reader does where it is sure, at a fifth of the work.

Input and first output are those of `models.tile_reader.network`; it has no features.
"""

from __future__ import annotations

from torch import Tensor, nn

from models.conv_block import block
from vision.predictions import COLORS, KINDS, TURNS

CELL_PX = 4
"""The side of the squares of a patch that its first layer looks at, each by itself."""


class SmallReaderNet(nn.Module):
    """About two hundred thousand weights, half of them in the position-dependent layer."""

    def __init__(self) -> None:
        super().__init__()
        cells = nn.Conv2d(3, 32, CELL_PX, CELL_PX, bias=False)
        self.body = nn.Sequential(
            nn.Sequential(cells, nn.BatchNorm2d(32), nn.ReLU(inplace=True)),
            block(32, 32), block(32, 64, 2), block(64, 64), block(64, 32, size=1),
        )  # fmt: skip
        self.join = nn.Sequential(nn.Flatten(), nn.Linear(32 * 8 * 6, 64), nn.ReLU(inplace=True))
        self.heads = nn.Linear(64, len(KINDS) + len(COLORS) + len(TURNS))

    def features(self, x: Tensor) -> Tensor:
        """Logits of normalised patches (batch, 3, 64, 48)."""
        logits: Tensor = self.heads(self.join(self.body(x)))
        return logits

    def forward(self, patches: Tensor) -> Tensor:
        """The exported function, as in the module's docstring."""
        return self.features(patches.permute(0, 3, 1, 2).float() * (1 / 64) - 2)
