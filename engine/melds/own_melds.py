"""The worth of the melds that a player's own tiles make alone in one turn, before the table is touched.

In rummy the table may be used in the turn of the first exposure (000:93). Nobody sees in which order a turn was laid,
so it is enough that the tiles of the rack could have been laid first. In Rummikub the sources differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.melds.melds import MeldVerdict, judge_meld
from engine.melds.opening import exposed_worth
from engine.melds.run_and_group import windows_of
from engine.placed_tile import PlacedTile
from engine.rules.rules import Rules
from engine.tiles import NUMBERS, Color, Tile

_Candidate = tuple[int, Counter[Tile]]


def opens_alone(own: Counter[Tile], laid: Sequence[MeldVerdict], needed: int, rules: Rules) -> bool:
    """Whether the tiles ``own`` alone form melds worth ``needed`` points for a first exposure.

    Without wilds any melds will do, since they may have been rearranged afterwards. A joker counts as what it stands
    for in one of the melds ``laid``, beside tiles of ``own``.
    """
    held = Counter({tile: count for tile, count in own.items() if not tile.is_joker})
    rows = [*_runs(held, rules), *_groups(held, rules), *_with_jokers(laid, own)]
    verdicts = [judge_meld(row, rules) for row in rows]
    melds = {
        (verdict.kind, frozenset(Counter(verdict.tiles).items())): verdict for verdict in verdicts if verdict.lawful
    }
    worth = [(exposed_worth(verdict, rules), Counter(verdict.tiles)) for verdict in melds.values()]
    return _reaches(own, sorted(worth, key=lambda worth_of: -worth_of[0]), max(needed, 1))


def _reaches(left: Counter[Tile], melds: Sequence[_Candidate], needed: int) -> bool:
    """Whether some disjoint ``melds`` are worth ``needed``."""
    if needed <= 0:
        return True
    return any(
        tiles <= left and _reaches(left - tiles, melds[at:], needed - points)
        for at, (points, tiles) in enumerate(melds)
    )


def _runs(held: Counter[Tile], rules: Rules) -> Iterator[tuple[PlacedTile, ...]]:
    """Every run without a wild in ``held``."""
    for color in Color:
        longest = sum(count for tile, count in held.items() if tile.color == color)
        for length in range(rules.min_meld_len, longest + 1):
            for window in windows_of(length, rules):
                tiles = [Tile(number, color) for number in window.numbers]
                if Counter(tiles) <= held:
                    yield tuple(map(PlacedTile, tiles))


def _groups(held: Counter[Tile], rules: Rules) -> Iterator[tuple[PlacedTile, ...]]:
    """Every group without a wild in ``held``."""
    for number in NUMBERS:
        tiles = [tile for tile in held.elements() if tile.number == number]
        for length in range(rules.min_meld_len, len(tiles) + 1):
            yield from (tuple(map(PlacedTile, some)) for some in combinations(tiles, length))


def _with_jokers(laid: Sequence[MeldVerdict], own: Counter[Tile]) -> Iterator[tuple[PlacedTile, ...]]:
    """The parts of the melds ``laid`` that consist of a joker and tiles of ``own`` only."""
    for meld in laid:
        for first, last in combinations(range(len(meld.placed) + 1), 2):
            part = meld.placed[first:last]
            tiles = Counter(other_tile.tile for other_tile in part)
            if tiles <= own and any(tile.is_joker for tile in tiles):
                yield part
