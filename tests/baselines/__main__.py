"""Reads the same pictures with what a user would otherwise pick: `make bench-baselines`, or
`.venv-baselines/bin/python -m tests.baselines [ANNOTATIONS.json] [--every N] [--json]`.

Found: a tile with the middle of a sighting in its labelled outline. Right: a labelled number that is said there.
False: every other number said. All share two processors; decoding is in nobody's time.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2

from companion.errors import TruthError
from companion.evaluation.labelled_pictures import TruePicture, load_truth
from tests.baselines.contenders import (
    NAMES,
    OURS,
    THREADS,
    Contender,
    ocr_contender,
    read_by_ours,
    textbook_contender,
)
from tests.baselines.looks import Counts, Look, graded, summed
from tests.baselines.tables import as_json, as_table
from vision.errors import BadImage
from vision.io.images import load_image

ROOT = Path(__file__).parents[2]
BESIDE = ROOT.parent / "shared" / "photos" / "rummikub-230" / "annotations.json"
BURAKO = ROOT / ".venv" / "bin" / "burako"
EVERY = 10


def main(arguments: Sequence[str] | None = None) -> int:
    """Reads, grades and prints; 2 where the labels or a picture cannot be read."""
    given = _parser().parse_args(arguments)
    if given.annotations is None and not BESIDE.is_file():
        print(
            "skipped: no labelled photographs lie beside the checkout, and no file of them was given", file=sys.stderr
        )
        return 0
    every = given.every or (1 if given.annotations else EVERY)
    try:
        pictures = load_truth(given.annotations or BESIDE)[::every]
        counts = {name: graded_all(pictures, looks) for name, looks in _looks(pictures).items()}
    except (TruthError, BadImage) as error:
        print(error.sentence("en"), file=sys.stderr)
        return 2
    print(json.dumps(as_json(counts)) if given.json else as_table(counts))
    return 0


def graded_all(pictures: Sequence[TruePicture], looks: Mapping[Path, Look]) -> Counts:
    """The counts of one contender; a picture of which it says nothing is a picture without sightings."""
    return summed(graded(picture.tiles, looks.get(picture.path, Look())) for picture in pictures)


def seen_by(contenders: Sequence[Contender], pictures: Sequence[TruePicture]) -> dict[str, dict[Path, Look]]:
    """All looks of the contenders, by name and picture; each looks once before the clock counts."""
    looks: dict[str, dict[Path, Look]] = {}
    for number, picture in enumerate(pictures, 1):
        bgr = load_image(picture.path).bgr
        for contender in contenders:
            if number == 1:
                contender(bgr)
            for name, look in contender(bgr).items():
                looks.setdefault(name, {})[picture.path] = look
        if sys.stderr.isatty():
            print(f"\r{number} of {len(pictures)}", end="\n" * (number == len(pictures)), file=sys.stderr)
    return looks


def _looks(pictures: Sequence[TruePicture]) -> dict[str, dict[Path, Look]]:
    _use_processors(THREADS)
    contenders = [textbook_contender()]
    try:
        contenders.append(ocr_contender())
    except ImportError:
        print("RapidOCR is not installed here: make bench-baselines", file=sys.stderr)
    looks = seen_by(contenders, pictures)
    if ours := pictures and read_by_ours(BURAKO, [picture.path for picture in pictures]):
        looks[OURS] = ours
    return {name: looks[name] for name in NAMES if name in looks}


def _use_processors(count: int) -> None:
    """This program and those it starts run on ``count`` processors at most, where the system can be told so."""
    cv2.setNumThreads(count)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:count])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.baselines", description="What a user would otherwise pick.")
    parser.add_argument(
        "annotations", nargs="?", type=Path, help="a COCO file; else the photographs beside the checkout"
    )
    parser.add_argument("--every", type=_positive, help=f"every n-th picture; {EVERY}, or 1 where a file is given")
    parser.add_argument("--json", action="store_true", help="one line of JSON")
    return parser


def _positive(text: str) -> int:
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError("1 or more")
    return number


if __name__ == "__main__":
    sys.exit(main())
