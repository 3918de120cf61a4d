"""Trains the tile detector from windows that are kept on a fast device:

    python -m models.batches.train_detector SHARDS --often STILLS --out RUN \
        --start models/tile_detector/tile_detector.onnx

As `models.tile_detector.train`, of which the losses, the shares and the schedule are; but windows are lit, taken, moved
and labelled there, a whole batch at once, so that processors are free to draw more of them meanwhile: what is written
to the two folders while it runs is learned too. Without such a device it takes the processors, slowly.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import torch
from torch import Tensor

from models.batches.batched_augmentation import lit, taken
from models.batches.feeding import fast_device, fed, orders
from models.batches.targets import draw
from models.batches.warping import moved, short_sides
from models.batches.window_pool import Batch, Pool
from models.tile_detector.network import TileDetectorNet
from models.tile_detector.train import USUAL_PX, WINDOW_PX, losses
from models.training_loop import TrainingPlan, fit
from vision.detection.detector import STRIDE

OFTEN = 0.25
"""Share of the windows from the second folder."""
_SEEN = 0.55
"""Tiles seen more than this tell how large tiles are."""


def batches(pool: Pool, often: Pool, count: int) -> Iterator[list[Tensor]]:
    """Endless batches of ``count`` pictures (n, 384, 384, 3) with their targets."""
    some = round(count * OFTEN)
    while True:
        yield lesson(pool.drawn(count - some).then(often.drawn(some)))


def lesson(batch: Batch) -> list[Tensor]:
    """Augmented and warped pictures in the format of `models.training_loop.fit`, with their targets; different each
    time."""
    pictures = taken(lit(batch.pictures), tile_px(batch))
    seen, quads = moved(pictures, batch.quads)
    bytes_seen = seen.round_().clamp_(0, 255).to(torch.uint8).permute(0, 2, 3, 1)
    return [bytes_seen, *draw(quads, batch.visible, batch.backs, WINDOW_PX // STRIDE)]


def tile_px(batch: Batch) -> Tensor:
    """(n,): the mean width of the tiles of each window; ``USUAL_PX`` where there are none."""
    sides, good = short_sides(batch.quads), batch.visible > _SEEN
    mean = (sides * good).sum(dim=1) / good.sum(dim=1).clamp(min=1)
    return torch.where(good.any(dim=1), mean, USUAL_PX)


def main() -> None:
    """Command line of the recipe."""
    parser = orders(__doc__, batch=160, capacity=80_000)
    parser.add_argument("--start", type=Path, help="checkpoint, or shipped file, whose weights to begin with")
    given = parser.parse_args()
    device = fast_device()
    pools = fed({given.shards: given.capacity, given.often: given.capacity // 4}, device)
    plan = TrainingPlan(given.out, given.minutes, given.start, given.rate, steps=given.steps)
    fit(TileDetectorNet().to(device), batches(*pools, given.batch), losses, plan)


if __name__ == "__main__":
    main()
