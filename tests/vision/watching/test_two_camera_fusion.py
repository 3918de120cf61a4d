"""What one camera cannot see, the second tells; where they differ people are asked; and the second never harms."""

from __future__ import annotations

import numpy as np
import pytest

from tests.by_day import by_day
from tests.vision.seats import line
from tests.vision.watching.two_cameras import TABLE, TwoCameras, faces, turned
from vision.belief import Belief
from vision.tracking.settled_report import Settler, fingerprint_of, settled_of
from vision.tracking.two_camera_fusion import FIRST_LENT

WHOLE = "4r 5r 6r 7r 8r | 9k 9b 9y | 1k 2k 3k 4k | 10b 11b 12b 13b"
ONLY_FIRST = "4r 5r | 9k 9b 9y | 1k 2k 3k 4k | 10b 11b 12b 13b | 7r 8r"


def rows(text: str) -> set[str]:
    return set(text.split(" | "))


@pytest.mark.parametrize("degrees", [0, 45, 180])
def test_a_tile_under_a_cup_is_told_by_the_second_camera(degrees: float) -> None:
    table = TwoCameras(degrees=degrees, unseen=("6r",))
    assert rows(faces(table.looks())) == rows(WHOLE)
    assert table.fuser.counts.lent == 1
    assert table.fuser.counts.common == len(TABLE) - 1
    (lent,) = (track for track in table.looks().tracks if track.number >= FIRST_LENT)
    assert np.abs(lent.place.corners_px.mean(axis=0) - TABLE["6r"]).max() < 28 / 5


def test_a_second_camera_that_has_nothing_to_add_changes_nothing() -> None:
    table = TwoCameras()
    seen = table.looks()
    assert seen is table.first.tracker.table
    assert table.fuser.counts.lent == table.fuser.counts.settled == table.fuser.counts.disputed == 0


def test_a_meld_that_goes_on_beyond_the_edge_is_told_whole_and_a_rack_there_never() -> None:
    spots = {**TABLE, **line("5k 6k 7k 8k", x=640 - 75, y=200), **line("10y 11y 12y", x=720, y=400)}
    table = TwoCameras(spots, unseen=("7k", "8k", "10y", "11y", "12y"))
    for camera in (table.first, table.second):
        camera.seat.imagined = table.first.seat.unseen
    seen = faces(table.looks())
    assert "5k 6k 7k 8k" in rows(seen)
    assert not {"10y", "11y", "12y"} & set(seen.replace("+", "").split())


def test_tiles_that_stand_are_left_out() -> None:
    table = TwoCameras({**TABLE, **line("1y 3y 5y", x=430, y=440)}, unseen=("1y", "3y", "5y"))
    quad = table.second.seat._quad
    standing = lambda face: quad(face) * (1, 1) if face not in ("1y", "3y", "5y") else _stretched(quad(face))  # noqa: E731
    table.second.seat._quad = standing  # type: ignore[method-assign]
    assert rows(faces(table.looks())) == rows(WHOLE)


def _stretched(quad: np.ndarray) -> np.ndarray:
    """A tile that leans to the camera seems half as long again."""
    out = quad.copy()
    out[2:] += (quad[2:] - quad[:2]) / 2
    return out


def test_what_the_first_reads_in_doubt_and_the_second_surely_is_settled() -> None:
    table = TwoCameras()
    table.first.seat.misread = {"6r": Belief.peaked("6k", 0.6, ("6r", 0.38))}
    seen = table.looks()
    assert rows(faces(seen)) == rows(WHOLE)
    assert table.fuser.counts.settled == 1
    assert not settled_of(seen).disputed


def test_a_doubt_is_not_settled_with_what_the_first_holds_impossible() -> None:
    table = TwoCameras()
    table.first.seat.misread = {"6r": Belief.peaked("6k", 0.6, ("6y", 0.399))}
    seen = table.looks()
    assert rows(faces(seen)) == rows(WHOLE.replace("6r", "6k/6r"))
    assert len(settled_of(seen).disputed) == 1


def test_where_both_are_sure_and_differ_the_tile_is_disputed() -> None:
    table = TwoCameras()
    table.second.seat.misread = {"6r": Belief.peaked("6y")}
    seen = table.looks(4)
    assert rows(faces(seen)) == rows(WHOLE.replace("6r", "6r/6y"))
    assert table.fuser.counts.disputed == len(settled_of(seen).disputed) == 1
    assert Settler().is_well_seen(seen)


def test_a_tile_where_the_first_sees_plain_table_is_disputed() -> None:
    table = TwoCameras(unseen=("6r",))
    table.bare = True
    seen = table.looks()
    (number,) = settled_of(seen).disputed
    tile = seen.by_number[number].tile
    assert tile.belief.best == "6r"
    assert tile.belief.confidence < 0.6
    assert Settler().is_well_seen(seen)


