"""An evening of watching: what is told does not drift, and memory stays flat."""

from __future__ import annotations

import gc
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from companion import bootstrap
from companion.commands.watch import opened
from companion.hand_watch import HandWatch
from companion.news import Change
from datasets.synthetic_sittings.generate import Order, write
from vision.watcher import TableWatcher

ROUNDS, WARM = 9, 3
"""How often the film is watched, and after how many rounds memory may not grow any more."""
MOST_MB = 12.0


def told_of(film: Path, watcher: TableWatcher, frames: int) -> tuple[list[str], int]:
    """The moves that one watcher tells of a film, as if its frames came after ``frames`` others; how many there are."""
    hand, told = HandWatch(bootstrap.open_rules()), []
    with closing(opened(str(film), 10.0)) as camera:
        index = 0
        while frame := camera.newest(index, 1.0):
            index = frame.index
            later = replace(frame, index=frames + index, captured_at_s=(frames + index) / 10)
            news = hand(watcher(later))
            if isinstance(news, Change):
                told += [str(event.move) for event in news.events]
    return told, frames + index


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_hundreds_of_frames_take_no_more_memory_and_are_told_alike(tmp_path: Path) -> None:
    film = write(tmp_path, Order(seed=3, stop_after=7), "mjpg").with_suffix(".avi")
    watcher, frames, rounds, memory_mb = bootstrap.open_watcher(), 0, [], []
    for _ in range(ROUNDS):
        told, frames = told_of(film, watcher, frames)
        rounds.append(told)
        gc.collect()
        memory_mb.append(psutil.Process().memory_info().rss / 2**20)
    assert frames > 600
    assert len(rounds[0]) >= 7
    assert rounds[1:] == rounds[:1] * (ROUNDS - 1)
    assert max(memory_mb[WARM:]) - memory_mb[WARM] < MOST_MB, memory_mb
