"""Cut training windows from labelled photographs: `python -m datasets.photographed_tables.generate COCO OUT`.

Shards by session, some twenty windows of each photograph, so that training can leave a session out (`--without`). An
annotated outline becomes the four corners of the printed face with the help of the installed detector: a detected place
there, else the rectangle around the outline; the labelled face determines the upright direction.

A folder of pictures of single tiles gives one shard `crops`, for the reader alone.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, groupby, islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables.render import Picture, TileLabel
from datasets.synthetic_tables.shards import store
from vision.belief import FACE_NAMES
from vision.detection.patches import quarter_turned
from vision.geometry import polygon_iou
from vision.io.images import load_image
from vision.pipeline import TableRecognizer

F32 = NDArray[np.float32]
U8 = NDArray[np.uint8]
WINDOW_PX = 416
SIDES_PX = (16.0, 120.0)
"""Least and greatest short side of a typical tile in a window."""
SAME = 0.75
"""Overlap from which a place that the recognizer found is the tile that a person outlined."""
FILLED = 0.8
"""Part of a window's side that a photograph fills at least."""
LEAST_SEEN = 0.02
SHARD = 500
"""Windows in one file."""


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """A photograph, BGR uint8, with the corners (n, 4, 2) and faces of its tiles."""

    bgr: U8
    quads_px: F32
    faces: tuple[str, ...]


def by_session(annotations: Path) -> Iterator[tuple[str, list[tuple[Path, dict[str, list[F32]]]]]]:
    """The photographs of a COCO file with the outlines (n, 2) of their tiles by face, session by session."""
    coco = json.loads(annotations.read_text())
    names = {category["id"]: category["name"] for category in coco["categories"]}
    outlines: dict[int, dict[str, list[F32]]] = {image["id"]: {} for image in coco["images"]}
    for label in coco["annotations"]:
        outlines[label["image_id"]].setdefault(names[label["category_id"]], []).append(outline_of(label))
    images = sorted(coco["images"], key=lambda image: str(image["session"]))
    for session, group in groupby(images, key=lambda image: str(image["session"])):
        yield session, [(annotations.parent / image["file_name"], outlines[image["id"]]) for image in group]


def outline_of(label: Mapping[str, Any]) -> F32:
    """The outline (n, 2) that a COCO annotation gives its tile."""
    return np.array(label["segmentation"][0], np.float32).reshape(-1, 2)


def labelled(path: Path, outlines: dict[str, list[F32]], recognizer: TableRecognizer) -> Labelled:
    """The photograph with its labels as corners clockwise from the number's top left."""
    bgr = load_image(path).bgr
    places = [place.corners_px for place in recognizer.detect(bgr)]
    named = [(face, _corners(outline, places)) for face, some in outlines.items() for outline in some]
    quads, faces = np.array([quad for _, quad in named], np.float32).reshape(-1, 4, 2), tuple(face for face, _ in named)
    return Labelled(bgr, upright(bgr, quads, faces, recognizer), faces)


def _corners(outline: F32, places: Sequence[F32]) -> F32:
    likeness = [polygon_iou(place, outline) for place in places]
    if likeness and max(likeness) > SAME:
        return places[int(np.argmax(likeness))]
    box = cv2.boxPoints(cv2.minAreaRect(outline))
    wide = np.linalg.norm(box[1] - box[0]) > np.linalg.norm(box[2] - box[1])
    return np.asarray(np.roll(box, -1, axis=0) if wide else box, np.float32)


def upright(bgr: U8, quads_px: F32, faces: Sequence[str], recognizer: TableRecognizer) -> F32:
    """The quadrilaterals (n, 4, 2) rotated by quarter turns so that the labelled face is read upright."""
    if not len(faces):
        return quads_px
    turned = np.stack([quarter_turned(quads_px, np.full(len(faces), quarters)) for quarters in range(4)])
    looks = [recognizer.read.as_it_lies(bgr, quads) for quads in turned]
    rows = np.arange(len(faces))
    named = np.array([[name == face or name[:-1] == face for name in FACE_NAMES] for face in faces])
    likely = np.stack([(look.beliefs() * named).sum(axis=1) * look.turn[:, 0] for look in looks])
    return np.asarray(turned[likely.argmax(axis=0), rows], np.float32)


