"""A hand leaves what lies beside it as it was; a camera that looks from elsewhere leaves nothing so."""

from __future__ import annotations

import numpy as np
import pytest

from vision.tracking.camera_motion import is_from_elsewhere

SHAPE, CLEAR = (60, 100), 0.15
F32 = np.ndarray[tuple[int, int], np.dtype[np.float32]]


def tiles(first_px: int, rows: int = 3) -> F32:
    """Contrast of rows of tiles of 4 × 4 small pixels with gaps between them."""
    out = np.zeros(SHAPE, np.float32)
    for y in range(10, 10 + 12 * rows, 12):
        for x in range(first_px, 92, 10):
            out[y : y + 4, x : x + 4] = 0.4
    return out


def arm(width_px: int) -> F32:
    """Contrast of an arm that comes in from below."""
    out = np.zeros(SHAPE, np.float32)
    out[15:, 40 : 40 + width_px] = 0.3
    return out


CASES = {
    "an arm over tiles": (tiles(5), np.where(arm(20) > 0, arm(20), tiles(5)), arm(20), False),
    "all tiles are elsewhere": (tiles(5), tiles(10), arm(4), True),
    "elsewhere, and an arm": (tiles(5), np.where(arm(8) > 0, arm(8), tiles(10)), arm(8), True),
    "elsewhere, in one piece": (tiles(5), tiles(10), arm(55), True),
    "tiles that lie as they lay under what is too large for a hand": (tiles(5), tiles(5), arm(55), False),
    "too few tiles tell nothing": (tiles(75, rows=1), tiles(80, rows=1), arm(4), False),
    "nor does the dark": (tiles(5), np.zeros(SHAPE, np.float32), arm(4), False),
    "another table beside a bare one": (np.zeros(SHAPE, np.float32), tiles(5), arm(4), False),
}


@pytest.mark.parametrize(("before", "seen", "hand", "is_elsewhere"), CASES.values(), ids=CASES)
def test_whether_a_camera_looks_from_elsewhere(before: F32, seen: F32, hand: F32, is_elsewhere: bool) -> None:
    changed = (np.abs(seen - before) > CLEAR / 2).astype(np.uint8)
    assert is_from_elsewhere(before, seen, changed, (hand > 0).astype(np.uint8), CLEAR) is is_elsewhere
