"""Progress reports of long computations: a callback after each step, with steps done and steps in total."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

ProgressCallback = Callable[[int, int], None]
"""Called with the number of steps done and the total."""


def ignore_progress(done: int, of: int) -> None:
    """A progress callback that does nothing."""


@dataclass(slots=True)
class ProgressSteps:
    """Counts the steps of one computation and reports them."""

    of: int = 0
    on_progress: ProgressCallback = ignore_progress
    done: int = 0

    def one_more(self) -> None:
        """Report one more step as done."""
        self.done += 1
        self.on_progress(self.done, self.of)
