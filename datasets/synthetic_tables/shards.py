"""Shards of training windows: plain arrays in one file, without pickles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables.render import Picture
from vision.belief import FACE_NAMES

AT_ONCE = 16
"""Shards that are mixed: more of them than there are kinds of picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Shard:
    """Windows as JPEG bytes with one line of ``tiles`` for each tile.

    The columns of ``tiles``: window, index of the face (minus its number where nobody knows the colour), visible share,
    row, eight corner coordinates in pixels; those of ``false``: window, score, eight coordinates of a place where a
    detector saw a tile and none lies.
    """

    jpegs: NDArray[np.uint8]
    offsets: NDArray[np.int64]
    tiles: NDArray[np.float32]
    false: NDArray[np.float32]

    @staticmethod
    def load(path: Path) -> Shard:
        """Load the shard at ``path``, with its false places where they were mined; JPEG bytes stay undecoded."""
        mined = path.with_suffix(".false.npy")
        false = np.load(mined) if mined.exists() else np.empty((0, 10), np.float32)
        with np.load(path) as stored:
            return Shard(stored["jpegs"], stored["offsets"], stored["tiles"], false)

    def save(self, path: Path) -> None:
        """Write all but the false places to ``path`` atomically, creating its folder."""
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.unfinished")
        with unfinished.open("wb") as file:
            np.savez(file, jpegs=self.jpegs, offsets=self.offsets, tiles=self.tiles)
        unfinished.replace(path)

    def only(self, windows: Sequence[int]) -> Shard:
        """The shard with some of its windows, in the given order; without false places."""
        jpegs = [self.jpegs[self.offsets[at] : self.offsets[at + 1]] for at in windows]
        tiles = [self.tiles_of(at) for at in windows]
        for number, lines in enumerate(tiles):
            lines[:, 0] = number
        offsets = np.cumsum([0, *map(len, jpegs)])
        return Shard(np.concatenate(jpegs), offsets, np.concatenate(tiles), np.empty((0, 10), np.float32))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def picture(self, window: int) -> NDArray[np.uint8]:
        """Window number ``window`` as BGR uint8."""
        encoded = self.jpegs[self.offsets[window] : self.offsets[window + 1]]
        return np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), dtype=np.uint8)

    def tiles_of(self, window: int) -> NDArray[np.float32]:
        """The rows of ``tiles`` of the window."""
        return self.tiles[self.tiles[:, 0] == window]

    def false_of(self, window: int) -> NDArray[np.float32]:
        """Corners (n, 4, 2) of the false places of the window."""
        return self.false[self.false[:, 0] == window, 2:].reshape(-1, 4, 2)


def store(path: Path, pictures: Iterable[Picture]) -> None:
    """Write ``pictures`` as one shard of JPEG bytes, creating its folder."""
    jpegs, offsets, tiles = [], [0], []
    for number, picture in enumerate(pictures):
        encoded = cv2.imencode(".jpg", picture.bgr, [cv2.IMWRITE_JPEG_QUALITY, 96])[1].ravel()
        jpegs.append(encoded)
        offsets.append(offsets[-1] + len(encoded))
        for label in picture.labels:
            tiles.append([number, _code(label.face), label.visible, label.row, *label.corners_px.ravel()])
    lines, none = np.array(tiles, np.float32).reshape(-1, 12), np.empty((0, 10), np.float32)
    Shard(np.concatenate(jpegs), np.array(offsets), lines, none).save(path)


def _code(face: str) -> int:
    return -int(face) if face.isdigit() else FACE_NAMES.index(face)


def split(folder: Path, held_out: int = 1) -> tuple[list[Path], list[Path]]:
    """Training shards, and the last ``held_out`` for validation; sorted by name."""
    paths = sorted(folder.glob("*.npz"))
    if len(paths) <= held_out:
        raise SystemExit(f"{folder} holds {len(paths)} shards; render some with datasets.synthetic_tables.generate")
    return paths[:-held_out], paths[-held_out:]


def photographed(folder: Path, without: Sequence[str]) -> list[Path]:
    """The shards of photographs in ``folder`` except the sessions ``without``; each is named by session and number."""
    return [path for path in sorted(folder.glob("*.npz")) if path.stem.rpartition("_")[0] not in without]


def drawn(paths: Sequence[Path], rng: np.random.Generator) -> Iterator[tuple[Shard, int]]:
    """Endless random windows, each as shard and index, from ``AT_ONCE`` open shards at a time.

    Weighted by the windows left in each, so that no stretch of them is of one kind.
    """
    queue = (paths[at] for _ in count() for at in rng.permutation(len(paths)))
    held: list[tuple[Shard, list[int]]] = []
    while True:
        while len(held) < AT_ONCE:
            shard = Shard.load(next(queue))
            held.append((shard, rng.permutation(len(shard)).tolist()))
        at = int(rng.integers(AT_ONCE))
        shard, left = held[at]
        if left:
            yield shard, left.pop()
        else:
            del held[at]


def mixed(shards: list[Path], others: list[Path], share: float) -> list[Path]:
    """``shards`` and ``others``, repeated at least once so that they are about ``share`` of the windows."""
    times = share / (1 - share) * _windows(shards) / max(_windows(others), 1)
    return shards + others * max(round(times), 1)


def _windows(shards: Sequence[Path]) -> int:
    counts = []
    for path in shards:
        with np.load(path) as stored:
            counts.append(len(stored["offsets"]) - 1)
    return sum(counts)
