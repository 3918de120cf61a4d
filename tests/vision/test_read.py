"""Beliefs out of the reader's answer, without a network: the answers are written by hand."""

import numpy as np
import pytest

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


def test_a_place_that_shows_no_tile_is_dropped():
    assert reader([said("none"), said("5")])(TABLE, [PLACE, PLACE])[0].belief.best == "5r"


@pytest.mark.parametrize(("turn", "first_corner"), [(1, [40, 10]), (2, [40, 50]), (3, [10, 50])])
def test_a_turned_tile_is_read_again_upright(turn, first_corner):
    (tile,) = reader([said("9", turn=turn)], [said("6")])(TABLE, [PLACE])
    assert tile.belief.best == "6r"
    assert tile.place.corners_px[0].tolist() == first_corner


def test_nothing_to_read_asks_nobody():
    assert reader()(TABLE, []) == ()


def test_a_profile_of_the_set_corrects_the_answer():
    towards_nine = np.zeros((3, len(KINDS) + len(COLORS) + 4))
    towards_nine[:, KINDS.index("9")] = 8.0
    mine = SetProfile("mine", "", towards_nine, np.full((4, 4), np.nan), 13)
    assert reader([said("6")], profile=mine)(TABLE, [PLACE])[0].belief.best == "9r"
