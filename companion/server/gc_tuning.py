"""Tune the garbage collector of a server: permanent objects are frozen and not scanned again.

A tournament is a hundred thousand permanent values. Python scans all of them whenever their number has grown by a
quarter: a tenth of a second without answers.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Literal

AGAIN_S = 900.0
"""The interval at which frozen objects are collected, too, since they may be garbage by now."""


class GcFreezer:
    """A GC callback that freezes what survived a full collection."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._again_s = clock() + AGAIN_S

    def __call__(self, phase: Literal["start", "stop"], collection: dict[str, int]) -> None:
        """The signature of ``gc.callbacks``."""
        if collection["generation"] < 2:
            return
        if phase == "stop":
            gc.freeze()
        elif self._clock() >= self._again_s:
            self._again_s = self._clock() + AGAIN_S
            gc.unfreeze()


def spare_what_stays() -> None:
    """Install it in this process, and freeze present objects."""
    gc.callbacks.append(GcFreezer())
    gc.collect()


@contextmanager
def no_collecting() -> Iterator[None]:
    """A context without garbage collection; importing modules takes a fifth less time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
