"""Reads the shards of training windows that `generate --windows` writes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Shard:
    """Windows as JPEG bytes with one line of ``tiles`` for each tile.

    The columns of ``tiles``: window, index of the face, visible share, row, eight corner coordinates in pixels.
    """

    jpegs: NDArray[np.uint8]
    offsets: NDArray[np.int64]
    tiles: NDArray[np.float32]

    @staticmethod
    def load(path: Path) -> Shard:
        """The shard in ``path``; its bytes stay undecoded."""
        with np.load(path) as stored:
            return Shard(stored["jpegs"], stored["offsets"], stored["tiles"])

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def picture(self, window: int) -> NDArray[np.uint8]:
        """Window number ``window`` as BGR uint8."""
        encoded = self.jpegs[self.offsets[window] : self.offsets[window + 1]]
        return np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), dtype=np.uint8)

    def tiles_of(self, window: int) -> NDArray[np.float32]:
        """The lines of ``tiles`` that belong to the window."""
        return self.tiles[self.tiles[:, 0] == window]


def split(folder: Path, held_out: int = 1) -> tuple[list[Path], list[Path]]:
    """Shards to train on, and the last ``held_out`` to look at; sorted by name."""
    paths = sorted(folder.glob("*.npz"))
    if len(paths) <= held_out:
        raise SystemExit(f"{folder} holds {len(paths)} shards; render some with datasets.synthetic_tables.generate")
    return paths[:-held_out], paths[-held_out:]
