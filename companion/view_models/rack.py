"""A photographed rack: its tiles in order, and the doubtful ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.view_models.photo import NO_TILE, UNSURE, PhotoScore

_BACK = "back"
_LIKELY = 0.02
"""The probability from which a face is offered."""
_MOST_LIKELY = 4


@dataclass(frozen=True, slots=True)
class RackTileDoubt:
    """A doubtful tile of a rack."""

    number: int
    """The number by which it is answered, counted from 1."""
    place: int
    """The position in its row, counted from 1 from the left."""
    row: int
    """The row, counted from 1 from the top."""
    likely: tuple[str, ...]
    """The possible faces, the likeliest first; may be empty."""
    tile: int
    """Its id on the photograph."""


@dataclass(frozen=True, slots=True)
class PhotographedRack:
    """The result for a photograph of a rack."""

    tiles: tuple[str, ...]
    """The tiles that are sure, the upper row first, from the left."""
    doubts: tuple[RackTileDoubt, ...] = ()
    rows: int = 0

    def answered(self, faces: Mapping[int, str]) -> PhotographedRack:
        """The rack with doubtful tiles named, by their number from 1; ``NO_TILE`` removes one."""
        named = [face for face in faces.values() if face != NO_TILE]
        left = tuple(doubt for doubt in self.doubts if doubt.number not in faces)
        return replace(self, tiles=(*self.tiles, *named), doubts=left)


def photographed_rack(score: PhotoScore) -> PhotographedRack:
    """The rack of a photograph, without applying rules to its tiles."""
    middles = {
        tile.id: tuple(sum(point[axis] for point in tile.corners) / len(tile.corners) for axis in (0, 1))
        for tile in score.tiles
    }
    lines = sorted(_lines(middles, _height(score)), key=lambda line: min(middles[at][1] for at in line))
    seen = {tile.id: tile for tile in score.tiles}
    tiles: list[str] = []
    doubts: list[RackTileDoubt] = []
    for row, line in enumerate(lines, 1):
        for place, number in enumerate(sorted(line, key=lambda number: middles[number][0]), 1):
            tile = seen[number]
            if tile.seen in (UNSURE, _BACK):
                likely = [face for face, chance in tile.alternatives if chance >= _LIKELY and face != _BACK]
                doubts.append(RackTileDoubt(len(doubts) + 1, place, row, tuple(likely[:_MOST_LIKELY]), number))
            else:
                tiles.append(tile.seen)
    return PhotographedRack(tuple(tiles), tuple(doubts), len(lines))


def _height(score: PhotoScore) -> float:
    """The median height of the tiles in the picture, in pixels."""
    heights = sorted(max(y for _, y in tile.corners) - min(y for _, y in tile.corners) for tile in score.tiles)
    return heights[len(heights) // 2] if heights else 1.0


def _lines(middles: Mapping[int, tuple[float, ...]], height: float) -> list[list[int]]:
    """The lines of tiles: each tile is near the height of its left neighbour."""
    lines: list[list[int]] = []
    for number in sorted(middles, key=lambda number: middles[number][0]):
        near = [line for line in lines if abs(middles[line[-1]][1] - middles[number][1]) < height / 2]
        if near:
            min(near, key=lambda line: abs(middles[line[-1]][1] - middles[number][1])).append(number)
        else:
            lines.append([number])
    return lines
