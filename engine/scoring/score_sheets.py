"""Score sheets: lines with a reason, points and tiles, totalled by team."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.placed_tile import PlacedTile, notation
from engine.rule_and_tile_words import table
from engine.rules.rules import Rules
from engine.rules.verdict import Violation
from engine.tiles import Tile


class Reason(StrEnum):
    """The reason of a score line; its sentence is in ``wording/reasons.toml``."""

    LAID = "LAID"
    LAID_REORDERED = "LAID_REORDERED"
    LAID_FOR_NOTHING = "LAID_FOR_NOTHING"
    LAID_AGAINST = "LAID_AGAINST"
    LAID_FOR_NOTHING_NO_PURA = "LAID_FOR_NOTHING_NO_PURA"
    LAID_AGAINST_NO_PURA = "LAID_AGAINST_NO_PURA"
    UNLAWFUL = "UNLAWFUL"
    SET_ASIDE = "SET_ASIDE"
    CANASTA_PURE = "CANASTA_PURE"
    CANASTA_IMPURE = "CANASTA_IMPURE"
    SEMI_PURA = "SEMI_PURA"
    CANASTA_REAL = "CANASTA_REAL"
    CANASTA_REAL_14 = "CANASTA_REAL_14"
    CANASTA_OCHO = "CANASTA_OCHO"
    CANASTA_OF_TWOS = "CANASTA_OF_TWOS"
    CLOSE = "CLOSE"
    WON_THE_HAND = "WON_THE_HAND"
    STOCK_OUT = "STOCK_OUT"
    MUERTO_TAKEN = "MUERTO_TAKEN"
    MUERTO_UNTAKEN = "MUERTO_UNTAKEN"
    MUERTO_UNPLAYED = "MUERTO_UNPLAYED"
    UNPLAYED_TILES = "UNPLAYED_TILES"
    RACK = "RACK"
    RACKS_OF_OTHERS = "RACKS_OF_OTHERS"


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Renglón del tanteo: one reason, its points, and its tiles."""

    reason: Reason
    points: int
    tiles: tuple[PlacedTile | Tile, ...] = ()

    def sentence(self, language: str = "es") -> str:
        """The text of the line, with its tiles in notation."""
        return table("reasons")[self.reason][language].format(tiles=notation(self.tiles))

    def as_json(self, language: str = "es") -> dict[str, Any]:
        """The contracted object of one line."""
        return {"reason": str(self.reason), "points": self.points, "detail": self.sentence(language)}


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """Tanteo: what one team scored in a hand."""

    team: str
    lines: tuple[ScoreLine, ...] = ()

    @property
    def total(self) -> int:
        """The sum of the lines."""
        return sum(line.points for line in self.lines)


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of a hand that a person should check; how it was counted is in its sentence."""

    team: str
    violation: Violation
    tiles: tuple[PlacedTile, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandScore:
    """The sheets of a finished hand; empty where the hand is void or impossible."""

    sheets: tuple[ScoreSheet, ...]
    void: bool = False
    """Whether the hand counts for nothing and is played again."""
    problems: tuple[Problem, ...] = ()
    impossible: tuple[Violation, ...] = ()
    """Why the hand cannot have been so; a hand with any of these has no score."""

    @property
    def totals(self) -> dict[str, int]:
        """Points by team."""
        return {sheet.team: sheet.total for sheet in self.sheets}

    def as_json(self, language: str, rules: Rules) -> dict[str, Any]:
        """The contracted JSON object."""
        return {
            "void": self.void,
            "teams": {
                sheet.team: {"total": sheet.total, "lines": [line.as_json(language) for line in sheet.lines]}
                for sheet in self.sheets
            },
            "problems": [
                {"team": problem.team, "meld": notation(problem.tiles)} | problem.violation.as_json(language, rules)
                for problem in self.problems
            ],
        }
