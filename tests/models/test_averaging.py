"""Checkpoints of one network become one."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")


def test_weights_are_averaged_and_counters_stay_whole():
    from models.averaging import averaged

    one = {"weight": torch.tensor([1.0, 3.0]), "steps": torch.tensor(4)}
    other = {"weight": torch.tensor([3.0, 5.0]), "steps": torch.tensor(8)}
    found = averaged([one, other])
    assert found["weight"].tolist() == [2.0, 4.0]
    assert (found["steps"].item(), found["steps"].dtype) == (6, torch.int64)
