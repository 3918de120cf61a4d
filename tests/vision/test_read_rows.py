"""What is kept as a tile, and where it is looked for, by the tiles beside it: the answers are written by hand."""

import numpy as np
import pytest

from tests.vision.answers import PLACE, TABLE, judge, reader, said
from vision.predictions import KINDS
from vision.reading import DetectedTile


def lying(moved_px, turned, larger):
    """The corners of a place beside `PLACE`, turned by quarters and larger."""
    middle = PLACE.corners_px.mean(axis=0)
    return np.roll((PLACE.corners_px - middle) * larger + middle + np.float32(moved_px), turned, axis=0)


@pytest.mark.parametrize(
    ("moved_px", "turned", "larger", "is_kept"),
    [
        ((32, 0), 0, 1, True),
        ((-34, 3), 0, 1, True),
        ((32, 0), 2, 1, True),
        ((0, 44), 0, 1, False),
        ((60, 0), 0, 1, False),
        ((10, 0), 0, 1, False),
        ((38, 0), 1, 1, False),
        ((40, 0), 0, 1.6, False),
    ],
    ids=["right", "left", "upside down", "below", "a gap away", "over it", "across", "larger"],
)
def test_where_a_row_goes_on_less_is_enough_for_a_tile(moved_px, turned, larger, is_kept):
    places = [PLACE, DetectedTile(lying(moved_px, turned, larger), 0.25)]
    tiles = reader([said("7"), said("back")], [said("none")] * 5)(TABLE, places)
    assert [tile.belief.best for tile in tiles] == ["7r", "back"][: 1 + is_kept]


@pytest.mark.parametrize(
    ("moved_px", "turned", "larger", "score", "is_kept"),
    [
        ((0, 44), 0, 1, 0.17, True),
        ((60, 0), 0, 1, 0.17, True),
        ((50, 0), 1, 1, 0.17, True),
        ((50, 0), 0, 1, 0.15, False),
        ((130, 0), 0, 1, 0.17, False),
        ((60, 0), 0, 1.6, 0.17, False),
    ],
    ids=["below", "a gap away", "across", "hardly a place", "far away", "larger"],
)
def test_near_a_clear_face_less_is_enough_for_another(moved_px, turned, larger, score, is_kept):
    table, places = np.full((200, 200, 3), 200, np.uint8), [PLACE, DetectedTile(lying(moved_px, turned, larger), score)]
    tiles = reader([said("7"), said("8")], [said("none")] * 5)(table, places)
    assert [tile.belief.best for tile in tiles] == ["7r", "8r"][: 1 + is_kept]


@pytest.mark.parametrize(
    ("kinds", "right_px", "score", "is_kept"),
    [
        ("3 5 8 10", 60, 0.35, True),
        ("3 5 8 10", 60, 0.25, False),
        ("3 5 8 10", 130, 0.35, False),
        ("3 none back 10", 60, 0.35, False),
    ],
    ids=["a gap away", "hardly a place", "far away", "perhaps nothing"],
)
def test_of_many_numbers_at_once_near_a_clear_face_is_asked(kinds, right_px, score, is_kept):
    """Out of focus no number is likelier than the others, and that it is one is plain."""
    blurred = said("3")
    blurred[[KINDS.index(kind) for kind in kinds.split()]] = 12
    places = [PLACE, DetectedTile(lying((right_px, 0), 0, 1), score)]
    tiles = reader([said("7"), blurred], [said("none")] * 5)(np.full((80, 250, 3), 200, np.uint8), places)
    assert [tile.belief.best[0] for tile in tiles] == ["7", "3"][: 1 + is_kept]
    assert tiles[-1].belief.confidence < 0.5


@pytest.mark.parametrize(
    ("right_px", "score", "is_kept"),
    [(90, 0.4, True), (150, 0.4, False), (150, 0.5, True)],
    ids=["three widths away", "five widths away", "five widths away, clearer"],
)
def test_what_lies_face_down_far_from_all_tiles_has_to_be_clearer(right_px, score, is_kept):
    places = [PLACE, DetectedTile(lying((right_px, 0), 0, 1), score)]
    tiles = reader([said("7"), said("back")], [said("none")] * 5)(np.full((80, 250, 3), 200, np.uint8), places)
    assert [tile.belief.best for tile in tiles] == ["7r", "back"][: 1 + is_kept]


@pytest.mark.parametrize(
    ("beside", "shows", "right_px", "larger", "score", "is_told"),
    [
        ("7", "8", 160, 1, 0.25, True),
        ("7", "back", 160, 1, 0.25, True),
        ("7", "none", 160, 1, 0.25, False),
        ("7", "8", 160, 1, 0.15, False),
        ("7", "8", 280, 1, 0.25, False),
        ("7", "8", 160, 1.6, 0.25, False),
        ("back", "8", 160, 1, 0.25, False),
        ("7", "8", 5, 1, 0.25, False),
    ],
    ids=["a face", "face down", "nothing", "hardly a place", "far away", "larger", "beside no face", "over a tile"],
)
def test_what_is_too_faint_for_a_tile_is_told_of(beside, shows, right_px, larger, score, is_told):
    places = [PLACE, DetectedTile(lying((right_px, 0), 0, larger), score)]
    table = np.full((80, 400, 3), 200, np.uint8)
    judged = judge([said(beside), said(shows)], [said("none")] * 5)(table, places)
    assert [tile.belief.best[0] for tile in judged.kept] == [beside[0]]
    assert [corners.tolist() for corners in judged.faint] == [places[1].corners_px.tolist()] * is_told


