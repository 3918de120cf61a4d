"""Judge a first exposure: whether its melds are lawful and worth enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.melds.melds import MeldVerdict, judge_meld
from engine.placed_tile import PlacedTile
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation
from engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class OpeningVerdict:
    """Whether some melds are a lawful first exposure."""

    points: int
    """The points of its lawful melds in the given order."""
    points_reordered: int
    """The most that its melds are worth, wilds at an end moved to the other one."""
    violations: tuple[Violation, ...]

    @property
    def lawful(self) -> bool:
        """Whether every meld is lawful and the minimum is reached."""
        return not self.violations

    def as_json(self, language: str, rules: Rules) -> dict[str, Any]:
        """The contracted ``opening`` object."""
        return {
            "points": self.points,
            "lawful": self.lawful,
            "points_reordered": self.points_reordered,
            "violations": [violation.as_json(language, rules) for violation in self.violations],
        }


def judge_opening(
    melds: Sequence[Sequence[PlacedTile]], rules: Rules, from_table: Sequence[Tile] = ()
) -> OpeningVerdict:
    """Whether ``melds``, laid in one turn, are a lawful first exposure under ``rules``.

    ``from_table`` are those of their tiles that lay on the table before: an exposure is made from one's own rack.
    """
    return opening_of([judge_meld(laid, rules) for laid in melds], rules, from_table)


def first_meld_needed(total: int, rules: Rules) -> int:
    """The points that a first exposure needs for a side with ``total`` points in the match."""
    return next(
        (needed for least, needed in reversed(rules.first_meld_by_total) if total >= least), rules.first_meld_min
    )


def opening_of(
    verdicts: Sequence[MeldVerdict], rules: Rules, from_table: Sequence[Tile] = (), *, needed: int | None = None
) -> OpeningVerdict:
    """Judge a first exposure from the ``verdicts`` of its melds.

    ``needed`` are the points required, by default those at the start of a match.
    """
    needed = first_meld_needed(0, rules) if needed is None else needed
    points = sum(exposed_worth(verdict, rules) for verdict in verdicts if verdict.lawful)
    best = sum(_best_points(verdict, rules) for verdict in verdicts if verdict.lawful)
    faults = tuple(fault for verdict in verdicts for fault in verdict.violations)
    if points < needed:
        turned = int(best >= needed)
        facts = (("needed", needed), ("points", points), ("best", best), ("turned", turned))
        faults = (*faults, Violation(Code.FIRST_MELD, (), facts))
    if from_table:
        faults = (*faults, Violation(Code.NOT_OPENED, tuple(from_table)))
    return OpeningVerdict(points, best, faults)


def exposed_worth(verdict: MeldVerdict, rules: Rules) -> int:
    """The points of a lawful meld in a first exposure: the values of its tiles, or the numbers they stand for."""
    if rules.first_meld_counts == "tile_values":
        return verdict.points
    return sum((placed_tile.stands_for or placed_tile.tile).number or 0 for placed_tile in verdict.placed)


def _best_points(verdict: MeldVerdict, rules: Rules) -> int:
    """The highest points of a lawful meld if wilds at one end may move to the other."""
    best, laid = exposed_worth(verdict, rules), [PlacedTile(tile) for tile in verdict.tiles]
    for _ in laid:
        laid = [*laid[1:], laid[0]]
        if laid[-1].tile.is_joker or laid[0].tile.is_joker:
            turned = judge_meld(laid, rules)
            best = max(best, exposed_worth(turned, rules) if turned.lawful else 0)
    return best
