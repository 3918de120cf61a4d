"""The tile reader: classifies upright patches.

Input: BGR uint8 patches (batch, 64, 48, 3) as `vision.detection.patches` makes them. Outputs: (batch, 24) logits, one
group after the other: 16 kinds (numbers 1 to 13, joker, back, none), 4 colours (r b y k), 4 turns (quarter turns
clockwise by which the patch's content is away from upright); and (batch, 128) features, of which the logits are a
linear function.
"""

from __future__ import annotations

from torch import Tensor, nn

from models.conv_block import block
from vision.predictions import COLORS, KINDS, TURNS


class TileReaderNet(nn.Module):
    """About six hundred thousand weights, half of them in the position-dependent layer."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            block(3, 24, 2), block(24, 32),
            block(32, 64, 2), block(64, 64), block(64, 64),
            block(64, 96, 2), block(96, 96), block(96, 96),
            block(96, 48, size=1),
        )  # fmt: skip
        self.join = nn.Sequential(nn.Flatten(), nn.Dropout(0.1), nn.Linear(48 * 8 * 6, 128), nn.ReLU(inplace=True))
        self.heads = nn.Linear(128, len(KINDS) + len(COLORS) + len(TURNS))

    def features(self, x: Tensor) -> Tensor:
        """Logits of normalised patches (batch, 3, 64, 48)."""
        return self.heads(self.join(self.body(x)))

    def forward(self, patches: Tensor) -> tuple[Tensor, Tensor]:
        """The exported function, as in the module's docstring."""
        embedding = self.join(self.body(patches.permute(0, 3, 1, 2).float() * (1 / 64) - 2))
        return self.heads(embedding), embedding
