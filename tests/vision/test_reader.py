"""Beliefs out of the reader's answer, without a network: the answers are written by hand."""

import numpy as np
import pytest

from tests.vision.answers import PLACE, TABLE, reader, said
from vision.predictions import COLORS, KINDS
from vision.reading import DetectedTile
from vision.recognition.inks import KnownInks
from vision.recognition.set_profile import SetProfile


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


@pytest.mark.parametrize(("again", "name"), [("1", "1r"), ("7", "7r")])
def test_what_is_doubtful_is_looked_at_once_more(again, name):
    """A 1 that may be a 7 in its first frame; what is seen surely is not looked at again."""
    unsure = said("1")
    unsure[KINDS.index("7")] = 11.5
    other = DetectedTile(PLACE.corners_px + np.float32([0, 100]), 0.95)
    tall = np.full((200, 80, 3), TABLE[0, 0], np.uint8)
    _, tile = reader([said("5"), unsure], [said(again)], doubted=0.99)(tall, [PLACE, other])
    assert (tile.belief.best, tile.belief.confidence > 0.95) == (name, True)


@pytest.mark.parametrize(("one", "other", "kept"), [("6", "9", True), ("1", "7", False)])
def test_a_clear_tile_is_kept_where_it_is_a_six_or_a_nine(one, other, kept):
    unsure = said(one)
    unsure[KINDS.index(other)] = 12.0
    faint = DetectedTile(PLACE.corners_px, 0.45)
    assert len(reader([unsure])(TABLE, [faint])) == kept


@pytest.mark.parametrize(
    ("score", "kinds", "kept"),
    [(0.8, "9 7 4 1", True), (0.75, "9 7 4 1", False), (0.9, "none 9 7 4", False)],
    ids=["surely a place", "hardly one", "a place that shows none"],
)
def test_where_a_tile_surely_lies_what_cannot_be_read_is_a_question(score, kinds, kept):
    """A worn digit in shadow, laid beside a pile; eight clear tiles lie around it."""
    wide = np.full((400, 1000, 3), TABLE[0, 0], np.uint8)
    others = [DetectedTile(PLACE.corners_px + np.float32([100 * at, 0]), 0.95) for at in range(8)]
    worn = DetectedTile(PLACE.corners_px + np.float32([300, 250]), score)
    unsure = said("9")
    for kind, share in zip(kinds.split(), (0.4, 0.25, 0.2, 0.15), strict=False):
        unsure[KINDS.index(kind)] = 12 + np.log(share)
    found = reader([*[said("7")] * 8, unsure], [unsure] * 5)(wide, [*others, worn])
    assert len(found) == 8 + kept
    assert found[-1].belief.confidence < 0.9 or not kept


@pytest.mark.parametrize(
    ("kind", "beside", "down_px", "kept"),
    [("5", 8, 130, False), ("5", 6, 130, True), ("5", 8, 110, True), ("back", 8, 110, True), ("J", 8, 130, False)],
)
def test_a_face_far_from_clear_tiles_and_seen_much_less_clearly_is_none(kind, beside, down_px, kept):
    """A printed number more than four widths from eight clear tiles; of a back that lies in a pile less is seen."""
    wide = np.full((400, 1000, 3), TABLE[0, 0], np.uint8)
    places = [DetectedTile(PLACE.corners_px + np.float32([100 * at, 0]), 0.95) for at in range(beside)]
    faint = DetectedTile(PLACE.corners_px + np.float32([300, down_px]), 0.42)
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


def test_the_checks_of_a_cloth_do_not_outvote_the_tiles_in_size():
    wide = np.full((900, 1700, 3), 200, np.uint8)
    tiles = [DetectedTile(PLACE.corners_px + np.float32([100 * at, 0]), 0.8) for at in range(8)]
    check = (PLACE.corners_px - PLACE.corners_px[0]) * np.float32([2.2, 1.5])
    checks = [DetectedTile(check + np.float32([80 * (at % 15), 100 + 80 * (at // 15)]), 0.7) for at in range(45)]
    found = reader([said("7")] * 8 + [said("back", sure=6.0)] * 45)(wide, [*tiles, *checks])
    assert [tile.place.score for tile in found] == [0.8] * 8


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


@pytest.mark.parametrize(
    ("rows", "upright", "name", "least", "most"),
    [
        ([[True], [False], [True]], 0.9, "9r", 0.6, 0.9),
        ([[True] * 4, [False], [True] * 4], 0.97, "9r", 0.6, 0.9),
        ([[True] * 4, [False], [True] * 4], 0.8, "6r", 0.5, 0.8),
        ([[True] * 4, [False], [False] * 4], 0.97, "9r", 0.9, 1.0),
        ([[True] * 4, [False], [True] * 4], 0.9999, "9r", 0.9, 1.0),
    ],
    ids=["two others", "eight others", "eight others, and it is unsure", "four each way", "beyond doubt"],
)
def test_where_no_row_tells_the_way_all_other_tiles_do(rows, upright, name, least, most):
    alone = len(rows[0])
    shown = [said("5") for row in rows for _ in row]
    shown[alone] = torn("9", upright)
    belief = reader(shown)(TABLE, places(*rows))[alone].belief
    assert belief.best == name
    assert least < belief.confidence < most


def test_a_six_against_its_neighbours_is_a_question_rather_than_a_nine():
    whole = reader([said("5"), torn("9", 0.97), said("7")])
    assert whole(TABLE, places([True, False, True]))[1].belief.confidence < 0.8
