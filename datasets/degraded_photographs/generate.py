"""Degrade labelled photographs: `python -m datasets.degraded_photographs.generate COCO OUT --every 2 --seed 5`.

Each photograph is written once for each degradation of `datasets.degraded_photographs.degradations` and each strength,
which become its session, so that `burako evaluate` and `models.measure_corruptions` tell them apart. They measure
accuracy losses and silent errors on badly taken photographs, and are never used for training.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.degraded_photographs.degradation_helpers import F64, STRENGTHS, U8, Rng
from datasets.degraded_photographs.degradations import AS_TAKEN, TONES, VIEWS
from datasets.photographed_tables.generate import outline_of
from datasets.synthetic_tables.generate import located
from vision.io.images import load_image

F32 = NDArray[np.float32]
USUAL_PX = 60.0
"""Width of tiles in a photograph that has none."""
_QUALITY = 93
Seen = tuple[str, int]
"""A way and its strength."""
ALL_SEEN: tuple[Seen, ...] = (
    (AS_TAKEN, 1),
    *((way, strength) for way in (*TONES, *VIEWS) if way != AS_TAKEN for strength in STRENGTHS),
)


def degraded(bgr: U8, outlines: list[F32], degradation: Seen, rng: Rng) -> tuple[U8, list[F32]]:
    """The photograph degraded as ``degradation``, and the outlines (n, 2) of its tiles in it."""
    way, strength = degradation
    if way in TONES:
        return TONES[way](bgr, tile_px(outlines), rng, strength), outlines
    matrix, size = VIEWS[way]((bgr.shape[1], bgr.shape[0]), tile_px(outlines), rng, strength)
    return seen_through(bgr, matrix, size), [cv2.perspectiveTransform(outline[None], matrix)[0] for outline in outlines]


def session_of(degradation: Seen) -> str:
    """The session name of a degradation ``degradation``: ``shaken 2``, or ``as taken``."""
    return AS_TAKEN if degradation[0] == AS_TAKEN else f"{degradation[0]} {degradation[1]}"


def tile_px(outlines: list[F32]) -> float:
    """The width of a typical tile."""
    return float(np.median([min(cv2.minAreaRect(outline)[1]) for outline in outlines])) if outlines else USUAL_PX


def seen_through(bgr: U8, matrix: F64, size: tuple[int, int]) -> U8:
    """The picture warped by ``matrix`` (3, 3); outside it is filled with its most common colour."""
    if not (matrix - np.diag(np.diag(matrix))).any():
        how = cv2.INTER_AREA if size[0] < bgr.shape[1] else cv2.INTER_LINEAR
        return np.asarray(cv2.resize(bgr, size, interpolation=how), np.uint8)
    around = tuple(np.median(bgr.reshape(-1, 3), axis=0).tolist())
    return np.asarray(cv2.warpPerspective(bgr, matrix, size, flags=cv2.INTER_LINEAR, borderValue=around), np.uint8)


@dataclass(frozen=True, slots=True)
class PhotoSelection:
    """The selection of photographs."""

    every: int = 1
    """Only every so manieth."""
    first: int = 0
    """From this one on."""
    seed: int = 5


def write(source: Path, folder: Path, chosen: PhotoSelection) -> None:
    """Write the ``chosen`` photographs of the COCO file ``source`` in all degradations, with a COCO file."""
    coco = json.loads(source.read_text())
    images, labels = [], []
    (folder / "images").mkdir(parents=True, exist_ok=True)
    for image in coco["images"][chosen.first :: chosen.every]:
        bgr = load_image(source.parent / image["file_name"]).bgr
        own = [label for label in coco["annotations"] if label["image_id"] == image["id"]]
        for at, seen in enumerate(ALL_SEEN):
            rng = np.random.default_rng([chosen.seed, image["id"], at])
            picture, outlines = degraded(bgr, [outline_of(label) for label in own], seen, rng)
            number, name = len(images) + 1, f"images/{image['id']:05d}-{at:02d}.jpg"
            cv2.imwrite(str(folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
            size = {"width": picture.shape[1], "height": picture.shape[0]}
            images.append({**image, **size, "id": number, "file_name": name, "session": session_of(seen)})
            labels += [
                {**label, **located(outline), "id": len(labels) + i, "image_id": number}
                for i, (label, outline) in enumerate(zip(own, outlines, strict=True), 1)
            ]
    (folder / "annotations.json").write_text(json.dumps({**coco, "images": images, "annotations": labels}))


def main() -> None:
    """Command line of the recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photographs", type=Path, help="a COCO file")
    parser.add_argument("out", type=Path)
    parser.add_argument("--every", type=int, default=1, help="only every so manieth photograph")
    parser.add_argument("--first", type=int, default=0, help="from this photograph on")
    parser.add_argument("--seed", type=int, default=5)
    given = parser.parse_args()
    write(given.photographs, given.out, PhotoSelection(given.every, given.first, given.seed))


if __name__ == "__main__":
    main()
