"""The rows and heaps of a photograph: which are melds, and on which half they lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from companion.view_models import UNSURE, PhotoScore, TileView

_BACK = "back"
_REACH = 1.7
"""Tiles whose middles are nearer than so many tile heights belong to one heap."""
_MELD_TILES, _TABLE_MELDS, _TABLE_SHARE = 3, 3, 0.6
_GAP, _AHEAD = 0.1, 1.4
"""How wide the gap between two halves is at least, as a part of the picture, and against the next widest."""
_LEAN = 0.5


@dataclass(frozen=True, slots=True)
class TileGroup:
    """Tiles that lie together and belong to the same player."""

    photo: str
    tiles: tuple[int, ...]
    is_meld: bool
    """Whether it reads as a meld, or may be one once its doubtful tiles are named."""
    spot: tuple[float, float]
    """Its middle, in parts of the picture's width and height."""
    up: tuple[float, float]
    """The way up its tiles, of length one; y downwards."""

    @property
    def key(self) -> str:
        """Its identity, as long as its tiles stay the same."""
        return f"{self.photo}.{min(self.tiles)}"


def melds_and_rest(photo: str, score: PhotoScore) -> tuple[TileGroup, ...]:
    """The lots of a table: every row, and every heap of other face-up tiles."""
    views = {tile.id: tile for tile in score.tiles}
    rows = [row for row in score.rows if any(views[tile].face != _BACK for tile in row.tiles)]
    single = [tile for tile in score.loose if views[tile].face != _BACK]
    melds = [
        (
            row.tiles,
            row.is_covered or (len(row.tiles) >= _MELD_TILES and (row.lawful or _is_doubtful(row.tiles, views))),
        )
        for row in rows
    ]
    heaped = [(tiles, False) for tiles in _heaps([views[tile] for tile in single])]
    return tuple(_lot(photo, tiles, is_meld, score) for tiles, is_meld in (*melds, *heaped))


def heaps(photo: str, score: PhotoScore) -> tuple[TileGroup, ...]:
    """The lots of a photograph of racks: tiles that lie together, left to right."""
    lying = {tile for row in score.rows for tile in row.tiles} | set(score.loose)
    views = [tile for tile in score.tiles if tile.id in lying]
    lots = (_lot(photo, tiles, False, score) for tiles in _heaps(views))
    return tuple(sorted(lots, key=lambda lot: (lot.spot[0], lot.spot[1])))


def everything(photo: str, score: PhotoScore) -> tuple[TileGroup, ...]:
    """All face-up tiles as one lot; empty where there are none."""
    tiles = (*(tile for row in score.rows for tile in row.tiles), *score.loose)
    return (_lot(photo, tiles, False, score),) if tiles else ()


def shows_table(score: PhotoScore) -> bool | None:
    """Whether a photograph shows a table with melds, or racks; ``None`` where ambiguous."""
    faces = {tile.id: tile.face for tile in score.tiles}
    lying = [tile for row in score.rows for tile in row.tiles] + list(score.loose)
    shown = [tile for tile in lying if faces[tile] != _BACK]
    melds = [row for row in score.rows if row.lawful or row.is_covered]
    in_melds = sum(len(row.tiles) for row in melds)
    if any(row.canasta or row.is_covered for row in melds) or (
        len(melds) >= _TABLE_MELDS and in_melds >= _TABLE_SHARE * len(shown)
    ):
        return True
    return None if melds else False


def halves(lots: Sequence[TileGroup]) -> dict[str, int] | None:
    """The half of the table of each lot, by key: 0 is the photographer's; ``None`` where the halves cannot be
    separated."""
    if len(lots) < 2:
        return None
    upright = {lot.key: int(lot.up[1] > 0) for lot in lots}
    if all(abs(lot.up[1]) > _LEAN for lot in lots) and len(set(upright.values())) == 2:
        near = [lot.spot[1] for lot in lots if not upright[lot.key]]
        far = [lot.spot[1] for lot in lots if upright[lot.key]]
        if sum(near) / len(near) > sum(far) / len(far):
            return upright
    gaps = {axis: _widest([lot.spot[axis] for lot in lots]) for axis in (1, 0)}
    axis = max(gaps, key=lambda axis: gaps[axis][0])
    width, second, middle = gaps[axis]
    if width < max(_GAP, _AHEAD * second):
        return None
    return {lot.key: int(lot.spot[axis] < middle) for lot in lots}


def _widest(places: Sequence[float]) -> tuple[float, float, float]:
    """The widest gap between places, the next widest, and the middle of the widest."""
    ordered = sorted(places)
    gaps = sorted(((b - a, (a + b) / 2) for a, b in pairwise(ordered)), reverse=True)
    return gaps[0][0], gaps[1][0] if len(gaps) > 1 else 0.0, gaps[0][1]


def _is_doubtful(tiles: Iterable[int], views: dict[int, TileView]) -> bool:
    return any(views[tile].face == UNSURE for tile in tiles)


def _heaps(tiles: Sequence[TileView]) -> Iterator[tuple[int, ...]]:
    """The ids of tiles that lie together, each heap in the order of the tiles."""
    left = list(tiles)
    while left:
        heap = [left.pop(0)]
        for other_tile in heap:
            near = [
                other
                for other in left
                if _distance(other_tile, other) < _REACH * max(_height(other_tile), _height(other))
            ]
            heap += near
            left = [other for other in left if other not in near]
        chosen = {tile.id for tile in heap}
        yield tuple(tile.id for tile in tiles if tile.id in chosen)


def _lot(photo: str, tiles: tuple[int, ...], is_meld: bool, score: PhotoScore) -> TileGroup:
    views = [tile for tile in score.tiles if tile.id in set(tiles)]
    middles = [_middle(tile) for tile in views]
    spot = tuple(sum(middle[axis] for middle in middles) / len(middles) / score.size[axis] for axis in (0, 1))
    x, y = (sum(_up(tile)[axis] for tile in views) for axis in (0, 1))
    length = hypot(x, y) or 1.0
    return TileGroup(photo, tiles, is_meld, (spot[0], spot[1]), (x / length, y / length))


def _up(tile: TileView) -> tuple[float, float]:
    (left, right, low_right, low_left) = tile.corners
    x, y = (left[axis] + right[axis] - low_left[axis] - low_right[axis] for axis in (0, 1))
    length = hypot(x, y) or 1.0
    return x / length, y / length


def _middle(tile: TileView) -> tuple[float, float]:
    return sum(x for x, _ in tile.corners) / 4, sum(y for _, y in tile.corners) / 4


def _height(tile: TileView) -> float:
    (left, _, _, low_left) = tile.corners
    return hypot(left[0] - low_left[0], left[1] - low_left[1])


def _distance(tile: TileView, other: TileView) -> float:
    (a, b), (c, d) = _middle(tile), _middle(other)
    return hypot(a - c, b - d)
