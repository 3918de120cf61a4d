"""The training loop of both networks: a number of steps or minutes, one learning-rate cycle, averaged weights,
checkpoints."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from models.resume_from_shipped import weights_of

SAVE_EVERY_S = 180
REPORT_EVERY = 100


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """Length and intensity of a training."""

    out: Path
    """Folder of the checkpoint ``last.pt``; a run goes on from it."""
    minutes: float
    """For how long, where ``steps`` does not say."""
    start: Path | None = None
    """A checkpoint whose averaged weights the first run begins with, as far as their shapes fit; or a shipped file."""
    rate: float = 2e-3
    weight_decay: float = 1e-3
    steps: int = 0
    """How many batches, however long they take; 0 for as many as the minutes allow."""

    def share(self, minutes: float, step: int) -> float:
        """The completed fraction of the training after that time and number of steps; 1 at its end."""
        return step / self.steps if self.steps else minutes / self.minutes


def normalised(pictures: Tensor) -> Tensor:
    """Convert BGR bytes (batch, height, width, 3) to network input: (batch, 3, height, width), channels last."""
    return (pictures.permute(0, 3, 1, 2).float() * (1 / 64) - 2).contiguous(memory_format=torch.channels_last)


def fit(
    net: nn.Module, batches: Iterator[list[Tensor]], losses: Callable[..., Mapping[str, Tensor]], plan: TrainingPlan
) -> None:
    """Train ``net.features`` as ``plan`` says, in bfloat16 where its device is faster with it.

    A batch is pictures and then the arguments of ``losses(answer, *rest)``; the terms of its mapping are added up,
    except those whose names begin with ``_``, which are only reported.
    """
    if plan.start:
        begin_with(net, weights_of(plan.start, net, lambda: normalised(next(batches)[0])))
    net.to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), lr=plan.rate, weight_decay=plan.weight_decay)
    averaged = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    checkpoint = plan.out / "last.pt"
    spent, step = _restore(checkpoint, net, averaged, optimizer)
    halved = quicker_in_bfloat16(net, normalised(next(batches)[0]))
    print("bfloat16" if halved else "single precision", flush=True)
    started, saved_at, running = time.monotonic() - spent * 60, time.monotonic(), []
    while (share := plan.share(spent := (time.monotonic() - started) / 60, step)) < 1:
        for group in optimizer.param_groups:
            group["lr"] = _rate(plan, share)
        pictures, *rest = next(batches)
        answer = _answer(net, normalised(pictures), halved)
        terms = losses(answer, *rest)
        optimizer.zero_grad(set_to_none=True)
        torch.stack([term for name, term in terms.items() if not name.startswith("_")]).sum().backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        averaged.update_parameters(net)
        running.append(torch.stack([term.detach() for term in terms.values()]).tolist())
        step += 1
        if step % REPORT_EVERY == 0:
            means = zip(terms, np.mean(running, axis=0), strict=True)
            print(
                f"{spent:5.1f} min  step {step}  " + "  ".join(f"{n.strip('_')} {v:.4f}" for n, v in means), flush=True
            )
            running = []
        if time.monotonic() - saved_at > SAVE_EVERY_S:
            _save(checkpoint, net, averaged, optimizer, (spent, step))
            saved_at = time.monotonic()
    _save(checkpoint, net, averaged, optimizer, (spent, step))


def quicker_in_bfloat16(net: nn.Module, pictures: Tensor) -> bool:
    """Whether a training step on ``pictures`` is faster in bfloat16; weights and gradients are unchanged.

    Processors without instructions for it take ten times as long; accelerators have them.
    """
    if pictures.is_cuda:
        return True
    tried = copy.deepcopy(net)
    seconds = {False: math.inf, True: math.inf}
    for halved in (False, True, False, True):
        began = time.perf_counter()
        _answer(tried, pictures, halved).square().mean().backward()
        seconds[halved] = min(seconds[halved], time.perf_counter() - began)
    return seconds[True] < seconds[False]


def _answer(net: nn.Module, pictures: Tensor, halved: bool) -> Tensor:
    with torch.autocast(pictures.device.type, dtype=torch.bfloat16, enabled=halved):
        return net.features(pictures).float()


def begin_with(net: nn.Module, weights: Mapping[str, Tensor]) -> None:
    """Load the ``weights`` whose names and shapes match those of ``net``; the others stay as they are."""
    own = net.state_dict()
    fitting = {name: value for name, value in weights.items() if name in own and own[name].shape == value.shape}
    net.load_state_dict({**own, **fitting})


def _rate(plan: TrainingPlan, share: float) -> float:
    """A short warm-up, then half a cosine down to almost nothing."""
    return plan.rate * min(1.0, share / 0.03 + 0.02) * (0.5 + 0.5 * math.cos(math.pi * share)) + 1e-6


def _restore(path: Path, net: nn.Module, averaged: nn.Module, optimizer: torch.optim.Optimizer) -> tuple[float, int]:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        return 0.0, 0
    saved = torch.load(path, map_location="cpu")
    net.load_state_dict(saved["net"])
    averaged.module.load_state_dict(saved["averaged"])
    optimizer.load_state_dict(saved["optimizer"])
    return saved["spent"], saved["step"]


def _save(path: Path, net: nn.Module, averaged: nn.Module, optimizer: torch.optim.Optimizer,
          progress: tuple[float, int]) -> None:  # fmt: skip
    state = {"net": net.state_dict(), "averaged": averaged.module.state_dict(), "optimizer": optimizer.state_dict(),
             "spent": progress[0], "step": progress[1]}  # fmt: skip
    torch.save(state, path.with_suffix(".tmp"))
    path.with_suffix(".tmp").replace(path)
