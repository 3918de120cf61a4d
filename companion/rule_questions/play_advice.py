"""Advice for a rack and a table in notation: plays, steps and reasons."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import Refused
from companion.phrases.wording import say
from engine import Rules, parse_table, parse_tiles
from engine.hand.moves import Close, Discard, Draw, Extend, LayDown, Move, Rearrange, Row, TakeMuerto, TakePozo
from engine.hand.state import TableState
from engine.placed_tile import notation
from engine.plays.best_plays import advise
from engine.plays.known_table import KnownTable, advice_obstacles, state_of
from engine.plays.play import Advice, AdvisedTurn
from engine.rules.verdict import Violation

MOST_RACK = 60
"""Tiles of a rack, with a pozo that was taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenTable:
    """The known table in notation; ``drawn`` None means true without a pozo, and false with one."""

    rack: str
    table: str = ""
    theirs: str = ""
    pozo: str = ""
    opened: bool = True
    muerto_taken: bool = False
    drawn: bool | None = None


class ImpossibleTable(Refused):
    """A table that the rules exclude."""

    def __init__(self, violation: Violation) -> None:
        super().__init__("advice none")
        self.violation = violation

    def sentence(self, language: str) -> str:
        """The violations of the table."""
        return self.violation.sentence(language)


@dataclass(frozen=True, slots=True)
class Advised:
    """The plays, the best first, and the initial table."""

    state: TableState
    advice: Advice
    elapsed_ms: float

    def as_json(self, language: str) -> dict[str, Any]:
        """The contracted object, with the goals and the steps of each play."""
        return {
            "plays": [self._play(play, language) for play in self.advice.plays],
            "optimal": self.advice.optimal,
            "elapsed_ms": round(self.elapsed_ms, 1),
        }

    def _play(self, play: AdvisedTurn, language: str) -> dict[str, Any]:
        own = [meld for meld in play.after.melds if meld.team in (None, self.state.team_of(self.state.turn.seat))]
        return {
            "moves": [str(move) for move in play.moves],
            "table": " | ".join(notation(meld.row) for meld in own),
            "points": play.points,
            "tiles": play.tiles,
            "why": ". ".join(why.sentence(language) for why in play.whys) + ".",
            "goals": list(play.goals),
            "steps": [_step(move, self.state, language) for move in play.moves],
        }


def advise_on(seen_table: WrittenTable, rules: Rules) -> Advised:
    """The best plays for ``seen_table``. Raises NotationError and Refused."""
    rack, pozo = parse_tiles(seen_table.rack), parse_tiles(seen_table.pozo)
    if not rack:
        raise Refused("advice lacks rack")
    if len(rack) > MOST_RACK:
        raise Refused("advice many tiles", count=len(rack), most=MOST_RACK)
    if seen_table.theirs.strip() and rules.meld_owner == "table":
        raise Refused("advice theirs")
    if pozo and "pozo" not in rules.draw_sources:
        raise Refused("advice no pozo")
    table = KnownTable(
        rack=rack,
        own=_rows(seen_table.table),
        theirs=_rows(seen_table.theirs),
        pozo=pozo,
        opened=seen_table.opened,
        muerto_taken=seen_table.muerto_taken,
        drawn=not pozo if seen_table.drawn is None else seen_table.drawn,
    )
    state = state_of(table, rules)
    if wrong := advice_obstacles(state, rules):
        raise ImpossibleTable(wrong[0])
    begin = time.perf_counter()
    advice = advise(state, rules)
    return Advised(state, advice, (time.perf_counter() - begin) * 1000)


def _rows(text: str) -> tuple[Row, ...]:
    return parse_table(text) if text.strip() else ()


def _step(move: Move, state: TableState, language: str) -> dict[str, Any]:
    """One move as an instruction: the action, the resulting melds, the tiles from the rack."""
    says, rows = _said(move), _rows_of(move)
    numbers = _numbers(move)
    before = Counter(tile for meld in state.melds if meld.number in numbers for tile in meld.tiles)
    laid = Counter(placed.tile for row in rows for placed in row) - before
    thrown = [move.tile] if isinstance(move, Discard) and move.tile else []
    return {
        "says": say(language, says, numbers=", ".join(map(str, numbers))),
        "rows": [notation(row) for row in rows],
        "tiles": [str(tile) for tile in (*laid.elements(), *thrown)],
    }


def _said(move: Move) -> str:
    match move:
        case Draw():
            return "step draw"
        case TakePozo():
            return "step pozo"
        case LayDown():
            return "step lay"
        case Extend():
            return "step extend"
        case Rearrange():
            return "step several" if len(move.numbers) > 1 else "step one"
        case Discard():
            return "step discard"
        case TakeMuerto():
            return "step muerto"
        case Close():
            return "step close"
        case _:
            return "step end"


def _rows_of(move: Move) -> Sequence[Row]:
    return move.rows if isinstance(move, Rearrange) else [move.row] if isinstance(move, LayDown | Extend) else []


def _numbers(move: Move) -> Sequence[int]:
    return move.numbers if isinstance(move, Rearrange) else [move.number] if isinstance(move, Extend) else []
