"""A row of nothing but 6 and 9 lies as the other rows of its side do, unless it is plain that it does not."""

import numpy as np
import pytest

from companion.game_tracking.row_orientation import as_their_side_lies
from vision.belief import Belief
from vision.table_plan.zones import TableZone

OTHERS = ("2r", "3r", "4r", "13k", "13b", "13y")


def corners(at, *, is_turned=False):
    quad = np.array([[0, 0], [26, 0], [26, 38], [0, 38]], np.float64) + np.array([26 * at, 0])
    return np.roll(quad, 2, axis=0) if is_turned else quad


def looked(*tiles, others=OTHERS, zone=TableZone.OURS, said=()):
    """What tiles are taken for that the reader reads as this, so surely, and turned by half or not; ``said`` is what
    people called the first of them."""
    beliefs = [Belief.peaked(face, 0.99) for face in others]
    for face, sure, _ in tiles:
        turned = face.translate(str.maketrans("69", "96"))
        beliefs.append(Belief.peaked(face, sure, *[(turned, 0.999 - sure)] * (turned != face)))
    ways = [*(False for _ in others), *(is_turned for _, _, is_turned in tiles)]
    quads = np.stack([corners(at, is_turned=way) for at, way in enumerate(ways)])
    rows = [(range(len(others)), zone), (range(len(others), len(beliefs)), zone)]
    told = as_their_side_lies(beliefs, quads, rows, dict(enumerate(said, start=len(others))))
    return " ".join(f"{belief.best if belief.confidence >= 0.6 else '?'}" for belief in told[len(others) :])


@pytest.mark.parametrize(
    ("tiles", "taken_for"),
    [
        ([("9r", 0.94, True), ("9k", 0.75, True), ("9b", 0.68, True)], "6r 6k 6b"),
        ([("9r", 0.94, True), ("9k", 0.75, True), ("6r", 0.7, False)], "6r 6k 6r"),
        ([("6r", 0.55, False), ("6k", 0.55, False), ("6b", 0.55, False)], "6r 6k 6b"),
        ([("9r", 0.9, True), ("9k", 0.9, True), ("9b", 0.9, True)], "? ? ?"),
        ([("9r", 0.99, True), ("9k", 0.99, True), ("9b", 0.99, True)], "9r 9k 9b"),
        ([("9r", 0.75, True), ("5r", 0.99, False), ("9b", 0.75, True)], "9r 5r 9b"),
    ],
    ids=["against", "two ways", "along", "as likely either way", "plainly against", "one of the row tells"],
)
def test_a_row_of_six_and_nine_lies_as_its_side_does(tiles, taken_for):
    assert looked(*tiles) == taken_for


@pytest.mark.parametrize(
    ("said", "sure", "others", "taken_for"),
    [
        (["6r"], 0.995, OTHERS, "6r 6k 6b"),
        (["9r"], 0.995, OTHERS, "9r 9k 9b"),
        (["6r"], 0.6, OTHERS[:2], "6r 6k 6b"),
        (["9r"], 0.6, OTHERS[:2], "9r 9k 9b"),
        (["8r"], 0.995, OTHERS, "9r 9k 9b"),
    ],
    ids=["turned", "as seen", "no side, turned", "no side, as seen", "no word on its way"],
)
def test_one_tile_that_is_named_tells_the_way_of_its_row(said, sure, others, taken_for):
    assert looked(*[(face, sure, True) for face in ("9r", "9k", "9b")], others=others, said=said) == taken_for


@pytest.mark.parametrize("others", [OTHERS, OTHERS[:3]])
def test_however_sure_the_recognizer_is_a_row_against_its_side_is_a_question(others):
    beliefs = [Belief.peaked(face, 0.999) for face in (*others, "9r", "9k", "9b")]
    quads = np.stack([corners(at, is_turned=at >= len(others)) for at in range(len(beliefs))])
    rows = [(range(len(others)), TableZone.OURS), (range(len(others), len(beliefs)), TableZone.OURS)]
    turned = as_their_side_lies(beliefs, quads, rows)[len(others) :]
    assert [belief.best for belief in turned] == ["9r", "9k", "9b"]
    assert all(0.6 < belief.confidence < 0.7 for belief in turned)


def test_whoever_calls_a_tile_a_six_that_seemed_a_turned_nine_tells_of_all_of_the_set():
    beliefs = [Belief.peaked(face, 0.99) for face in (*OTHERS, "9r", "9k", "9y", "9b")]
    quads = np.stack([corners(at, is_turned=at >= len(OTHERS)) for at in range(len(beliefs))])
    rows = [(range(6), TableZone.OURS), ((6, 7), TableZone.OURS), ((8, 9), TableZone.OURS)]
    for said, taken_for in (({}, ["9r", "9k", "9y", "9b"]), ({6: "6r"}, ["6r", "6k", "6y", "6b"])):
        assert [belief.best for belief in as_their_side_lies(beliefs, quads, rows, said)][6:] == taken_for


@pytest.mark.parametrize(
    ("others", "zone"), [(OTHERS[:2], TableZone.OURS), (("8r",) * 6, TableZone.OURS), (OTHERS, None)]
)
def test_where_hardly_anything_tells_the_way_of_a_side_nothing_changes(others, zone):
    against = [("9r", 0.94, True), ("9k", 0.75, True)]
    assert looked(*against, others=others, zone=zone) == "9r 9k"


def test_a_side_whose_tiles_lie_two_ways_tells_no_way():
    """Twelve of thirteen lie alike: the mean of their directions is too short."""
    beliefs = [Belief.peaked(f"{number}{ink}", 0.99) for number in (2, 3, 13) for ink in "rbyk"]
    beliefs += [Belief.peaked("7k", 0.99), *(Belief.peaked(f"9{ink}", 0.75, (f"6{ink}", 0.24)) for ink in "rk")]
    quads = np.stack([corners(at, is_turned=at > 11) for at in range(15)])
    turned = as_their_side_lies(beliefs, quads, [(range(13), TableZone.OURS), ((13, 14), TableZone.OURS)])
    assert [belief.best for belief in turned[13:]] == ["9r", "9k"]


def test_nothing_lies_on_an_empty_table():
    assert as_their_side_lies([], np.empty((0, 4, 2)), []) == []
