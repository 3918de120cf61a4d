"""What ``burako watch`` says of a camera before the first move, in one line."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.cli.watch import fit_line
from vision.watching.camera_fitness import judge_fitness
from vision.watching.camera_measurements import CameraMeasurements

WELL = CameraMeasurements(
    tiles=20, far_px=36.0, near_px=40.0, are_edges_seen=True, size_px=(1280, 720), blur=0.01, sway_px=0.1,
    light=180.0, noise=0.01, glare=0.0, rate=10.0,
)  # fmt: skip


@pytest.mark.parametrize(
    ("measures", "said"),
    [
        (WELL, "Camera: it will do."),
        (CameraMeasurements(), "Camera: not known yet; tiles face up are needed near the upper and the lower edge of "
                     "the picture."),
        (replace(WELL, far_px=20), "Camera: it will do, poorly. Bring the camera nearer: the farthest tiles are "
                                   "20 pixels wide and 30 are needed."),
        (replace(WELL, far_px=14), "Camera: it will be read wrongly. Bring the camera nearer: the farthest tiles are "
                                   "14 pixels wide and 30 are needed."),
    ],
    ids=["fit", "unmeasured", "poor", "unfit"],
)  # fmt: skip
def test_a_camera_is_told_in_one_line(measures: CameraMeasurements, said: str):
    assert fit_line(judge_fitness(measures), "en") == said
