"""Stills of filmed hands are what the film shows, with every tile where it lies."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.synthetic_tables.render import Picture
from datasets.synthetic_videos import stills as recipe
from datasets.synthetic_videos.generate import HandVideoSpec, hand_to_film
from datasets.synthetic_videos.stills import stills, windows

ORDER = HandVideoSpec(rules="clasico", seed=4903, stop_after=30)


@pytest.fixture(scope="module")
def shown() -> list[Picture]:
    return list(stills(ORDER, 3))


def test_the_stills_are_spread_over_the_hand_and_the_last_one_is_there(shown: list[Picture]) -> None:
    assert [picture.record["still"] for picture in shown] == [10, 19, 29]
    assert {picture.record["session"] for picture in shown} == {"clasico-4903"}
    assert [len(picture.labels) for picture in shown] == sorted(len(picture.labels) for picture in shown)


def test_a_still_shows_what_the_film_shows(shown: list[Picture]) -> None:
    made = hand_to_film(ORDER)
    lying = made.seating.arrangement(made.states, 29)
    exposed = made.film.still(lying)
    assert np.abs(cv2.blur(shown[-1].bgr, (9, 9)).astype(int) - cv2.blur(exposed.bgr, (9, 9))).mean() < 3
    on_top = Counter(label.face for label in shown[-1].labels if label.visible > 0.5)
    assert not on_top - Counter(tile.face for tile in lying.tiles)
    assert on_top.total() > 10


def test_tiles_are_where_the_labels_say(shown: list[Picture]) -> None:
    """Next to nothing of a table without tiles is where the labels are."""
    made = hand_to_film(ORDER)
    empty = made.film._exposure(made.film._tables.labelled(()).bgr)
    change = cv2.cvtColor(cv2.absdiff(made.film.still(made.seating.arrangement(made.states, 29)).bgr, empty),
                          cv2.COLOR_BGR2GRAY)  # fmt: skip
    for label in shown[-1].labels:
        if label.visible > 0.5:
            x, y = label.corners_px.mean(axis=0).round().astype(int)
            assert change[y - 4 : y + 4, x - 4 : x + 4].max() > 20


def test_windows_keep_what_lies_in_them(shown: list[Picture]) -> None:
    still = shown[-1]
    middles, faces = (
        np.array([label.corners_px.mean(axis=0) for label in still.labels]),
        [label.face for label in still.labels],
    )
    cut = list(windows(still, 6, np.random.default_rng(5)))
    assert any(window.labels for window in cut)
    for window in cut:
        assert window.bgr.shape == (416, 416, 3)
        corner = np.argwhere((still.bgr[:-415, :-415] == window.bgr[0, 0]).all(axis=-1))
        at = next(p for p in corner if np.array_equal(still.bgr[p[0] : p[0] + 416, p[1] : p[1] + 416], window.bgr))
        for label in window.labels:
            away = np.abs(middles - at[::-1] - label.corners_px.mean(axis=0)).max(axis=1)
            assert away.min() < 0.01
            assert faces[int(away.argmin())] == label.face


def test_every_hand_is_a_session_and_its_set_lies_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    laid_out: list[tuple[str, Path]] = []
    blank = np.zeros((8, 8, 3), np.uint8)
    monkeypatch.setattr(
        recipe, "stills", lambda still, _: [Picture(blank, (), {"layout": still.rules, "session": still.name})]
    )
    monkeypatch.setattr(recipe, "store", lambda still, path: laid_out.append((still.name, path)))
    monkeypatch.setattr(sys, "argv", ["stills", str(tmp_path), "--rules", "rummy", "--seed", "7", "--sets"])
    recipe.main()
    sessions = [image["session"] for image in json.loads((tmp_path / "annotations.json").read_text())["images"]]
    assert sessions == ["rummy-0007", "rummy-0008"]
    assert laid_out == [(name, tmp_path / "sets" / f"{name}.json") for name in sessions]


def test_sets_and_windows_are_not_drawn_in_one_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["stills", str(tmp_path), "--sets", "--windows", "4"])
    with pytest.raises(SystemExit):
        recipe.main()
    assert list(tmp_path.iterdir()) == []
