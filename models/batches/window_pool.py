"""Decoded training windows on one device, extended whenever new shards appear in the folder."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from datasets.synthetic_tables.shards import Shard
from models.tile_reader.train import NOBODY, named
from vision.belief import BACK, FACE_NAMES

SIDE_PX = 416
MOST_TILES, MOST_FALSE = 256, 16
"""Of one window; a window with more tiles is left out."""
_BACK = FACE_NAMES.index(BACK)
F32, U8 = NDArray[np.float32], NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Some windows and their tiles."""

    pictures: Tensor
    """(n, 3, 416, 416): BGR from 0 to 255."""
    quads: Tensor
    """(n, t, 4, 2) in pixels."""
    visible: Tensor
    """(n, t): the visible share; 0 where there is no tile."""
    backs: Tensor
    """(n, t): which lie face down."""
    labels: Tensor
    """(n, t, 2): kind and colour, as `models.tile_reader.train.named` gives them."""
    false: Tensor
    """(n, f, 4, 2): where a detector saw a tile and none lies; not a number where there is no such place."""

    def then(self, other: Batch) -> Batch:
        """Concatenate with ``other``, which has the same number of tile slots."""
        return Batch(*(torch.cat([getattr(self, name), getattr(other, name)]) for name in self.__slots__))


class Pool:
    """A pool of up to ``capacity`` windows of ``folder`` on ``device``: half a megabyte each."""

    def __init__(self, folder: Path, capacity: int, device: torch.device) -> None:
        self._folder, self._device, self._held = folder, device, 0
        self._known: set[Path] = set()
        self._pictures = torch.empty((capacity, SIDE_PX, SIDE_PX, 3), dtype=torch.uint8, device=device)
        self._quads = torch.zeros((capacity, MOST_TILES, 4, 2), device=device)
        self._visible = torch.zeros((capacity, MOST_TILES), device=device)
        self._backs = torch.zeros((capacity, MOST_TILES), dtype=torch.bool, device=device)
        self._labels = torch.full((capacity, MOST_TILES, 2), NOBODY, device=device)
        self._false = torch.full((capacity, MOST_FALSE, 4, 2), torch.nan, device=device)
        self._decoding = ThreadPoolExecutor(4)

    def __len__(self) -> int:
        return self._held

    def take(self, most: int | None = None) -> int:
        """Load up to ``most`` new shards as long as there is room; returns how many were loaded."""
        new = [path for path in sorted(self._folder.glob("*.npz")) if path not in self._known][:most]
        for path in new:
            self._known.add(path)
            self._add(Shard.load(path))
        return len(new)

    def drawn(self, count: int) -> Batch:
        """``count`` windows at random, with replacement. Raises RuntimeError where there are none."""
        at = torch.randint(self._held, (count,), device=self._device)
        pictures = self._pictures[at].permute(0, 3, 1, 2).to(_pixel(self._device)).contiguous()
        tiles = (self._quads[at], self._visible[at], self._backs[at], self._labels[at])
        return Batch(pictures, *tiles, self._false[at])

    def _add(self, shard: Shard) -> None:
        counts = np.bincount(shard.tiles[:, 0].astype(int), minlength=len(shard))
        wanted = np.flatnonzero(counts <= MOST_TILES)[: len(self._pictures) - self._held].tolist()
        if not wanted:
            return
        put = slice(self._held, self._held + len(wanted))
        pictures = self._decoding.map(lambda at: _squared(shard.picture(at)), wanted)
        self._pictures[put] = torch.from_numpy(np.stack(list(pictures)))
        lines = map(torch.from_numpy, _lines(shard, wanted))
        self._quads[put], self._visible[put], self._backs[put], self._labels[put] = lines
        self._false[put] = torch.from_numpy(_false(shard, wanted))
        self._held = put.stop


def _pixel(device: torch.device) -> torch.dtype:
    """The dtype of stored pixels: half precision distinguishes grey levels at half the size, but is slow on CPUs."""
    return torch.float16 if device.type == "cuda" else torch.float32


def _squared(bgr: U8) -> U8:
    """The picture padded to a square of ``SIDE_PX`` by repeating its edge."""
    height, width = bgr.shape[:2]
    beyond = cv2.copyMakeBorder(bgr, 0, SIDE_PX - height, 0, SIDE_PX - width, cv2.BORDER_REPLICATE)
    return np.asarray(beyond, np.uint8)


def _lines(shard: Shard, wanted: Sequence[int]) -> tuple[F32, F32, NDArray[np.bool_], NDArray[np.int64]]:
    quads = np.zeros((len(wanted), MOST_TILES, 4, 2), np.float32)
    visible, backs = np.zeros(quads.shape[:2], np.float32), np.zeros(quads.shape[:2], bool)
    labels = np.full((*quads.shape[:2], 2), NOBODY)
    for row, window in enumerate(wanted):
        lines = shard.tiles_of(window)
        quads[row, : len(lines)] = lines[:, 4:].reshape(-1, 4, 2)
        visible[row, : len(lines)], backs[row, : len(lines)] = lines[:, 2], lines[:, 1] == _BACK
        labels[row, : len(lines)] = named(lines[:, 1].astype(int))
    return quads, visible, backs, labels


def _false(shard: Shard, wanted: Sequence[int]) -> F32:
    places = np.full((len(wanted), MOST_FALSE, 4, 2), np.nan, np.float32)
    for row, window in enumerate(wanted):
        wrong = shard.false_of(window)[:MOST_FALSE]
        places[row, : len(wrong)] = wrong
    return places
