"""Hypotheses about the pozo between two looks: tiles discarded on it, and the pile taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine.hand.moves import SeenTile
from engine.inference.observation import Observation


@dataclass(frozen=True, slots=True)
class PozoTaken:
    """The pozo was taken from the top, ``left`` tiles remaining."""

    left: int


@dataclass(frozen=True, slots=True)
class PozoDiscard:
    """A tile was discarded on the pozo."""

    tile: SeenTile


PozoStep = PozoTaken | PozoDiscard


def pozo_changes(before: tuple[SeenTile, ...], observation: Observation) -> Iterator[tuple[PozoStep, ...]]:
    """The possible ways in which the pozo ``before`` became the one seen, the simplest first."""
    if observation.pozo is None:
        yield ()
        return
    if observation.pozo_covers:
        yield from _under_cover(before, observation.pozo)
        return
    kept = _common(before, observation.pozo)
    if kept == len(before):
        yield _thrown(observation.pozo[kept:])
        if len(before) == len(observation.pozo) == 1:
            yield (PozoTaken(0), *_thrown(observation.pozo))
    else:
        yield (PozoTaken(0), *_thrown(observation.pozo))
        if kept:
            yield (PozoTaken(kept), *_thrown(observation.pozo[kept:]))
        yield (PozoDiscard(None), PozoTaken(0), *_thrown(observation.pozo))


def turned_up(before: tuple[SeenTile, ...], observation: Observation) -> tuple[SeenTile, ...]:
    """The pozo ``before`` with newly seen faces filled in, where it lies unchanged under what is seen; else None."""
    if not observation.pozo or observation.pozo_covers or _common(before, observation.pozo) < len(before):
        return ()
    shown = tuple(one or now for one, now in zip(before, observation.pozo, strict=False))
    return shown if shown != before else ()


def _thrown(tiles: tuple[SeenTile, ...]) -> tuple[PozoStep, ...]:
    return tuple(PozoDiscard(tile) for tile in tiles)


def _under_cover(before: tuple[SeenTile, ...], top: tuple[SeenTile, ...]) -> Iterator[tuple[PozoStep, ...]]:
    """The same for a pile of which only ``top`` is in view.

    It is unchanged, or as few tiles as possible are new. Deeper tiles may have come into view beside new ones.
    """
    for new in range(max(len(top) - len(before) + 1, 0), len(top) + 1):
        old = top[: len(top) - new]
        is_end = old == before[len(before) - len(old) :]
        is_deeper = bool(new and old) and not Counter(old) - Counter(before)
        if is_end or is_deeper:
            yield _thrown(top[len(top) - new :])
        if is_end:
            break
    if before[-len(top) :] != top:
        yield (PozoDiscard(None), *_thrown(top))
    else:
        yield _thrown(top[-1:])


def _common(before: tuple[SeenTile, ...], after: tuple[SeenTile, ...]) -> int:
    """The number of bottom tiles that agree, as far as they were seen."""
    return next(
        (n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a and b and a != b),
        min(len(before), len(after)),
    )
