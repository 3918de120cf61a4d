"""Tiles keep what they are while hands, lamps and bumps come and go; what is taken away is gone."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.scenes import lit
from tests.vision.seats import line
from tests.vision.watching.sittings import BUMPS, LOW, PILED, ROW, Sitting, as_notation, numbers, thing
from vision.belief import Belief
from vision.tracking.tile_matching import turn_deg
from vision.tracking.tracker import LOST_LOOKS


def test_tiles_keep_their_numbers_and_are_not_read_again_and_again(sitting: Sitting) -> None:
    before = numbers(sitting.tracker.table)
    assert as_notation(sitting.sees()) == "4r 5r 6r 7r 8r | 9k 9b 9y"
    assert numbers(sitting.tracker.table) == before
    assert sitting.seat.read == []
    assert sitting.tracker.places_read == 0


def test_another_lamp_changes_nothing(sitting: Sitting) -> None:
    before = numbers(sitting.tracker.table)
    sitting.seat.over = lambda bgr: lit(bgr, 0.75)
    assert numbers(sitting.sees()) == before


def test_a_new_tile_is_read_with_some_company(sitting: Sitting) -> None:
    sitting.sees({**ROW, **LOW, "9r": (150, 250)}, looks=1)
    assert as_notation(sitting.tracker.table) == "4r 5r 6r 7r 8r | 9k 9b 9y 9r"
    assert "9r" in sitting.seat.read
    sitting.sees()
    assert sitting.seat.read == []


def test_a_tile_that_is_hardly_seen_is_believed_where_something_arrived(sitting: Sitting) -> None:
    sitting.seat.faint = ("9r",)
    assert as_notation(sitting.sees({**ROW, **LOW, "9r": (150, 250)})) == "4r 5r 6r 7r 8r | 9k 9b 9y 9r"


def test_a_shadow_that_arrives_is_no_tile_for_it_has_another_ground(sitting: Sitting) -> None:
    sitting.seat.faint, sitting.seat.imagined = ("J",), ("J",)
    sitting.seat.over = lambda bgr: cv2.rectangle(bgr.copy(), (136, 231), (164, 269), (20, 30, 10), -1)
    assert as_notation(sitting.sees({**ROW, **LOW, "J": (150, 250)})) == "4r 5r 6r 7r 8r | 9k 9b 9y"


@pytest.mark.parametrize(("off", "says"), [(10, "4r 5r 6r 7r 8r | 9k 9b 9y"), (29, "4r 5r 6r 7r 8r 13y | 9k 9b 9y")])
def test_what_is_seen_where_a_tile_lies_that_nobody_touched_is_none(sitting: Sitting, off: float, says: str) -> None:
    sitting.seat.imagined = ("13y",)
    assert as_notation(sitting.sees({**ROW, **LOW, "13y": (ROW["8r"][0] + off, ROW["8r"][1])})) == says


def test_a_tile_taken_away_is_gone_after_two_looks(sitting: Sitting) -> None:
    left = {face: spot for face, spot in {**ROW, **LOW}.items() if face != "8r"}
    assert as_notation(sitting.sees(left, looks=1)) == "4r 5r 6r 7r 8r | 9k 9b 9y"
    assert as_notation(sitting.sees(left, looks=1)) == "4r 5r 6r 7r | 9k 9b 9y"


def test_a_tile_that_the_detector_misses_stays(sitting: Sitting) -> None:
    sitting.seat.unseen = ("6r",)
    assert as_notation(sitting.sees()) == "4r 5r 6r 7r 8r | 9k 9b 9y"


def test_a_tile_under_a_thing_is_hidden_and_comes_back(sitting: Sitting) -> None:
    before = numbers(sitting.tracker.table)
    sitting.seat.unseen = ("6r", "7r")
    sitting.seat.over = thing(135, 100)
    assert as_notation(sitting.sees(looks=6)) == "4r 5r (6r) (7r) 8r | 9k 9b 9y"
    sitting.seat.unseen, sitting.seat.over = (), lambda bgr: bgr
    assert as_notation(sitting.sees()) == "4r 5r 6r 7r 8r | 9k 9b 9y"
    assert numbers(sitting.tracker.table) == before


def test_a_tile_taken_from_under_a_thing_is_gone_when_its_place_is_seen(sitting: Sitting) -> None:
    sitting.seat.unseen, sitting.seat.over = ("7r", "8r"), thing(165, 100)
    sitting.sees()
    sitting.seat.unseen, sitting.seat.over = (), lambda bgr: bgr
    left = {face: spot for face, spot in {**ROW, **LOW}.items() if face not in ("7r", "8r")}
    assert as_notation(sitting.sees(left)) == "4r 5r 6r | 9k 9b 9y"


def test_a_tile_that_moves_keeps_its_number(sitting: Sitting) -> None:
    before = numbers(sitting.tracker.table)
    assert as_notation(sitting.sees({**ROW, **LOW, "9y": (400, 350)})) == "4r 5r 6r 7r 8r | 9k 9b | +9y"
    assert numbers(sitting.tracker.table) == before


def test_a_row_that_is_pushed_along_keeps_its_numbers(sitting: Sitting) -> None:
    before = numbers(sitting.tracker.table)
    table = sitting.sees({**line("3r 4r 5r 6r 7r 8r", x=50), **LOW})
    assert as_notation(table) == "3r 4r 5r 6r 7r 8r | 9k 9b 9y"
    assert {face: number for face, number in numbers(table).items() if face != "3r"} == before


def test_another_tile_on_the_same_place_covers_the_first(sitting: Sitting) -> None:
    spots = {**ROW, **LOW, "2b": LOW["9y"]}
    sitting.seat.unseen = ("9y",)
    table = sitting.sees(spots)
    assert as_notation(table) == "4r 5r 6r 7r 8r | 9k 9b 2b"
    assert [track.face for track in table.covered] == ["9y"]
    sitting.seat.unseen = ()
    del spots["2b"]
    assert as_notation(sitting.sees(spots)) == "4r 5r 6r 7r 8r | 9k 9b 9y"
    assert sitting.tracker.table.covered == ()


@pytest.mark.parametrize(
    ("confidence", "says"),
    [
        (0.5, "4r 5r 6r 7r 8r | +(12y) | +7b"),
        (0.97, "4r 5r 6r 7r 8r | +7b | +J"),  # sure: it was thrown there
    ],
)
def test_what_still_shows_of_a_covered_tile_is_no_other_tile(sitting: Sitting, confidence: float, says: str) -> None:
    spots = {**ROW, "12y": (300.0, 250.0)}
    sitting.sees(spots)
    sitting.seat.unseen = ("12y",)
    assert as_notation(sitting.sees({**spots, "7b": (314, 242)})) == "4r 5r 6r 7r 8r | +(12y) | +7b"
    sitting.seat.imagined, sitting.seat.misread = ("J",), {"J": Belief.peaked("J", confidence)}
    assert as_notation(sitting.sees({**spots, "7b": (314, 242), "J": (294, 253)})) == says


def test_a_tile_that_is_read_the_other_way_up_is_still_that_tile() -> None:
    sitting = Sitting()
    number = numbers(sitting.sees({**ROW, "9b": (450, 100)}))["9b"]
    table = sitting.sees({**ROW, "6b": (450, 100)}, looks=1)
    assert [track.number for track in table.tracks if track.face in ("6b", "9b")] == [number]
    assert table.covered == ()


def test_a_tile_lies_the_other_way_up_as_soon_as_it_is_taken_for_the_other_number() -> None:
    sitting = Sitting()
    looks = [("9b", 0.6, ()), ("6b", 0.7, ("9b",)), ("6b", 0.9, ("9b",)), ("9b", 0.8, ())]
    faces = []
    for face, sure, turned in looks:
        sitting.seat.misread, sitting.seat.turned = {"9b": doubtful(face, sure)}, turned
        table = sitting.sees({**ROW, "9b": (450, 100)}, looks=1)
        tile = next(track for track in table.tracks if track.face in ("6b", "9b"))
        faces.append((tile.face, bool(tile.place.corners_px[0, 1] > tile.place.corners_px[3, 1])))
    assert faces == [("9b", False), ("6b", True), ("6b", True), ("6b", True)]


def doubtful(face: str, sure: float) -> Belief:
    """A 6 or a 9, hardly known which."""
    return Belief.peaked(face, sure, (face.translate(str.maketrans("69", "96")), 0.99 - sure))


def test_a_nine_of_a_run_that_grows_is_not_the_six_that_lies_in_its_place_now() -> None:
    sitting = Sitting()
    before = numbers(sitting.sees({**line("7r 8r 9r 10r", x=90), **LOW}))
    table = sitting.sees({**line("4r 5r 6r 7r 8r 9r 10r", x=90), **LOW})
    assert as_notation(table) == "4r 5r 6r 7r 8r 9r 10r | 9k 9b 9y"
    assert numbers(table)["9r"] == before["9r"]


def test_a_doubtful_reading_grows_sure_over_looks() -> None:
    sitting = Sitting()
    sitting.seat.misread = {"6r": Belief.peaked("6r", 0.7, ("9r", 0.25))}
    first = sitting.sees(ROW, looks=1).tracks[2].opinion.belief
    last = sitting.sees(looks=5).tracks[2].opinion.belief
    assert first.confidence == pytest.approx(0.7, abs=0.01)
    assert 0.74 < last.confidence < 0.8


@pytest.mark.parametrize("bump", BUMPS.values(), ids=BUMPS)
def test_a_bumped_camera_changes_nothing_on_the_table(sitting: Sitting, bump: np.ndarray) -> None:
    before = numbers(sitting.tracker.table)
    sitting.seat.camera = bump
    table = sitting.sees(looks=1)
    assert numbers(table) == before
    corner = np.array([60.0, 100.0, 1])
    there, told_there = bump @ corner, table.now_from_then @ corner
    assert told_there[:2] / told_there[2] == pytest.approx(there[:2] / there[2], abs=2.5)
    assert as_notation(sitting.sees()) == "4r 5r 6r 7r 8r | 9k 9b 9y"


@pytest.mark.parametrize("degrees", [90, 135, 180, 225, 270])
def test_a_camera_that_is_turned_sees_the_same_table(sitting: Sitting, degrees: float) -> None:
    before = numbers(sitting.tracker.table)
    sitting.seat.camera = np.vstack([cv2.getRotationMatrix2D((320, 240), -degrees, 1.0), [0, 0, 1]])
    table = sitting.sees(looks=1)
    assert numbers(table) == before
    assert turn_deg(table.now_from_then) % 360 == pytest.approx(degrees, abs=2)
    assert set(as_notation(sitting.sees()).split(" | ")) == {"4r 5r 6r 7r 8r", "9k 9b 9y"}


def test_a_camera_that_looks_elsewhere_forgets_nothing_until_it_stays_there(sitting: Sitting) -> None:
    before = numbers(sitting.tracker.table)
    away = {**line("1y 2y 3y", x=300, y=400), **line("12b 12r 12k", x=350, y=180), **line("11b 2k", x=100, y=400)}
    sitting.seat.over = lambda bgr: np.asarray(cv2.GaussianBlur(255 - bgr, (0, 0), 2), np.uint8)
    assert sitting.sees(away, looks=2).is_lost
    sitting.seat.over = lambda bgr: bgr
    table = sitting.sees({**ROW, **LOW})
    assert not table.is_lost
    assert numbers(table) == before
    sitting.seat.over = lambda bgr: np.asarray(cv2.GaussianBlur(255 - bgr, (0, 0), 2), np.uint8)
    assert "12b 12r 12k" in as_notation(sitting.sees(away, looks=LOST_LOOKS + 2))


def test_a_cleared_table_is_empty(sitting: Sitting) -> None:
    assert sitting.sees({}).tracks == ()
    assert as_notation(sitting.sees(line("1b 1k 1y"))) == "1b 1k 1y"


def test_a_number_in_another_ink_on_the_same_place_is_another_tile(sitting: Sitting) -> None:
    spots = {**ROW, **LOW, "1b": (450, 100)}
    sitting.sees(spots)
    sitting.seat.unseen = ("1b",)
    sitting.seat.misread = {"1k": Belief.peaked("1k", 0.85, ("1b", 0.14))}
    table = sitting.sees({**spots, "1k": (450, 100)}, looks=1)
    assert as_notation(table) == "4r 5r 6r 7r 8r | 9k 9b 9y | +1k"
    assert [track.face for track in table.covered] == ["1b"]


@pytest.mark.parametrize("face", ["J", "back"])
def test_what_is_seen_where_nothing_has_arrived_is_the_pattern_of_the_cloth(sitting: Sitting, face: str) -> None:
    sitting.seat.imagined = (face,)
    assert as_notation(sitting.sees({**ROW, **LOW, face: (450, 100)})) == "4r 5r 6r 7r 8r | 9k 9b 9y"
    sitting.seat.imagined = ()
    assert as_notation(sitting.sees()) == f"4r 5r 6r 7r 8r | 9k 9b 9y | +{face}"


def test_a_number_that_was_overlooked_may_still_be_found(sitting: Sitting) -> None:
    sitting.seat.unseen = ("2b",)
    sitting.sees({**ROW, **LOW, "2b": (450, 100)})
    sitting.seat.unseen = ()
    assert as_notation(sitting.sees()) == "4r 5r 6r 7r 8r | 9k 9b 9y | +2b"


def test_a_row_that_is_taken_leaves_nothing_where_the_cloth_looks_otherwise() -> None:
    sitting = Sitting()
    sitting.sees({**PILED, **LOW})
    sitting.seat.over = lambda bgr: cv2.circle(bgr.copy(), (120, 100), 14, (60, 40, 200), -1)
    assert as_notation(sitting.sees(LOW)) == "9k 9b 9y"


def test_a_gap_that_is_closed_brings_another_tile(sitting: Sitting) -> None:
    known = numbers(sitting.tracker.table)
    shifted = {**ROW, "9k": LOW["9k"], "9y": LOW["9b"], "9b": (500, 60)}
    assert as_notation(sitting.sees(shifted, looks=2)) == "4r 5r 6r 7r 8r | 9k 9y | +9b"
    assert numbers(sitting.tracker.table) == known


@pytest.mark.parametrize(
    ("says", "offs", "told"),
    [
        ("laid so, it is no row", (15,), "4r 5r 6r 7r 8r | +4k | +5k | +6k"),
        ("it was one a moment ago", (11, 15), "4r 5r 6r 7r 8r | 4k 5k 6k"),
        ("it is taken apart", (11, 30), "4r 5r 6r 7r 8r | +4k | +5k | +6k"),
    ],
)
def test_a_row_that_lies_nearly_as_it_lay_is_still_one(says: str, offs: tuple[int, ...], told: str) -> None:
    """Its middle tile lies that much nearer: by places that are read again a little otherwise it came apart."""
    sitting = Sitting(**ROW)
    for off in offs:
        table = sitting.sees({**ROW, "4k": (100, 190), "5k": (128, 190 + off), "6k": (156, 190)})
    assert as_notation(table) == told, says
