"""Tunes the garbage collector of a server: objects that live for good are frozen and not scanned again.

A tournament is a hundred thousand values that stay. The interpreter looks through all of them whenever a quarter as
many came to be: a tenth of a second in which nobody is answered.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Literal

AGAIN_S = 900.0
"""How often all is looked through, also what stayed before: it may be garbage by now."""


class Spared:
    """Told of each collection, leaves alone what survived a full one."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._again_s = clock() + AGAIN_S

    def __call__(self, phase: Literal["start", "stop"], collection: dict[str, int]) -> None:
        """What ``gc.callbacks`` are called with."""
        if collection["generation"] < 2:
            return
        if phase == "stop":
            gc.freeze()
        elif self._clock() >= self._again_s:
            self._again_s = self._clock() + AGAIN_S
            gc.unfreeze()


def spare_what_stays() -> None:
    """For this process: what it holds now, and what it will."""
    gc.callbacks.append(Spared())
    gc.collect()


@contextmanager
def no_collecting() -> Iterator[None]:
    """No garbage is collected within; a fifth of the time to load modules goes into looking among what stays."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
