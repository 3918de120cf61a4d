"""Photographs of the filmed sets laid out once, for set adaptation: `… .portraits FILMS/*.json`.

In the folder `sets` beside each film a JPEG of the 52 numbers in four rows and two jokers, as the camera of that film
sees them before the hand, and a JSON file of the same name with the face and the corners of each.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from datasets.synthetic_tables.render import Picture
from datasets.synthetic_tables.scene import SceneLayout, TilePose
from datasets.synthetic_videos.generate import HandVideoSpec, hand_to_film
from datasets.synthetic_videos.tile_places import Size

ROWS = (*(tuple(f"{number}{ink}" for number in range(1, 14)) for ink in "rbyk"), ("J", "J"))
FOLDER = "sets"
_QUALITY = 92
_PITCH, _LINE = 1.05, 1.2
"""From one tile to the next, in widths, and from one row to the next, in heights."""


def laid_out(size_mm: Size) -> SceneLayout:
    """A set in rows in the middle of the table."""
    width, height, thickness = size_mm
    right, up = np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])
    tiles = (
        TilePose(face, np.array([_PITCH * width * (at - 6), _LINE * height * (2 - line), thickness]), right, up,
                 size_mm, line)
        for line, row in enumerate(ROWS) for at, face in enumerate(row)
    )  # fmt: skip
    return SceneLayout(tuple(tiles), (), {})


def portrait(order: HandVideoSpec) -> Picture:
    """The set of the hand of ``order``, with the noise of its camera."""
    made = hand_to_film(order)
    shown = made.film.still(laid_out(made.seating.size_mm))
    return Picture(next(made.film.again(shown.bgr, 1)), shown.labels, {})


def write(film: Path) -> Path:
    """Photograph the set of a film, by the path of its ground truth; returns the path of the labels."""
    order = json.loads(film.read_text(encoding="utf-8"))["order"]
    return store(HandVideoSpec(**{**order, "size_px": tuple(order["size_px"])}), film.parent / FOLDER / film.name)


def store(order: HandVideoSpec, path: Path) -> Path:
    """Write the labels of the set of ``order`` to the JSON file ``path``, which is returned, and a JPEG beside it."""
    shown = portrait(order)
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path.with_suffix(".jpg")), shown.bgr, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    tiles = [{"face": label.face, "corners": label.corners_px.round(1).tolist()} for label in shown.labels]
    path.write_text(json.dumps({"tiles": tiles}), encoding="utf-8")
    return path


def main() -> None:
    """Command line of the recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("films", type=Path, nargs="+", help="true stories of films")
    for film in parser.parse_args().films:
        print(write(film), flush=True)


if __name__ == "__main__":
    main()
