"""Count photographs through any executor, each once; lost work is submitted again."""

from __future__ import annotations

import os
import socket
import time
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from uuid import uuid4

from companion.bulk_counting.batch_size import BATCHES_AHEAD, is_full
from companion.bulk_counting.executors import ExecutorFactory
from companion.bulk_counting.reader_process import PhotoOutcome, ReadingSetup, failure_text, fault_text, read_pictures
from companion.errors import DifferentNetworks
from companion.eventstore.photo_ledger import JobState, Ledger, LedgerKey
from companion.house_rules.rules_codec import version_of
from vision.errors import BadImage
from vision.io.images import read_blob

ATTEMPTS = 3
"""After losing its reader so often while it was read alone, a photograph is taken to be what kills readers."""
LOOK_S, STALLED_S = 2.0, 180.0
"""The polling interval of the readers, and the seconds without an answer after which they are replaced: work on
other machines may be lost silently."""
_TAKEN_OVER: tuple[JobState, ...] = ("waiting", "running")


@dataclass(frozen=True, slots=True)
class CountedPhotograph:
    """The result for a photograph of the list."""

    index: int
    key: LedgerKey | None
    """Its key in the ledger; None where the file does not exist."""
    is_new: bool = False
    """Whether this run read it."""
    failure: str | None = None
    """The reason why there is no such file."""


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    index: int
    key: LedgerKey
    picture: bytes
    alone: int = 0
    """How often it was started with nothing else running."""


class Counting:
    """One run over a list of photographs."""

    def __init__(self, ledger: Ledger, executors: ExecutorFactory, how: ReadingSetup, *, again: bool = False) -> None:
        """With ``again`` earlier failures are retried."""
        self._ledger, self._executors, self._how = ledger, executors, how
        self._holder = f"{socket.gethostname()[:40]} {os.getpid()} {uuid4().hex[:8]}"
        self._free: tuple[JobState, ...] = ("waiting", "failed") if again else ("waiting",)
        self._begun: set[LedgerKey] = set()
        self._batch: list[_Job] = []
        self._under_way: dict[Future[tuple[PhotoOutcome, ...]], tuple[_Job, ...]] = {}
        self._lost: deque[_Job] = deque()
        self._executor: Executor | None = None

    def count(self, paths: Sequence[Path]) -> Generator[CountedPhotograph, None, None]:
        """Yield every one of ``paths`` with its result, in order of completion.

        Raises JournalError, DifferentNetworks, or what the executors raise when they are gone.
        """
        others: list[tuple[int, Path]] = []
        try:
            yield from self._counted(list(enumerate(paths)), others)
            self._free = (*self._free, *_TAKEN_OVER)
            yield from self._counted(others, [])
        finally:
            self._executors.close()
            self._ledger.release(self._holder)

    def _counted(
        self, listed: Sequence[tuple[int, Path]], others: list[tuple[int, Path]]
    ) -> Iterator[CountedPhotograph]:
        for left, (index, path) in zip(range(len(listed) - 1, -1, -1), listed, strict=True):
            yield from self._until(self._room())
            yield from self._begun_or_told(index, path, others)
            self._send(left)
        yield from self._until(0)

    def _begun_or_told(self, index: int, path: Path, others: list[tuple[int, Path]]) -> Iterator[CountedPhotograph]:
        """Start a photograph, or yield its known result; what another run is reading is added to ``others``."""
        try:
            picture = read_blob(path)
        except BadImage as error:
            yield CountedPhotograph(index, None, failure=failure_text(error.code, error.parameters))
            return
        key = LedgerKey(sha256(picture).hexdigest(), self._how.models, version_of(self._how.rules))
        if key in self._begun:
            yield CountedPhotograph(index, key)
            return
        line = self._ledger.take(key, self._holder, self._free)
        if line.state in ("done", "failed"):
            yield CountedPhotograph(index, key)
        elif line.holder == self._holder:
            self._begun.add(key)
            self._batch.append(_Job(index, key, picture))
        else:
            others.append((index, path))

    def _send(self, left: int) -> None:
        """Submit the batch if it is full; ``left`` photographs follow it."""
        if is_full([len(job.picture) for job in self._batch], left, self._readers()):
            batch, self._batch = self._batch, []
            self._submit(*batch)

    def _submit(self, *jobs: _Job) -> None:
        try:
            self._executor = self._executor or self._executors.open()
            pictures = tuple(job.picture for job in jobs)
            self._under_way[self._executor.submit(read_pictures, pictures, self._how)] = jobs
        except self._executors.losses:
            self._lose(*jobs)

    def _readers(self) -> int:
        return max(1, self._executors.readers())

    def _room(self) -> int:
        """The maximum number of pending batches while another one is filled."""
        return 0 if self._lost else self._readers() * BATCHES_AHEAD

    def _until(self, most: int) -> Iterator[CountedPhotograph]:
        """Yield results until at most ``most`` batches are pending and no photograph is lost.

        A lost one is submitted again alone: if it kills workers, it takes no other with it.
        """
        since_s = time.monotonic()
        while len(self._under_way) > most or self._lost:
            if self._lost and not self._under_way:
                job = self._lost.popleft()
                self._submit(replace(job, alone=job.alone + 1))
            ended, _ = wait(self._under_way, timeout=LOOK_S, return_when=FIRST_COMPLETED)
            for future in ended:
                yield from self._settled(self._under_way.pop(future), future)
            since_s = time.monotonic() if ended else since_s
            if not ended and (not self._executors.readers() or time.monotonic() - since_s > STALLED_S):
                since_s = time.monotonic()
                self._lose(*(job for jobs in self._under_way.values() for job in jobs))
                self._under_way.clear()

    def _settled(self, jobs: tuple[_Job, ...], future: Future[tuple[PhotoOutcome, ...]]) -> Iterator[CountedPhotograph]:
        try:
            outcomes = future.result()
        except DifferentNetworks:
            raise
        except self._executors.losses:
            if jobs[0].alone < ATTEMPTS:
                self._lose(*jobs)
                return
            outcomes = (PhotoOutcome(failure=failure_text("reader lost", {"times": ATTEMPTS})),)
        except Exception as fault:
            outcomes = (PhotoOutcome(failure=fault_text(fault)),) * len(jobs)
        yield from [self._written(job, outcome) for job, outcome in zip(jobs, outcomes, strict=True)]

    def _written(self, job: _Job, outcome: PhotoOutcome) -> CountedPhotograph:
        if outcome.text is not None:
            return CountedPhotograph(job.index, job.key, is_new=self._ledger.finish(job.key, outcome.text))
        self._ledger.fail(job.key, outcome.failure or "")
        return CountedPhotograph(job.index, job.key)

    def _lose(self, *jobs: _Job) -> None:
        """Handle the loss of the workers of ``jobs``: new ones are opened."""
        self._executor = None
        self._lost.extend(jobs)
