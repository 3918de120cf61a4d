"""What a contender says of one picture, and how that compares with the labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

import cv2
import numpy as np

from companion.evaluation.counts import Proportion
from companion.evaluation.labelled_pictures import TrueTile
from companion.evaluation.tile_grading import number_of
from engine.tiles import NUMBERS

SAYABLE = frozenset(("J", *map(str, NUMBERS)))
"""All that can be said of a tile: its number, or that it is a joker."""
NONE = Proportion()


@dataclass(frozen=True, slots=True)
class Sighting:
    """A place where a contender sees something."""

    center_px: tuple[float, float]
    """x and y in the upright picture."""
    says: str | None = None
    """One of ``SAYABLE``; None where it names no number."""


@dataclass(frozen=True, slots=True)
class Look:
    """All that a contender sees on one picture."""

    sightings: tuple[Sighting, ...] = ()
    elapsed_ms: float = 0.0
    """From decoded pixels to numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What went right and wrong on some pictures; counts add up."""

    found: Proportion = NONE
    """Labelled tiles with a sighting inside."""
    right: Proportion = NONE
    """Labelled numbers that a sighting inside the tile says; jokers are left out, most contenders know none."""
    exact: Proportion = NONE
    """Pictures with every number right and nothing false."""
    false: int = 0
    """Numbers said where there is no tile, or another one, or the same one once more."""
    elapsed_ms: tuple[float, ...] = ()

    def __add__(self, other: Counts) -> Counts:
        return Counts(**{field.name: getattr(self, field.name) + getattr(other, field.name) for field in fields(self)})


def graded(labelled: Sequence[TrueTile], look: Look) -> Counts:
    """The counts of one picture.

    A sighting belongs to the tile in whose outline its centre lies: a box of text is no outline, so overlaps would
    judge the shape of boxes and not what is read.
    """
    owned = [(owner(labelled, sighting), sighting.says) for sighting in look.sightings]
    told = [{says for index, says in owned if index == number} for number in range(len(labelled))]
    names = [number_of(tile.name) for tile in labelled]
    numbers = [name.isdigit() for name in names]
    hits = [name in said for name, said in zip(names, told, strict=True)]
    right = sum(hit and number for hit, number in zip(hits, numbers, strict=True))
    false = sum(says is not None for _, says in owned) - sum(hits)
    return Counts(
        found=Proportion(sum(map(bool, told)), len(labelled)),
        right=Proportion(right, sum(numbers)),
        exact=Proportion(int(right == sum(numbers) and not false), 1),
        false=false,
        elapsed_ms=(look.elapsed_ms,),
    )


def owner(labelled: Sequence[TrueTile], sighting: Sighting) -> int | None:
    """The tile in which a sighting lies, of overlapping ones that with the nearest middle; None outside of all."""
    inside = [
        (float(np.hypot(*(tile.outline.mean(axis=0) - sighting.center_px))), index)
        for index, tile in enumerate(labelled)
        if cv2.pointPolygonTest(tile.outline, sighting.center_px, False) >= 0
    ]
    return min(inside)[1] if inside else None


def summed(counts: Iterable[Counts]) -> Counts:
    """All counts together."""
    return sum(counts, start=Counts())
