"""A reader trained together with a judge, an auxiliary head that relates all tiles of one window.

Within one set every 7 is printed alike, and with four inks. The judge, a few layers of attention over the reader's
answers (Vaswani and others 2017), is told which window each patch is of; it is not shipped, but what helps it to
compare tiles is learned into the features.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from models.tile_reader.network import TileReaderNet

FEATURES, LOGITS = 128, 24


class Layer(nn.Module):
    """One attention layer among the patches of each window, with a small network for each patch."""

    def __init__(self, width: int, heads: int, wide: int) -> None:
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.wider, self.back = nn.Linear(width, wide), nn.Linear(wide, width)

    def forward(self, x: Tensor, hidden: Tensor) -> Tensor:
        """Transform (n, s, width); ``hidden`` (n, 1, 1, s) is added to the attention logits as a mask."""
        count, slots, width = x.shape
        parts = self.qkv(self.norm1(x)).view(count, slots, 3, self.heads, width // self.heads)
        asked, offered, values = parts.permute(2, 0, 3, 1, 4)
        share = (asked @ offered.transpose(-1, -2)) * (width // self.heads) ** -0.5 + hidden
        heard = (share.softmax(dim=-1) @ values).transpose(1, 2).reshape(count, slots, width)
        x = x + self.out(heard)
        return x + self.back(torch.relu(self.wider(self.norm2(x))))


class WindowJudge(nn.Module):
    """The logits of each patch, corrected by the others of its window; the identity at first."""

    def __init__(self, width: int = 128, layers: int = 2, heads: int = 4) -> None:
        super().__init__()
        self.into = nn.Linear(FEATURES + LOGITS, width)
        self.layers = nn.ModuleList([Layer(width, heads, 2 * width) for _ in range(layers)])
        self.norm, self.out = nn.LayerNorm(width), nn.Linear(width, LOGITS)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def forward(self, features: Tensor, logits: Tensor, there: Tensor) -> Tensor:
        """Logits (n, s, 24) by ``features`` (n, s, 128) and ``logits`` of the patches that are ``there`` (n, s)."""
        hidden = torch.where(there, 0.0, -1e4)[:, None, None].to(features.dtype)
        x = self.into(torch.cat([features, 0.25 * logits], dim=-1))
        for layer in self.layers:
            x = layer(x, hidden)
        return logits + self.out(self.norm(x))


class JudgedReader(nn.Module):
    """The reader and its judge; each ``slots`` consecutive patches are of one window."""

    def __init__(self, slots: int) -> None:
        super().__init__()
        self.slots, self.reader, self.judge = slots, TileReaderNet(), WindowJudge()

    def features(self, x: Tensor) -> Tensor:
        """Logits (m, 48) of normalised patches (m, 3, 64, 48): the reader's, then the judge's.

        A uniformly grey patch is a placeholder, and gets zeros.
        """
        there = (x != x[:, :1, :1, :1]).any(dim=(1, 2, 3))
        seen = self.reader.join(self.reader.body(x[there]))
        features = _spread(seen, there).view(-1, self.slots, FEATURES)
        logits = _spread(self.reader.heads(seen), there).view(-1, self.slots, LOGITS)
        judged = self.judge(features, logits, there.view(-1, self.slots))
        return torch.cat([logits, judged], dim=-1).flatten(0, 1)


def _spread(values: Tensor, there: Tensor) -> Tensor:
    """(m, d) with ``values`` where ``there`` (m,) is True, and zeros elsewhere."""
    out = values.new_zeros((len(there), values.shape[1]))
    out[there] = values
    return out
