"""Tiles are told anew once the camera looks from elsewhere, and not for a tremble or for one tile that was moved."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.watching.test_camera_fitness_monitor import LAID, NOTHING
from vision.tracking.tracked_table import TrackedTable
from vision.watching.reported_places import ReportedPlaces


def moved(px: float, count: int) -> TrackedTable:
    """The table whose first tiles lie so many pixels aside."""
    tracks = [
        replace(track, place=replace(track.place, corners_px=np.asarray(track.place.corners_px) + px))
        if at < count
        else track
        for at, track in enumerate(LAID.tracks)
    ]
    return replace(LAID, tracks=tuple(tracks))


@pytest.mark.parametrize(
    ("px", "count", "are_elsewhere"), [(0, 99, False), (0.5, 99, False), (20, 99, True), (90, 1, False)]
)
def test_tiles_lie_elsewhere_where_most_do(px: float, count: int, are_elsewhere: bool) -> None:
    places = ReportedPlaces()
    places.keep(LAID)
    assert places.are_elsewhere(moved(px, count)) is are_elsewhere


def test_nothing_lies_elsewhere_before_it_was_told_or_while_it_is_lost() -> None:
    places = ReportedPlaces()
    assert not places.are_elsewhere(LAID)
    places.keep(LAID)
    assert not places.are_elsewhere(NOTHING)
    assert not places.are_elsewhere(replace(moved(20, 99), is_lost=True))
