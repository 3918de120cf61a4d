"""Join and split rows: no rule lets a player split or join melds, and gaps are easily misjudged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, compress, permutations, product

import numpy as np
from numpy.typing import NDArray

from companion.recognition.row_sides import TEAMS, faces_in
from engine.hand.state import TableState
from vision.geometry import TILE_MM
from vision.table_plan.zones import TableZone

ZonedRow = tuple[tuple[int, ...], TableZone | None]
"""The tile indices of a row, and its zone."""
Spots = NDArray[np.float64]
"""(n, 2): the middles of tiles."""
Widths = NDArray[np.float64]
_FOOT, _IN_LINE = (0.5, 2.0), 0.8
"""A row begins so many steps from a pile to which it belongs, and lies so many steps off its line at most."""
_HIGH_MM = 0.25 * TILE_MM[1]
"""By how much the foot of a pile may lie nearer to the camera than its top, for each tile: at 45 degrees a tile
hides its own thickness."""
_MOST_DEALT = 7
"""Tiles of a row of which each is tried at either end of a pile; the ways double with every tile."""
_FEW = 2
"""Tiles that may have been laid beside a canasta that was pushed together."""
_BESIDE, _STILL_BESIDE = (0.75, 1.35), 1.6
"""The centre distance of two adjacent tiles, in widths; at most, and of those that lay in melds."""
SHORTEST_MELD = 3
"""Tiles of the shortest meld."""
_FARTHER = 0.6
"""A row may begin so many steps beyond where the next tile of another would lie, and still go on with it."""


def join_rows(
    rows: Sequence[ZonedRow],
    faces: Mapping[int, str],
    spots: Spots,
    state: TableState,
    is_new: Callable[[int], bool],
) -> list[ZonedRow]:
    """``rows``, joined where they lie end to end and contain one meld of ``state`` only together.

    Two tiles and a third beyond a gap are one row where each ``is_new``, lawful or not: none is shorter. On a shared
    table, where melds are parted, only three tiles are joined. ``faces`` and ``spots`` (n, 2), in millimetres, are
    those of the tiles, by index.
    """

    def were_one(zoned: ZonedRow, other: ZonedRow) -> bool:
        team, tiles = TEAMS.get(zoned[1]) if zoned[1] else None, (*zoned[0], *other[0])
        parts = [Counter(map(faces.__getitem__, row[0])) for row in (zoned, other)]
        known = [meld for meld in state.melds if meld.team == team or meld.team is None]
        if len(tiles) == SHORTEST_MELD and all(map(is_new, tiles)):
            return True
        return any(_are_parts(faces_in(meld), parts) for meld in known
                   if meld.team is not None or len(meld.row) == len(tiles) == SHORTEST_MELD)  # fmt: skip

    return _joined(rows, spots, were_one)


def split_rows(
    row: ZonedRow,
    faces: Mapping[int, str],
    state: TableState,
    reads_as_meld: Callable[[Sequence[str]], bool],
    piles: Collection[Collection[int]] = (),
) -> tuple[ZonedRow, ...]:
    """``row``, split in two where it is no meld and two touching ones are.

    On a side: into two that each contain a meld of ``state`` (no rule lets a player join them), an unchanged meld
    beside a new one, or a pile beside tiles that do not continue it; on a shared table any two.
    """
    tiles, zone = row
    shown = [faces[at] for at in tiles]
    if reads_as_meld(shown):
        return (row,)
    known = [faces_in(meld) for meld in state.melds if zone is None or meld.team in (None, TEAMS.get(zone))]
    is_common = any(meld.team is None for meld in state.melds)

    def is_pile(part: Sequence[int]) -> bool:
        return any(set(part).issubset(pile) for pile in piles)

    def are_two(parts: Sequence[tuple[int, ...]]) -> bool:
        of = [[faces[at] for at in part] for part in parts]
        were, are = [Counter(part) in known for part in of], [reads_as_meld(part) for part in of]
        hold = [any(not counted - Counter(part) for counted in known) for part in of]
        beside_pile = any(was and is_pile(part) for was, part in zip(were, parts, strict=True))
        if beside_pile or (is_common and all(are)):
            return True
        one, other = (was or now for was, now in zip(were, are, strict=True))
        return one and other and (all(hold) or any(were))

    cuts = ((tiles[:at], tiles[at:]) for at in range(2, len(tiles) - 1))
    return next((((one, zone), (other, zone)) for one, other in cuts if are_two((one, other))), (row,))


def close_gaps(
    rows: Sequence[ZonedRow],
    spots: Spots,
    widths: Widths,
    reads_as_meld: Callable[[Sequence[int]], bool],
    laid: Collection[int] = (),
) -> list[ZonedRow]:
    """``rows``, some of them single tiles, joined where they lie end to end and are a meld only together.

    Beside tiles framed too narrowly gaps seem wide, and carelessly laid tiles are rotated against one another.
    ``widths`` (n,) are those of the tiles, by index, in the unit of their ``spots`` (n, 2). Those that were ``laid``
    in melds before may seem a little farther apart: how large tiles are there is known better or worse from look to
    look.
    """

    def are_one(zoned: ZonedRow, other: ZonedRow) -> bool:
        is_meld = reads_as_meld((*zoned[0], *other[0]))
        return is_meld and not (reads_as_meld(zoned[0]) and reads_as_meld(other[0]))

    left = list(rows)
    for three in _threes([row for row in rows if len(row[0]) == 1], spots, widths, laid):
        if all(row in left for row in three) and reads_as_meld(tiles := tuple(row[0][0] for row in three)):
            left = [(tiles, part[1]) if part is three[0] else part for part in left if part not in three[1:]]
    return _joined(left, spots, are_one)


def _threes(
    single: Sequence[ZonedRow], spots: Spots, widths: Widths, laid: Collection[int]
) -> Iterator[tuple[ZonedRow, ZonedRow, ZonedRow]]:
    """Every three ``single`` tiles side by side in a line, in either order."""

    def are_beside(zoned: ZonedRow, other: ZonedRow) -> bool:
        (at,), (to,) = zoned[0], other[0]
        nearest, farthest = _BESIDE if not {at, to} <= {*laid} else (_BESIDE[0], _STILL_BESIDE)
        apart = float(np.hypot(*(spots[to] - spots[at])))
        return zoned[1] is other[1] and nearest < 2 * apart / float(widths[at] + widths[to]) < farthest

    pairs = [pair for pair in permutations(single, 2) if are_beside(*pair)]
    for (one, middle), (same, other) in product(pairs, pairs):
        if same is middle and other is not one:
            steps = np.diff(spots[[one[0][0], middle[0][0], other[0][0]]], axis=0)
            if np.hypot(*(steps[1] - steps[0])) < _FARTHER * np.hypot(*steps[0]):
                yield one, middle, other


def _joined(rows: Sequence[ZonedRow], spots: Spots, are_one: Callable[[ZonedRow, ZonedRow], bool]) -> list[ZonedRow]:
    """``rows``, joined where they lie end to end and ``are_one``, at the position of the first."""
    left = list(rows)
    for one, other in [pair for pair in permutations(rows, 2) if _is_next(*pair, spots)]:
        at = [place for place, row in enumerate(left) if row is one or row is other]
        if len(at) == 2 and are_one(one, other):
            left[at[0]] = ((*one[0], *other[0]), one[1])
            del left[at[1]]
    return left


def on_piles(
    rows: Sequence[ZonedRow],
    piles: Collection[Collection[int]],
    spots: Spots,
    goes_on: Callable[[Sequence[int]], bool],
    reordered: Callable[[Sequence[int]], Sequence[int] | None] = lambda _: None,
) -> list[ZonedRow]:
    """``rows``, where a pile is joined with a row or single tile at its foot that ``goes_on`` with it.

    And a canasta that was pushed together with one or two tiles beside it.

    A player extends a piled canasta beside it, and lays a separate meld apart from it. Otherwise the two are one meld
    as ``reordered``: the order in a pile is not visible.
    """
    left = list(rows)
    stacked = [row for row in rows if any(set(row[0]).issubset(pile) for pile in piles)]
    squeezed = [row for row in rows if row not in stacked and _is_squeezed(row[0], spots)]
    beside = [row for row in rows if row not in stacked] if stacked or squeezed else []
    few = [row for row in beside if len(row[0]) <= _FEW]
    for pile, row in chain(product(stacked, beside), product(squeezed, few)):
        both_left = any(part is pile for part in left) and any(part is row for part in left)
        is_beside = both_left and pile[1] is row[1] and _is_at_foot(pile[0], row[0], spots)
        if not is_beside:
            continue
        joined = next(filter(goes_on, _around(pile[0], row[0])), None) or reordered((*pile[0], *row[0]))
        if joined:
            left = [(tuple(joined), pile[1]) if part is row else part for part in left if part is not pile]
    return left


def _around(pile: Sequence[int], row: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The orders in which a row at the foot of a pile may continue it, the simplest first.

    Tiles for both ends of the pile's run lie on one side of it. In a long row the tiles for one end are adjacent:
    nobody adds so many in turns.
    """
    for way in (tuple(row), tuple(row)[::-1]):
        for before, after in _parts(way):
            yield (*before, *pile, *after)


