"""Windows from photographs: labels move with the picture, and a session can be left out."""

import numpy as np
import pytest

from datasets.photographed_tables.generate import WINDOW_PX, Labelled, windows
from datasets.synthetic_tables.shards import mixed, photographed

RED = (40, 40, 220)


def photograph():
    """Two red squares on grey, the second labelled by its number alone."""
    bgr = np.full((600, 800, 3), 128, np.uint8)
    quads = []
    for left, top in ((150, 200), (420, 260)):
        bgr[top : top + 120, left : left + 80] = RED
        quads.append([[left, top], [left + 80, top], [left + 80, top + 120], [left, top + 120]])
    return Labelled(bgr, np.array(quads, np.float32), ("7r", "9"))


def test_every_label_lies_on_its_tile():
    seen = 0
    for window in windows(photograph(), 12, np.random.default_rng(1)):
        assert window.bgr.shape == (WINDOW_PX, WINDOW_PX, 3)
        for label in window.labels:
            middle = label.corners_px.mean(axis=0).round().astype(int)
            if label.visible > 0.9 and (middle >= 0).all() and (middle < WINDOW_PX).all():
                assert np.abs(window.bgr[middle[1], middle[0]].astype(int) - RED).max() < 12
                seen += 1
    assert seen > 6


@pytest.mark.parametrize(
    ("without", "taken"), [((), {"a_0", "a_1", "b_0"}), (("a",), {"b_0"}), (("b", "c"), {"a_0", "a_1"})]
)
def test_sessions_are_left_out_by_name(tmp_path, without, taken):
    for name in ("a_0", "a_1", "b_0"):
        (tmp_path / f"{name}.npz").touch()
    assert {path.stem for path in photographed(tmp_path, without)} == taken


@pytest.mark.parametrize(
    ("others", "share", "times"), [((25, 25), 0.3, 3), ((5,), 0.1, 8), ((400,), 0.3, 1), ((), 0.3, 1)]
)
def test_other_windows_are_repeated_up_to_their_share(tmp_path, others, share, times):
    def shards(name, counts):
        paths = [tmp_path / f"{name}_{i}.npz" for i in range(len(counts))]
        for path, count in zip(paths, counts, strict=True):
            np.savez(path, offsets=np.arange(count + 1))
        return paths

    first, second = shards("first", (100, 250)), shards("second", others)
    assert mixed(first, second, share) == first + second * times
