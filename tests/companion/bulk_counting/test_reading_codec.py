"""A reading that was kept is judged as the fresh one was."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.bootstrap import open_rules
from companion.bulk_counting.reader_process import ReadingSetup, read_pictures
from companion.bulk_counting.reading_codec import kept_reading, kept_text, piece
from companion.recognition.interpret import SeenPhotograph
from tests.companion.builders import FakeRecognizer, corners, reading, save_picture


@pytest.mark.parametrize(
    ("table", "loose"),
    [("7r 8r J | 5r 6b 7r", "1y"), ("3k 4k.5/4b.4 5k | 9r 9k 9b 9y.6/9r.3", "6r.5/9r.4 back"), ("", "")],
)
def test_a_kept_reading_says_the_same(table: str, loose: str):
    lamp = np.array([[100, 20], [160, 20], [130, 70]], np.float32)
    fresh = SeenPhotograph(
        "a.jpg", (400, 300), replace(reading(table, loose), burnt_out=(lamp,), faint=(corners(9, 2),))
    )
    again = kept_reading(kept_text(fresh, {2: b"jpeg"}), "a.jpg")
    rules = open_rules()
    assert again.photograph.score(rules).rows == fresh.score(rules).rows
    assert [tile.face for tile in again.photograph.score(rules).tiles] == [
        tile.face for tile in fresh.score(rules).tiles
    ]
    assert again.photograph.reading.loose == fresh.reading.loose
    assert again.photograph.score(rules).burnt_out == fresh.score(rules).burnt_out != ()
    assert again.photograph.score(rules).faint == fresh.score(rules).faint != ()
    assert again.pieces == {2: b"jpeg"}


def test_a_piece_shows_the_tile_upright_with_what_is_around_it():
    bgr = np.full((300, 400, 3), 60, np.uint8)
    place = corners(3, 1)
    cv2.fillPoly(bgr, [place.astype(np.int32)], (255, 255, 255))
    shown = cv2.imdecode(np.frombuffer(piece(bgr, np.roll(place, -2, axis=0)), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert shown.shape[0] > shown.shape[1]
    assert shown[shown.shape[0] // 2, shown.shape[1] // 2] > 240
    assert shown[3, 3] < 80


def test_only_what_is_in_doubt_is_kept_as_a_picture(single_recognizer, how: ReadingSetup, tmp_path: Path):
    single_recognizer(FakeRecognizer(reading("3k ? 5k", loose="6r.5/9r.4")))
    (outcome,) = read_pictures([save_picture(tmp_path / "a.jpg").read_bytes()], how)
    assert sorted(kept_reading(outcome.text, "").pieces) == [1, 3]