def _parts(row: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The ways to distribute a row over two ends, each part in its order."""
    if len(row) > _MOST_DEALT:
        yield from ((row[:at], row[at:]) for at in range(len(row) + 1))
        return
    for are_before in product((False, True), repeat=len(row)):
        yield tuple(compress(row, are_before)), tuple(compress(row, [not is_before for is_before in are_before]))


def _is_squeezed(row: Sequence[int], spots: Spots) -> bool:
    """Whether tiles of a row are remembered where others lie, as of a canasta that was pushed together."""
    return len({(x, y) for x, y in spots[list(row)].tolist()}) < len(row)


def to_foot_mm(from_top_mm: Sequence[float], many: int) -> float:
    """The distance of a place from the foot of a pile of ``many`` tiles, given ``from_top_mm`` (2,), that from its top.

    Seen at a slant, the foot may lie nearer to the camera than the top.
    """
    across, down = from_top_mm
    return float(np.hypot(across, down - np.clip(down, 0, _HIGH_MM * many)))


def _is_at_foot(pile: Sequence[int], row: Sequence[int], spots: Spots) -> bool:
    """Whether an end of a row is a step or two from a pile, in line with it.

    The top of a pile seems farther away than its foot. Tiles on one spot are a pile themselves; a single tile is in
    line with anything, and beside the nearest tile of a canasta that was pushed together.
    """
    if len(row) == 1:
        away = spots[row[0]] - spots[list(pile)]
        x, y = away[np.hypot(*away.T).argmin()]
        is_off_top = _FOOT[0] < np.hypot(x, y) / TILE_MM[0]
        return bool(is_off_top and to_foot_mm((x, y), len(pile)) / TILE_MM[0] < _FOOT[1])
    ends = spots[[row[0], row[-1]]]
    if (ends[0] == ends[1]).all():
        return False
    step = (ends[1] - ends[0]) / (len(row) - 1)
    away = (ends[:, None] - spots[list(pile)]).reshape(-1, 2)
    nearest = away[np.hypot(*away.T).argmin()]
    along = nearest @ step / (step @ step)
    off = nearest - along * step
    return bool(_FOOT[0] < abs(along) < _FOOT[1] and np.hypot(*off) < _IN_LINE * np.hypot(*step))


def _is_next(row: ZonedRow, other: ZonedRow, spots: Spots) -> bool:
    """Whether a row begins one tile step, or slightly more, after the end of another in its zone.

    One of the two may be a single tile.
    """
    longer = row[0][-2:] if len(row[0]) > 1 else other[0][:2]
    if row[1] is not other[1] or len(longer) < 2:
        return False
    step = spots[longer[1]] - spots[longer[0]]
    off = spots[other[0][0]] - spots[row[0][-1]] - step
    return bool(np.hypot(*off) < _FARTHER * np.hypot(*step))


def _are_parts(faces: Counter[str], parts: Sequence[Counter[str]]) -> bool:
    """Whether ``parts`` contain a known meld only together."""
    return not faces - sum(parts, Counter()) and all(faces - part for part in parts)
