"""The points of laid tiles."""

from __future__ import annotations

from collections.abc import Sequence

from engine.placed_tile import PlacedTile
from engine.rules.rules import Rules


def tile_points(placed: PlacedTile, rules: Rules) -> int:
    """The points of a laid tile."""
    if placed.tile.number is not None:
        return rules.tile_values[placed.tile.number - 1]
    if rules.joker_value is not None:
        return rules.joker_value
    return rules.tile_values[placed.stands_for.number - 1] if placed.stands_for and placed.stands_for.number else 0


def points_of(laid: Sequence[PlacedTile], rules: Rules) -> int:
    """The points of ``laid`` tiles together."""
    return sum(tile_points(placed, rules) for placed in laid)
