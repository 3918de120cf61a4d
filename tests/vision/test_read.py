"""Beliefs out of the reader's answer, without a network: the answers are written by hand."""

import numpy as np
import pytest

from vision.inks import KnownInks
from vision.read import COLORS, KINDS, TileReader
from vision.reading import DetectedTile
from vision.set_profile import SetProfile

PLACE = DetectedTile(np.array([[10, 10], [40, 10], [40, 50], [10, 50]], np.float32), 0.9)
TABLE = np.full((80, 80, 3), 200, np.uint8)


def said(kind, color="r", turn=0, sure=12.0):
    """Logits (24,) of an answer that is this sure of each of its parts."""
    logits = np.zeros(len(KINDS) + len(COLORS) + 4, np.float32)
    logits[KINDS.index(kind)] = sure
    logits[len(KINDS) + COLORS.index(color)] = sure
    logits[len(KINDS) + len(COLORS) + turn] = sure
    return logits


def reader(*answers, profile=None):
    """A reader whose network gives the answers in turn, one list for each call; every feature is one."""
    calls = iter(answers)
    return TileReader(lambda patches: (np.stack(next(calls)), np.ones((len(patches), 2), np.float32)), profile=profile)


@pytest.mark.parametrize(
    ("kind", "color", "name"),
    [("7", "r", "7r"), ("13", "k", "13k"), ("1", "b", "1b"), ("4", "y", "4y"), ("J", "r", "J"), ("back", "k", "back")],
)
def test_a_sure_answer_is_a_sure_belief(kind, color, name):
    (tile,) = reader([said(kind, color)])(TABLE, [PLACE])
    assert tile.belief.best == name
    assert tile.belief.confidence > 0.99
    assert tile.belief.probabilities.sum() == pytest.approx(1)


def test_doubt_about_the_number_and_the_colour_is_kept():
    unsure = said("6", "b")
    unsure[KINDS.index("9")] = 12.0
    (tile,) = reader([unsure])(TABLE, [PLACE])
    assert tile.belief.of("6b") == pytest.approx(0.5, abs=0.01)
    assert tile.belief.of("9b") == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize(("one", "other", "kept"), [("6", "9", True), ("1", "7", False)])
def test_a_clear_tile_is_kept_where_it_is_a_six_or_a_nine(one, other, kept):
    unsure = said(one)
    unsure[KINDS.index(other)] = 12.0
    faint = DetectedTile(PLACE.corners_px, 0.45)
    assert len(reader([unsure])(TABLE, [faint])) == kept


@pytest.mark.parametrize(
    ("score", "kinds", "kept"),
    [(0.9, "9 7 4 1", True), (0.75, "9 7 4 1", False), (0.9, "none 9 7 4", False)],
    ids=["surely a place", "hardly one", "a place that shows none"],
)
def test_where_a_tile_surely_lies_what_cannot_be_read_is_a_question(score, kinds, kept):
    """A worn digit in shadow, laid beside a pile; eight clear tiles lie around it."""
    wide = np.full((400, 1000, 3), 200, np.uint8)
    others = [DetectedTile(PLACE.corners_px + np.float32([100 * at, 0]), 0.95) for at in range(8)]
    worn = DetectedTile(PLACE.corners_px + np.float32([300, 250]), score)
    unsure = said("9")
    for kind, share in zip(kinds.split(), (0.4, 0.25, 0.2, 0.15), strict=False):
        unsure[KINDS.index(kind)] = 12 + np.log(share)
    found = reader([*[said("7")] * 8, unsure], [unsure] * 5)(wide, [*others, worn])
    assert len(found) == 8 + kept
    assert found[-1].belief.confidence < 0.9 or not kept


@pytest.mark.parametrize(
    ("kind", "beside", "kept"), [("5", 8, False), ("5", 6, True), ("back", 8, True), ("J", 8, False)]
)
def test_a_face_seen_much_less_clearly_than_the_tiles_around_it_is_none(kind, beside, kept):
    """A printed number among eight clear tiles; of a back that lies in a pile less is seen."""
    wide = np.full((400, 1000, 3), 200, np.uint8)
    places = [DetectedTile(PLACE.corners_px + np.float32([100 * at, 0]), 0.95) for at in range(beside)]
    faint = DetectedTile(PLACE.corners_px + np.float32([300, 250]), 0.42)
    found = reader([*[said("7")] * beside, said(kind)])(wide, [*places, faint])
    assert len(found) == beside + kept


