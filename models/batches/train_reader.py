"""Trains the tile reader from windows that are kept on a fast device:

    python -m models.batches.train_reader SHARDS --often STILLS --crops CROPS \\
        --start models/tile_reader/tile_reader.onnx --out RUN

As `models.tile_reader.train`, of which the labels and losses are. The windows of the first folder show tiles in no
order, for its judge (`models.batches.joint_reader`) learns from them, and is to learn nothing of runs and groups.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import torch
from torch import Tensor

from models.batches.batched_augmentation import lit, taken
from models.batches.feeding import fast_device, fed, orders
from models.batches.joint_reader import LOGITS, JudgedReader
from models.batches.patch_sampling import ELSEWHERE, MISTAKEN, SEAMS, TILES
from models.batches.patches import cut
from models.batches.train_detector import OFTEN, tile_px
from models.batches.window_pool import Pool
from models.resume_from_shipped import averaged_in, weights_of
from models.tile_reader.network import TileReaderNet
from models.tile_reader.train import NOBODY, NONE
from models.tile_reader.train import losses as losses_of
from models.training_loop import TrainingPlan, begin_with, fit, normalised

CROPS = 0.3
"""Share of the windows that show one photographed tile."""
SLOTS = TILES + SEAMS + ELSEWHERE + MISTAKEN
NONE_AGAIN = 1.0
"""What is no tile comes less often here than on tables; its logit is raised by so much when the reader has learned."""
READER = "reader."


def batches(pool: Pool, often: Pool, crops: Pool, count: int) -> Iterator[list[Tensor]]:
    """Endless batches of ``count`` windows: patches (count * SLOTS, 64, 48, 3), black placeholders, and labels.

    The labels are kind, colour and turn, and which patches lie among others in no order.
    """
    single = round(count * CROPS)
    some = round((count - single) * OFTEN)
    while True:
        plain = count - single - some
        windows = pool.drawn(plain).then(crops.drawn(single)).then(often.drawn(some))
        seen = taken(lit(windows.pictures), tile_px(windows))
        patches, labels, there = cut(windows, seen)
        bytes_seen = (patches * there[..., None, None, None]).clamp(0, 255).to(torch.uint8)
        known = torch.where(there[..., None], labels, NOBODY)
        is_free = there & (torch.arange(count, device=there.device) < plain + single)[:, None]
        yield [bytes_seen.flatten(0, 1).permute(0, 2, 3, 1), known.flatten(0, 1), is_free.flatten()]


def losses(answer: Tensor, labels: Tensor, is_free: Tensor) -> dict[str, Tensor]:
    """The reader's losses, and those of its judge over patches in no order."""
    known = labels[:, 0] != NOBODY
    alone = losses_of(answer[known, :LOGITS], labels[known])
    judged = losses_of(answer[is_free, LOGITS:], labels[is_free])
    return alone | {f"{'_' * name.startswith('_')}judged_{name.strip('_')}": loss for name, loss in judged.items()}


def reader_of(weights: Mapping[str, Tensor]) -> Mapping[str, Tensor]:
    """The reader without its judge, with the "no tile" logit calibrated to its frequency on tables."""
    reader = {name.removeprefix(READER): value for name, value in weights.items() if name.startswith(READER)}
    raised = reader["heads.bias"].clone()
    raised[NONE] += NONE_AGAIN
    return reader | {"heads.bias": raised}


def main() -> None:
    """Command line of the recipe. Writes the reader beside the folder of the two."""
    parser = orders(__doc__, batch=120, capacity=70_000)
    parser.add_argument("--crops", type=Path, required=True, help="shards of single tiles")
    parser.add_argument("--start", type=Path, required=True, help="checkpoint, or shipped file, to begin with")
    given = parser.parse_args()
    device, most = fast_device(), given.capacity
    pools = fed({given.shards: most, given.often: most // 4, given.crops: most // 40}, device)
    lessons = batches(*pools, given.batch)
    net = JudgedReader(SLOTS)
    begin_with(net.reader, weights_of(given.start, TileReaderNet(), lambda: _patches(next(lessons)[0])))
    plan = TrainingPlan(given.out / "judged", given.minutes, None, given.rate, 2e-3, given.steps)
    fit(net.to(device), lessons, losses, plan)
    weights = reader_of(averaged_in(given.out / "judged" / "last.pt"))
    torch.save({"averaged": weights}, given.out / "last.pt")


def _patches(pictures: Tensor) -> Tensor:
    """The existing patches of a batch, as the reader takes them."""
    return normalised(pictures[pictures.flatten(1).amax(dim=1) > 0].cpu())


if __name__ == "__main__":
    main()
