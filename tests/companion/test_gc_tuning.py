"""What a server holds for good is looked through once, and garbage is found all the same."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from companion.server.gc_tuning import AGAIN_S, GcFreezer


class Thing:
    """Something that can hold itself."""


def circle() -> weakref.ref[Thing]:
    """Garbage that only a collection finds."""
    thing = Thing()
    thing.itself = thing
    return weakref.ref(thing)


class Hands:
    """A clock that is put forward by hand."""

    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Iterator[Hands]:
    """The clock of a process that spares what stays."""
    clock, before, was_frozen = Hands(), list(gc.callbacks), gc.get_freeze_count() > 0
    gc.callbacks.append(GcFreezer(clock))
    yield clock
    gc.callbacks[:] = before
    gc.unfreeze()
    if was_frozen:
        gc.freeze()


def test_what_stayed_is_left_alone_and_new_garbage_is_not(clock: Hands):
    held = [Thing() for _ in range(10_000)]
    gc.collect()
    assert gc.get_freeze_count() > len(held)
    assert not any(isinstance(alive, Thing) for alive in gc.get_objects())
    found = circle()
    gc.collect()
    assert found() is None


def test_what_stayed_and_is_garbage_now_is_found_after_a_while(clock: Hands):
    thing = Thing()
    thing.itself, found = thing, weakref.ref(thing)
    gc.collect()
    del thing
    gc.collect()
    assert found() is not None
    clock.now_s = AGAIN_S
    gc.collect()
    assert found() is None
