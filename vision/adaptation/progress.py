"""How far long work is: whoever waits hears, after each step, how many of how many are done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Hears = Callable[[int, int], None]
"""Is told how many steps are done, and of how many."""


def unheard(done: int, of: int) -> None:
    """Nobody waits."""


@dataclass(slots=True)
class Steps:
    """Counts the steps of one piece of work."""

    of: int = 0
    hears: Hears = unheard
    done: int = 0

    def one_more(self) -> None:
        """Another is done."""
        self.done += 1
        self.hears(self.done, self.of)
