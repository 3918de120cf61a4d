"""A play: the lawful moves of one turn, their gain, and the reasons for them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from engine.hand.apply import apply
from engine.hand.moves import Move
from engine.hand.state import TableState
from engine.rule_and_tile_words import Plural, tile_list
from engine.rules.rules import Rules
from engine.sentences import table
from engine.tiles import Tile

Goal = Literal["points", "tiles", "pure", "no_joker", "wait"]
"""The goal for which a play is the best: points, tiles laid, pure canastas, keeping jokers, or laying nothing."""


@dataclass(frozen=True, slots=True)
class PlayReason:
    """One reason: the name of a sentence in ``wording/plays.toml``, with its tiles and number."""

    key: str
    tiles: tuple[Tile, ...] = ()
    count: int = 0

    def sentence(self, language: str = "es") -> str:
        """The reason in Spanish (``es``) or English (``en``)."""
        tiles = tile_list(self.tiles, language, whole=True)
        said = table("plays")[self.key][language].format(
            tiles=tiles, count=Plural(self.count), n=Plural(len(self.tiles))
        )
        return said[:1].upper() + said[1:]


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvisedTurn:
    """The moves of one turn, in order, and the resulting table."""

    goals: tuple[Goal, ...]
    moves: tuple[Move, ...]
    after: TableState
    points: int
    """The gain in points of the side's melds and canastas; on a shared table, the number of tiles laid."""
    tiles: int
    """Tiles laid."""
    whys: tuple[PlayReason, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """Plays, the best first, and whether they are certainly optimal."""

    plays: tuple[AdvisedTurn, ...]
    optimal: bool
    """Whether the search was complete; otherwise these are the best that it found."""


def state_after_lawful(state: TableState, moves: tuple[Move, ...], rules: Rules) -> TableState | None:
    """The state after ``moves``; None where one of them breaks a rule."""
    for move in moves:
        applied = apply(state, move, rules)
        if applied.violations:
            return None
        state = applied.state
    return state


def merged(plays: list[AdvisedTurn]) -> tuple[AdvisedTurn, ...]:
    """The plays without duplicates found for another goal; the first of them lists all goals."""
    found: dict[tuple[str, ...], AdvisedTurn] = {}
    for play in plays:
        key = tuple(map(str, play.moves))
        goals = found[key].goals + play.goals if key in found else play.goals
        whys = found[key].whys if key in found else play.whys
        found[key] = replace(play, goals=tuple(dict.fromkeys(goals)), whys=whys)
    return tuple(found.values())
