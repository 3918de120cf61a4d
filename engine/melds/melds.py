"""Judge one meld as it lies on the table: its kind, whether it is lawful, its points, and its violations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal

from engine.melds.diagnosis import Diagnosis, declared_wrongly, diagnose
from engine.melds.reordered import ReorderedMeld, best_order
from engine.melds.run_and_group import (
    Kind,
    Reading,
    faults_of,
    goes_round,
    group_reading,
    placed,
    run_readings,
    windows_of,
)
from engine.melds.tile_points import points_of, tile_points
from engine.placed_tile import PlacedTile, notation, parse_meld, parse_table, parse_tiles
from engine.rule_and_tile_words import table
from engine.rules.rules import Rules
from engine.rules.verdict import Violation
from engine.tiles import Tile

__all__ = ["MeldVerdict", "PlacedTile", "judge_meld", "parse_meld", "parse_table", "parse_tiles", "tile_points"]

Purity = Literal["pure", "impure"]
_KEPT = 8192
"""The size of the verdict cache: players look at the same rows turn after turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldVerdict:
    """Juego: the best lawful reading of a row for its owner or, where none exists, the nearest reading and its
    violations."""

    placed: tuple[PlacedTile, ...]
    """The tiles in the order they lie, with what each wild stands for as far as that is known."""
    kind: Kind | None
    """A run, a group, or neither."""
    lawful: bool
    """Whether it is a meld as it lies, read from either side."""
    wilds: int
    """Tiles that stand for another, as it lies."""
    canasta: Purity | None
    points: int
    """The values of its tiles; where the joker is worth what it replaces, an idle joker is worth nothing."""
    lawful_reordered: bool
    """Whether some order of the same tiles is lawful."""
    clean_reordered: bool
    """Whether some lawful order uses no wild."""
    violations: tuple[Violation, ...]
    tiles: tuple[Tile, ...] = field(init=False, compare=False, repr=False)
    """The tiles in the order they lie."""

    def __hash__(self) -> int:
        return hash(self.placed)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", tuple([placed_tile.tile for placed_tile in self.placed]))

    @property
    def meld(self) -> str:
        """The meld in notation."""
        return notation(self.placed)

    def as_json(self, language: str, rules: Rules) -> dict[str, Any]:
        """The contracted JSON object, with messages in ``language`` and the rules applied.

        ``lawful`` and ``canasta`` speak of the order given; where the rules forgive it, ``counts_as`` tells what the
        meld is in the count.
        """
        plain = ("lawful", "kind", "meld", "wilds", "canasta", "points", "lawful_reordered", "clean_reordered")
        said = {key: getattr(self, key) for key in plain}
        said["violations"] = [violation.as_json(language, rules) for violation in self.violations]
        if message := forgiven(self, rules, language):
            said["counts_as"] = {"canasta": canasta_of(self, rules), "message": message}
        return said


def judge_meld(laid: Sequence[PlacedTile], rules: Rules) -> MeldVerdict:
    """Judge ``laid``, in the order it lies, under ``rules``. A wild with a declared tile is held to it."""
    return _judged(tuple(laid), rules)


@lru_cache(_KEPT)
def _judged(laid: tuple[PlacedTile, ...], rules: Rules) -> MeldVerdict:
    tiles = tuple(placed_tile.tile for placed_tile in laid)
    readings = _readings(tiles, rules)
    lawful = [reading for reading in readings if not faults_of(reading, tiles, rules)]
    other = best_order(tiles, rules)
    if not lawful or _too_many_copies(tiles, rules):
        return _unlawful(laid, diagnose(tiles, readings, other, rules), other, rules)
    best = _best(lawful, tiles, rules)
    if any(placed_tile.stands_for for placed_tile in laid):
        kept = [reading for reading in lawful if _agrees(laid, placed(reading, tiles))]
        if not kept:
            return _unlawful(laid, declared_wrongly(laid, placed(best, tiles)), other, rules)
        best = _best(kept, tiles, rules)
    return _lawful(best, tiles, other, rules)


def counts(verdict: MeldVerdict, rules: Rules) -> bool:
    """Whether a meld counts for its owner: a wrong order may be forgiven, a run around the corner never."""
    if verdict.lawful or not verdict.lawful_reordered or rules.placement_policy == "strict":
        return verdict.lawful
    return not goes_round(verdict.tiles, rules)


