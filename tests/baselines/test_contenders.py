"""Each contender's words and places are carried over to sightings; templates know numbers, thresholds find tiles."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.tiles import NUMBERS
from tests.baselines import __main__ as program
from tests.baselines import contenders
from tests.baselines.contenders import (
    TEXTBOOK,
    best_of,
    read_by_ours,
    text_sightings,
    textbook_contender,
    told_look,
    words_of,
)
from tests.baselines.looks import Look, Sighting
from tests.baselines.outlines import outlines
from tests.baselines.templates import Templates, glyph, ink, rectified, rendered
from tests.baselines.turning import QUARTERS, turned, turned_back
from vision.change_detection.signatures import U8

LINE = {
    "image": "a.jpg",
    "tiles": [
        {"face": face, "corners": [[x, 0], [x + 10, 0], [x + 10, 14], [x, 14]]}
        for x, face in ((0, "13k"), (20, "J"), (40, "?"), (60, "back"))
    ],
    "elapsed_ms": {"total": 17.3},
}


@pytest.fixture(scope="module")
def templates() -> Templates:
    return rendered()


def drawn_tile(number: str, ink_bgr: tuple[int, int, int] = (30, 30, 200)) -> U8:
    """An ivory tile of 120 × 168 pixels with a number that no template has."""
    patch = np.full((168, 120, 3), (205, 230, 240), np.uint8)
    left = (120 - cv2.getTextSize(number, cv2.FONT_HERSHEY_SIMPLEX, 2, 9)[0][0]) // 2
    return np.asarray(cv2.putText(patch, number, (left, 80), cv2.FONT_HERSHEY_SIMPLEX, 2, ink_bgr, 9), np.uint8)


def table(*numbers: str, gap_px: int = 40) -> U8:
    """Drawn tiles in a row on a dark table."""
    picture = np.full((400, 80 + len(numbers) * (120 + gap_px), 3), (40, 60, 70), np.uint8)
    for index, number in enumerate(numbers):
        left = 60 + index * (120 + gap_px)
        picture[100:268, left : left + 120] = drawn_tile(number)
    return picture


@pytest.mark.parametrize("quarters", QUARTERS)
def test_a_point_is_turned_back(quarters: int) -> None:
    upright = np.zeros((40, 60, 3), np.uint8)
    upright[10:13, 20:23] = 255
    rows, columns = np.nonzero(turned(upright, quarters)[..., 0])
    seen = (float(columns.mean() + 0.5), float(rows.mean() + 0.5))
    assert turned_back(seen, quarters, (60, 40)) == (21.5, 11.5)


def test_what_burako_says_becomes_sightings() -> None:
    centers = [(x + 5.0, 7.0) for x in (0, 20, 40, 60)]
    says = ["13", "J", None, None]
    assert told_look(LINE) == Look(tuple(map(Sighting, centers, says)), 17.3)


def test_burako_is_asked_once_for_all_pictures(tmp_path: Path) -> None:
    burako = tmp_path / "burako"
    burako.write_text(f"#!/bin/sh\necho \"$@\" > '{tmp_path}/asked'\ncat <<'END'\n{json.dumps(LINE)}\nEND\nexit 2\n")
    burako.chmod(0o755)
    assert read_by_ours(burako, [Path("a.jpg"), Path("b.jpg")]) == {Path("a.jpg"): told_look(LINE)}
    assert (tmp_path / "asked").read_text().split() == ["read", "--json", "a.jpg", "b.jpg"]


def test_only_numbers_of_tiles_are_said() -> None:
    box = [[0, 0], [4, 0], [4, 2], [0, 2]]
    words = [(text, box) for text in ("7", " 13 ", "14", "0", "07", "1o", "Rummikub", "J")]
    seen = text_sightings(words, 1, (60, 40))
    assert [sighting.says for sighting in seen] == ["7", "13", None, None, None, None, None, "J"]
    assert {sighting.center_px for sighting in seen} == {(1.0, 38.0)}


def test_words_of_no_text_are_none() -> None:
    word = ("7", 0.9, [[0, 0], [4, 0], [4, 2], [0, 2]])
    assert words_of(((word, word), (word,), (("8", 0.5, None),))) == [word] * 3
    assert words_of((("", 1.0, None),)) == words_of(()) == words_of(None) == []


def test_of_four_rotations_the_surest_is_kept_and_all_are_paid() -> None:
    seven = (Sighting((1.0, 1.0), "7"),)
    assert best_of([(0.5, Look((), 10.0)), (0.9, Look(seven, 20.0)), (0.0, Look((), 5.0))]) == Look(seven, 35.0)


@pytest.mark.parametrize("number", [str(number) for number in NUMBERS])
def test_templates_name_a_drawn_number_either_way_up(templates: Templates, number: str) -> None:
    patch = np.asarray(cv2.resize(drawn_tile(number), (80, 112), interpolation=cv2.INTER_AREA), np.uint8)
    for upright in (patch, np.asarray(patch[::-1, ::-1], np.uint8)):
        said = templates.named(upright)
        assert said is not None
        assert said[0] == number


@pytest.mark.parametrize("ink_bgr", [(30, 30, 200), (200, 90, 20), (20, 150, 240), (30, 30, 30)])
def test_ink_of_every_colour_is_seen(ink_bgr: tuple[int, int, int]) -> None:
    share = (ink(drawn_tile("8", ink_bgr)) > 0).mean()
    assert 0.05 < share < 0.4


def test_a_blank_tile_has_no_number(templates: Templates) -> None:
    assert glyph(np.zeros((20, 20), np.uint8)) is None
    assert templates.named(np.full((112, 80, 3), 220, np.uint8)) is None


def test_tiles_apart_are_found_and_tiles_that_touch_are_not() -> None:
    apart, touching = outlines(table("5", "7", "12")), outlines(table("5", "7", "12", gap_px=0))
    assert sorted(round(float(quad[:, 0].mean())) for quad in apart) == pytest.approx([120, 280, 440], abs=3)
    assert len(touching) == 0


def test_a_rectangle_comes_out_upright() -> None:
    picture = np.zeros((200, 300, 3), np.uint8)
    picture[50:130, 40:152] = 200
    lying = np.array([[40, 50], [151, 50], [151, 129], [40, 129]], np.float32)
    for turns in range(4):
        patch = rectified(picture, np.roll(lying, turns, axis=0))
        assert patch.shape == (112, 80, 3)
        assert (patch == 200).all()


def test_the_textbook_reads_tiles_that_lie_apart(templates: Templates) -> None:
    look = textbook_contender(templates)(table("5", "7", "12"))[TEXTBOOK]
    assert sorted((round(sighting.center_px[0], -1), sighting.says) for sighting in look.sightings) == [
        (120, "5"), (280, "7"), (440, "12"),
    ]  # fmt: skip
    assert look.elapsed_ms > 0


@pytest.fixture
def annotations(tmp_path: Path) -> Path:
    """Two labelled pictures of one tile each."""
    coco: dict[str, list[Mapping[str, object]]] = {
        "categories": [{"id": 1, "name": "5r"}],
        "images": [],
        "annotations": [],
    }
    for index in range(2):
        cv2.imwrite(str(tmp_path / f"{index}.png"), table("5"))
        coco["images"].append({"id": index, "file_name": f"{index}.png"})
        coco["annotations"].append({"image_id": index, "category_id": 1, "bbox": [60, 100, 120, 168]})
    path = tmp_path / "annotations.json"
    path.write_text(json.dumps(coco))
    return path


def test_the_program_compares_whoever_is_there(
    annotations: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def absent() -> contenders.Contender:
        raise ImportError

    asked: list[Path] = []
    monkeypatch.setattr(program, "ocr_contender", absent)
    monkeypatch.setattr(program, "_use_processors", lambda count: None)
    monkeypatch.setattr(program, "read_by_ours", lambda burako, paths: asked.extend(paths) or {})
    assert program.main([str(annotations), "--every", "2", "--json"]) == 0
    printed, complained = capsys.readouterr()
    assert asked == [annotations.parent / "0.png"]
    assert list(json.loads(printed)) == [TEXTBOOK]
    assert json.loads(printed)[TEXTBOOK]["pictures_right"]["count"] == 1
    assert "RapidOCR is not installed" in complained


def test_without_photographs_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(program, "BESIDE", tmp_path / "none.json")
    assert program.main([]) == 0
    assert "skipped" in capsys.readouterr().err
    assert program.main([str(tmp_path / "none.json")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