@pytest.mark.parametrize(("down", "score", "kept"), [(0.5, 0.6, [0.95]), (0.8, 0.6, [0.95, 0.6]), (0.5, 0.99, [0.99])])
def test_the_half_of_a_tile_is_none_of_its_own(down, score, kept):
    """The maker's name on the foot looks like a joker; what lies over another tile hides less of it."""
    tall = PLACE.corners_px[3] - PLACE.corners_px[0]
    part = np.float32([*PLACE.corners_px[:2] + down * tall, *PLACE.corners_px[2:] + (down - 0.5) * tall])
    found = reader([said("7"), said("J")])(TABLE, [DetectedTile(PLACE.corners_px, 0.95), DetectedTile(part, score)])
    assert [tile.place.score for tile in found] == kept


def test_many_faint_cells_of_a_calendar_do_not_outvote_the_tiles_in_size():
    wide = np.full((700, 1700, 3), 200, np.uint8)
    tiles = [DetectedTile(PLACE.corners_px + np.float32([100 * at, 0]), 0.65) for at in range(14)]
    cell = (PLACE.corners_px - PLACE.corners_px[0]) / 2
    cells = [DetectedTile(cell + np.float32([40 * (at % 8), 300 + 50 * (at // 8)]), 0.4) for at in range(40)]
    found = reader([said("7")] * 14 + [said("7", sure=6.0)] * 40)(wide, [*tiles, *cells])
    assert [tile.place.score for tile in found] == [0.65] * 14


def test_a_place_that_shows_no_tile_is_dropped():
    assert reader([said("none"), said("5")])(TABLE, [PLACE, PLACE])[0].belief.best == "5r"


@pytest.mark.parametrize(("turn", "first_corner"), [(1, [40, 10]), (2, [40, 50]), (3, [10, 50])])
def test_a_turned_tile_is_read_again_upright(turn, first_corner):
    (tile,) = reader([said("9", turn=turn)], [said("6")])(TABLE, [PLACE])
    assert tile.belief.best == "6r"
    assert tile.place.corners_px[0].tolist() == first_corner


@pytest.mark.parametrize(("turn", "first_corner"), [(1, [10, 10]), (3, [10, 10]), (2, [40, 50])])
def test_a_joker_does_not_lie_across_however_its_letters_run(turn, first_corner):
    tile = reader([said("J", turn=turn)], [said("J")])(TABLE, [PLACE])[0]
    assert tile.belief.best == "J"
    assert tile.place.corners_px[0].tolist() == first_corner


@pytest.mark.parametrize(("across", "upright"), [(1, 0), (3, 0), (1, 2), (3, 2)])
def test_a_small_number_that_seems_to_lie_across_stands_as_its_tile_does(across, upright):
    """A 10 of a few pixels, on its tile for 29 to 1."""
    ten = said("10", turn=across, sure=9.0)
    ten[len(KINDS) + len(COLORS) + upright] = 9.0 - np.log(29)
    (tile,) = reader([ten], [said("10")])(TABLE, [PLACE])
    assert tile.place.corners_px[0].tolist() == ([10, 10] if upright == 0 else [40, 50])


@pytest.mark.parametrize("turn", [1, 3])
def test_a_joker_that_is_framed_across_is_turned(turn):
    wide = DetectedTile(np.array([[10, 10], [50, 10], [50, 40], [10, 40]], np.float32), 0.9)
    tile = reader([said("J", turn=turn)], [said("J")])(TABLE, [wide])[0]
    assert tile.place.corners_px[0].tolist() != [10, 10]


def test_nothing_to_read_asks_nobody():
    assert reader()(TABLE, []) == ()


def test_a_profile_of_the_set_corrects_the_answer():
    towards_nine = np.zeros((3, len(KINDS) + len(COLORS) + 4))
    towards_nine[:, KINDS.index("9")] = 8.0
    mine = SetProfile("mine", "", towards_nine, KnownInks(np.full((4, 4), np.nan), np.ones(4)), 13)
    assert reader([said("6")], profile=mine)(TABLE, [PLACE])[0].belief.best == "9r"


def places(*rows):
    """Places of 30 × 40 pixels side by side, one row of True (upright) and False (half a turn) under the other."""
    made = []
    for y, row in enumerate(rows):
        for x, upright in enumerate(row):
            corner = np.array([10 + 32 * x, 10 + 60 * y], np.float32)
            box = corner + np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
            made.append(DetectedTile((box if upright else box[[2, 3, 0, 1]]).astype(np.float32), 0.9))
    return made


def torn(shape, upright):
    """Logits of a place that shows a ``shape`` as it lies in the frame, and lies upright with this chance."""
    answer = said("5")
    other = "9" if shape == "6" else "6"
    for i, chance in ((KINDS.index(shape), upright), (KINDS.index(other), 1 - upright)):
        answer[i] = 12 + np.log(chance)
    answer[KINDS.index("5")] = 0
    first = len(KINDS) + len(COLORS)
    answer[first], answer[first + 2] = 12 + np.log(upright), 12 + np.log(1 - upright)
    return answer


@pytest.mark.parametrize(
    ("lie", "shape", "upright", "name"),
    [
        ([True, True, True], "6", 0.7, "6r"),
        ([True, False, True], "9", 0.9, "6r"),
        ([True, False, False], "9", 0.9, "9r"),
        ([False, True, False], "6", 0.9, "9r"),
        ([True, False, True], "9", 0.9999, "9r"),
    ],
    ids=["with them", "against both", "one each way", "against both, the other way", "against both, but beyond doubt"],
)
def test_a_six_or_nine_lies_the_way_of_its_neighbours(lie, shape, upright, name):
    whole = reader([said("5"), torn(shape, upright), said("7")])
    tile = whole(TABLE, places(lie))[1]
    assert tile.belief.best == name
    lies = [lie[0], lie[1] == (name[0] == shape), lie[2]]
    assert tile.place.corners_px[0].tolist() == places(lies)[1].corners_px[0].tolist()


def test_an_eight_has_no_say_for_nobody_can_tell_which_way_up_it_lies():
    whole = reader([said("8"), torn("9", 0.9), said("7")])
    assert whole(TABLE, places([True, False, False]))[1].belief.best == "9r"
    whole = reader([said("8"), torn("9", 0.9), said("7")])
    assert whole(TABLE, places([False, False, True]))[1].belief.best == "6r"


def test_tiles_of_another_row_have_no_say():
    whole = reader([said("5"), torn("9", 0.9), said("7")])
    assert whole(TABLE, places([True], [False], [True]))[1].belief.best == "9r"


def test_a_six_against_its_neighbours_is_a_question_rather_than_a_nine():
    whole = reader([said("5"), torn("9", 0.97), said("7")])
    assert whole(TABLE, places([True, False, True]))[1].belief.confidence < 0.8


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
    middle = PLACE.corners_px.mean(axis=0)
    faint = np.roll((PLACE.corners_px - middle) * larger + middle + np.float32(moved_px), turned, axis=0)
    tiles = reader([said("7"), said("8")], [said("none")] * 5)(TABLE, [PLACE, DetectedTile(faint, 0.25)])
    assert [tile.belief.best for tile in tiles] == ["7r", "8r"][: 1 + is_kept]


def test_beside_what_is_doubtful_itself_no_row_goes_on():
    faint = DetectedTile(PLACE.corners_px + np.float32([32, 0]), 0.25)
    tiles = reader([said("7"), said("8")])(TABLE, [DetectedTile(PLACE.corners_px, 0.4), faint])
    assert [tile.belief.best for tile in tiles] == ["7r"]


@pytest.mark.parametrize(("at", "is_kept"), [(1, True), (2, False)], ids=["between two", "beside one"])
def test_what_hardly_shows_anything_is_a_tile_between_two_of_its_row(at, is_kept):
    places = [DetectedTile(PLACE.corners_px + np.float32([30 * step, 0]), 0.7) for step in range(3)]
    shown = [said("7"), said("8")]
    shown.insert(at, said("4", sure=1.0))
    tiles = reader(shown, [said("none")] * 5)(TABLE, places)
    assert [tile.belief.best[0] for tile in tiles] == (["7", "4", "8"] if is_kept else ["7", "8"])


def test_a_place_between_two_bold_numbers_moves_to_where_the_next_tile_lies():
    astray = DetectedTile(PLACE.corners_px + np.float32([22, 2]), 0.5)
    tries = [said("none"), said("8", sure=5.0), said("8"), said("none"), said("none")]
    tiles = reader([said("7"), said("none")], tries, [said("7"), said("8")])(TABLE, [PLACE, astray])
    assert [tile.belief.best for tile in tiles] == ["7r", "8r"]
    assert tiles[1].place.corners_px[0].tolist() == [40, 10]


def turned(corners, degrees):
    """The quadrilateral turned about its middle."""
    angle, middle = np.deg2rad(degrees), corners.mean(axis=0)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]], np.float32)
    return ((corners - middle) @ turn + middle).astype(np.float32)


@pytest.mark.parametrize(("degrees", "is_found"), [(38, True), (-52, True), (5, False), (90, False)])
def test_a_place_that_a_striped_mat_turned_is_tried_as_the_nearest_tile_lies(degrees, is_found):
    astray = DetectedTile(turned(PLACE.corners_px, degrees) + np.float32([100, 60]), 0.5)
    tries = [said("none"), said("none"), said("8"), said("none"), said("none")]
    tiles = reader([said("7"), said("none")], tries, [said("7"), said("8")])(TABLE, [PLACE, astray])
    assert [tile.belief.best for tile in tiles] == (["7r", "8r"] if is_found else ["7r"])
    if is_found:
        assert np.allclose(tiles[1].place.corners_px, PLACE.corners_px + np.float32([100, 60]), atol=1e-3)


@pytest.mark.parametrize(("score", "is_found"), [(0.9, True), (0.6, False)])
def test_what_surely_lies_there_and_is_cut_short_is_tried_as_large_as_the_nearest_tile(score, is_found):
    """The sides of a pile hide where its top ends."""
    short = DetectedTile(PLACE.corners_px * np.float32([1, 0.6]) + np.float32([100, 60]), score)
    tries = [said("none"), said("none"), said("J"), said("none"), said("none")]
    tiles = reader([said("7"), said("none")], tries, [said("7"), said("J")])(TABLE, [PLACE, short])
    assert [tile.belief.best for tile in tiles] == (["7r", "J"] if is_found else ["7r"])
    if is_found:
        assert np.ptp(tiles[1].place.corners_px, axis=0).tolist() == [30, 40]


def test_no_place_moves_onto_another_tile():
    astray = DetectedTile(PLACE.corners_px + np.float32([20, 0]), 0.5)
    there = DetectedTile(PLACE.corners_px + np.float32([30, 0]), 0.9)
    tiles = reader([said("7"), said("none"), said("8")])(TABLE, [PLACE, astray, there])
    assert [tile.belief.best for tile in tiles] == ["7r", "8r"]


def test_two_places_astray_that_mean_one_tile_are_one():
    one, other = (DetectedTile(PLACE.corners_px + np.float32([right, 2]), 0.5) for right in (22, 25))
    tries = [said("none")] * 2 + [said("8", sure=5.0)] + [said("none")] * 4 + [said("8")] + [said("none")] * 2
    whole = reader([said("7"), said("none"), said("none")], tries, [said("7"), said("8"), said("8")])
    told = whole(TABLE, [PLACE, one, other])
    assert [tile.place.corners_px[0].tolist() for tile in told] == [[10, 10], [40, 10]]


def test_no_place_moves_onto_one_that_is_kept_without_being_sure():
    astray = DetectedTile(PLACE.corners_px + np.float32([20, 0]), 0.5)
    there = DetectedTile(PLACE.corners_px + np.float32([30, 0]), 0.35)
    tiles = reader([said("7"), said("none"), said("8")])(TABLE, [PLACE, astray, there])
    assert [tile.belief.best for tile in tiles] == ["7r", "8r"]
