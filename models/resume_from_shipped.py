"""Resume training from a shipped file, where no checkpoint exists.

A shipped file has its normalisations folded into its convolutions. They are unfolded by measuring, on a batch, the
statistics of each of them: the network answers as the file does, and its layers are scaled as in training.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

FOLDED = "_bias"
"""Behind the name of a convolution's weights: the constant that its normalisation leaves, as the exporter calls it."""


def reopen(net: nn.Module, path: Path, pictures: Tensor) -> None:
    """Load the single-precision file at ``path`` into ``net``, made of `models.conv_block.block`.

    ``pictures`` are a batch as ``net.features`` takes it; the measured statistics are stable from a few hundred
    patches, or a few windows, on. Raises KeyError where the file is of another network.
    """
    kept = stored(path)
    blocks = {name: part for name, part in net.named_modules() if _is_block(part)}
    weights = {name: value for name, value in kept.items() if name in net.state_dict()}
    with torch.no_grad():
        for name, (_, norm, _) in blocks.items():
            constant = kept[f"{name}.0.weight{FOLDED}"]
            weights |= {f"{name}.1.bias": constant, f"{name}.1.weight": torch.ones_like(constant)}
            norm.running_mean.zero_()
            norm.running_var.fill_(1 - norm.eps)
        missing = {key for key, _ in net.named_parameters()} - set(weights)
        if missing:
            raise KeyError(f"{path.name} has no {sorted(missing)[0]}")
        net.load_state_dict({**net.state_dict(), **weights})
        _unfold([part[1] for part in blocks.values()], net, pictures)


def weights_of(path: Path, net: nn.Module, pictures: Callable[[], Tensor]) -> Mapping[str, Tensor]:
    """The averaged weights of the checkpoint at ``path``, or of a shipped file, for which ``net`` is reopened."""
    if path.suffix == ".onnx":
        reopen(net, path, pictures())
        return net.state_dict()
    return averaged_in(path)


def averaged_in(checkpoint: Path) -> Mapping[str, Tensor]:
    """The averaged weights of a checkpoint, loaded from any device."""
    weights: Mapping[str, Tensor] = torch.load(checkpoint, map_location="cpu")["averaged"]
    return weights


def _unfold(norms: Sequence[nn.BatchNorm2d], net: nn.Module, pictures: Tensor) -> None:
    """Set each of ``norms`` to its statistics on ``pictures``, with the inverse scale, so that the outputs are
    unchanged."""
    met: dict[nn.Module, Tensor] = {}

    def note(norm: nn.Module, given: tuple[Tensor]) -> None:
        met[norm] = given[0].transpose(0, 1).flatten(1)

    hooks = [norm.register_forward_pre_hook(note) for norm in norms]
    net.eval()
    net.features(pictures)
    net.train()
    for hook in hooks:
        hook.remove()
    for norm in norms:
        norm.running_mean, norm.running_var = met[norm].mean(dim=1), met[norm].var(dim=1)
        norm.weight.copy_(torch.sqrt(norm.running_var + norm.eps))
        norm.bias.add_(norm.running_mean)


def _is_block(part: nn.Module) -> bool:
    return isinstance(part, nn.Sequential) and len(part) == 3 and isinstance(part[1], nn.BatchNorm2d)


def stored(path: Path) -> Mapping[str, Tensor]:
    """The weights of a shipped file in single precision, as its exporter named them."""
    model = onnx.load(str(path))
    return {
        tensor.name: torch.from_numpy(np.array(numpy_helper.to_array(tensor))) for tensor in model.graph.initializer
    }
