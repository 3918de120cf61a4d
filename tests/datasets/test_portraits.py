"""A set of tiles laid out to be learned: every face of it in view, in the place that is told."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from datasets.synthetic_videos.generate import HandVideoSpec
from datasets.synthetic_videos.generate import write as write_film
from datasets.synthetic_videos.portraits import portrait, write
from engine.tiles import FACES

SMALL = (480, 288)


def test_a_portrait_shows_every_face_once_and_two_jokers_apart_from_each_other() -> None:
    shown = portrait(HandVideoSpec(seed=3, size_px=SMALL))
    wanted = Counter(str(face) for face in FACES) + Counter(["J"])
    assert Counter(label.face for label in shown.labels) == wanted
    assert all(label.visible > 0.95 for label in shown.labels)
    middles = np.array([label.corners_px.mean(axis=0) for label in shown.labels])
    assert (middles > 0).all()
    assert (middles < SMALL).all()


def test_a_portrait_lies_beside_its_film(tmp_path: Path) -> None:
    film = write_film(tmp_path, HandVideoSpec(seed=3, size_px=SMALL, stop_after=1), "mjpg")
    path = write(film)
    assert path == tmp_path / "sets" / film.name
    assert len(json.loads(path.read_text())["tiles"]) == 54
    assert cv2.imread(str(path.with_suffix(".jpg"))).shape == (288, 480, 3)
