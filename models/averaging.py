"""Averages checkpoints of one network that went different ways from one start (Wortsman and others 2022):

python -m models.averaging .bulk/detector/last.pt .bulk/detector_piles/last.pt --out .bulk/detector_both/last.pt
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from torch import Tensor

Weights = Mapping[str, Tensor]


def averaged(weights: Sequence[Weights]) -> Weights:
    """The mean of each weight; raises KeyError where one of them lacks it."""
    return {
        name: torch.stack([one[name].double() for one in weights]).mean(dim=0).to(first.dtype)
        for name, first in weights[0].items()
    }


def main() -> None:
    """Command line of the recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoints", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    given.out.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"averaged": averaged([torch.load(path)["averaged"] for path in given.checkpoints])}, given.out)


if __name__ == "__main__":
    main()
