"""Photographs made worse: every outline still lies on its tile, and each way does what it says."""

import json

import cv2
import numpy as np
import pytest

from datasets.degraded_photographs.degradation_helpers import STRENGTHS
from datasets.degraded_photographs.degradations import AS_TAKEN, TONES, VIEWS
from datasets.degraded_photographs.generate import ALL_SEEN, degraded, main, session_of
from vision.recognition.grayscale import is_colorless

OUTLINE = np.array([[140, 90], [200, 90], [200, 170], [140, 170]], np.float32)
TABLE, TILE = (60, 110, 90), (205, 225, 235)


@pytest.fixture
def photograph():
    bgr = np.full((300, 400, 3), TABLE, np.uint8)
    bgr[90:170, 140:200] = TILE
    return bgr


@pytest.fixture
def printed(photograph):
    """With strokes on the tile and a grain on the table, so that there is something to lose."""
    cv2.putText(photograph, "6", (150, 150), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (40, 40, 200), 6)
    photograph[::4, :120] = 90
    return photograph


def seen(bgr, way, strength=2, seed=3):
    return degraded(bgr, [OUTLINE], (way, strength), np.random.default_rng(seed))


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("way", VIEWS)
def test_the_outline_moves_with_its_tile(photograph, way, strength):
    picture, (outline,) = seen(photograph, way, strength)
    inside = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(inside, [outline.round().astype(np.int32)], 1)
    within = cv2.erode(inside, np.ones((5 if way == "small" else 7,) * 2, np.uint8)) == 1
    assert within.sum() > 100
    assert np.abs(picture[within].astype(int) - TILE).max() < 6
    assert np.abs(picture[cv2.dilate(inside, np.ones((7, 7), np.uint8)) == 0].astype(int) - TABLE).max() < 6


@pytest.mark.parametrize("way", TONES)
def test_a_tone_leaves_everything_where_it_is(photograph, way):
    picture, (outline,) = seen(photograph, way)
    assert picture.shape == photograph.shape
    assert (outline == OUTLINE).all()
    assert (way == AS_TAKEN) == np.array_equal(picture, photograph)


@pytest.mark.parametrize("way", [way for way in TONES if way not in (AS_TAKEN, "screened")])
def test_each_strength_takes_more(printed, way):
    """Of the picture as it was: the part that no change of light and contrast explains, or the change of light."""
    lost = [float(np.abs(seen(printed, way, strength)[0].astype(float) - printed).mean()) for strength in STRENGTHS]
    assert lost == sorted(lost)
    assert lost[2] > 1.2 * lost[0]


def test_the_same_seed_gives_the_same_pictures(photograph):
    for way, strength in ALL_SEEN:
        first, again = (seen(photograph, way, strength)[0] for _ in range(2))
        assert np.array_equal(first, again), (way, strength)


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
    assert is_colorless(seen(photograph, "pale", 3)[0])
    assert not is_colorless(seen(photograph, "pale", 2)[0])


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
    assert {image["session"] for image in written["images"]} == {session_of(name) for name in ALL_SEEN}
    assert len(written["images"]) == len(ALL_SEEN) == 1 + 3 * (len(TONES) + len(VIEWS) - 1)
    assert [label["image_id"] for label in written["annotations"]] == [image["id"] for image in written["images"]]
    for image in written["images"]:
        assert cv2.imread(str(tmp_path / "worse" / image["file_name"])).shape == (image["height"], image["width"], 3)
