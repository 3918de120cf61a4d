"""Photographs behind the tiles instead of a drawn table: those of ``backdrops.txt`` that are installed here.

    python -m datasets.synthetic_tables.backdrops            lists them
    python -m datasets.synthetic_tables.backdrops packages   names the Debian packages, for ``apt-get install``

Cats, cups, streets and signs: whatever a detector may take for a tile, it should have met before.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.synthetic_tables.debian_packages import Package, listed, taken, tell
from datasets.synthetic_tables.random_fields import U8, Rng

FOLDERS = (Path("/usr/share/backgrounds"), Path("/usr/share/pixmaps/faces"), Path("/usr/share/doc/opencv-doc"))
"""Where Debian keeps pictures."""
LONGEST_PX = 1600
LEAST_SHARE = 0.2
"""Part of a photograph's shorter side that a window shows at least."""


def packages() -> tuple[Package, ...]:
    """The entries of ``backdrops.txt``, in order."""
    return listed(Path(__file__).with_name("backdrops.txt"))


def discover(folders: Iterable[Path] = FOLDERS) -> tuple[Path, ...]:
    """The listed photographs found under ``folders``, sorted by file name; possibly empty."""
    return taken(packages(), folders, (".jpg", ".png"))


def backdrop(rng: Rng, photographs: tuple[Path, ...], size_px: tuple[int, int]) -> tuple[U8, dict[str, Any]]:
    """A crop of one of ``photographs`` (at least one) as BGR of ``size_px``, flipped or rotated, and the choices."""
    path = photographs[int(rng.integers(len(photographs)))]
    bgr = _opened(path)
    height, width = bgr.shape[:2]
    shrunk = min(height / size_px[1], width / size_px[0]) * float(np.exp(rng.uniform(np.log(LEAST_SHARE), 0)))
    wide, high = (max(1, int(shrunk * side)) for side in size_px)
    left, top = int(rng.integers(width - wide + 1)), int(rng.integers(height - high + 1))
    part = bgr[top : top + high, left : left + wide]
    part = cv2.resize(part, size_px, interpolation=cv2.INTER_AREA if shrunk > 1 else cv2.INTER_CUBIC)
    if rng.random() < 0.5:
        part = part[:, ::-1]
    if size_px[0] == size_px[1]:
        part = np.rot90(part, int(rng.integers(4)))
    return np.ascontiguousarray(part), {"kind": "photograph", "name": path.name}


@lru_cache(maxsize=48)
def _opened(path: Path) -> U8:
    bgr = cv2.imread(str(path), cv2.IMREAD_COLOR)
    shrunk = min(1.0, LONGEST_PX / max(bgr.shape[:2]))
    return np.asarray(cv2.resize(bgr, None, fx=shrunk, fy=shrunk, interpolation=cv2.INTER_AREA), np.uint8)


if __name__ == "__main__":
    tell(packages(), discover())
