"""Averages checkpoints of one network that went different ways from one start (Wortsman and others 2022):

python -m models.checkpoint_averaging .bulk/detector/last.pt .bulk/detector_piles/last.pt \
    --out .bulk/detector_both/last.pt

The first is a checkpoint; the others may be shipped files, when no checkpoint of theirs is left.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import torch
from torch import Tensor

from models.resume_from_shipped import FOLDED, averaged_in, stored

Weights = Mapping[str, Tensor]
_EPS = 1e-5
"""What a normalisation adds to the variance, so that it never divides by nothing."""
_LEAST_GAIN = 1e-3


def averaged(weights: Sequence[Weights]) -> Weights:
    """The mean of each weight, with every normalisation's scale first moved into its convolution.

    So the layers of the mean answer one input with the mean of theirs. Raises KeyError where one of them lacks a
    weight.
    """
    levelled = [level(weight) for weight in weights]
    mean = {
        name: torch.stack([weights[name].double() for weights in levelled]).mean(dim=0).to(first.dtype)
        for name, first in levelled[0].items()
    }
    return mean | {f"{norm}.running_var": mean[f"{norm}.weight"] ** 2 - _EPS for norm in _norms(mean)}


def level(weights: Weights) -> Weights:
    """The same network with unit scales in its normalisations: its convolutions are scaled instead."""
    out = dict(weights)
    for norm in _norms(weights):
        gain = weights[f"{norm}.weight"]
        scale = gain / (weights[f"{norm}.running_var"] + _EPS).sqrt()
        convolution = _convolution(norm)
        out[convolution] = weights[convolution] * scale[:, None, None, None]
        size = gain.abs().clamp(min=_LEAST_GAIN)
        out |= {f"{norm}.weight": size, f"{norm}.running_var": size**2 - _EPS,
                f"{norm}.running_mean": weights[f"{norm}.running_mean"] * scale}  # fmt: skip
    return out


def normalised_like(file: Path, checkpoint: Weights) -> Weights:
    """The weights of the shipped ``file``, which has no normalisations, with those of ``checkpoint``."""
    kept, out = stored(file), dict(level(checkpoint))
    out |= {name: value for name, value in kept.items() if name in out}
    for norm in _norms(checkpoint):
        out[f"{norm}.bias"] = kept[_convolution(norm) + FOLDED] + out[f"{norm}.running_mean"]
    return out


def _norms(weights: Weights) -> Iterator[str]:
    return (name.removesuffix(".running_var") for name in weights if name.endswith(".running_var"))


def _convolution(norm: str) -> str:
    """The weights of the convolution before a normalisation, in the layout of `models.conv_block.block`."""
    return f"{norm.rpartition('.')[0]}.0.weight"


def main() -> None:
    """Command line of the recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoints", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    first = averaged_in(given.checkpoints[0])
    others = [
        normalised_like(path, first) if path.suffix == ".onnx" else averaged_in(path) for path in given.checkpoints[1:]
    ]
    given.out.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"averaged": averaged([first, *others])}, given.out)


if __name__ == "__main__":
    main()
