"""A film over and over: no process takes more and more memory, or holds more and more files open."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from datasets.synthetic_videos.generate import HandVideoSpec, write
from tests.companion.live.soak import soaked
from tests.torture.figures import Record, figure

MINUTES, WARM_MINUTES = 20.0, 6.0
"""How long, and from when on nothing may grow."""
MOST_MB, MORE_FILES = 15.0, 3
"""By how much what is taken at a moment may differ from what was taken once it was warm."""


@pytest.mark.slow
@pytest.mark.timeout(2400)
def test_hand_after_hand_takes_no_more_memory(tmp_path: Path, record_property: Record):
    *samples, told = soaked(write(tmp_path, HandVideoSpec(seed=3, stop_after=14), "mjpg"), MINUTES)
    warm = [sample for sample in samples if sample["minute"] >= WARM_MINUTES]
    took, files = ([sample[name] for sample in warm] for name in ("all", "files"))
    slope, error = slope_of([sample["minute"] / 60 for sample in warm], took)
    said = f"{told['hands']} hands, minutes {WARM_MINUTES:.0f} to {MINUTES:.0f}: {min(took):.0f} to {max(took):.0f} MB"
    figure(record_property, "L6", f"{said}, {slope:+.1f} ± {error:.1f} MB an hour, {min(files)} to {max(files)} files")
    assert told["hands"] > 3
    assert told["entries"] > 10 * told["hands"]
    assert max(took) - took[0] < MOST_MB, took
    assert max(files) <= files[0] + MORE_FILES, files


def slope_of(hours: list[float], values: list[float]) -> tuple[float, float]:
    """By how much values grow in an hour, and by how much that may be wrong (its standard error)."""
    line, spread = np.polyfit(hours, values, 1, cov=True)
    return float(line[0]), float(np.sqrt(spread[0, 0]))