def test_beside_what_is_doubtful_itself_no_row_goes_on():
    faint = DetectedTile(PLACE.corners_px + np.float32([32, 0]), 0.25)
    tiles = reader([said("7"), said("8")])(TABLE, [DetectedTile(PLACE.corners_px, 0.4), faint])
    assert [tile.belief.best for tile in tiles] == ["7r"]


@pytest.mark.parametrize(("at", "is_kept"), [(1, True), (2, False)], ids=["between two", "beside one"])
def test_what_hardly_shows_anything_is_a_tile_between_two_of_its_row(at, is_kept):
    scores, shown = [0.7, 0.7], [said("7"), said("8")]
    scores.insert(at, 0.5)
    shown.insert(at, said("none", sure=2.5))
    places = [DetectedTile(PLACE.corners_px + np.float32([30 * step, 0]), scores[step]) for step in range(3)]
    tiles = reader(shown, [said("none")] * 5)(TABLE, places)
    assert [tile.place.score for tile in tiles] == [score for score in scores if is_kept or score > 0.5]


@pytest.mark.parametrize(
    ("at", "sure", "is_kept"),
    [(5, 12.0, True), (6, 12.0, False), (5, 4.5, False)],
    ids=["clear beside another", "apart", "not clear"],
)
def test_a_tile_of_another_tint_is_one_where_it_goes_on_with_a_row(at, sure, is_kept):
    table = np.full((80, 260, 3), 200, np.uint8)
    table[:, 30 * at + 5 : 30 * at + 45] = (120, 160, 220)
    tiles = [DetectedTile(PLACE.corners_px + np.float32([30 * step, 0]), 0.9) for step in range(5)]
    lit = DetectedTile(PLACE.corners_px + np.float32([30 * at, 0]), 0.5)
    read = reader([said("7")] * 5 + [said("8", sure=sure)])(table, [*tiles, lit])
    assert [tile.belief.best for tile in read] == ["7r"] * 5 + ["8r"] * is_kept


def test_a_place_between_two_bold_numbers_moves_to_where_the_next_tile_lies():
    astray = DetectedTile(PLACE.corners_px + np.float32([22, 2]), 0.5)
    tries = [said("none"), said("8", sure=5.0), said("8"), said("none"), said("none")]
    tiles = reader([said("7"), said("none")], tries, [said("7"), said("8")])(TABLE, [PLACE, astray])
    assert [tile.belief.best for tile in tiles] == ["7r", "8r"]
    assert tiles[1].place.corners_px[0].tolist() == [40, 10]


@pytest.mark.parametrize(("backs", "is_paved"), [(109, False), (110, True)])
def test_where_more_lie_than_a_set_has_the_table_is_paved(backs, is_paved):
    count = backs + 3
    places = [DetectedTile(PLACE.corners_px + np.float32([90 * (i % 12), 120 * (i // 12)]), 0.9) for i in range(count)]
    answers = [said("7")] * 3 + [said("back")] * backs
    judged = judge(answers)(np.full((1300, 1200, 3), 200, np.uint8), places)
    assert [tile.belief.best for tile in judged.kept] == ["7r"] * 3 + ["back"] * (0 if is_paved else backs)
    assert judged.faint == ()


@pytest.mark.parametrize(
    ("score", "is_kept"), [(0.6, False), (0.9, True)], ids=["seen like its keys", "as clear as a tile"]
)
def test_a_number_on_a_keyboard_is_none_of_the_tiles(score, is_kept):
    grid = [PLACE.corners_px + np.float32([30 * (i % 6), 40 * (i // 6)]) for i in range(24)]
    shown = [said("7" if at == 8 else "none") for at in range(24)]
    read = reader(shown, [said("none")] * 10)
    tiles = read(np.full((240, 260, 3), 200, np.uint8), [DetectedTile(corners, score) for corners in grid])
    assert [tile.belief.best for tile in tiles] == ["7r"] * is_kept


def test_no_place_moves_onto_another_tile():
    astray = DetectedTile(PLACE.corners_px + np.float32([20, 0]), 0.5)
    there = DetectedTile(PLACE.corners_px + np.float32([30, 0]), 0.9)
    tiles = reader([said("7"), said("none"), said("8")])(TABLE, [PLACE, astray, there])
    assert [tile.belief.best for tile in tiles] == ["7r", "8r"]


def test_two_places_astray_that_mean_one_tile_are_one():
    one, other = (DetectedTile(PLACE.corners_px + np.float32([right, 2]), 0.5) for right in (22, 25))
    tries = [said("none")] * 2 + [said("8", sure=5.0)] + [said("none")] * 4 + [said("8")] + [said("none")] * 2
    whole = reader([said("7"), said("none"), said("none")], tries, [said("7"), said("8"), said("8")])
    judged = whole(TABLE, [PLACE, one, other])
    assert [tile.place.corners_px[0].tolist() for tile in judged] == [[10, 10], [40, 10]]


def test_no_place_moves_onto_one_that_is_kept_without_being_sure():
    astray = DetectedTile(PLACE.corners_px + np.float32([20, 0]), 0.5)
    there = DetectedTile(PLACE.corners_px + np.float32([30, 0]), 0.35)
    tiles = reader([said("7"), said("none"), said("8")])(TABLE, [PLACE, astray, there])
    assert [tile.belief.best for tile in tiles] == ["7r", "8r"]
