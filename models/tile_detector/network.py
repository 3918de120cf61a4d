"""The tile detector: plain 3×3 convolutions, a heat map of tile centres at a quarter of the picture's size.

Input: BGR uint8 pictures (batch, height, width, 3), sides multiples of 32. Output: (batch, height/4, width/4, 11),
at each cell the logit of a tile's centre, the centre's offset in cells, log half height and log half width in cells,
the doubled angles of the up and right axes as (cos, sin) pairs, and the up direction as a vector.
"""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional as F

from models.conv_block import block

CHANNELS = ("heat", "dx", "dy", "log_up", "log_right", "cos2_up", "sin2_up", "cos2_right", "sin2_right", "up_x", "up_y")


class TileDetectorNet(nn.Module):
    """About half a million weights; a receptive field of some 300 pixels.

    One layer with a stride of four stands for the layers at larger sizes, which would cost most.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = block(3, 32, 4, size=6)
        self.at4 = block(32, 32)
        self.at8 = nn.Sequential(block(32, 48, 2), block(48, 48), block(48, 48))
        self.at16 = nn.Sequential(block(48, 80, 2), block(80, 80), block(80, 80))
        self.at32 = nn.Sequential(block(80, 96, 2), block(96, 96), block(96, 96), block(96, 96))
        self.down32, self.side16, self.join16 = block(96, 48, size=1), block(80, 48, size=1), block(48, 48)
        self.down16, self.side8, self.join8 = block(48, 32, size=1), block(48, 32, size=1), block(32, 32)
        self.down8, self.side4, self.join4 = block(32, 32, size=1), block(32, 32, size=1), block(32, 32)
        self.head = nn.Conv2d(32, len(CHANNELS), 1)
        nn.init.constant_(self.head.bias[:1], -4.0)

    def features(self, x: Tensor) -> Tensor:
        """Output maps (batch, 11, height/4, width/4) of normalised pictures (batch, 3, height, width)."""
        x4 = self.at4(self.stem(x))
        x8 = self.at8(x4)
        x16 = self.at16(x8)
        x32 = self.at32(x16)
        y16 = self.join16(self.side16(x16) + F.interpolate(self.down32(x32), scale_factor=2.0))
        y8 = self.join8(self.side8(x8) + F.interpolate(self.down16(y16), scale_factor=2.0))
        y4 = self.join4(self.side4(x4) + F.interpolate(self.down8(y8), scale_factor=2.0))
        return self.head(y4)

    def forward(self, pictures: Tensor) -> Tensor:
        """The exported function, as in the module's docstring."""
        x = pictures.permute(0, 3, 1, 2).float() * (1 / 64) - 2
        return self.features(x).permute(0, 2, 3, 1)
