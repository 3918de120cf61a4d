"""One hand filmed by two cameras: the same stills at the same frames, and a cup that only the first has in the way."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from companion.evaluation.film_truth import load_true_film
from datasets.synthetic_videos.generate import HandVideoSpec
from datasets.synthetic_videos.two_views import Cup, write
from vision.cameras import open_recording, parse_source


def test_two_films_of_one_hand_are_as_long_and_their_story_names_both(tmp_path: Path) -> None:
    order = HandVideoSpec(seed=3, size_px=(320, 192), stop_after=2, is_staged=True)
    one, two = (load_true_film(path) for path in write(tmp_path, order, "mjpg"))
    assert one.second is None
    assert two.second is not None
    lengths = []
    for path in (two.video, two.second):
        camera = open_recording(parse_source(str(path)))
        lengths.append(sum(1 for _ in iter(camera.newest, None)))
        camera.close()
    assert lengths[0] == lengths[1] > 16
    assert (one.moves, one.tables) == (two.moves, two.tables)
    assert json.loads((tmp_path / "clasico-0003-two.json").read_text(encoding="utf-8"))["video"] == one.video.name


def test_a_cup_hides_what_lies_under_it_and_nothing_else() -> None:
    table = np.full((60, 80, 3), 200, np.uint8)
    shown = Cup((40, 30), 10).over(table)
    changed = (shown != table).any(axis=2)
    assert changed[30, 40]
    assert not changed[30, 55]
    assert (table == 200).all()
