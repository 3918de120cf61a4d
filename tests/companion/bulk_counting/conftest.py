"""What tests of counting in bulk share: a ledger, pictures that differ, and executors that fail on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import bootstrap
from companion.bootstrap import Recognizer
from companion.bulk_counting import reader_process
from companion.bulk_counting.reader_process import ReadingSetup, models_version
from companion.eventstore.photo_ledger import Ledger
from tests.companion.builders import FakeRecognizer


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    opened = Ledger.open(f"sqlite:///{tmp_path / 'kept' / 'story.sqlite'}")
    yield opened
    opened.close()


@pytest.fixture
def how() -> ReadingSetup:
    return ReadingSetup(models_version(), bootstrap.open_rules())


@pytest.fixture
def single_recognizer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Recognizer], None]]:
    """Puts a recognizer in the place of the networks of this process; until told otherwise it sees ``7r 8r J``."""

    def put(other: Recognizer) -> None:
        reader_process._recognizer.cache_clear()
        monkeypatch.setattr(bootstrap, "open_single_recognizer", lambda _=None: other)

    put(FakeRecognizer())
    yield put
    reader_process._recognizer.cache_clear()


def pictures(folder: Path, count: int) -> list[Path]:
    """Pictures of which no two have the same bytes, nor the same width."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{number:03}.png" for number in range(count)]
    for number, path in enumerate(paths):
        cv2.imwrite(str(path), np.full((40, 50 + number, 3), 160, np.uint8))
    return paths


class AtOnce(Executor):
    """Does everything when it is asked, or breaks when it is told to."""

    def __init__(self, breaks: Callable[[bytes], bool], batches: list[int]) -> None:
        self._breaks, self.batches = breaks, batches

    def submit(self, work, /, pictures, how):
        future: Future = Future()
        self.batches.append(len(pictures))
        if any(self._breaks(picture) for picture in pictures):
            future.set_exception(BrokenExecutor("killed"))
        else:
            try:
                future.set_result(work(pictures, how))
            except Exception as error:
                future.set_exception(error)
        return future


class FakeExecutors:
    """Readers within this process, of whom one dies over each picture for which ``breaks`` says so."""

    losses = (BrokenExecutor,)

    def __init__(self, breaks: Callable[[bytes], bool] = lambda _: False) -> None:
        self._breaks = breaks
        self.opened = self.closed = 0
        self.batches: list[int] = []
        """How many pictures each of them was handed at once, one after the other."""

    def open(self) -> Executor:
        self.opened += 1
        return AtOnce(self._breaks, self.batches)

    def readers(self) -> int:
        return 2

    def close(self) -> None:
        self.closed += 1
