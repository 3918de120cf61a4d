"""Render the demo hand that ships with the program: `python -m datasets.synthetic_videos.demo companion/demo/hand`.

A short whole hand: muertos and canastas, one meld that breaks the rules, and a player who closes. Beside the film and
its ground truth lie photographs of the table at the end and of the remaining rack.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from datasets.synthetic_tables.render import U8
from datasets.synthetic_tables.scene import SceneLayout, TilePose
from datasets.synthetic_videos.film_writer import FrameWriter
from datasets.synthetic_videos.generate import HandVideoSpec, filmed, hand_to_film
from datasets.synthetic_videos.tile_places import Size

HAND = HandVideoSpec(seed=31064, take=92, offends=True, is_staged=True)
"""A hand chosen among some hundreds: few moves, muertos for both sides, a canasta each, and distinct inks."""
BITS_PER_PIXEL = 0.03
TABLE_PX, RACK_PX = (640, 320), (400, 225)
_CLOSER = 2
"""The rack is photographed from so much nearer than the table."""


def rack(tiles: Sequence[str], size_mm: Size) -> SceneLayout:
    """Tiles side by side in the middle of the table."""
    width, _, thickness = size_mm
    right, up = np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])
    spots = (np.array([(at - (len(tiles) - 1) / 2) * 1.04 * width, 0.0, thickness]) for at in range(len(tiles)))
    return SceneLayout(tuple(TilePose(*pair, right, up, size_mm, 0) for pair in zip(tiles, spots, strict=True)), (), {})


def rack_picture(order: HandVideoSpec, tiles: Sequence[str]) -> U8:
    """A photograph of the rack from above."""
    whole = (order.size_px[0] * _CLOSER, order.size_px[1] * _CLOSER)
    near = hand_to_film(replace(order, size_px=whole))
    return middle(near.film.still(rack(tiles, near.seating.size_mm)).bgr, RACK_PX)


def table_picture(order: HandVideoSpec) -> U8:
    """A photograph of the table at the end of the hand."""
    made = hand_to_film(order)
    last = made.film.still(made.seating.arrangement(made.states, len(made.states) - 1)).bgr
    width = order.size_px[0]
    wide = middle(last, (width, width * TABLE_PX[1] // TABLE_PX[0]))
    return np.asarray(cv2.resize(wide, TABLE_PX, interpolation=cv2.INTER_AREA), np.uint8)


def middle(bgr: U8, size_px: tuple[int, int]) -> U8:
    """The central part of a picture."""
    (height, width), (across, down) = bgr.shape[:2], size_px
    left, top = (width - across) // 2, (height - down) // 2
    return bgr[top : top + down, left : left + across]


def main() -> None:
    """Write film.mp4, film.json, table.jpg and rack.jpg."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    folder: Path = parser.parse_args().out
    folder.mkdir(parents=True, exist_ok=True)
    path = filmed(FrameWriter(folder / "film", HAND.fps, HAND.size_px, "h264", BITS_PER_PIXEL), HAND)
    truth = json.loads(path.read_text(encoding="utf-8"))
    del truth["chosen"]  # what was drawn by chance the order says again
    path.write_text(f"{json.dumps(truth, ensure_ascii=False, indent=1)}\n", encoding="utf-8")
    left = next(left for left in truth["racks"] if left)
    pictures = {"table.jpg": table_picture(HAND), "rack.jpg": rack_picture(HAND, left.split())}
    for name, bgr in pictures.items():
        cv2.imwrite(str(folder / name), bgr, [cv2.IMWRITE_JPEG_QUALITY, 88])


if __name__ == "__main__":
    main()
