"""A simulated hand that is drawn while it is watched: the table of the deal first, then every still of the hand."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.synthetic_videos import simulated_camera
from datasets.synthetic_videos.simulated_camera import SimulatedTable
from engine.rules.profiles import PROFILES
from vision.cameras.capture_command import CaptureOptions
from vision.cameras.recordings import open_recording
from vision.cameras.sources import parse_source
from vision.errors import CameraLost

SMALL, FPS = (320, 192), 10.0


def table(source: str) -> SimulatedTable:
    """What a source shows, small."""
    recording = open_recording(CaptureOptions(source=parse_source(source), size_px=SMALL, fps=FPS))
    assert isinstance(recording, SimulatedTable)
    return recording


@pytest.mark.parametrize("rules", PROFILES)
def test_a_hand_of_each_game_begins_with_the_table_of_the_deal(rules: str) -> None:
    shown = table(f"simulate:{rules}:3")
    first, second = shown.next(), shown.next()
    assert first is not None
    assert second is not None
    assert (first.bgr.shape, first.due_s, second.due_s) == ((192, 320, 3), 0.0, 1 / FPS)
    assert np.abs(first.bgr.astype(int) - second.bgr).mean() < 8, "nothing has happened yet"


def test_the_same_seed_shows_the_same_hand_and_no_seed_another_each_time() -> None:
    shots = [table(source).next() for source in ("simulate:rummy:7", "simulate:rummy:7", "simulate:rummy")]
    one, same, other = (shot.bgr for shot in shots if shot)
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_after_the_last_frame_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulated_camera, "frames", lambda _order: iter([np.zeros((192, 320, 3), np.uint8)]))
    shown = table("simulate")
    assert shown.next() is not None
    assert shown.next() is None
    shown.close()
    assert shown.next() is None


def test_rules_that_nobody_plays_by_are_refused() -> None:
    with pytest.raises(CameraLost):
        table("simulate:chinchon")
