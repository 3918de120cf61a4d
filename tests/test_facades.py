"""What other programs in Python call: one function to read a photograph, one to score it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import companion
import engine
import vision
from engine import RulesError, load_rules
from vision.errors import BadImage
from vision.io.images import load_image, open_photograph, read_blob

PHOTOGRAPH = Path(__file__).parents[1] / "docs" / "reading.jpg"


def test_a_photograph_is_read() -> None:
    reading = vision.read(str(PHOTOGRAPH))
    assert len(reading.tiles) > 20
    assert [len(row.tiles) for row in reading.rows]
    assert [tile.belief.best for tile in vision.read(PHOTOGRAPH.read_bytes()).tiles] == [
        tile.belief.best for tile in reading.tiles
    ]


@pytest.mark.parametrize("rules", ["clasico", "rummy", "torneo"])
def test_a_photograph_is_scored(rules: str) -> None:
    score = companion.read(str(PHOTOGRAPH), rules)
    assert score.rules == load_rules(rules).name
    assert score.tiles == companion.read(PHOTOGRAPH, rules).tiles
    assert score.points > 0
    assert len(score.tiles) == len(vision.read(PHOTOGRAPH).tiles)


def test_what_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadImage, match="no existe"):
        companion.read(tmp_path / "none.jpg")
    with pytest.raises(BadImage):
        vision.read(b"no picture")
    with pytest.raises(RulesError):
        companion.read(PHOTOGRAPH, "tresillo")


@pytest.mark.parametrize("read", [vision.read, companion.read, load_image, open_photograph, read_blob])
@pytest.mark.parametrize("picture", [np.zeros((48, 64, 3), np.uint8), None, 7, bytearray(b"GIF")])
def test_what_is_no_picture_file_is_one_sentence_that_names_its_type(
    read: Callable[[object], object], picture: object
) -> None:
    with pytest.raises(TypeError, match=rf"^a (photograph|picture) is a [^\n]+, not {type(picture).__name__}$"):
        read(picture)


@pytest.mark.parametrize("rules", [load_rules("torneo"), None, 7])
def test_what_are_no_rules_is_one_sentence_that_names_their_type(rules: object) -> None:
    with pytest.raises(TypeError, match=rf"^rules are [^\n]+, not {type(rules).__name__}$"):
        companion.read(PHOTOGRAPH, rules)  # type: ignore[arg-type]


def test_who_only_imports_them_loads_no_network() -> None:
    code = "import vision, companion, sys; print('onnxruntime' in sys.modules, 'cv2' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.split() == ["False", "False"]


@pytest.mark.parametrize(
    ("earlier", "present"),
    [
        ("Applied", "MoveResult"),
        ("Decision", "PointsAdjustment"),
        ("Placed", "PlacedTile"),
        ("Qualified", "QualifiedPlayer"),
        ("SpokenError", "TranslatableError"),
    ],
)
def test_a_name_that_was_released_is_still_there_and_says_the_present_one(earlier: str, present: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"engine.{earlier} is engine.{present}"):
        assert getattr(engine, earlier) is getattr(engine, present)
    assert earlier not in engine.__all__
    with pytest.raises(AttributeError):
        _ = engine.NoSuchName
