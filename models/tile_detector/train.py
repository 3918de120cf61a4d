"""Train the tile detector: `python -m models.tile_detector.train SHARDS --out RUN --minutes 30`.

Windows of synthetic_tables, rotated by quarter turns, recoloured, and sometimes badly lit or taken; one cycle of the
learning rate over the given minutes. Writes RUN/last.pt every few minutes and resumes from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from datasets.synthetic_tables.shards import Shard, drawn
from models.picture_augmentation import badly_lit, badly_taken
from models.tile_detector.network import TileDetectorNet
from models.tile_detector.targets import draw
from models.training_loop import fit
from models.training_options import ordered
from vision.belief import BACK, FACE_NAMES
from vision.detection.detector import STRIDE
from vision.geometry import short_sides

WINDOW_PX = 384
CLOSE_UP = 0.15
"""Share of the windows that are enlarged, so that tiles of every size up to the window's are met."""
SHEARED = 0.15
"""Share of the windows that are slanted."""
GREYED, MISTY = 0.12, 0.25
"""Shares of the windows that are mixed towards grey, and whose black is lifted."""
USUAL_PX = WINDOW_PX / 12
"""How wide tiles are taken to be where there are none."""
ASKEW = 5.0
"""How much more the axes of a tile weigh, times its slant (`_slant`): most tiles are seen as rectangles, and a network
that answers nothing else errs little on average."""
_LEAST_HEAT = 300.0
"""A batch of empty tables, whose heat is nothing, weighs like one of a few tiles."""
_BACK = FACE_NAMES.index(BACK)


class Windows(IterableDataset[tuple[Tensor, ...]]):
    """Endless windows with their targets, shards in random order."""

    def __init__(self, paths: list[Path], seed: int) -> None:
        self.paths, self.seed = paths, seed

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        cv2.setNumThreads(1)
        worker = get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        for shard, window in drawn(self.paths, rng):
            yield sample(shard, window, rng)


