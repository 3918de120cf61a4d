"""The executors that read photographs: local processes, or a cluster (see ``cluster``)."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor, CancelledError, Executor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Protocol

from companion.bulk_counting.reader_process import begin_reading
from vision.networks.sessions import usable_processors


class ExecutorFactory(Protocol):
    """Opens executors, one after the other when they break."""

    losses: tuple[type[BaseException], ...]
    """The failures of photographs whose reader was lost through no fault of theirs."""

    def open(self) -> Executor:
        """Open an executor that is ready for work. Raises CompanionError where there is none."""
        ...

    def readers(self) -> int:
        """The number of photographs read in parallel; 0 where all workers are lost."""
        ...

    def close(self) -> None:
        """Close the executor; work in progress is lost."""
        ...


class LocalExecutors:
    """Local processes, each with its own recognizer on one thread."""

    losses: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError)

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or usable_processors()
        self._pool: ProcessPoolExecutor | None = None

    def open(self) -> Executor:
        """A new process pool."""
        self.close()
        self._pool = ProcessPoolExecutor(self._workers, mp_context=get_context("spawn"), initializer=begin_reading)
        return self._pool

    def readers(self) -> int:
        """The requested number of processes."""
        return self._workers

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None
