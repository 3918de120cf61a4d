"""Renders photographs taken from a chair: `python -m datasets.seated_views.generate OUT --count 40 --seed 1`.

Whole tables, near tiles three to five times as large as far ones, with COCO labels as `synthetic_tables` writes them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from datasets.seated_views.laying import few, seated
from datasets.seated_views.phone_poses import TILT_DEG, seat
from datasets.synthetic_tables.fonts import discover
from datasets.synthetic_tables.generate import PictureSpec, render, write_coco
from datasets.synthetic_tables.render import Picture, TextureCache
from datasets.synthetic_tables.set_design import sample_look

LONG_SIDES_PX = (1600, 2000, 3000, 4000)
"""Long sides of pictures as they arrive: from a messenger, scaled down, or original."""
OPENING = (0.03, 0.1)
"""Half of a phone's opening of 1.6 to 5 mm, in widths of a tile."""


def pictures(
    seed: int, count: int, tilt_deg: tuple[float, float] = TILT_DEG, *, is_few: bool = False
) -> Iterator[Picture]:
    """``count`` photographs, each of another maker's set, of whole tables or of a few rows; deterministic for the same
    seed, tilts and fonts."""
    rng = np.random.default_rng(seed)
    fonts = discover()
    for _ in range(count):
        long_side = int(rng.choice(LONG_SIDES_PX))
        size = (long_side, long_side * 3 // 4)
        size = size if rng.random() < 0.6 else size[::-1]
        lay = few if is_few else seated
        order = PictureSpec(size, lay, camera=partial(seat, tilt_deg=tilt_deg), opening=OPENING)
        look = sample_look(rng, fonts)
        yield render(rng, TextureCache(look, rng), look, order)


def main() -> None:
    """Command line of the recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--tilt", type=float, nargs=2, default=TILT_DEG, help="least and most degrees from straight down"
    )
    parser.add_argument("--few", action="store_true", help="a few rows alone, ten to two dozen tiles")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    write_coco(given.out, given.seed, pictures(given.seed, given.count, tuple(given.tilt), is_few=given.few))


if __name__ == "__main__":
    main()
