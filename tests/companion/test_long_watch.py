"""An evening of watching: what is told does not drift, and memory stays flat.

Frames come as fast as they are watched, under the times at which a camera would have taken them.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

import psutil
import pytest

from companion import bootstrap
from companion.cli.watch import open_source
from companion.game_tracking.hand_tracker import HandTracker
from companion.game_tracking.updates import Change, Update
from datasets.synthetic_videos.generate import TAKE, HandVideoSpec, write
from engine.hand.events import Event
from vision.reading import Frame
from vision.watching.frame_results import FrameResult, FrameState
from vision.watching.watcher import TableWatcher

ROUNDS, WARM = 9, 3
"""How often the film is watched, and after how many rounds memory may not grow any more."""
MOST_MB = 12.0
FPS = 10
EVENING = 4 * 3600 * FPS
"""The frames of four hours."""
STEADY = 78
"""A take in which nobody pushes the camera: a film that begins anew would push it back each time, unseen."""
PATIENTLY = 60
"""So many times longer than in the film the table lies still in an evening, while hands move as quickly."""


@dataclass(slots=True, eq=False)
class Evening:
    """One watcher before which a film is played again and again, each still frame ``patiently`` times."""

    film: Path
    patiently: int = 1
    watcher: TableWatcher = field(default_factory=bootstrap.open_watcher)
    frames: int = 0
    memory_mb: list[float] = field(default_factory=list)
    """After each time."""

    def moves(self) -> list[str]:
        """The moves that are told of the film, played once more."""
        hand, moves = HandTracker(bootstrap.open_rules()), list[str]()
        with closing(open_source(str(self.film), FPS)) as camera:
            index = 0
            while frame := camera.newest(index, 1.0):
                index = frame.index
                moves += [str(event.move) for watched in self._watched(frame) for event in _events(hand(watched))]
        gc.collect()
        self.memory_mb.append(psutil.Process().memory_info().rss / 2**20)
        return moves

    def _watched(self, frame: Frame) -> Iterator[FrameResult]:
        """What the watcher says of a frame, again and again while the table lies still."""
        for _ in range(self.patiently):
            self.frames += 1
            one = self.watcher(replace(frame, index=self.frames, captured_at_s=self.frames / FPS))
            yield one
            if one.state is not FrameState.STILL:
                return


def _events(update: Update | None) -> tuple[Event, ...]:
    return update.events if isinstance(update, Change) else ()


def short_film(folder: Path, take: int = TAKE) -> Path:
    """Seven stills of a hand."""
    return write(folder, HandVideoSpec(seed=3, stop_after=7, take=take), "mjpg").with_suffix(".avi")


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_hundreds_of_frames_take_no_more_memory_and_are_told_alike(tmp_path: Path) -> None:
    evening = Evening(short_film(tmp_path))
    rounds = [evening.moves() for _ in range(ROUNDS)]
    assert evening.frames > 600
    assert len(rounds[0]) >= 7
    assert rounds[1:] == rounds[:1] * (ROUNDS - 1)
    assert max(evening.memory_mb[WARM:]) - evening.memory_mb[WARM] < MOST_MB, evening.memory_mb


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_four_hours_take_no_more_memory_and_are_told_alike(tmp_path: Path) -> None:
    evening, rounds = Evening(short_film(tmp_path, STEADY), PATIENTLY), list[list[str]]()
    while evening.frames < EVENING:
        rounds.append(evening.moves())
    print(len(rounds), "hands;", [round(mb) for mb in evening.memory_mb], "MB")
    assert rounds[1:] == rounds[:1] * (len(rounds) - 1)
    assert max(evening.memory_mb[WARM:]) - evening.memory_mb[WARM] < MOST_MB, evening.memory_mb
