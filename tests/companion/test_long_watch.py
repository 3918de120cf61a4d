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
from companion.commands.watch import opened
from companion.hand_watch import HandWatch
from companion.news import Change
from datasets.synthetic_sittings.generate import Order, write
from vision.reading import Frame
from vision.watcher import TableWatcher

ROUNDS, WARM = 9, 3
"""How often the film is watched, and after how many rounds memory may not grow any more."""
MOST_MB = 12.0
FPS = 10
EVENING = 4 * 3600 * FPS
"""The frames of four hours."""
SLOWLY = 40
"""So many times slower than in the film people play in an evening."""


@dataclass(slots=True, eq=False)
class Evening:
    """One watcher before which a film is played again and again, each frame ``slowly`` times."""

    film: Path
    slowly: int = 1
    watcher: TableWatcher = field(default_factory=bootstrap.open_watcher)
    frames: int = 0
    memory_mb: list[float] = field(default_factory=list)
    """After each time."""

    def told(self) -> list[str]:
        """The moves that are told of the film, played once more."""
        hand, told = HandWatch(bootstrap.open_rules()), list[str]()
        for frame in self._taken():
            news = hand(self.watcher(frame))
            if isinstance(news, Change):
                told += [str(event.move) for event in news.events]
        gc.collect()
        self.memory_mb.append(psutil.Process().memory_info().rss / 2**20)
        return told

    def _taken(self) -> Iterator[Frame]:
        """The frames of the film after all those before; of one that is repeated every other is the one before it."""
        with closing(opened(str(self.film), FPS)) as camera:
            index, before = 0, None
            while frame := camera.newest(index, 1.0):
                index = frame.index
                for time in range(self.slowly):
                    self.frames += 1
                    shown = before if before and time % 2 else frame
                    yield replace(shown, index=self.frames, captured_at_s=self.frames / FPS)
                before = replace(frame, bgr=frame.bgr.copy())


def short_film(folder: Path) -> Path:
    """Seven stills of a hand."""
    return write(folder, Order(seed=3, stop_after=7), "mjpg").with_suffix(".avi")


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_hundreds_of_frames_take_no_more_memory_and_are_told_alike(tmp_path: Path) -> None:
    evening = Evening(short_film(tmp_path))
    rounds = [evening.told() for _ in range(ROUNDS)]
    assert evening.frames > 600
    assert len(rounds[0]) >= 7
    assert rounds[1:] == rounds[:1] * (ROUNDS - 1)
    assert max(evening.memory_mb[WARM:]) - evening.memory_mb[WARM] < MOST_MB, evening.memory_mb


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_four_hours_take_no_more_memory_and_are_told_alike(tmp_path: Path) -> None:
    evening, rounds = Evening(short_film(tmp_path), SLOWLY), list[list[str]]()
    while evening.frames < EVENING:
        rounds.append(evening.told())
    print(len(rounds), "hands;", [round(mb) for mb in evening.memory_mb], "MB")
    assert rounds[1:] == rounds[:1] * (len(rounds) - 1)
    assert max(evening.memory_mb[WARM:]) - evening.memory_mb[WARM] < MOST_MB, evening.memory_mb
