"""Generate visible violations of the meld rules, of several kinds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from datasets.family_films.scenarios import Rng
from engine.hand.moves import Extend, LayDown, Move
from engine.hand.state import TableState
from engine.melds.melds import judge_meld
from engine.placed_tile import PlacedTile
from engine.rules.rules import Rules
from engine.tiles import Tile

_SHORTEST = 3


def random_offence(rules: Rules) -> Callable[[TableState, int, list[Tile], Rng], Move | None]:
    """A function that finds a random kind of violation among the tiles that a seat would have kept."""

    def offence(state: TableState, seat: int, left: list[Tile], rng: Rng) -> Move | None:
        kind = _KINDS[int(rng.integers(len(_KINDS)))]
        if kind is not None:
            return _laid(kind, seat, left, rules)
        return _added(state, seat, left, rng)

    return offence


def _laid(is_kind: Callable[[Sequence[Tile]], bool], seat: int, left: Sequence[Tile], rules: Rules) -> Move | None:
    """A new unlawful meld of three of these tiles, of a given kind; one tile stays on the rack."""
    if len(left) <= _SHORTEST:
        return None
    for tiles in combinations(sorted(left, key=lambda tile: (tile.color or "", tile.number or 0)), _SHORTEST):
        row = tuple(map(PlacedTile, tiles))
        if is_kind(tiles) and not judge_meld(row, rules).lawful:
            return LayDown(seat, row)
    return None


def _added(state: TableState, seat: int, left: Sequence[Tile], rng: Rng) -> Move | None:
    """A tile at either end of a meld where it does not belong."""
    team = None if state.melds and state.melds[0].team is None else state.team_of(seat)
    melds = state.melds_of(team) if team is not None else state.melds
    if len(left) < 2 or not melds:
        return None
    meld, tile = melds[int(rng.integers(len(melds)))], PlacedTile(left[int(rng.integers(len(left)))])
    return Extend(seat, meld.number, (tile, *meld.row) if rng.random() < 0.5 else (*meld.row, tile))


def _gap(tiles: Sequence[Tile]) -> bool:
    """A run with a number missing."""
    numbers = [tile.number for tile in tiles if tile.number]
    return len(numbers) == len(tiles) == len(set(numbers)) and len({tile.color for tile in tiles}) == 1


def _one_other_colour(tiles: Sequence[Tile]) -> bool:
    """Consecutive numbers, one of another colour."""
    numbers = sorted(tile.number or 0 for tile in tiles)
    follow = numbers == list(range(numbers[0], numbers[0] + len(tiles)))
    return bool(numbers[0]) and follow and len({tile.color for tile in tiles}) == 2


def _one_other_number(tiles: Sequence[Tile]) -> bool:
    """A group with one wrong number."""
    numbers = {tile.number for tile in tiles}
    return None not in numbers and len(numbers) == 2


def _many_wilds(tiles: Sequence[Tile]) -> bool:
    """More than one wild."""
    return sum(tile.number in (None, 2) for tile in tiles) > 1


def _anything(_: Sequence[Tile]) -> bool:
    return True


_KINDS: tuple[Callable[[Sequence[Tile]], bool] | None, ...] = (
    *(_gap, _one_other_colour, _one_other_number, _many_wilds, _anything), None, None, None,
)  # fmt: skip
"""What a wrong meld is like; None for a tile on a meld where it does not belong."""
