"""Counts photographs through any executor, each once: what was begun and lost is begun again."""

from __future__ import annotations

import os
import socket
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from uuid import uuid4

from companion.errors import OtherNetworks
from companion.kept_rules import version_of
from companion.story.ledger import Ledger, LedgerKey, State
from companion.tally.crews import Crew
from companion.tally.reader import Outcome, Reading, failure_text, read_picture
from vision.errors import BadImage
from vision.images import read_blob

AHEAD = 2
"""Photographs that wait for each reader, so that none is ever idle."""
ATTEMPTS = 3
"""After losing its reader so often while it was read alone, a photograph is taken to be what kills readers."""
LOOK_S = 2.0
"""How often it is looked whether the readers are still there."""
_TAKEN_OVER: tuple[State, ...] = ("waiting", "running")


@dataclass(frozen=True, slots=True)
class Counted:
    """A photograph of the list after its turn."""

    index: int
    key: LedgerKey | None
    """What the ledger knows it by; ``None`` where there is no such file."""
    is_new: bool = False
    """Whether it was read now, and by us."""
    failure: str | None = None
    """Why there is no such file."""


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    index: int
    key: LedgerKey
    picture: bytes
    alone: int = 0
    """How often it was begun while nothing else was under way."""


class Counting:
    """One run over a list of photographs."""

    def __init__(self, ledger: Ledger, crew: Crew, how: Reading, *, again: bool = False) -> None:
        """With ``again`` what failed before is tried once more."""
        self._ledger, self._crew, self._how = ledger, crew, how
        self._holder = f"{socket.gethostname()[:40]} {os.getpid()} {uuid4().hex[:8]}"
        self._free: tuple[State, ...] = ("waiting", "failed") if again else ("waiting",)
        self._begun: set[LedgerKey] = set()
        self._jobs: dict[Future[Outcome], _Job] = {}
        self._lost: deque[_Job] = deque()
        self._executor: Executor | None = None

    def count(self, paths: Sequence[Path]) -> Generator[Counted, None, None]:
        """Every one of ``paths`` with what became of it, in the order in which they end.

        Raises StoryError, OtherNetworks, or what the crew raises when it is gone.
        """
        others: list[tuple[int, Path]] = []
        try:
            for index, path in enumerate(paths):
                yield from self._until(self._room())
                yield from self._begun_or_told(index, path, others)
            yield from self._until(0)
            self._free = (*self._free, *_TAKEN_OVER)
            for index, path in others:
                yield from self._until(self._room())
                yield from self._begun_or_told(index, path, [])
            yield from self._until(0)
        finally:
            self._crew.close()
            self._ledger.release(self._holder)

    def _begun_or_told(self, index: int, path: Path, others: list[tuple[int, Path]]) -> Iterator[Counted]:
        """Begins with a photograph, or tells what is known of it; what somebody else is reading goes to ``others``."""
        try:
            picture = read_blob(path)
        except BadImage as error:
            yield Counted(index, None, failure=failure_text(error.code, error.parameters))
            return
        key = LedgerKey(sha256(picture).hexdigest(), self._how.models, version_of(self._how.rules))
        if key in self._begun:
            yield Counted(index, key)
            return
        line = self._ledger.take(key, self._holder, self._free)
        if line.state in ("done", "failed"):
            yield Counted(index, key)
        elif line.holder == self._holder:
            self._begun.add(key)
            self._submit(_Job(index, key, picture))
        else:
            others.append((index, path))

    def _submit(self, job: _Job) -> None:
        try:
            self._executor = self._executor or self._crew.open()
            self._jobs[self._executor.submit(read_picture, job.picture, self._how)] = job
        except self._crew.losses:
            self._lose(job)

    def _room(self) -> int:
        """How many photographs may be under way while another one is begun."""
        return 0 if self._lost else max(1, self._crew.readers()) * AHEAD

    def _until(self, most: int) -> Iterator[Counted]:
        """What ends until no more than ``most`` photographs are under way and none is lost.

        A lost one is begun again alone: if it is what kills readers, it takes no other with it.
        """
        while len(self._jobs) > most or self._lost:
            if self._lost and not self._jobs:
                job = self._lost.popleft()
                self._submit(replace(job, alone=job.alone + 1))
            ended, _ = wait(self._jobs, timeout=LOOK_S, return_when=FIRST_COMPLETED)
            for future in ended:
                yield from self._settled(self._jobs.pop(future), future)
            if not ended and not self._crew.readers():
                self._lose(*self._jobs.values())

    def _settled(self, job: _Job, future: Future[Outcome]) -> Iterator[Counted]:
        try:
            outcome = future.result()
        except OtherNetworks:
            raise
        except self._crew.losses:
            if job.alone < ATTEMPTS:
                self._lose(job)
                return
            outcome = Outcome(failure=failure_text("reader lost", {"times": ATTEMPTS}))
        except Exception as fault:
            outcome = Outcome(failure=failure_text("bug", {"failure": f"{type(fault).__name__}: {fault}"}))
        yield self._written(job, outcome)

    def _written(self, job: _Job, outcome: Outcome) -> Counted:
        if outcome.text is not None:
            return Counted(job.index, job.key, is_new=self._ledger.finish(job.key, outcome.text))
        self._ledger.fail(job.key, outcome.failure or "")
        return Counted(job.index, job.key)

    def _lose(self, *jobs: _Job) -> None:
        """The readers of ``jobs`` are lost: the next ones are new."""
        self._executor = None
        self._jobs = {future: job for future, job in self._jobs.items() if job not in jobs}
        self._lost.extend(jobs)