def sample(shard: Shard, window: int, rng: np.random.Generator | None) -> tuple[Tensor, ...]:
    """Picture (384, 384, 3) uint8 and its targets; without ``rng`` the centre crop, unrotated."""
    bgr, tiles = shard.picture(window), shard.tiles_of(window)
    quads = tiles[:, 4:].reshape(-1, 4, 2).copy()
    if rng is not None and rng.random() < SHEARED:
        bgr, quads = sheared(bgr, quads, rng)
    seen_px = round(WINDOW_PX / rng.uniform(1.2, 2.6)) if rng is not None and rng.random() < CLOSE_UP else WINDOW_PX
    spare = np.array([bgr.shape[1] - seen_px, bgr.shape[0] - seen_px])
    left, top = (rng.integers(0, spare + 1) if rng is not None else spare // 2).tolist()
    bgr = bgr[top : top + seen_px, left : left + seen_px]
    quads = (quads - np.array([left, top], np.float32)) * (WINDOW_PX / seen_px)
    if seen_px != WINDOW_PX:
        bgr = cv2.resize(bgr, (WINDOW_PX, WINDOW_PX), interpolation=cv2.INTER_LINEAR)
    if rng is not None:
        quarters = int(rng.integers(4))
        bgr = np.rot90(bgr, quarters)
        for _ in range(quarters):
            quads = np.stack([quads[..., 1], WINDOW_PX - quads[..., 0]], axis=-1)
        bgr = badly_taken(badly_lit(recolored(bgr, rng), rng), _tile_px(quads), rng)
    cells = WINDOW_PX // STRIDE
    targets = draw(quads, tiles[:, 2], tiles[:, 1] == _BACK, (cells, cells))
    return torch.from_numpy(np.ascontiguousarray(bgr)), *(torch.from_numpy(t) for t in targets)


def _tile_px(quads: np.ndarray) -> float:
    """The median width of tiles (n, 4, 2); without any, ``USUAL_PX``."""
    return float(np.median(short_sides(quads))) if len(quads) else USUAL_PX


def sheared(bgr: np.ndarray, quads: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """The window and its quadrilaterals (n, 4, 2) skewed, as rows are seen from the side, and often defocused."""
    slant, height = float(rng.uniform(-0.7, 0.7)), bgr.shape[0]
    matrix = np.array([[1, slant, -slant * height / 2], [0, float(rng.uniform(0.6, 1.0)), 0]])
    around = tuple(bgr.reshape(-1, 3).mean(axis=0).tolist())
    slanted = cv2.warpAffine(bgr, matrix, bgr.shape[1::-1], flags=cv2.INTER_AREA, borderValue=around)
    if rng.random() < 0.6:
        slanted = cv2.GaussianBlur(slanted, (0, 0), float(rng.uniform(0.4, 2.2)))
    return slanted, (quads @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32)


def recolored(bgr: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The picture through a random tone curve per channel, sometimes with veiling light or mixed towards grey."""
    levels = np.linspace(0, 1, 256)
    common = np.exp(rng.normal(0, 0.18))
    veil = rng.uniform(0, 60) if rng.random() < MISTY else 0.0
    curves = []
    for _ in "bgr":
        floor = max(veil * rng.uniform(0.7, 1.3), 0.0)
        ceiling = 255 * rng.uniform(0.85, 1.1)
        bent = levels ** (common * np.exp(rng.normal(0, 0.06)))
        curves.append(np.clip(floor + bent * (ceiling - floor), 0, 255))
    out = cv2.LUT(np.ascontiguousarray(bgr), np.stack(curves, axis=-1)[None].astype(np.uint8))
    if rng.random() < GREYED:
        grey = cv2.cvtColor(out, cv2.COLOR_BGR2GRAY)[..., None]
        share = rng.uniform(0.3, 1.0)
        out = (out * (1 - share) + grey * share).astype(np.uint8)
    return out


def losses(answer: Tensor, heat: Tensor, geometry: Tensor, care: Tensor, weight: Tensor) -> dict[str, Tensor]:
    """Quality focal loss of the heat (Li and others 2020), weighted L1 of the geometry; ``_askew`` for reporting.

    ``_askew`` is the predicted fraction of the skew of skewed tiles: 0 where all answers are rectangles, 1 where they
    are right.
    """
    answer = answer.permute(0, 2, 3, 1)
    off = (heat - torch.sigmoid(answer[..., 0])).abs()
    surprise = F.binary_cross_entropy_with_logits(answer[..., 0], heat, reduction="none")
    heat_loss = 8 * (off**2 * surprise * care).sum() / heat.sum().clamp(min=_LEAST_HEAT)
    error = F.smooth_l1_loss(answer[..., 1:], geometry, beta=0.05, reduction="none")
    slant, answered = (_slant(part[..., 4:8]) for part in (geometry, answer[..., 1:]))
    size = (error[..., :4] * error.new_tensor([1, 1, 3, 3])).sum(-1)
    axes = 2 * error[..., 4:8].sum(-1) * (1 + ASKEW * slant.abs())
    up = error[..., 8:].sum(-1) * weight[..., 1]
    count = weight[..., 0].sum().clamp(min=1)
    shape = ((size + axes) * weight[..., 0]).sum() / count
    clear = slant * (weight[..., 0] > 0.6)
    followed = (answered * clear).sum() / (clear**2).sum().clamp(min=1e-6)
    return {"heat": heat_loss, "shape": shape, "up": up.sum() / count, "_askew": followed.detach()}


def _slant(angles: Tensor) -> Tensor:
    """The sine of twice the deviation (...,) of two axes, doubled angles (..., 4), from the right angle; 0 without."""
    up, right = F.normalize(angles[..., :2], dim=-1), F.normalize(angles[..., 2:], dim=-1)
    return up[..., 0] * right[..., 1] - up[..., 1] * right[..., 0]


def main() -> None:
    """Command line of the recipe."""
    torch.set_num_threads(2)
    training = ordered(__doc__, minutes=35, batch=16, weight_decay=1e-3)
    windows = Windows(training.shards, training.seed)
    batches = iter(DataLoader(windows, batch_size=training.batch, num_workers=1, prefetch_factor=6))
    fit(TileDetectorNet(), batches, losses, training.plan)


if __name__ == "__main__":
    main()
