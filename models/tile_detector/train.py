"""Trains the tile detector: `python -m models.tile_detector.train SHARDS --out RUN --minutes 30`.

Windows of synthetic_tables, turned by quarter turns and recoloured; bfloat16; one cycle of the learning rate over
the given minutes. Writes RUN/last.pt every few minutes and goes on from it.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from datasets.synthetic_tables.shards import Shard, split
from models.tile_detector.network import TileDetectorNet
from models.tile_detector.targets import draw
from vision.belief import BACK, FACE_NAMES
from vision.detect import STRIDE

WINDOW_PX = 384
_BACK = FACE_NAMES.index(BACK)


class Windows(IterableDataset[tuple[Tensor, ...]]):
    """Endless windows with their targets, shards in random order."""

    def __init__(self, paths: list[Path], seed: int) -> None:
        self.paths, self.seed = paths, seed

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        cv2.setNumThreads(1)
        worker = get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        while True:
            shards = [Shard.load(self.paths[i]) for i in rng.permutation(len(self.paths))[:4]]
            turns = [(s, w) for s in shards for w in range(len(s))]
            for i in rng.permutation(len(turns)):
                yield sample(*turns[i], rng)


def sample(shard: Shard, window: int, rng: np.random.Generator | None) -> tuple[Tensor, ...]:
    """Picture (384, 384, 3) uint8 and its targets; without ``rng`` the middle, unturned."""
    bgr, tiles = shard.picture(window), shard.tiles_of(window)
    quads = tiles[:, 4:].reshape(-1, 4, 2).copy()
    spare = np.array([bgr.shape[1] - WINDOW_PX, bgr.shape[0] - WINDOW_PX])
    left, top = (rng.integers(0, spare + 1) if rng is not None else spare // 2).tolist()
    bgr = bgr[top : top + WINDOW_PX, left : left + WINDOW_PX]
    quads -= np.array([left, top], np.float32)
    if rng is not None:
        quarters = int(rng.integers(4))
        bgr = np.rot90(bgr, quarters)
        for _ in range(quarters):
            quads = np.stack([quads[..., 1], WINDOW_PX - quads[..., 0]], axis=-1)
        bgr = recolored(bgr, rng)
    cells = WINDOW_PX // STRIDE
    targets = draw(quads, tiles[:, 2], tiles[:, 1] == _BACK, (cells, cells))
    return torch.from_numpy(np.ascontiguousarray(bgr)), *(torch.from_numpy(t) for t in targets)


def recolored(bgr: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The picture through a random tone curve per channel, now and then with the channels mixed towards grey."""
    levels = np.linspace(0, 1, 256)
    common = np.exp(rng.normal(0, 0.18))
    curves = [
        np.clip(levels ** (common * np.exp(rng.normal(0, 0.06))) * 255 * rng.uniform(0.85, 1.1), 0, 255) for _ in "bgr"
    ]
    out = cv2.LUT(np.ascontiguousarray(bgr), np.stack(curves, axis=-1)[None].astype(np.uint8))
    if rng.random() < 0.12:
        grey = cv2.cvtColor(out, cv2.COLOR_BGR2GRAY)[..., None]
        share = rng.uniform(0.3, 1.0)
        out = (out * (1 - share) + grey * share).astype(np.uint8)
    return out


def losses(output: Tensor, heat: Tensor, geometry: Tensor, care: Tensor, weight: Tensor) -> tuple[Tensor, Tensor]:
    """Penalty-reduced focal loss of the heat (Law and Deng 2018) and weighted L1 of the geometry."""
    logit, answer = output[..., 0], output[..., 1:]
    p = torch.sigmoid(logit).clamp(1e-5, 1 - 1e-5)
    wanted = heat > 0.999
    gain = torch.where(wanted, (1 - p) ** 2 * torch.log(p), (1 - heat) ** 4 * p**2 * torch.log(1 - p))
    count = wanted.sum().clamp(min=1)
    heat_loss = -(gain * care).sum() / count
    error = F.smooth_l1_loss(answer, geometry, beta=0.05, reduction="none")
    scale = error.new_tensor([1, 1, 3, 3, 1.5, 1.5, 1.5, 1.5, 1, 1])
    shape = (error[..., :8] * scale[:8]).sum(-1) * weight[..., 0]
    up = (error[..., 8:] * scale[8:]).sum(-1) * weight[..., 1]
    return heat_loss, (shape + up).sum() / weight[..., 0].sum().clamp(min=1)


def train(shards: Path, out: Path, minutes: float, batch: int, rate: float) -> None:
    """One run; see the module."""
    torch.set_num_threads(2)
    training, held_out = split(shards)
    net = TileDetectorNet().to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    spent, step = 0.0, 0
    out.mkdir(parents=True, exist_ok=True)
    if (out / "last.pt").exists():
        saved = torch.load(out / "last.pt")
        net.load_state_dict(saved["net"])
        optimizer.load_state_dict(saved["optimizer"])
        spent, step = saved["spent"], saved["step"]
    averaged = torch.optim.swa_utils.AveragedModel(net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998),
                                                   use_buffers=True)  # fmt: skip
    loader = iter(DataLoader(Windows(training, step), batch_size=batch, num_workers=1, prefetch_factor=6))
    started, last_saved, running = time.monotonic() - spent * 60, time.monotonic(), []
    while (spent := (time.monotonic() - started) / 60) < minutes:
        share = spent / minutes
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1, share / 0.03 + 0.02) * (0.5 + 0.5 * np.cos(np.pi * share)) + 1e-6
        pictures, *targets = next(loader)
        x = (pictures.permute(0, 3, 1, 2).float() * (1 / 64) - 2).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            answer = net.features(x)
        heat_loss, shape_loss = losses(answer.float().permute(0, 2, 3, 1), *targets)
        optimizer.zero_grad(set_to_none=True)
        (heat_loss + shape_loss).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        averaged.update_parameters(net)
        running.append((heat_loss.item(), shape_loss.item()))
        step += 1
        if step % 100 == 0:
            heat_mean, shape_mean = np.mean(running, axis=0)
            print(f"{spent:5.1f} min  step {step}  heat {heat_mean:.3f}  shape {shape_mean:.3f}", flush=True)
            running = []
        if time.monotonic() - last_saved > 180 or spent + 0.02 > minutes:
            _save(out / "last.pt", net, averaged, optimizer, spent, step)
            last_saved = time.monotonic()
    _save(out / "last.pt", net, averaged, optimizer, minutes, step)
    print(f"held out: {held_out[0].name}")


def _save(path: Path, net: torch.nn.Module, averaged: torch.nn.Module, optimizer: torch.optim.Optimizer, spent: float,
          step: int) -> None:  # fmt: skip
    state = {"net": net.state_dict(), "averaged": averaged.module.state_dict(), "optimizer": optimizer.state_dict(),
             "spent": spent, "step": step}  # fmt: skip
    torch.save(state, path.with_suffix(".tmp"))
    path.with_suffix(".tmp").replace(path)


def main() -> None:
    """Command line of the recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shards", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=2e-3)
    given = parser.parse_args()
    train(given.shards, given.out, given.minutes, given.batch, given.rate)


if __name__ == "__main__":
    main()
