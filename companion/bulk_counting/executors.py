"""Who reads the photographs: processes of this machine, or the machines of a hall (see ``cluster``)."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor, CancelledError, Executor, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Protocol

from companion.bulk_counting.reader_process import begin_reading
from vision.networks.sessions import usable_processors


class Crew(Protocol):
    """Opens executors, one after the other when they break."""

    losses: tuple[type[BaseException], ...]
    """What a photograph ends with when its reader was lost, through no fault of the photograph."""

    def open(self) -> Executor:
        """Readers that are ready for work. Raises CompanionError where there are none."""
        ...

    def readers(self) -> int:
        """How many photographs are read at once; 0 where everybody is lost."""
        ...

    def close(self) -> None:
        """Sends everybody home; what they are doing is lost."""
        ...


class LocalCrew:
    """Processes of this machine, each with a recognizer of its own on one thread."""

    losses: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError)

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or usable_processors()
        self._pool: ProcessPoolExecutor | None = None

    def open(self) -> Executor:
        """A fresh pool of processes."""
        self.close()
        self._pool = ProcessPoolExecutor(self._workers, mp_context=get_context("spawn"), initializer=begin_reading)
        return self._pool

    def readers(self) -> int:
        """The processes that were asked for."""
        return self._workers

    def close(self) -> None:
        """Ends the processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None
