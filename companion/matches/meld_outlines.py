"""The outlines of melds in the picture of an entry."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from engine.tiles import NotationError, Tile

Fraction = tuple[float, float]
"""A place in the picture: parts of its width and height."""
Outline = tuple[Fraction, ...]
MOST_MELDS, MOST_CORNERS = 80, 40
_PART = r"(?:0(?:\.\d{1,4})?|1)"
_CORNERS = re.compile(rf"{_PART},{_PART}(?: {_PART},{_PART}){{2,{MOST_CORNERS - 1}}}")


@dataclass(frozen=True, slots=True)
class OutlinedMeld:
    """A meld in a picture, as ``4r 5r 6r @ 0.12,0.3 0.4,0.3 0.4,0.5``."""

    faces: tuple[str, ...]
    """The faces of its tiles, without unreadable ones."""
    corners: Outline

    def __str__(self) -> str:
        return f"{' '.join(self.faces)} @ {' '.join(f'{x:g},{y:g}' for x, y in self.corners)}"

    @staticmethod
    def parse(text: str) -> OutlinedMeld:
        """Parse the format of ``str``. Raises NotationError for anything else."""
        faces, _, corners = text.partition(" @ ")
        if not _CORNERS.fullmatch(corners):
            raise NotationError("not_an_observation", text=text)
        points = (corner.partition(",") for corner in corners.split())
        return OutlinedMeld(
            tuple(str(Tile.parse(face)) for face in faces.split()), tuple((float(x), float(y)) for x, _, y in points)
        )

    def shared(self, tiles: Iterable[Tile]) -> int:
        """The number of ``tiles`` it shares."""
        return (Counter(map(str, tiles)) & Counter(self.faces)).total()


def outlined_melds(text: str) -> tuple[OutlinedMeld, ...]:
    """Parse the melds of ``text``, one a line. Raises NotationError for an invalid line, and for too many."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > MOST_MELDS:
        raise NotationError("not_an_observation", text=lines[MOST_MELDS])
    return tuple(map(OutlinedMeld.parse, lines))


def outline_of(tiles: tuple[Tile, ...], melds: Iterable[OutlinedMeld]) -> Outline:
    """The outline of a meld with these tiles: the most similar of ``melds``, sharing more than half; else empty."""
    ranked = sorted(melds, key=lambda meld: (-meld.shared(tiles), len(meld.faces)))
    best = ranked[0] if ranked else None
    return best.corners if best and 2 * best.shared(tiles) > max(len(tiles), len(best.faces)) else ()
