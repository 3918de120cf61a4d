"""How the networks are trained, whatever they are."""

from __future__ import annotations

from itertools import count
from types import SimpleNamespace

import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: make setup-train")


class Line(torch.nn.Module):
    """One weight, to be learned."""

    def __init__(self) -> None:
        super().__init__()
        self.slope = torch.nn.Linear(1, 1, bias=False)
        self.precisions = []

    def features(self, pictures):
        self.precisions.append(torch.is_autocast_enabled("cpu"))
        return self.slope(pictures.mean(dim=(1, 2, 3))[:, None])


def test_measuring_which_precision_is_the_quicker_changes_nothing():
    from models.training_loop import quicker_in_bfloat16

    net = Line()
    before = net.slope.weight.detach().clone()
    quicker_in_bfloat16(net, torch.ones(4, 3, 2, 2))
    assert torch.equal(net.slope.weight, before)
    assert net.slope.weight.grad is None


@pytest.mark.parametrize("halved", [False, True])
def test_it_learns_in_the_quicker_precision(halved, monkeypatch, tmp_path):
    from models import training_loop

    monkeypatch.setattr(training_loop, "quicker_in_bfloat16", lambda *_: halved)
    monkeypatch.setattr(training_loop, "REPORT_EVERY", 10**9)
    ticks = count(0.0, 0.05)
    monkeypatch.setattr(training_loop, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    net, batch = Line(), [torch.full((4, 2, 2, 3), 192, dtype=torch.uint8), torch.full((4, 1), 3.0)]
    plan = training_loop.TrainingPlan(tmp_path, minutes=1, rate=0.1, weight_decay=0)
    training_loop.fit(
        net, iter(lambda: batch, None), lambda answer, wanted: {"off": (answer - wanted).square().mean()}, plan
    )
    assert set(net.precisions) == {halved}
    assert net.slope.weight.item() == pytest.approx(3, abs=0.1)
