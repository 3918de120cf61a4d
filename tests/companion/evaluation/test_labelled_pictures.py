"""Labels: COCO files and folders, good and bad."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.errors import TruthError
from companion.evaluation.labelled_pictures import load_truth, true_crops
from tests.companion.builders import save_picture


def coco(*labels: dict[str, Any], image: dict[str, Any] | None = None, names: str = "7r J 7") -> dict[str, Any]:
    return {
        "images": [{"id": 1, "file_name": "images/a.jpg", "width": 400, "height": 300, **(image or {})}],
        "annotations": [{"image_id": 1, **label} for label in labels],
        "categories": [{"id": number, "name": name} for number, name in enumerate(names.split(), 1)],
    }


def saved(folder: Path, contents: object) -> Path:
    path = folder / "annotations.json"
    path.write_text(contents if isinstance(contents, str) else json.dumps(contents))
    return path


POLYGON = {"category_id": 1, "segmentation": [[0, 0, 20, 0, 20, 30, 0, 30, 10, 15]]}
BOX = {"category_id": 3, "bbox": [5, 6, 20, 30]}


def test_polygons_become_convex_outlines_and_boxes_stay_boxes(tmp_path: Path) -> None:
    (picture,) = load_truth(saved(tmp_path, coco(POLYGON, BOX, {**BOX, "segmentation": {"counts": "rle"}})))
    assert picture.path == tmp_path / "images" / "a.jpg"
    assert picture.size == (400, 300)
    assert [tile.name for tile in picture.tiles] == ["7r", "7", "7"]
    assert [tile.is_box for tile in picture.tiles] == [False, True, True]
    assert len(picture.tiles[0].outline) == 4
    assert np.array_equal(picture.tiles[1].outline.max(axis=0), [25, 36])


@pytest.mark.parametrize(
    ("image", "session"),
    [
        pytest.param({"session": "rummy2"}, "rummy2", id="the session"),
        pytest.param({"file_name": "evening/a.jpg"}, "evening", id="else the picture's folder"),
        pytest.param({}, "club", id="else the folder of the labels"),
        pytest.param({"file_name": "a.jpg"}, "club", id="also where there is no folder of images"),
    ],
)
def test_pictures_are_told_apart_by_session_or_folder(tmp_path: Path, image: dict[str, Any], session: str) -> None:
    (tmp_path / "club").mkdir()
    assert load_truth(saved(tmp_path / "club", coco(image=image)))[0].session == session


@pytest.mark.parametrize(
    ("category", "name"),
    [("7R", "7r"), ("4o", "4y"), ("13", "13"), ("joker", "J"), ("j", "J"), ("back", "back"), ("07", "7")],
)
def test_categories_are_written_as_we_write_them(tmp_path: Path, category: str, name: str) -> None:
    (picture,) = load_truth(saved(tmp_path, coco({**BOX, "category_id": 1}, names=category)))
    assert picture.tiles[0].name == name


def test_labelled_rows_keep_the_order_of_the_labels(tmp_path: Path) -> None:
    labels = [{**BOX, "row": row} for row in (0, 0, -1, 1, 0, 2)]
    (picture,) = load_truth(saved(tmp_path, coco(*labels, BOX)))
    assert picture.rows == ((0, 1, 4),)


def test_crowds_and_unused_categories_are_no_tiles(tmp_path: Path) -> None:
    (picture,) = load_truth(saved(tmp_path, coco({**BOX, "iscrowd": 1}, BOX, names="tiles J 7")))
    assert len(picture.tiles) == 1


@pytest.mark.parametrize(
    "contents",
    [
        pytest.param("not json", id="not JSON"),
        pytest.param([1, 2], id="a list"),
        pytest.param({"images": []}, id="no categories"),
        pytest.param(coco({"category_id": 99, "bbox": [0, 0, 1, 1]}), id="a category that is not there"),
        pytest.param(coco({"category_id": 1}), id="neither box nor polygon"),
        pytest.param(coco({**BOX, "bbox": ["wide"]}), id="a box that is none"),
        pytest.param(coco({**BOX, "image_id": 5}), id="a picture that is not there"),
        pytest.param(coco(BOX, names="7r J 14r"), id="a category that names no tile"),
        pytest.param(coco(POLYGON | {"segmentation": [[1, 2, 3]]}), id="half a point"),
    ],
)
def test_what_is_no_coco_is_one_sentence(tmp_path: Path, contents: object) -> None:
    with pytest.raises(TruthError) as refusal:
        load_truth(saved(tmp_path, contents))
    assert "annotations.json" in refusal.value.sentence("es")
    assert refusal.value.sentence("en") != str(refusal.value)


def test_labels_that_are_not_there_are_one_sentence(tmp_path: Path) -> None:
    for absent in (tmp_path / "absent.json", tmp_path):
        with pytest.raises(TruthError):
            load_truth(absent)


def test_crops_are_named_by_their_folder(tmp_path: Path) -> None:
    for name in ("10/b.jpg", "10/a.jpg", "J/a.jpg", "9/a.jpg"):
        save_picture(tmp_path / name)
    (tmp_path / "10" / ".hidden").touch()
    found = [(crop.name, crop.path.name, crop.has_colors) for crop in true_crops(tmp_path)]
    assert found == [("9", "a.jpg", False), ("10", "a.jpg", False), ("10", "b.jpg", False), ("J", "a.jpg", False)]


def test_crops_may_tell_colours(tmp_path: Path) -> None:
    save_picture(tmp_path / "7r" / "a.jpg")
    assert true_crops(tmp_path)[0].has_colors


@pytest.mark.parametrize(("names", "has_colors"), [("7r J 8b", True), ("7 J 8", False)])
def test_a_set_of_bare_numbers_tells_no_colours(tmp_path: Path, names: str, has_colors: bool) -> None:
    labels = [{**BOX, "category_id": number} for number in (1, 2, 3)]
    assert load_truth(saved(tmp_path, coco(*labels, names=names)))[0].has_colors is has_colors


@pytest.mark.parametrize("folder", ["absent", "empty", "strange"])
def test_a_folder_that_holds_no_crops_is_one_sentence(tmp_path: Path, folder: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "strange" / "cats").mkdir(parents=True)
    with pytest.raises(TruthError):
        true_crops(tmp_path / folder)


def test_what_is_hardly_seen_is_no_tile_that_is_wanted(tmp_path: Path) -> None:
    (picture,) = load_truth(saved(tmp_path, coco(BOX, {**POLYGON, "iscrowd": 1}, names="heap J 7")))
    assert [tile.name for tile in picture.tiles] == ["7"]
    assert [outline.shape for outline in picture.partly_seen] == [(4, 2)]