def canasta_of(verdict: MeldVerdict, rules: Rules) -> Purity | None:
    """The canasta that a meld counts as, in its best order if its order is wrong; None where it is none.

    A meld whose only fault is a wrongly declared wild counts as it lies.
    """
    if verdict.lawful or rules.canasta_len is None or len(verdict.tiles) < rules.canasta_len:
        return verdict.canasta
    if not counts(verdict, rules):
        return None
    undeclared = judge_meld([PlacedTile(tile) for tile in verdict.tiles], rules)
    return undeclared.canasta or ("pure" if verdict.clean_reordered else "impure")


def forgiven(verdict: MeldVerdict, rules: Rules, language: str = "es") -> str:
    """The note that a meld counts despite its wrong order, and why, in Spanish (``es``) or English (``en``).

    Empty where the meld is lawful or does not count.
    """
    if verdict.lawful or not counts(verdict, rules):
        return ""
    return table("counts")[canasta_of(verdict, rules) or "no_canasta"][language]


def _readings(tiles: Sequence[Tile], rules: Rules) -> list[Reading]:
    group = group_reading(tiles, rules)
    runs = run_readings(tiles, rules, windows_of(len(tiles), rules))
    return [*runs, group] if group else [*runs]


def _too_many_copies(tiles: Sequence[Tile], rules: Rules) -> bool:
    return any(tiles.count(tile) > (rules.copies if tile.number else rules.jokers) for tile in set(tiles))


def _agrees(laid: Sequence[PlacedTile], meant: Sequence[PlacedTile]) -> bool:
    """Whether every declared wild stands for its declared tile in ``meant``; in a group the colour is ignored."""
    same_number = (
        len(
            {
                placed_tile.stands_for.number if placed_tile.stands_for else placed_tile.tile.number
                for placed_tile in meant
            }
        )
        == 1
    )
    return all(
        said.stands_for is None
        or said.stands_for == one.stands_for
        or (same_number and one.stands_for is not None and said.stands_for.number == one.stands_for.number)
        for said, one in zip(laid, meant, strict=True)
    )


def _best(readings: Sequence[Reading], tiles: Sequence[Tile], rules: Rules) -> Reading:
    """The reading with the fewest wilds, then the most points, then the lowest place."""
    if len(readings) == 1:
        return readings[0]
    return min(readings, key=lambda reading: (reading.wilds, -points_of(placed(reading, tiles), rules), reading.start))


def _lawful(best: Reading, tiles: tuple[Tile, ...], other: ReorderedMeld | None, rules: Rules) -> MeldVerdict:
    laid = placed(best, tiles)
    clean = best.wilds == 0 or bool(other and not other.faults and not other.wilds)
    pure = best.wilds == 0 or (clean and rules.purity_reading == "best")
    long = rules.canasta_len is not None and len(tiles) >= rules.canasta_len
    return MeldVerdict(
        placed=laid,
        kind=best.kind,
        lawful=True,
        wilds=best.wilds,
        canasta=("pure" if pure else "impure") if long else None,
        points=points_of(laid, rules),
        lawful_reordered=True,
        clean_reordered=clean,
        violations=(),
    )


def _unlawful(
    laid: Sequence[PlacedTile], diagnosis: Diagnosis, other: ReorderedMeld | None, rules: Rules
) -> MeldVerdict:
    tiles = tuple(placed_tile.tile for placed_tile in laid)
    nearest = placed(diagnosis.nearest, tiles) if diagnosis.nearest else tuple(laid)
    possible = bool(other and not other.faults) and not _too_many_copies(tiles, rules)
    return MeldVerdict(
        placed=nearest,
        kind=diagnosis.kind,
        lawful=False,
        wilds=sum(placed_tile.is_wild or placed_tile.tile.is_joker for placed_tile in nearest),
        canasta=None,
        points=points_of([replace(placed_tile, stands_for=None) for placed_tile in nearest], rules),
        lawful_reordered=possible,
        clean_reordered=possible and bool(other and not other.wilds),
        violations=diagnosis.violations,
    )
