"""Photographs made worse: every outline still lies on its tile, and each way does what it says."""

import json

import cv2
import numpy as np
import pytest

from datasets.degraded_photographs.generate import degraded, main
from datasets.degraded_photographs.ways import TONES, VIEWS
from vision.colorless import is_colorless

OUTLINE = np.array([[140, 90], [200, 90], [200, 170], [140, 170]], np.float32)
TABLE, TILE = (60, 110, 90), (205, 225, 235)


@pytest.fixture
def photograph():
    bgr = np.full((300, 400, 3), TABLE, np.uint8)
    bgr[90:170, 140:200] = TILE
    return bgr


def seen(bgr, way, seed=3):
    return degraded(bgr, [OUTLINE], way, np.random.default_rng(seed))


@pytest.mark.parametrize("way", VIEWS)
def test_the_outline_moves_with_its_tile(photograph, way):
    picture, (outline,) = seen(photograph, way)
    inside = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(inside, [outline.round().astype(np.int32)], 1)
    within = cv2.erode(inside, np.ones((7, 7), np.uint8)) == 1
    assert within.sum() > 100
    assert np.abs(picture[within].astype(int) - TILE).max() < 6
    assert np.abs(picture[cv2.dilate(inside, np.ones((7, 7), np.uint8)) == 0].astype(int) - TABLE).max() < 6


@pytest.mark.parametrize("way", TONES)
def test_a_tone_leaves_everything_where_it_is(photograph, way):
    picture, (outline,) = seen(photograph, way)
    assert picture.shape == photograph.shape
    assert (outline == OUTLINE).all()
    assert (way == "as taken") == np.array_equal(picture, photograph)


@pytest.mark.parametrize(
    ("way", "brighter"), [("dim", False), ("shadowed", False), ("bright", True), ("veiled", True), ("glaring", True)]
)
def test_how_much_light_there_is(photograph, way, brighter):
    assert (seen(photograph, way)[0].mean() > photograph.mean()) == brighter


@pytest.mark.parametrize("way", ["shaken", "defocused"])
def test_a_blur_takes_the_edges(photograph, way):
    picture, _ = seen(photograph, way)
    assert cv2.Laplacian(picture, cv2.CV_32F).var() < 0.5 * cv2.Laplacian(photograph, cv2.CV_32F).var()


def test_grey_has_no_colours(photograph):
    assert is_colorless(seen(photograph, "grey")[0])


def test_every_way_is_a_session_of_its_own(photograph, tmp_path, monkeypatch):
    (tmp_path / "images").mkdir()
    cv2.imwrite(str(tmp_path / "images/one.png"), photograph)
    label = {"id": 4, "image_id": 9, "category_id": 1, "row": 0, "segmentation": [OUTLINE.ravel().tolist()]}
    image = {"id": 9, "file_name": "images/one.png", "width": 400, "height": 300, "session": "noon"}
    coco = {"images": [image], "annotations": [label], "categories": [{"id": 1, "name": "7r"}]}
    (tmp_path / "annotations.json").write_text(json.dumps(coco))
    monkeypatch.setattr("sys.argv", ["generate", str(tmp_path / "annotations.json"), str(tmp_path / "worse")])
    main()
    written = json.loads((tmp_path / "worse/annotations.json").read_text())
    assert {image["session"] for image in written["images"]} == {*TONES, *VIEWS}
    assert [label["image_id"] for label in written["annotations"]] == [image["id"] for image in written["images"]]
    for image in written["images"]:
        assert cv2.imread(str(tmp_path / "worse" / image["file_name"])).shape == (image["height"], image["width"], 3)
