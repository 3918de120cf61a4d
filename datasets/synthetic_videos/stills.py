"""Labelled stills of filmed hands: `python -m datasets.synthetic_videos.stills OUT --count 10 --seed 20000`.

Each is decoded from the encoded video, like the picture of a network camera. ``--windows`` writes shards of small
windows for training, a shard for each seed; without it whole pictures with COCO labels, each hand a session of its own,
and with ``--sets`` beside them the set of each hand laid out once. The frames beside a label are BGR uint8.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

import cv2
import numpy as np

from datasets.synthetic_tables import shards
from datasets.synthetic_tables.generate import write_coco
from datasets.synthetic_tables.render import Picture
from datasets.synthetic_videos.film_writer import FrameWriter, best_codec
from datasets.synthetic_videos.generate import HandVideoSpec, hand_to_film
from datasets.synthetic_videos.portraits import FOLDER, store
from engine.rules.profiles import PROFILES

_SETTLED = 6
"""Frames of a still after which the encoder has spent on it what it will."""
_WINDOW_PX = 416


def stills(order: HandVideoSpec, count: int) -> Iterator[Picture]:
    """``count`` stills of the hand of ``order``, evenly spread over it, including the last one."""
    made = hand_to_film(order)
    chosen = np.unique(np.linspace(0, len(made.states) - 1, count + 1).round().astype(int)[1:]).tolist()
    shown = [made.film.still(made.seating.arrangement(made.states, at)) for at in chosen]
    with tempfile.TemporaryDirectory() as folder:
        writer = FrameWriter(Path(folder, "stills"), order.fps, order.size_px, best_codec())
        for frame in chain.from_iterable(made.film.again(shot.bgr, _SETTLED) for shot in shown):
            writer.add(frame)
        writer.close()
        video = cv2.VideoCapture(str(writer.path))
        for at, still in zip(chosen, shown, strict=True):
            for _ in range(_SETTLED):
                kept = video.read()[1]
            record = {"layout": order.rules, "session": order.name, "seed": order.seed, "still": at, **still.record}
            yield replace(still, bgr=np.asarray(kept, np.uint8), record=record)
        video.release()


def windows(picture: Picture, count: int, rng: np.random.Generator) -> Iterator[Picture]:
    """``count`` windows cut from a still, three in four of them around one of its tiles."""
    spare = np.array([picture.bgr.shape[1], picture.bgr.shape[0]]) - _WINDOW_PX
    for _ in range(count):
        corner = rng.integers(0, spare + 1)
        if picture.labels and rng.random() < 0.75:
            middle = picture.labels[rng.integers(len(picture.labels))].corners_px.mean(axis=0)
            corner = np.clip(middle - rng.uniform(0.1, 0.9, 2) * _WINDOW_PX, 0, spare).astype(int)
        left, top = corner.tolist()
        bgr = picture.bgr[top : top + _WINDOW_PX, left : left + _WINDOW_PX]
        moved = (replace(label, corners_px=label.corners_px - corner.astype(np.float32)) for label in picture.labels)
        yield Picture(bgr, tuple(label for label in moved if _inside(label.corners_px)), picture.record)


def _inside(corners_px: np.ndarray) -> bool:
    """Whether a tile's centre is in the window."""
    middle = corners_px.mean(axis=0)
    return bool((middle >= 0).all() and (middle < _WINDOW_PX).all())


def main() -> None:
    """Command line of the recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--rules", nargs="+", default=sorted(PROFILES), help="profiles, each of which gets its hands")
    parser.add_argument("--count", type=int, default=2, help="hands of each profile")
    parser.add_argument("--seed", type=int, default=20000)
    parser.add_argument("--stills", type=int, default=8, help="stills of a hand")
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--windows", type=int, default=0, help="windows of a still; 0 for whole pictures")
    either.add_argument("--sets", action="store_true", help="the set of each hand as well, to have it learned")
    given = parser.parse_args()
    hands = [[HandVideoSpec(rules=rules, seed=given.seed + at) for rules in given.rules] for at in range(given.count)]
    if not given.windows:
        write_coco(given.out, given.seed, chain.from_iterable(stills(hand, given.stills) for hand in chain(*hands)))
        if given.sets:
            for hand in chain(*hands):
                store(hand, given.out / FOLDER / f"{hand.name}.json")
        return
    for orders in hands:
        path = given.out / f"stills_{orders[0].seed}.npz"
        if not path.exists():
            rng = np.random.default_rng([orders[0].seed, 78])
            shown = chain.from_iterable(stills(order, given.stills) for order in orders)
            shards.store(path, chain.from_iterable(windows(shot, given.windows, rng) for shot in shown))


if __name__ == "__main__":
    main()