def test_a_second_camera_in_doubt_settles_nothing() -> None:
    table = TwoCameras(unseen=("6r",))
    table.second.seat.misread = {"6r": Belief.peaked("6r", 0.7, ("6k", 0.29))}
    assert rows(faces(table.looks())) == rows(ONLY_FIRST)


def test_the_second_dies_and_what_it_told_is_kept_as_hidden() -> None:
    table = TwoCameras(unseen=("6r",))
    before = fingerprint_of(table.looks())
    seen = table.looks(second=False)
    assert rows(faces(seen)) == rows(WHOLE)
    assert fingerprint_of(seen) == before
    assert len(settled_of(seen).hidden) == 1
    assert table.fuser.counts.common is None


@pytest.mark.parametrize("second", [True, False], ids=["both", "the second is dead"])
def test_the_cup_is_taken_away_and_the_tile_keeps_its_number(second: bool) -> None:
    table = TwoCameras(unseen=("6r",))
    before = {track.face: track.number for track in table.looks().tracks}
    table.first.seat.unseen = ()
    seen = table.looks(second=second)
    assert rows(faces(seen)) == rows(WHOLE)
    assert table.fuser.counts.lent == 0
    assert {track.face: track.number for track in seen.tracks} == before


def test_a_tile_that_was_taken_from_under_the_cup_goes() -> None:
    table = TwoCameras(unseen=("6r",))
    table.looks()
    table.takes("6r")
    assert rows(faces(table.looks())) == rows(ONLY_FIRST)


def test_the_first_sees_table_where_the_cup_was_after_the_second_died() -> None:
    table = TwoCameras(unseen=("6r",))
    table.looks()
    table.takes("6r")
    table.bare = True
    assert rows(faces(table.looks(second=False))) == rows(ONLY_FIRST)


def test_a_dispute_is_over_when_the_second_dies() -> None:
    table = TwoCameras()
    table.second.seat.misread = {"6r": Belief.peaked("6y")}
    table.looks(4)
    assert rows(faces(table.looks(second=False))) == rows(WHOLE)


def test_a_settled_doubt_outlasts_a_moment_in_which_the_second_sees_a_hand() -> None:
    table = TwoCameras()
    table.first.seat.misread = {"6r": Belief.peaked("6k", 0.6, ("6r", 0.38))}
    before = fingerprint_of(table.looks())
    assert fingerprint_of(table.looks(is_fresh=False)) == before


@pytest.mark.parametrize("degrees", by_day([178, 150, 95], 150))
def test_the_second_is_moved_in_the_middle_and_found_again(degrees: float) -> None:
    table = TwoCameras(unseen=("6r",))
    before = fingerprint_of(table.looks())
    table.second.seat.camera = turned(degrees)
    for _ in range(4):
        assert rows(faces(table.looks(1))) == rows(WHOLE)
    assert fingerprint_of(table.looks(20)) == before
    assert table.fuser.counts.common == len(TABLE) - 1


def test_the_first_is_bumped_and_the_tile_that_was_lent_goes_along() -> None:
    table = TwoCameras(unseen=("6r",))
    before = fingerprint_of(table.looks())
    table.first.seat.camera = np.array([[1, 0, 31.0], [0, 1, 12], [0, 0, 1]])
    assert fingerprint_of(table.looks()) == before
    assert fingerprint_of(table.looks(second=False)) == before


def test_the_second_looks_at_another_table() -> None:
    table = TwoCameras()
    table.second.seat.spots = line("1r 2r 3r 13k 12k 11k 10k 9r", y=200)
    assert table.looks() is table.first.tracker.table
    assert table.fuser.counts.common is None


def test_too_few_tiles_in_common_lend_nothing() -> None:
    spots = line("4r 5r 6r 7r 8r", y=90)  # four of them are seen by both
    table = TwoCameras(spots, unseen=("6r",))
    assert "6r" not in faces(table.looks())
    assert table.fuser.counts.common is None


def test_a_row_that_is_laid_under_the_cup_is_a_row() -> None:
    table = TwoCameras()
    table.looks()
    table.lays(**line("5k 6k 7k", x=100, y=400))
    table.first.seat.unseen = ("5k", "6k", "7k")
    assert "5k 6k 7k" in rows(faces(table.looks()))


def test_a_tile_that_goes_where_only_the_second_sees_it_keeps_its_number() -> None:
    table = TwoCameras({**TABLE, "13y": (560, 400)})
    number = next(track.number for track in table.looks().tracks if track.face == "13y")
    table.lays(**{"13y": (400, 400)})
    table.first.seat.unseen = ("13y",)
    assert [track.number for track in table.looks(5).tracks if track.face == "13y"] == [number]
