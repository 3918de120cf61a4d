"""The moves of a hand as events: each with its states before and after, the melds it changed, and its violations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.hand import moves
from engine.hand.apply import apply
from engine.hand.history import MoveHistory
from engine.hand.moves import Move, SeenTile
from engine.hand.state import LaidMeld, TableState
from engine.melds.melds import canasta_of
from engine.placed_tile import notation
from engine.rule_and_tile_words import tile_list
from engine.rules.codes import MISREAD
from engine.rules.rules import Rules
from engine.rules.verdict import Violation
from engine.sentences import table
from engine.tiles import Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One move of a hand, the state before and after it, and its violations."""

    move: Move
    before: TableState
    after: TableState
    violations: tuple[Violation, ...]

    @property
    def name(self) -> str:
        """The verb of the move, as its line of text writes it."""
        words = str(self.move).split()
        return words[1] if words[0].isdecimal() else words[0]

    @property
    def _phrase(self) -> str:
        """The key of its sentence: its name, or a more specific key where one exists."""
        if isinstance(self.move, moves.Redraw) and self.before.pozo == self.after.pozo:
            return "late_redraw"
        if isinstance(self.move, moves.Rearrange) and not self.tiles:
            return "regroup" if self.melds else "clear"
        return "slide" if isinstance(self.move, moves.SwapWild) and not self.tiles else self.name

    @property
    def melds(self) -> tuple[LaidMeld, ...]:
        """The melds that the move added or changed."""
        return tuple(meld for meld in self.after.melds if meld not in self.before.melds)

    @property
    def offences(self) -> tuple[Violation, ...]:
        """The violations to charge to the player, without those that only question the reading."""
        return tuple(fault for fault in self.violations if fault.code not in MISREAD)

    @property
    def tiles(self) -> tuple[SeenTile, ...]:
        """The tiles that moved, where their faces are known; empty where only their number is."""
        match self.move:
            case moves.TakePozo(left=left):
                return self.before.pozo[left:]
            case moves.Draw(tile=tile) | moves.Discard(tile=tile) | moves.TakeClosingTile(tile=tile):
                return (tile,)
            case moves.Redraw(returned=returned):
                return (returned,)
            case moves.ShowRack(tiles=tiles) | moves.TakeMuerto(tiles=tiles):
                return tiles
            case moves.ShowPozo(tiles=shown):
                return shown
        return tuple((Counter(self.after.laid_tiles()) - Counter(self.before.laid_tiles())).elements())

    @property
    def _gone(self) -> Counter[Tile]:
        """The tiles that left the table."""
        return Counter(self.before.laid_tiles()) - Counter(self.after.laid_tiles())

    def sentence(self, language: str = "es") -> str:
        """One sentence that describes the move to the players."""
        words = {name: said[language] for name, said in table("moves").items()}
        seen = tile_list([tile for tile in self.tiles if tile], language)
        said = words[self._phrase].format(
            player=words["player"].format(number=getattr(self.move, "seat", 0) + 1),
            tiles=seen or words["unseen" if self.tiles else "nothing"],
            lies=" | ".join(notation(meld.row) for meld in self.melds) or words["nothing"],
            gone=tile_list(self._gone.elements(), language) or words["nothing"],
        )
        return said[:1].upper() + said[1:]

    def as_json(self, language: str, rules: Rules) -> dict[str, Any]:
        """A JSON object with the move, the melds it changed, and the tile counts after it."""
        return {
            "event": self.name,
            "turn": self.before.turn.count,
            "seat": getattr(self.move, "seat", None),
            "move": str(self.move),
            "says": self.sentence(language),
            "melds": [_meld_json(meld, self.after, rules) for meld in self.melds],
            "racks": [rack.count for rack in self.after.racks],
            "mazo": self.after.mazo,
            "pozo": len(self.after.pozo),
            "violations": [violation.as_json(language, rules) for violation in self.violations],
        }


def events_of(history: MoveHistory, rules: Rules) -> Iterator[Event]:
    """The events of the move history ``history`` under ``rules``, in order."""
    state = history.start
    for move in history.moves:
        applied = apply(state, move, rules)
        yield Event(move=move, before=state, after=applied.state, violations=applied.violations)
        state = applied.state


def _meld_json(meld: LaidMeld, state: TableState, rules: Rules) -> dict[str, Any]:
    return {
        "number": meld.number,
        "team": None if meld.team is None else state.teams[meld.team].name,
        "meld": notation(meld.row),
        "canasta": canasta_of(meld.verdict, rules),
    }