def windows(photograph: Labelled, copies: int, rng: np.random.Generator) -> Iterator[Picture]:
    """``copies`` windows of a photograph at random sizes, slightly rotated and warped."""
    height, width = photograph.bgr.shape[:2]
    quads = photograph.quads_px
    sides = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    typical = float(np.median(sides)) if len(sides) else 60.0
    for _ in range(copies):
        scale = np.exp(rng.uniform(*np.log(SIDES_PX))) / typical
        scale = max(scale, FILLED * WINDOW_PX / min(height, width))
        aim = quads[rng.integers(len(quads))].mean(axis=0) if len(quads) else rng.uniform(0, [width, height])
        to_window = _to_window(aim, float(scale), rng)
        shrunk = cv2.GaussianBlur(photograph.bgr, (0, 0), 0.4 / scale) if scale < 0.7 else photograph.bgr
        bgr = cv2.warpPerspective(shrunk, to_window, (WINDOW_PX, WINDOW_PX), borderMode=cv2.BORDER_REFLECT_101)
        beyond = cv2.warpPerspective(np.ones((height, width), np.uint8), to_window, (WINDOW_PX, WINDOW_PX)) == 0
        bgr[beyond] = rng.integers(0, 256, 3)
        yield Picture(np.asarray(bgr, np.uint8), tuple(_labels(photograph, to_window)), {})


def _to_window(aim: F32, scale: float, rng: np.random.Generator) -> NDArray[np.float64]:
    """From a photograph's pixels to a window's, with ``aim`` somewhere in it."""
    angle, bend = rng.normal(0, 0.12), rng.normal(0, 0.06, (4, 2))
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    middle = np.full(2, WINDOW_PX / 2) + rng.uniform(-0.35, 0.35, 2) * WINDOW_PX
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * WINDOW_PX / 2
    source = square @ np.linalg.inv(turn).T + aim
    target = square * (1 + bend) + middle
    return np.asarray(cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32)))


def _labels(photograph: Labelled, to_window: NDArray[np.float64]) -> Iterator[TileLabel]:
    frame = np.array([[0, 0], [WINDOW_PX, 0], [WINDOW_PX, WINDOW_PX], [0, WINDOW_PX]], np.float32)
    for quad, face in zip(photograph.quads_px, photograph.faces, strict=True):
        moved = cv2.perspectiveTransform(quad[None], to_window)[0]
        seen, _ = cv2.intersectConvexConvex(moved, frame)
        share = seen / max(cv2.contourArea(moved), 1.0)
        if share > LEAST_SEEN:
            yield TileLabel(face, moved.astype(np.float32), min(float(share), 1.0), -1)


def crops(folder: Path, recognizer: TableRecognizer) -> Iterator[Picture]:
    """Pictures of single tiles, each filled by its tile."""
    for path in sorted(folder.glob("*/*")):
        bgr, name = load_image(path).bgr, path.parent.name
        height, width = bgr.shape[:2]
        whole = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float32)
        yield Picture(bgr, (TileLabel(name, upright(bgr, whole, (name,), recognizer)[0], 1.0, -1),), {})


def main() -> None:
    """Command line of the recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photographs", type=Path, help="a COCO file, or a folder of single tiles")
    parser.add_argument("out", type=Path)
    parser.add_argument("--copies", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng, recognizer = np.random.default_rng(given.seed), TableRecognizer()
    if given.photographs.is_dir():
        store(given.out / "crops_0.npz", crops(given.photographs, recognizer))
        return
    for session, photographs in by_session(given.photographs):
        cut = (
            window
            for photograph in photographs
            for window in windows(labelled(*photograph, recognizer), given.copies, rng)
        )
        for part in count():
            if not (some := tuple(islice(cut, SHARD))):
                break
            store(given.out / f"{session}_{part}.npz", some)
            print(f"{session} {part}", flush=True)


if __name__ == "__main__":
    main()
