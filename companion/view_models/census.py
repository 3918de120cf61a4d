"""The result of counting a set of tiles over several photographs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class CensusDoubt:
    """A tile that a person must check."""

    image: str
    corners: tuple[tuple[float, float], ...]
    """In pixels of that photograph, clockwise from the number's top left."""
    likely: tuple[str, ...]
    """The possible faces, the likeliest first."""

    @property
    def place(self) -> str:
        """What names it in an answer: where it lies, and in which photograph."""
        x, y = self.middle
        return f"{x},{y} {self.image}"

    @property
    def middle(self) -> tuple[int, int]:
        """The middle of the tile in whole pixels."""
        x, y = (round(sum(point[at] for point in self.corners) / len(self.corners)) for at in (0, 1))
        return x, y

    @property
    def surroundings(self) -> tuple[int, int, int]:
        """The square around it: left, top and side in pixels."""
        across = max(
            max(point[at] for point in self.corners) - min(point[at] for point in self.corners) for at in (0, 1)
        )
        x, y = self.middle
        return round(x - 0.8 * across), round(y - 0.8 * across), round(1.6 * across)


@dataclass(frozen=True, slots=True)
class CensusAnswers:
    """People's answers about the photographs of a census."""

    are_apart: bool = False
    """No tile is on two photographs."""
    faces: Mapping[str, str | None] = field(default_factory=dict)
    """What doubtful tiles are, by ``CensusDoubt.place``: a face, or None where there is no tile."""


@dataclass(frozen=True, slots=True)
class Census:
    """The tiles of all photographs together."""

    seen: int
    """Tiles, each counted once, those in doubt among them."""
    missing: tuple[str, ...]
    surplus: tuple[str, ...]
    unsure: tuple[CensusDoubt, ...] = ()
    overlaps: tuple[tuple[str, str], ...] = ()
    """Pairs of photographs that may show the same tiles; people have to decide."""

    @property
    def is_settled(self) -> bool:
        """Whether there is no open question."""
        return not self.unsure and not self.overlaps

    @property
    def is_complete(self) -> bool:
        """Whether exactly the whole set is there."""
        return self.is_settled and not self.missing and not self.surplus

    def as_json(self) -> dict[str, Any]:
        """The census as JSON."""
        return {
            "seen": self.seen,
            "missing": list(self.missing),
            "surplus": list(self.surplus),
            "unsure": [
                {
                    "image": doubt.image,
                    "corners": [list(point) for point in doubt.corners],
                    "likely": list(doubt.likely),
                }
                for doubt in self.unsure
            ],
            "overlaps": [list(pair) for pair in self.overlaps],
            "settled": self.is_settled,
        }
