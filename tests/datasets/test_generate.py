"""Whole pictures: the same seed gives the same picture, labels lie on tiles, shards read back."""

import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from datasets.synthetic_tables.generate import LAYOUT_SHARES, PictureSpec, pictures, write_coco
from datasets.synthetic_tables.layouts import arrange, with_any_numbers
from datasets.synthetic_tables.played_tables import melds_of_one_bag
from datasets.synthetic_tables.shards import Shard, store
from engine import judge_meld, load_rules, parse_meld
from vision.belief import BACK, FACE_NAMES

SMALL = PictureSpec(size_px=(160, 128), tile_px=50.0)


def first(seed, order):
    return next(pictures(seed, 1, order))


@pytest.mark.parametrize("layout", sorted(LAYOUT_SHARES))
def test_every_layout_gives_a_picture_with_sound_labels(layout):
    picture = first(5, PictureSpec(size_px=(256, 224), layout=layout, tile_px=60.0))
    assert picture.bgr.shape == (224, 256, 3)
    assert picture.bgr.dtype == np.uint8
    assert picture.record["layout"] == layout
    json.dumps(picture.record, default=float)
    for label in picture.labels:
        assert label.face in FACE_NAMES
        assert 0.02 < label.visible <= 1
        sides = np.linalg.norm(label.corners_px - np.roll(label.corners_px, 1, axis=0), axis=1)
        assert sides.min() > 3


def test_the_same_seed_gives_the_same_picture():
    one, same, other = first(3, SMALL), first(3, SMALL), first(4, SMALL)
    assert (one.bgr == same.bgr).all()
    assert one.record == same.record
    assert one.bgr.tobytes() != other.bgr.tobytes()


def test_rows_of_any_numbers_lie_as_runs_and_groups_do():
    laid = arrange(np.random.default_rng(2), (28.0, 38.0, 10.0), 300.0, "melds")
    drawn = with_any_numbers(np.random.default_rng(3), laid)
    changed = {
        (before.face in ("J", BACK), before.face == after.face)
        for before, after in zip(laid.tiles, drawn.tiles, strict=True)
    }
    assert {(True, True), (False, False)} <= changed
    assert (True, False) not in changed
    assert [tile.center_mm.tolist() for tile in drawn.tiles] == [tile.center_mm.tolist() for tile in laid.tiles]
    assert first(3, replace(SMALL, any_numbers=True)).labels


def test_makers_change_after_as_many_pictures_as_are_asked_of_each():
    (one, two), (_, another) = (tuple(pictures(3, 2, replace(SMALL, of_a_look=count))) for count in (2, 1))
    assert one.bgr.tobytes() == first(3, SMALL).bgr.tobytes()
    assert two.bgr.tobytes() != another.bgr.tobytes()


def test_shards_read_back_what_was_written(tmp_path):
    store(tmp_path / "one.npz", pictures(2, 3, SMALL))
    shard = Shard.load(tmp_path / "one.npz")
    rendered = list(pictures(2, 3, SMALL))
    assert len(shard) == 3
    for window, picture in enumerate(rendered):
        assert shard.picture(window).shape == picture.bgr.shape
        tiles = shard.tiles_of(window)
        assert [FACE_NAMES[int(face)] for face in tiles[:, 1]] == [label.face for label in picture.labels]
        for row, label in zip(tiles, picture.labels, strict=True):
            assert row[4:].reshape(4, 2) == pytest.approx(label.corners_px)


def test_a_shard_brings_the_false_places_that_were_mined_beside_it(tmp_path):
    store(tmp_path / "one.npz", pictures(2, 2, SMALL))
    assert Shard.load(tmp_path / "one.npz").false_of(1).shape == (0, 4, 2)
    corners = np.arange(8, dtype=np.float32)
    np.save(tmp_path / "one.false.npy", np.array([[1, 0.4, *corners], [0, 0.3, *corners]], np.float32))
    assert Shard.load(tmp_path / "one.npz").false_of(1).tolist() == [corners.reshape(4, 2).tolist()]


def test_melds_as_played_come_from_one_bag_and_every_other_one_is_spoilt():
    rng = np.random.default_rng(1)
    for _ in range(50):
        melds = melds_of_one_bag(rng, 6)
        lawful = [judge_meld(parse_meld(" ".join(faces)), load_rules("clasico")).lawful for faces in melds]
        assert all(lawful[::2])
        assert sum(lawful[1::2]) <= 2
        assert max(Counter(face for faces in melds for face in faces).values()) <= 2


def test_whole_pictures_come_with_coco_annotations(tmp_path):
    write_coco(tmp_path, 6, pictures(6, 2, PictureSpec(size_px=(320, 240), layout="melds", tile_px=70.0)))
    coco = json.loads((tmp_path / "annotations.json").read_text())
    assert [image["width"] for image in coco["images"]] == [320, 320]
    assert all((tmp_path / image["file_name"]).exists() for image in coco["images"])
    assert coco["annotations"]
    assert {note["row"] for note in coco["annotations"]} != {-1}
    ids = [note["id"] for note in coco["annotations"]]
    assert len(ids) == len(set(ids))
