"""A few minutes of a film over and over: no process takes more and more memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from datasets.synthetic_sittings.generate import Order, write
from tests.companion.live.soak import soaked

MINUTES, WARM = 4.0, 2
"""How long, and after how many looks at the memory it may not grow any more."""
MOST_MB = 15.0


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_hand_after_hand_takes_no_more_memory(tmp_path: Path):
    *samples, told = soaked(write(tmp_path, Order(seed=3, stop_after=14), "mjpg"), MINUTES)
    took = [sample["all"] for sample in samples]
    assert told["hands"] > 3
    assert told["entries"] > 10 * told["hands"]
    assert max(took[WARM:]) - took[WARM] < MOST_MB, took
