"""A watched table at rest hardly uses the processor: the whole program, its networks, and a camera with noise."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from datasets.synthetic_videos.generate import HandVideoSpec, write
from tests.companion.live.idle import measured
from tests.torture.figures import Record, figure

MOST_PERCENT = 15.0
SECONDS = 120.0


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_table_at_rest_hardly_uses_the_processor(tmp_path: Path, record_property: Record):
    with closing(measured(write(tmp_path, HandVideoSpec(seed=3, stop_after=3), "mjpg"), SECONDS, 0.0)) as parts:
        took = next(parts)
    each = ", ".join(f"{name} {share}" for name, share in took.items() if name not in ("part", "all"))
    figure(record_property, "L7", f"{took['all']} % of a core in {SECONDS:.0f} s of 720p at 10 fps with noise: {each}")
    assert float(str(took["all"])) <= MOST_PERCENT
